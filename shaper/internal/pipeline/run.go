// Package pipeline shapes one response. [Engine.Run] states the order of the steps. Each step
// has a file of its own.
//
//	decode    the document of a request               decode.go
//	choose    the plan, and the pass under it         choose.go
//	halves    documents inside, and their other half  nested.go, halves.go, shared.go
//	annotate  outline, tables, notes, the dialect     annotate.go
//	texts     other forms of texts                    textas.go, embedded.go
//	fit       the bounds of a budget                  fit.go
//	deliver   the archive, then the cut response      deliver.go
package pipeline

import (
	"context"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Engine holds the settings that all responses share. It is not changed after the first
// response.
type Engine struct {
	Limits     scan.Limits
	FailClosed bool
	Counters   []tokens.Counter // beside the estimate
}

// Request is one response with the facts of its call.
type Request struct {
	Call    plan.Call
	Plans   *plan.Cache      // of the configuration in force
	Body    []byte           // read, never written
	Schema  *Schema          // advertised for the payload; nil if none was
	Journal *journal.Journal // records decisions; nil if they are not asked for

	DataOnly   bool   // a program reads structuredContent: only hiding rules act on it
	NoteMember string // member of structuredContent that may hold a note, "" if none may

	Budget   profiles.Budget
	Reads    profiles.Reads
	Text     string // mirror, drop or summary: the text beside structuredContent
	Archive  *archive.Archive
	Retrieve string // tool that returns archived responses, "" if there is none

	Arguments []byte // of the call, as JSON: words of text_as

	rewritten *rewritten // the response with shorter texts; nil for Body
}

// Facts are the facts of one shaped response. They hold no value of it, and are valid until
// their [Memory] is used again.
type Facts struct {
	Plan        *plan.Plan // nil if the request was at fault
	Generation  uint64
	Bytes       Bytes
	Labels      Labels
	Unshaped    error  // reason for passing the body unchanged; the output is then empty
	Misfit      string // why the body is not of the dialect that was named
	Whole       string // name of the half that no include list of the operator acted on
	Nearest     Nearest
	SteppedBack bool // comfort rules did not act, since the schema requires the values that they remove

	Reported report.Report
	Tainted  Tainted
	Frequent []taint.Frequent
	Masks    Masks // of the journal

	Fit  Fit
	Kept Kept

	limits limits
}

// Bytes are the sizes of a response before and after.
type Bytes struct{ In, Out int }

// Labels name the dialect and the settings of a response. They are "" if it could not be
// read.
type Labels struct{ Dialect, Profile, Mode string }

// Nearest tells that entries of tool_overrides exist and none applied, and names the one
// that was probably meant.
type Nearest struct {
	NoneApplied bool
	Entry       string
}

// Masks lists the masks that selected nothing. Missed are those of the call, or of an entry
// that applied.
type Masks struct{ Unmatched, Missed []string }

// limits are the limits of the configuration for a response.
type limits struct {
	budget profiles.Budget
	warns  bool // the envelope can warn of a limit of tokens
}

// Fit describes the response's way into its budget. It is zero without a budget.
type Fit struct {
	Counter       string
	Before, After budget.Size
	Steps         []string
	Over          bool
}

// Kept names the archived response.
type Kept struct {
	Handle archive.Handle
	Hash   string
	Bytes  int
	Noted  bool
	Err    error
}

// Error reports a response that could not be shaped for a reason other than its text.
type Error struct {
	Reason string
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Reason, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// guard turns a panic into an error that names its place. The error holds neither the stack nor
// the value of the panic, since that may be content. The memory is not used again.
func guard(mem *Memory, facts **Facts, err *error) {
	if recover() != nil {
		*mem, *facts = Memory{}, &Facts{}
		*err = &Error{Reason: "fault", Err: fmt.Errorf("%s; please report it", words.Fault())}
	}
}

// Run shapes a response and appends it to dst. The error is a [*scan.Error] if the body is
// at fault, and an [*Error] or that of the configuration if the request is. On an error,
// and if the body passes as it is, it returns dst.
func (e *Engine) Run(ctx context.Context, mem *Memory, req *Request, dst []byte) (out []byte, facts *Facts, err error) {
	defer guard(mem, &facts, &err)
	out, facts, err = e.Shape(mem, req, dst)
	if err != nil || facts.Unshaped != nil || facts.Plan.Resolved.Off {
		return out, facts, err
	}
	if len(facts.Plan.Resolved.TextAs) > 0 {
		if req, out, facts, err = e.writeShorter(mem, req, dst, out, facts); err != nil || facts.Unshaped != nil {
			return out, facts, err
		}
	}
	out = annotateText(req, facts, out, len(dst))
	limit := facts.limitFor(req)
	isKept := req.Archive != nil && facts.tookSome()
	if req.Archive == nil {
		out = annotateCuts(req, nil, facts, out, len(dst))
		if !limit.IsThere() && limit.Counter == "" {
			return out, facts, nil
		}
	}
	counter, err := e.counter(limit.Counter)
	if err != nil {
		return out, facts, err
	}
	scale := budget.Scale{Counter: counter, Limit: limit, Reads: req.Reads}
	before, fits := scale.Weigh(out[len(dst):])
	if limit.IsThere() {
		facts.Fit = Fit{Counter: scale.Label(before), Before: before, After: before}
	}
	if fits && !isKept {
		if !facts.canWarn(limit) {
			return out, facts, nil
		}
		return e.fitter(mem, *req, scale, out[:len(dst)]).warn(out, facts)
	}
	if !fits && limit.Refuses() {
		return e.refuse(scale, dst, out, facts)
	}
	return e.fitter(mem, *req, scale, out[:len(dst)]).deliver(ctx, out, facts)
}

// Shape shapes a response under its rules alone, without a budget, and appends it to dst.
// This is the only loop that shapes a body again. Its reasons, in their order:
//
//   - an include list of the operator empties one half of a tool result (halves)
//   - a hidden value may stand elsewhere in the response (taint)
//   - the payload stands alone, and its schema says that no include list acts on it
//   - the payload does not fit its schema: comfort rules step back
//   - the schema is of an older configuration: the one in force hides more
//
// Each of the last three comes at most once. The first two may come again after each of them.
func (e *Engine) Shape(mem *Memory, req *Request, dst []byte) (out []byte, facts *Facts, err error) {
	defer guard(mem, &facts, &err)
	d := mem.decode(e, req)
	out, facts, err = e.shapeUntilFit(mem, d, req.Plans, dst)
	if again := req.shorter(); again != nil {
		again.complete(facts)
	}
	return out, facts, err
}

func (e *Engine) shapeUntilFit(mem *Memory, d *document, current *plan.Cache, dst []byte) ([]byte, *Facts, error) {
	var frequent []taint.Frequent
	var done retries
	isQuiet := d.call.Quiet
	for {
		c, err := e.choose(mem, d, dst)
		if err == nil && mem.inner.halves[structured].documents == 1 {
			if half := mem.inner.emptied(c); half != neither {
				d.attempt.open, d.attempt.isSettled, d.attempt.plan = half, true, c.plan
				d.journal.Restart()
				continue
			}
		}
		out, facts, err := e.annotate(mem, d, c, dst, err)
		facts.SteppedBack = done.stepped
		if done.renewed {
			facts.limits.budget = done.limit
			facts.Bytes.In = done.read
			facts.Reported.Join(done.took, func() string { return "" })
		}
		if err != nil || facts.Unshaped != nil {
			return dst, facts, err
		}

		if d.mayTaint(c.plan) {
			frequent = d.hidden.Met.Frequent(frequentHits)
			if set := e.hiddenValues(mem, d, c.plan, len(out)-len(dst)); set != nil {
				if c.mayShow(set, facts, out, len(dst)) {
					d.attempt.taint, d.attempt.plan = set, nil
					d.journal.Restart()
					continue
				}
				facts.Tainted = Tainted{Beyond: set.Beyond()}
			}
		} else if d.attempt.taint != nil {
			facts.Tainted = Tainted{Values: d.attempt.taint.Found(), Beyond: d.attempt.taint.Beyond()}
		}
		facts.Frequent = frequent

		if d.schema == nil {
			return out, facts, nil
		}
		carries := c.plan.Dialect.Layout().Carries()
		fits := !mem.inner.isUnfit && (carries || d.fits(c.plan, out[len(dst):]))
		switch again := done.next(d, carries, fits, current); {
		case again && done.renewed:
			done.took, done.read, d.body = facts.Reported, facts.Bytes.In, append([]byte(nil), out[len(dst):]...)
			done.limit = mem.budgetUnder(current, d.call, isQuiet || done.stepped)
		case again:
		case !fits:
			return dst, facts, &Error{Reason: "schema", Err: errUnfit}
		default:
			return out, facts, nil
		}
		d.restart()
	}
}

// retries are the attempts that the schema of a payload made necessary.
type retries struct {
	stepped bool // comfort rules stepped back
	renewed bool // the rules of the configuration in force act on the outcome
	read    int  // bytes of the body, before that
	took    report.Report
	limit   profiles.Budget // of the configuration in force
}

// budgetUnder returns the budget of a call under a configuration. A quiet one has none.
func (m *Memory) budgetUnder(current *plan.Cache, c plan.Call, isQuiet bool) (b profiles.Budget) {
	if c.Quiet = false; isQuiet {
		return b
	}
	asked := current.Ask(m.key, &c)
	if p, err := asked.Base(); err == nil { // else the next attempt returns it
		b = p.Resolved.Budget
	}
	m.key = asked.Key
	return b
}

// next changes the rules of a document for another attempt, and reports whether there is
// one. fits tells whether the payload fits its schema, carries whether the document is an
// envelope around it.
func (r *retries) next(d *document, carries, fits bool, current *plan.Cache) bool {
	switch {
	case !carries && d.schema.Whole && !d.call.Open:
		d.call.Open = true
	case !fits && !r.stepped && !r.renewed:
		d.call.Quiet, r.stepped = true, true
	case d.schema.Plans.Set() != current.Set() && !r.renewed:
		d.call.Quiet, r.renewed, d.plans = true, true, current
	default:
		return false
	}
	return true
}

// IsCut reports whether a list or a string was cut, or a transform made a text shorter.
func (f *Facts) IsCut() bool {
	return len(f.Reported.Cuts) > 0 || f.Reported.Shortened.Count > 0 || f.Reported.Rewritten.Lossy > 0
}

// tookSome reports whether a comfort rule took something: a part of a list or a string, or a
// value.
func (f *Facts) tookSome() bool { return f.IsCut() || f.Reported.Omitted > 0 }

// limitFor returns the budget of a response: the smaller limits of the configuration and
// the request.
func (f *Facts) limitFor(req *Request) profiles.Budget {
	if req.Call.Quiet || req.Budget == (profiles.Budget{}) {
		return f.limits.budget
	}
	return f.limits.budget.And(req.Budget)
}

// counter returns the counter of a name, the estimate for "".
func (e *Engine) counter(name string) (tokens.Counter, error) {
	estimate := tokens.Estimate{}
	if name == "" || name == estimate.Name() {
		return estimate, nil
	}
	known := []string{estimate.Name()}
	for _, c := range e.Counters {
		if c.Name() == name {
			return c, nil
		}
		known = append(known, c.Name())
	}
	message, hint := words.NoCounter(name, known)
	if hint != "" {
		message += " (" + hint + ")"
	}
	return nil, &Error{Reason: "config", Err: fmt.Errorf("budget.counter: %s; WithCounters adds one", message)}
}

// refuse returns the answer that the contract of an envelope has for a response over its
// limit of tokens, or an error. The response is out from dst on.
func (e *Engine) refuse(s budget.Scale, dst, out []byte, facts *Facts) ([]byte, *Facts, error) {
	before := facts.Fit.Before
	x, ok := facts.Plan.Dialect.(envelope.TokenTeller)
	if !ok || !s.IsOverTokens(before) {
		return dst, facts, &Error{Reason: "over_budget", Err: s.Refusal(before)}
	}
	doc, err := envelope.Open(out[len(dst):], envelope.Limits(e.Limits))
	if err != nil {
		return dst, facts, err
	}
	answer := x.OverLimit(doc, facts.Plan.Resolved.Mode, before.Tokens, s.Limit.MaxTokens)
	facts.Bytes.Out, facts.Fit.After, facts.Fit.Steps = len(answer), s.Measure(answer), []string{"refused"}
	return append(dst, answer...), facts, nil
}
