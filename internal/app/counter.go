package app

import (
	"errors"
	"slices"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// counters holds the counters of this build. The tag o200k links the exact one; it is larger
// than the rest of the command.
var counters = append([]tokens.Counter{tokens.Estimate{}}, exact...)

// CounterNames returns the names that flags and configurations may use.
func CounterNames() (names []string) {
	for _, c := range counters {
		names = append(names, c.Name())
	}
	return names
}

// CounterOf returns the counter of a checked name; "" is the estimate.
func CounterOf(name string) tokens.Counter {
	return counters[max(slices.Index(CounterNames(), name), 0)]
}

// AddCounter adds the flag --counter.
func AddCounter(fs *pflag.FlagSet, to *string, what string) {
	usage := "count the tokens " + what + " by `NAME`: estimate, o200k (in a build with -tags o200k)"
	fs.Func("counter", usage, func(name string) error {
		known := CounterNames()
		if slices.Contains(known, name) {
			*to = name
			return nil
		}
		message, hint := words.NoCounter(name, known)
		err := errors.New(message)
		if hint == "" {
			return err
		}
		return &words.HintedError{Err: err, Hint: hint}
	})
}
