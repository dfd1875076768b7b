// Package pass is the one pass over a document: it validates the input, follows
// the mask of a plan and writes what is kept, on an explicit stack.
//
// It is put together from small machines. [output] writes spans and takes them
// back; [members] reads the names of objects; [fates] tell what becomes of values;
// [lookahead] counts arrays and finds names that come again; [fault] holds what went
// wrong first; [RootIndex] notes the members of the root; [Journal] notes what is
// decided.
package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Pass is the memory of passes, one after the other. The zero value is ready; it
// is not safe for concurrent use.
type Pass struct {
	plan *plan.Plan
	doc  Doc
	src  []byte // doc.Body

	containers
	out     output
	skip    scan.Skipper
	members members
	ahead   lookahead
	fault   fault
	trace   *tracer // nil unless somebody asked

	hider hider // of what stands in strings, where the plan hides anything
	texts
	superseded places // names that do not count
	told       Told
	limited    limited
	tabled     bool // an object may have the member $columns, and something is hidden
}

// Doc is a document to shape.
type Doc struct {
	Body    []byte
	Limits  scan.Limits // without zero fields
	Depth   int         // containers around the document in its text
	Nesting int         // strings inside each other that are opened, where something is hidden
	More    bool        // the document ends where its value does: Body goes on
	Tabled  bool        // if More: an object in Body may have the member $columns
	At      string      // pointer of the document, for the journal

	Noted bool // an envelope around the document tells of what is cut in it

	NoteMember string // member of the root that may hold the note of an earlier look, or ""

	Tight Tight // what the response loses beside what the plan takes

	Index   *RootIndex    // to fill, under a plan that refuses duplicate names; nil where nobody asks
	Journal *Journal      // nil where nobody asks
	Inner   Inner         // nil where documents inside are not followed any more
	Taken   *taint.Values // collects what privacy takes out; nil where nobody asks
}

// Outcome is a document that was shaped.
type Outcome struct {
	Out  []byte // what it was appended to, and it
	Read int    // bytes of the body that it took
	Told Told

	Looked bool // into strings, for what is to be hidden in them
}

// Run shapes a document under a plan, appends it to dst, and sets the outcome, which is
// large, where it is. The error is a [*scan.Error] where the text is at fault, or that of
// a document inside; done.Out is dst as it was then.
func (p *Pass) Run(pl *plan.Plan, doc *Doc, dst []byte, done *Outcome) error {
	*done = Outcome{Out: dst}
	switch {
	case len(doc.Body) > doc.Limits.DocumentBytes:
		return scan.NewError(doc.Body, doc.Limits.DocumentBytes, scan.KindSize)
	case bytes.HasPrefix(doc.Body, []byte(words.ByteOrderMark)):
		return scan.NewError(doc.Body, 0, scan.KindBOM)
	}
	p.ready(pl, doc, dst)
	if d := pl.Resolved.Duplicates; d != profiles.Reject {
		p.superseded = p.ahead.superseded(d == profiles.Last)
	}
	read := p.document()
	p.trace.met(pl, &p.hider.Hider)
	if err := p.fault.of(p.src); err != nil {
		return err
	}
	p.told.Cuts.mirror(p.limited.half)
	p.told.Texts.mirror(p.limited.texts)
	done.Out, done.Read, done.Told = p.out.Dst, read, p.told
	done.Looked = p.plan.Hiding != nil && p.hider.Looked()
	return nil
}

// ready sets the machines to the beginning of a document.
func (p *Pass) ready(pl *plan.Plan, doc *Doc, dst []byte) {
	p.plan, p.doc, p.src = pl, *doc, doc.Body
	p.stack, p.extras, p.fault = p.stack[:0], p.extras[:0], fault{}
	p.out = output{Spans: scan.Spans{Src: p.src, Dst: dst}}
	p.skip.Strict = pl.Resolved.DuplicatesEverywhere
	p.tabled = pl.Hiding != nil && (doc.Tabled || !doc.More && tables.MayHold(p.src))
	p.members.reset(&p.doc.Limits, pl.Resolved.Duplicates == profiles.Reject)
	p.ahead.reset(p.src, &p.doc.Limits)
	p.trace, p.superseded, p.told = nil, nil, Told{}
	p.pairing = pairing{}
	p.limited, p.slotAt = limited{path: p.limited.path}, 0
	p.limited.bind(pl.Resolved.MaxString, pl.Resolved.MaxItems, doc.Tight)
	if doc.Journal != nil {
		p.trace = doc.Journal.tracer(pl, doc.At)
	}
	if doc.Index != nil {
		doc.Index.reset()
	}
	p.hider.ready(p)
}

// Forget lets go of what belongs to the caller, and of memory that is too large.
func (p *Pass) Forget() {
	p.plan, p.doc, p.src, p.out, p.trace, p.told = nil, Doc{}, nil, output{}, nil, Told{}
	p.texts.forget()
	clear(p.hider.sites)
	p.hider.sites = p.hider.sites[:0]
	p.hider.Taken = nil
	clear(p.extras[:cap(p.extras)])
	p.members.forget()
	p.ahead.forget()
	p.hider.Forget(Scratch)
}
