package shaper

import (
	"errors"
	"time"
)

// Observer is told of each response when it was shaped, before the caller gets it. It is
// called by many at once, and every call waits for it.
type Observer interface {
	Shaped(Event)
}

// WithObserver calls o for each response of Shape, AppendShape and the methods built on
// them. A nil observer costs nothing.
func WithObserver(o Observer) Option { return func(e *Engine) { e.observer = o } }

// Event tells what became of a response. It holds nothing of it.
type Event struct {
	Server, Tool string // as the request names them, from outside
	// Applied are the entries of tool_overrides that applied: names of the configuration,
	// of which there are as many as that has. They must not be changed.
	Applied           []string
	Dialect, Profile  string // "" where the response could not be read
	Outcome           Outcome
	BytesIn, BytesOut int
	// Counter is by what the tokens were counted without the budget and with it: "" where
	// they were not ([Fit]).
	Counter             string
	TokensIn, TokensOut int
	Took                time.Duration
}

// Entry names the tool as [EntryOf] does.
func (e *Event) Entry() string { return EntryOf(e.Applied) }

// EntryOf names a tool by the entry of tool_overrides that applied last, which is the most
// special one: "_other" where none did. So there are no more names than the configuration
// has, however many tools are called.
func EntryOf(applied []string) string {
	if len(applied) == 0 {
		return "_other"
	}
	return applied[len(applied)-1]
}

// Outcome is a word for what became of a response.
type Outcome string

// The outcomes.
const (
	OutcomeShaped     Outcome = "shaped"
	OutcomeUnshaped   Outcome = "unshaped"    // it passed as it was: Report.Unshaped
	OutcomeOverBudget Outcome = "over_budget" // it is larger than its budget, or was refused for that
	OutcomeError      Outcome = "error"
)

// Outcomes lists the outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeShaped, OutcomeUnshaped, OutcomeOverBudget, OutcomeError}
}

func outcomeOf(r *Report, err error) Outcome {
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

// clock is looked at for observers alone.
var clock = time.Now

// observe tells the observer of a response that was begun at a time.
func (e *Engine) observe(began time.Time, req *Request, r *Report, err *error) {
	event := Event{
		Server: req.Server, Tool: req.Tool, Applied: r.Applied, Dialect: r.Dialect, Profile: r.Profile,
		Outcome: outcomeOf(r, *err), BytesIn: len(req.Body),
		Counter: r.Fit.Counter, TokensIn: r.Fit.Before.Tokens, TokensOut: r.Fit.After.Tokens, Took: clock().Sub(began),
	}
	if *err == nil {
		event.BytesOut = r.BytesOut
	}
	e.observer.Shaped(event)
}
