package profiles

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Problem is one fault of a [Spec] or of a [Key], and where it was written.
type Problem struct {
	Origin  Origin
	Message string
	Hint    string // "did you mean …", or empty
	Warning bool   // true: the Spec is usable, but the value has no effect, or no built-in tool knows it
}

// String is one line, file:line:column: /pointer: message (hint).
func (p Problem) String() string {
	s := p.Origin.String() + ": "
	if p.Warning {
		s += "warning: "
	}
	s += p.Message
	if p.Hint != "" {
		s += " (" + p.Hint + ")"
	}
	return s
}

// compiler turns written settings into compiled ones. It collects every fault instead of
// stopping at the first.
type compiler struct {
	builtIn  bool     // the source has no faults
	dialects []string // known names; none: not checked
	metadata []string // known names; none: not checked
	counters []string // known names; none: not checked
	paths    int      // parsed so far, without those of trusted sections
	trusted  int      // paths of trusted sections
	patterns patternRoom
	problems []Problem
	reported map[Problem]bool
	refused  map[*tool]bool // entries whose own tools would be refused
}

// report adds a problem, once: tools that share a setting share its faults.
func (c *compiler) report(p Problem) {
	if c.reported[p] {
		return
	}
	if c.reported == nil {
		c.reported = make(map[Problem]bool)
	}
	c.reported[p] = true
	c.problems = append(c.problems, p)
}

func (c *compiler) fail(at Origin, format string, args ...any) {
	c.report(Problem{Origin: at, Message: fmt.Sprintf(format, args...)})
}

func (c *compiler) warn(at Origin, format string, args ...any) {
	c.report(Problem{Origin: at, Message: fmt.Sprintf(format, args...), Warning: true})
}

func (c *compiler) failed() bool {
	return slices.ContainsFunc(c.problems, func(p Problem) bool { return !p.Warning })
}

// sorted returns the problems in file order. Those without a position keep their order.
func (c *compiler) sorted() []Problem {
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Origin.File, b.Origin.File),
			cmp.Compare(a.Origin.Line, b.Origin.Line),
			cmp.Compare(a.Origin.Column, b.Origin.Column),
		)
	})
	return c.problems
}

// unknown is the problem of a name that should be one of the known ones.
func unknown(at Origin, what, name string, known []string) Problem {
	return Problem{
		Origin:  at,
		Message: fmt.Sprintf("unknown %s %q; known: %s", what, name, abridge(known)),
		Hint:    words.DidYouMean(words.Nearest(name, known)),
	}
}

// abridge lists names for a message, the first dozen of them.
func abridge(names []string) string {
	const most = 12
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + ", …"
}

// Error reports why [New] refused a [Spec] or [Set.Resolve] a [Key]. It lists all problems of
// the configuration, or those of the call and of the setting it met. At least one is no
// warning.
type Error struct{ Problems []Problem }

// Error has one line for each problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// FieldsError is a call that asks for fields outside the response mode in force
// (seed 004, INVALID_FIELDS).
type FieldsError struct {
	Fields  []string // those refused
	Mode    string
	Allowed []string // the fields of the mode, in its own order
}

// Error words it as the seed does.
func (e *FieldsError) Error() string {
	return words.FieldsNotAvailable(e.Fields, e.Mode)
}
