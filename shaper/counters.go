package shaper

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// WithCounters adds counters that budgets may name, such as o200k.Counter, beside
// [tokens.Estimate], which each engine has. A budget that names any other one is an
// error of the call ([Error], config); config.Options.Counters makes it one of the
// configuration.
func WithCounters(all ...tokens.Counter) Option {
	return func(e *Engine) { e.counters = append(e.counters, all...) }
}

// counter is the one of a name; "" is the estimate.
func (e *Engine) counter(name string) (tokens.Counter, error) {
	estimate := tokens.Estimate{}
	if name == "" || name == estimate.Name() {
		return estimate, nil
	}
	known := []string{estimate.Name()}
	for _, c := range e.counters {
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
