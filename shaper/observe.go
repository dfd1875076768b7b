package shaper

import (
	"errors"
	"time"
)

// Observer receives an event for each shaped response, before the caller gets the response.
// Its method must be safe for concurrent use. Every call of the engine waits for it.
type Observer interface {
	Shaped(Event)
}

// Event describes one response. It holds none of its content.
type Event struct {
	Server, Tool string // as the request names them; untrusted
	// Applied lists the entries of tool_overrides that applied. They are names of the
	// configuration, so their number is bounded by it. Do not modify the slice.
	Applied           []string
	Dialect, Profile  string // "" if the response could not be read
	Outcome           Outcome
	BytesIn, BytesOut int
	// Counter counted the tokens before and after the budget. It is "" if no tokens were
	// counted ([Fit]).
	Counter             string
	TokensIn, TokensOut int
	Took                time.Duration
}

// Entry returns the name of the tool, as [EntryOf] does.
func (e *Event) Entry() string { return EntryOf(e.Applied) }

// EntryOf names a tool by the last entry of tool_overrides that applied, the most specific
// one. It returns "_other" if none applied. The configuration thus bounds the number of names,
// for any number of tools.
func EntryOf(applied []string) string {
	if len(applied) == 0 {
		return "_other"
	}
	return applied[len(applied)-1]
}

// Outcome is the result of shaping one response, as a word.
type Outcome string

// The outcomes.
const (
	OutcomeShaped     Outcome = "shaped"
	OutcomeUnshaped   Outcome = "unshaped"    // the body passed unchanged: Report.Unshaped
	OutcomeOverBudget Outcome = "over_budget" // larger than its budget, or refused for it
	OutcomeError      Outcome = "error"
)

// Outcomes lists the outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeShaped, OutcomeUnshaped, OutcomeOverBudget, OutcomeError}
}

// OutcomeOf returns the outcome of shaping with a report and an error.
func OutcomeOf(r *Report, err error) Outcome {
	fault, _ := errors.AsType[*Error](err)
	switch {
	case r.Fit.Over || fault != nil && fault.Reason == "over_budget":
		return OutcomeOverBudget
	case err != nil:
		return OutcomeError
	case r.Unshaped != nil:
		return OutcomeUnshaped
	}
	return OutcomeShaped
}

// clock is read only if there is an observer.
var clock = time.Now

// observe notifies the observer of a response, whose shaping began at a time.
func (e *Engine) observe(began time.Time, req *Request, r *Report, err *error) {
	event := Event{
		Server: req.Server, Tool: req.Tool, Applied: r.Applied, Dialect: r.Dialect, Profile: r.Profile,
		Outcome: OutcomeOf(r, *err), BytesIn: len(req.Body),
		Counter: r.Fit.Counter, TokensIn: r.Fit.Before.Tokens, TokensOut: r.Fit.After.Tokens, Took: clock().Sub(began),
	}
	if *err == nil {
		event.BytesOut = r.BytesOut
	}
	e.observer.Shaped(event)
}
