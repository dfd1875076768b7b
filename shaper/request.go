package shaper

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Request is one tool response to shape, and what is known about the call. Only
// Body is needed.
type Request struct {
	// Tool is the name of the tool that answered, in any spelling: list_issues,
	// github.list_issues and mcp__github__list_issues are one tool. Server is the
	// name of its server, where that is known and not in the tool's. An entry of
	// tool_overrides meets them in any spelling, too.
	Tool, Server string
	// Tier is the caller's tier; empty: what the envelope says, or the
	// configured one.
	Tier string
	// Profile and Mode are what the caller asks for; empty: as configured.
	Profile, Mode string
	// Include replaces the include list of the configuration, Exclude adds to
	// its excludes. They are masks, and the operator's to set.
	Include, Exclude []string
	// Fields narrows the result further; never widens it. Nil means no
	// narrowing, an empty list is an error. A caller may set it.
	Fields []string
	// Dialect names the envelope; empty: as configured where that fits, or else
	// recognised. Where it does not fit, [Report.Misfit] says so.
	Dialect string
	// ClientRequestID tells that the envelope's request id came from the
	// client, so that every profile shows it (seed 001).
	ClientRequestID bool
	// IsError tells that the response reports a failure, where the body does
	// not say so itself.
	IsError bool
	// HidingOnly leaves out what must not be seen, and does nothing for comfort: for a
	// response of which nobody knows what it answers, or what it is.
	HidingOnly bool
	// AsData has HidingOnly hold for structuredContent: a program reads it, not a model.
	AsData bool
	// Transit tells that the response passes an MCP entry point: only rules of the
	// configuration change it. Texts in which no rule changes a value keep their bytes, and
	// an envelope is trimmed only if the configuration names its dialect or the tool, or
	// the server is its own.
	Transit bool
	// Schema is what the caller was told of the payload ([View.Schema]): what comes out
	// of it fits that, or the response is an error. Nil is that nothing was told.
	Schema *Schema
	// Settings are the last word on switches such as exclude_null_values.
	Settings profiles.Settings
	// Budget is the most that the response may take, beside what the configuration says:
	// the smallest limit holds, and its Counter before any other. Reads is which half of a tool result the client shows,
	// where that is known: tokens are counted of that.
	Budget profiles.Budget
	Reads  profiles.Reads
	// Text is what the text of a tool result says beside structuredContent: the same
	// (mirror, which "" stands for), nothing (drop), or in a line what there is (summary).
	// A text that says something else, and that of a failure, stays.
	Text string
	// Archive keeps a response of which something is about to be left out, by a budget or
	// a length, as it is without those; nil is that of the engine ([WithArchive]). The
	// response then tells where all of it can be had. Retrieve is the tool by which a
	// model asks for it, "" if there is none.
	Archive  *archive.Desk
	Retrieve string
	// NoteMember is the member of structuredContent in which a tool result may tell of what
	// was cut, "" if it may not. Reads says whether clients read that half at all.
	NoteMember string
	// Strict looks for duplicate names in objects that are copied whole too,
	// and fills Report.Unmatched and Report.Missed. It refuses nothing for what the
	// report says: [Signals.Objections] are the caller's to heed.
	Strict bool
	// Unmatched fills Report.Unmatched and Report.Missed, and that alone.
	Unmatched bool
	// Body is the response: one JSON text. It is read, never written.
	Body []byte
}

// Result is a shaped response.
type Result struct {
	// Body is the shaped JSON text. It aliases Request.Body if that passed unchanged
	// (Report.Unshaped, or Request.Transit and no rule changed a value), and is the
	// caller's own otherwise.
	Body   []byte
	Report Report
}

// Report tells what was done to a response. It holds no value of it.
type Report struct {
	Generation uint64 // of the configuration; one response, one generation
	Dialect    string
	Profile    string
	Mode       string
	BytesIn    int
	BytesOut   int
	// Unshaped is the reason why the body passed as it was; nil otherwise.
	Unshaped error
	// SteppedBack tells that comfort rules did nothing, since what they would have left
	// does not fit Request.Schema.
	SteppedBack bool
	// Fit tells how the response came to be within its budget, where it has one.
	Fit Fit
	// Kept tells where all of the response can be had, if something of it was left out
	// and an archive is there.
	Kept Kept
	// Lost lists the parts that an envelope built by Wrap has no place for.
	Lost []string
	Signals
}

// asked returns a request as the pipeline takes it, under the configuration in force.
func (e *Engine) asked(req *Request) pipeline.Request {
	r := pipeline.Request{
		Call: callOf(req), Plans: e.planCache(), Body: req.Body, DataOnly: req.AsData, NoteMember: req.NoteMember,
		Budget: req.Budget, Reads: req.Reads, Text: req.Text, Archive: req.Archive, Retrieve: req.Retrieve,
	}
	if req.Schema != nil {
		r.Schema = &req.Schema.advertised
	}
	if req.Strict || req.Unmatched {
		r.Journal = pass.NewJournal()
	}
	if r.Archive == nil {
		r.Archive = e.archive
	}
	if req.HidingOnly {
		r.Archive = nil // comfort rules cut nothing that could be given back
	}
	return r
}

// callOf returns what is known about the call of a request.
func callOf(req *Request) (c plan.Call) {
	c.Server, c.Tool, c.Tier, c.Profile, c.Mode = req.Server, req.Tool, req.Tier, req.Profile, req.Mode
	c.Include, c.Exclude, c.Fields = req.Include, req.Exclude, req.Fields
	c.IsError, c.Settings, c.Transit = req.IsError, req.Settings, req.Transit
	c.Dialect, c.FromClient, c.Strict = req.Dialect, req.ClientRequestID, req.Strict
	c.Budgeted, c.Quiet = req.Budget.IsThere(), req.HidingOnly
	if c.Dialect == "" && req.Settings.Dialect != nil {
		c.Dialect = *req.Settings.Dialect
	}
	return c
}

// reportOf returns the facts of a response for its caller.
func reportOf(f *pipeline.Facts) Report {
	r := Report{
		Generation: f.Generation, Dialect: f.Labels.Dialect, Profile: f.Labels.Profile, Mode: f.Labels.Mode, BytesIn: f.Bytes.In, BytesOut: f.Bytes.Out, SteppedBack: f.SteppedBack, Kept: Kept(f.Kept),
		Fit: Fit{Counter: f.Fit.Counter, Before: Size(f.Fit.Before), After: Size(f.Fit.After), Steps: f.Fit.Steps, Over: f.Fit.Over},
		Signals: Signals{
			Misfit: f.Misfit, NoneApplied: f.Nearest.NoneApplied, Nearest: f.Nearest.Entry, Whole: f.Whole,
			Cut: f.Told.Cuts, Shortened: Places(f.Told.Shortened), Folded: f.Told.Folded,
			Withheld: Places(f.Told.Withheld), Opaque: Places(f.Told.Opaque), MissedNames: Places(f.Told.Missed),
			Tainted: Tainted(f.Tainted), Unmatched: f.Masks.Unmatched, Missed: f.Masks.Missed,
		},
	}
	if f.Unshaped != nil {
		r.Unshaped = publicError(f.Unshaped)
	}
	if f.Plan != nil {
		r.Applied = slices.Clip(f.Plan.Resolved.Tools)
	}
	for _, name := range f.Frequent {
		r.Frequent = append(r.Frequent, Frequent(name))
	}
	return r
}
