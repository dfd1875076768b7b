package shaper

import (
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Request is one tool response to shape, with the facts of its call. Only Body is required.
type Request struct {
	// Tool is the name of the tool, in any spelling: list_issues, github.list_issues and
	// mcp__github__list_issues are one tool. Server is the name of its server, if Tool does
	// not contain it. An entry of tool_overrides matches any spelling, too.
	Tool, Server string
	// Tier is the caller's tier. Empty means the tier of the envelope, or else the configured
	// one.
	Tier string
	// Profile and Mode are the caller's choices. Empty means as configured.
	Profile, Mode string
	// Include replaces the include list of the configuration. Exclude adds to its excludes.
	// Both hold masks, and only the operator may set them.
	Include, Exclude []string
	// Omit holds masks of values that a model hardly needs. They add to omit_fields of the
	// configuration, and act as they do.
	Omit []string
	// Fields narrows the result further and never widens it. Nil narrows nothing; an empty
	// list is an error. A caller may set it.
	Fields []string
	// Dialect names the envelope. Empty means the configured one if it fits, or else the
	// recognised one. If Dialect does not fit, [Report.Misfit] says so.
	Dialect string
	// ClientRequestID states that the envelope's request id came from the client, so every
	// profile shows it (seed 001).
	ClientRequestID bool
	// IsError states that the response reports a failure, in case the body does not say so.
	IsError bool
	// HidingOnly applies the hiding rules alone. It is for a response whose call or kind is
	// unknown.
	HidingOnly bool
	// AsData extends HidingOnly to structuredContent: a program reads it, not a model.
	AsData bool
	// Transit states that the response passes an MCP entry point: only rules of the
	// configuration change it. A text keeps its bytes if no rule changes a value in it. An
	// envelope is trimmed only if the configuration names its dialect or the tool, or if the
	// server is its own.
	Transit bool
	// Schema is the advertised schema of the payload ([View.Schema]), nil if none was
	// advertised. A shaped payload that does not fit it is an error.
	Schema *Schema
	// Settings override switches such as exclude_null_values.
	Settings profiles.Settings
	// Budget limits the response. The smallest limit of it and the configuration holds. Its
	// Counter comes before any other. Reads names the half of a tool result that the
	// client shows, if known: only tokens of that half count.
	Budget profiles.Budget
	Reads  profiles.Reads
	// Text sets the text of a tool result beside structuredContent: mirror or "" (the same
	// data), drop (none), or summary (one line). A text with other content stays, and so does
	// the text of a failure.
	Text string
	// Archive stores the response under its hiding rules alone, if a comfort rule takes something.
	// Nil means the archive of the engine ([WithArchive]). The shaped response then names the
	// handle of the full one. Retrieve is the tool by which a model asks for it, "" if there
	// is none.
	Archive  *archive.Archive
	Retrieve string
	// NoteMember is the member of structuredContent that may hold the note of a cut, "" for
	// none. Reads says whether clients read that half at all.
	NoteMember string
	// Strict also looks for duplicate names in objects that are copied whole, and fills
	// Report.Unmatched and Report.Missed. It refuses nothing for them: the caller decides by
	// [Signals.Objections].
	Strict bool
	// Unmatched only fills Report.Unmatched and Report.Missed.
	Unmatched bool
	// Arguments are those of the call, as JSON. A text that text_as makes shorter keeps the
	// parts that they name, such as a file of a diff.
	Arguments []byte
	// Body is the response: one JSON text. The engine never writes to it.
	Body []byte
}

// Result is a shaped response.
type Result struct {
	// Body is the shaped JSON text. It aliases Request.Body if that passed unchanged
	// (Report.Unshaped, or Request.Transit and no rule changed a value). Else the caller owns
	// it.
	Body   []byte
	Report Report
}

// Report holds the facts of one shaped response, and none of its values.
type Report struct {
	Generation uint64 // of the configuration; one response is shaped under one generation
	Dialect    string
	Profile    string
	Mode       string
	BytesIn    int
	BytesOut   int
	// Audit states that the comfort rules did nothing, by the key audit. [Engine.Audit] returns
	// the response under them.
	Audit bool
	// Unshaped is the reason for passing the body unchanged; nil otherwise.
	Unshaped error
	// SteppedBack states that the comfort rules did nothing, since their output would not fit
	// Request.Schema.
	SteppedBack bool
	// Fit describes the response's way into its budget, if it has one.
	Fit Fit
	// Kept names the archived full response, if comfort rules took something and an archive is set.
	Kept Kept
	// Lost lists the parts for which the envelope of Wrap has no place.
	Lost []string
	Signals
}

// asked returns a request in the form of the pipeline, under the configuration in force.
func (e *Engine) asked(req *Request) pipeline.Request {
	r := pipeline.Request{
		Call: callOf(req), Plans: e.planCache(), Body: req.Body, DataOnly: req.AsData, NoteMember: req.NoteMember,
		Budget: req.Budget, Reads: req.Reads, Text: req.Text, Archive: req.Archive, Retrieve: req.Retrieve, Arguments: req.Arguments,
	}
	if req.Schema != nil {
		r.Schema = &req.Schema.advertised
	}
	if req.Strict || req.Unmatched {
		r.Journal = journal.New()
	}
	if r.Archive == nil {
		r.Archive = e.archive
	}
	if req.HidingOnly {
		r.Archive = nil // comfort rules cut nothing, so there is nothing to retrieve
	}
	return r
}

// callOf returns the facts of a request's call.
func callOf(req *Request) (c plan.Call) {
	c.Server, c.Tool, c.Tier, c.Profile, c.Mode = req.Server, req.Tool, req.Tier, req.Profile, req.Mode
	c.Include, c.Exclude, c.Fields = req.Include, req.Exclude, req.Fields
	c.IsError, c.Settings, c.Transit = req.IsError, req.Settings, req.Transit
	c.Dialect, c.FromClient, c.Strict = req.Dialect, req.ClientRequestID, req.Strict
	c.Budgeted, c.Quiet = req.Budget.IsThere(), req.HidingOnly
	if len(req.Omit) > 0 {
		omit := req.Omit
		if known := req.Settings.OmitFields; known != nil {
			omit = slices.Concat(*known, omit)
		}
		c.Settings.OmitFields = &omit
	}
	if c.Dialect == "" && req.Settings.Dialect != nil {
		c.Dialect = *req.Settings.Dialect
	}
	return c
}

// reportOf returns the public report of a response.
func reportOf(f *pipeline.Facts) Report {
	r := Report{
		Generation: f.Generation, Dialect: f.Labels.Dialect, Profile: f.Labels.Profile, Mode: f.Labels.Mode, BytesIn: f.Bytes.In, BytesOut: f.Bytes.Out, SteppedBack: f.SteppedBack, Kept: Kept(f.Kept),
		Fit: Fit{Counter: f.Fit.Counter, Before: Size(f.Fit.Before), After: Size(f.Fit.After), Steps: f.Fit.Steps, Over: f.Fit.Over},
		Signals: Signals{
			Misfit: f.Misfit, NoneApplied: f.Nearest.NoneApplied, Nearest: f.Nearest.Entry, Whole: f.Whole,
			Cut: f.Reported.Cuts, Shortened: Places(f.Reported.Shortened), Recast: Recast{f.Reported.Folded, f.Reported.Rewritten.Texts, f.Reported.Rewritten.Left},
			Withheld: Places(f.Reported.Withheld), Opaque: Places(f.Reported.Opaque), MissedNames: Places(f.Reported.Missed),
			Tainted: Tainted(f.Tainted), Unmatched: f.Masks.Unmatched, Missed: f.Masks.Missed,
		},
	}
	if f.Unshaped != nil {
		r.Unshaped = publicError(f.Unshaped)
	}
	if f.Plan != nil {
		r.Applied, r.Audit = slices.Clip(f.Plan.Resolved.Tools), f.Plan.Resolved.Audit
	}
	for _, name := range f.Frequent {
		r.Frequent = append(r.Frequent, Frequent(name))
	}
	return r
}

// Signals list the work that the rules could not do, and the extra work that they did. The
// zero Signals mean that each rule did its work.
type Signals struct {
	// Misfit is the reason why the body cannot be of the requested dialect: a few words
	// without content, "" if it can. The body was then shaped as one without an envelope. It
	// hides no less.
	Misfit string
	// Applied names the entries of tool_overrides that applied, in their order. The slice is
	// shared: do not modify it.
	Applied []string
	// NoneApplied states that there are such entries, and that none is about this tool.
	// Nearest is the most likely intended one, "" if none resembles the tool.
	NoneApplied bool
	Nearest     string
	// Whole names the half of a tool result that stayed whole, content or structuredContent.
	// The operator's include list would have emptied it, but not the other half. "" if there
	// is none.
	Whole string
	// Cut lists the losses of lists to limits of the mode, shorten, max_items and a budget.
	// There is one entry for each path, documents inside included. At most 15 paths have their
	// own entry; one more with the path [envelope.OtherPaths] counts the rest.
	Cut []Cut
	// Shortened are the strings that shorten, max_string or a budget shortened. Each one says
	// by how much.
	Shortened Places
	// Recast counts the parts of the response in another form.
	Recast Recast
	// Withheld are private values in texts that were not read as JSON. Their names alone
	// showed that they are private. [withheld] stands in their place.
	Withheld Places
	// Tainted counts hidden values that were hidden in other strings, too.
	Tainted Tainted
	// Frequent are the private names that hid more than 1,000 values. Such a name may be too
	// general. A column of a table in a text does not count.
	Frequent []Frequent
	// Opaque are the names in such texts that met an exclude and stayed.
	Opaque Places
	// MissedNames are private names in such texts without a withheld value, although a sign or
	// a likely secret follows on their line. Example: "password hunter2abc". Names in source
	// code count, too: its expressions stay. So does a broken encoded text, such as a data URL
	// with an odd sign in its base64.
	MissedNames Places
	// Unmatched lists the masks that selected nothing, or nothing beyond other masks, each
	// with its place. It needs Request.Strict or Request.Unmatched. Missed are those of the
	// call, or of an entry of tool_overrides that applied.
	Unmatched, Missed []string
}

// Objections lists the reasons for a strict caller to refuse the response, each in a few
// words; nil if there are none. The reasons:
//
//   - Masks of the call, or of its entries of tool_overrides, met nothing.
//   - No entry applied, though the name of one is near.
//   - Values were withheld.
//   - Values were hidden, but not looked for in other strings.
//   - Private names were missed.
//   - An include list would have emptied one half.
//
// A list that was cut is no objection.
func (s *Signals) Objections() (all []string) {
	object := func(where bool, format string, args ...any) {
		if where {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	object(len(s.Missed) > 0, "masks met nothing: %d", len(s.Missed))
	object(s.Nearest != "", "no entry of tool_overrides applied (%s)", words.DidYouMean(s.Nearest))
	object(s.Withheld.Count > 0, "values were withheld: %d", s.Withheld.Count)
	object(s.Tainted.Beyond > 0, "values were hidden, but not looked for elsewhere: %d", s.Tainted.Beyond)
	object(s.MissedNames.Count > 0, "private names of which nothing was withheld, or broken encoded texts: %d", s.MissedNames.Count)
	object(s.Whole != "", "an include list would have left nothing of %s", s.Whole)
	return all
}

// Recast counts the lists and texts of a response that have another form.
type Recast struct {
	Lists int // that became tables with the same data
	Texts int // that text_as made shorter
	// Left are the reasons for texts that text_as left as they are, such as "html: not linked".
	Left []string
}

// Frequent is a private name with the number of values that it hid in a response. If both
// halves of a tool result hold the same values, one half may count alone.
type Frequent struct {
	Name   string
	Values int
}

// Tainted counts values that a rule hid in one place of a response.
type Tainted struct {
	// Values were also found in other strings of the response, and hidden there.
	Values int
	// Beyond were not looked for: there were over 4,096 values, they had over 1 MiB in sum, or
	// one had over 64 KiB.
	Beyond int
}

// Cut counts the losses of the lists, or of the strings, at one path.
type Cut = envelope.Cut

// Places counts places in a response. It lists at most 16 of them as patterns: JSON Pointers
// with * for a position.
type Places struct {
	Count int
	At    []string
}

// Fit describes a response's way into its budget. It is the zero Fit if there is no budget.
type Fit struct {
	Counter string // of the tokens; "" if none were counted: there is no limit, or they are surely fewer
	// Before and After are the sizes without and with the budget: bytes of the whole response,
	// tokens of the part that the client shows.
	Before, After Size
	// Steps are the steps that took something beyond the rules, in order: columns (saves bytes
	// only), low_priority, strings, items, summary, references. The step refused means that
	// the envelope's own refusal was sent, as on_over asked.
	Steps []string
	// Over states that no candidate fits. The response is the smallest candidate found.
	Over bool
}

// IsThere reports whether the response has a budget.
func (f Fit) IsThere() bool { return f.Before.Bytes > 0 }

// Kept names the archived response, as it was before any comfort rule.
type Kept struct {
	Handle archive.Handle // "" if it is not stored
	Hash   string         // of the whole response, as [archive.Hash] computes it
	Bytes  int
	Noted  bool // the response itself names the handle
	// Err is the reason for not storing it. Then comfort rules took nothing.
	Err error
}
