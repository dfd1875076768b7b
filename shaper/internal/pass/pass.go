// Package pass reads one document, applies the masks of a plan and writes the kept bytes. It
// validates the input on the way. It uses an explicit stack, no recursion over the input.
//
// [Pass] drives the loop over the bytes. Its machines share one [core]:
//
//   - [writer.Writer] copies spans of the input and takes them back;
//   - [names] reads member names and moves the mask state;
//   - [repeater] reads members that a row of package rowcache predicts;
//   - [stringEditor] redacts and shortens strings and shapes documents inside them;
//   - [pairFinder] finds values whose names stand beside them;
//   - [reporter] records decisions, cuts and their paths.
package pass

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/writer"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Pass holds the memory of passes that run one after the other. The zero value is ready. It
// is not safe for concurrent use and must not be copied.
type Pass struct {
	repeater
	report  reporter
	strings stringEditor
	pairs   pairFinder
}

// Doc is a document to shape.
type Doc struct {
	Body    []byte
	Limits  scan.Limits // without zero fields
	Depth   int         // containers around the document in its text
	Nesting int         // levels of strings inside strings that redaction opens
	More    bool        // Body continues after the document
	Tabled  bool        // an object may have the member $columns: rules that hide look for it
	At      string      // pointer of the document, for the journal

	Noted bool // an envelope around the document reports its cuts

	NoteMember string // root member that may hold the note of an earlier pass, or ""

	Tight Tight // cuts of a budget, on top of the plan

	Index   *rootindex.Index // to fill, under a plan that refuses duplicate names; may be nil
	Journal *journal.Journal // may be nil
	Inner   Inner            // nil if documents inside are not followed
	Taken   *taint.Values    // collects the values that privacy removes; may be nil
}

// Outcome is a shaped document.
type Outcome struct {
	Out      []byte // dst with the document appended
	Read     int    // bytes of the body that the document took
	Reported report.Report

	Looked bool      // redaction looked into strings
	Twin   scan.Span // a string of Out that quotes another part of Out, or empty
}

// ErrTable is the error of a pass that met the name $columns although [Doc.Tabled] was not
// set, under a plan that hides something.
var ErrTable = errors.New("an object may be a table")

// Run shapes a document under a plan and appends it to dst. It sets *done, since an outcome is
// large. If the text is at fault, the error is a [*scan.Error], or the error of a document
// inside. It is [ErrTable] if the document has to be read again. After an error done.Out is dst.
func (p *Pass) Run(pl *plan.Plan, doc *Doc, dst []byte, done *Outcome) error {
	*done = Outcome{Out: dst}
	switch {
	case len(doc.Body) > doc.Limits.DocumentBytes:
		return scan.NewError(doc.Body, doc.Limits.DocumentBytes, scan.KindSize)
	case bytes.HasPrefix(doc.Body, []byte(words.ByteOrderMark)):
		return scan.NewError(doc.Body, 0, scan.KindBOM)
	}
	p.ready(pl, doc, dst)
	v := value{state: p.plan.Mask.Root(), head: noHead, start: scan.Space(p.src, 0)}
	read := p.walk(p.value(nil, &v))
	if i := scan.Space(p.src, read); i < len(p.src) && !p.doc.More {
		p.fail(i, scan.KindTrailing)
	}
	p.out.Flush()
	if p.report.trace != nil && pl.Hiding != nil {
		p.report.trace.Met(pl.Hiding, p.hider.Reached())
	}
	if p.names.tables && pl.Hiding != nil && !doc.Tabled {
		return ErrTable
	}
	if p.fault.failed {
		return p.fault.of(p.src)
	}
	if p.report.half != nil || p.report.texts != nil {
		p.report.facts.Cuts.Mirror(p.report.half)
		p.report.facts.Texts.Mirror(p.report.texts)
	}
	done.Out, done.Read, done.Twin = p.out.Dst, read, p.out.Twin
	p.report.facts.Omitted += p.omitted.all
	p.report.facts.Salient += p.omitted.salient
	done.Reported = p.report.facts
	done.Looked = p.plan.Hiding != nil && p.hider.Looked()
	return nil
}

// ready sets the machines to the beginning of a document.
func (p *Pass) ready(pl *plan.Plan, doc *Doc, dst []byte) {
	p.report.core, p.report.trace, p.report.spots = &p.core, nil, p.report.spots[:0]
	if doc.Journal != nil {
		p.report.trace = doc.Journal.Tracer(pl, doc.At)
	}
	p.report.facts = report.Report{}
	p.report.half, p.report.texts = nil, nil
	p.omitted.all, p.omitted.salient = 0, 0
	p.pairs = pairFinder{core: &p.core, tabled: pl.Hiding != nil && doc.Tabled}
	p.strings.core, p.strings.report, p.strings.slotAt = &p.core, &p.report, 0 // a Pass never moves
	p.plan, p.src = pl, doc.Body
	p.doc = *doc
	p.open.stack, p.open.extras, p.fault = p.open.stack[:0], p.open.extras[:0], fault{}
	p.out = writer.Writer{Spans: scan.Spans{Src: p.src, Dst: dst}}
	p.skip.Strict = pl.Resolved.DuplicatesEverywhere
	p.names.reset(&p.doc.Limits, pl.Resolved.Duplicates == profiles.Reject)
	p.ahead.Reset(p.src, &p.doc.Limits)
	p.limits = limits{
		tight: doc.Tight,
		chars: plan.Least(pl.Resolved.MaxString, doc.Tight.Chars),
		items: plan.Least(pl.Resolved.MaxItems, doc.Tight.Items),
	}
	if doc.Index != nil {
		doc.Index.Reset()
	}
	h := &p.hider
	h.taken, h.opened, h.loud, h.sites = nil, stringRead{}, 0, h.sites[:0]
	if pl.Hiding != nil {
		if pl.Taints() {
			h.taken = doc.Taken
		}
		h.Begin(pl.Hiding, redact.Source{Text: p.src, Limits: &p.doc.Limits, Nesting: doc.Nesting, Asked: p.report.trace != nil, Taken: h.taken})
	}
	if d := pl.Resolved.Duplicates; d != profiles.Reject {
		p.ahead.FindObsolete(d == profiles.Last)
	}
}

// Forget drops the data of the caller and large memory.
func (p *Pass) Forget() {
	p.plan, p.src, p.out = nil, nil, writer.Writer{}
	p.doc = Doc{}
	p.report.trace, p.report.half, p.report.texts = nil, nil, nil
	p.report.facts = report.Report{}
	p.release()
	p.strings.slotText.Forget()
	p.strings.slotGiven.Forget()
	clear(p.hider.sites)
	p.hider.sites, p.hider.taken = p.hider.sites[:0], nil
	p.hider.Forget(scratch.Most)
	clear(p.open.extras[:cap(p.open.extras)])
	if p.names.table.Reset(); cap(p.names.scratch) > scratch.Most {
		p.names.scratch = nil
	}
	p.ahead.Forget(scratch.Most)
}
