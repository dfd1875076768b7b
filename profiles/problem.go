package profiles

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/origin"
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

// problems collects every fault instead of stopping at the first.
type problems struct {
	all      []Problem
	reported map[Problem]bool
}

// report adds a problem, once: tools that share a setting share its faults.
func (p *problems) report(problem Problem) {
	if p.reported[problem] {
		return
	}
	if p.reported == nil {
		p.reported = make(map[Problem]bool)
	}
	p.reported[problem] = true
	p.all = append(p.all, problem)
}

func (p *problems) fail(at Origin, format string, args ...any) {
	p.report(Problem{Origin: at, Message: fmt.Sprintf(format, args...)})
}

func (p *problems) warn(at Origin, format string, args ...any) {
	p.report(Problem{Origin: at, Message: fmt.Sprintf(format, args...), Warning: true})
}

func (p *problems) failed() bool {
	return slices.ContainsFunc(p.all, func(problem Problem) bool { return !problem.Warning })
}

// sorted returns the problems in file order. Those without a position keep their order.
func (p *problems) sorted() []Problem {
	sort.SliceStable(p.all, func(i, j int) bool {
		a, b := &p.all[i].Origin, &p.all[j].Origin
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) < 0
	})
	return p.all
}

// unknown is the problem of a name that should be one of the known ones.
func unknown(at Origin, what, name string, known []string) Problem {
	return Problem{
		Origin:  at,
		Message: fmt.Sprintf("unknown %s %q; known: %s", what, name, words.Abridge(known)),
		Hint:    words.DidYouMean(words.Nearest(name, known)),
	}
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

// Origin is where a value of the configuration was written.
type Origin = origin.Origin

// place is the place of a value: its JSON Pointer, and the function that turns pointers of
// that source into origins.
type place struct {
	pointer string
	locate  func(pointer string) Origin
}

// inFile is the root of a configuration whose values position knows; nil knows pointers alone.
func inFile(position func(pointer string) Origin) place {
	if position == nil {
		position = func(pointer string) Origin { return Origin{Pointer: pointer} }
	}
	return place{locate: position}
}

// outside is the root of a source without a file: the built-ins, or a call.
func outside(source string) place {
	return place{locate: func(pointer string) Origin { return Origin{Pointer: source + " " + pointer} }}
}

// key returns the place of the value under a key, or under a key of a key.
func (p place) key(tokens ...string) place {
	p.pointer += words.Pointer(tokens...)
	return p
}

func (p place) index(i int) place { return p.key(strconv.Itoa(i)) }

func (p place) origin() Origin { return p.locate(p.pointer) }

// said is a value and where it was said; the zero said says nothing.
type said[T any] struct {
	value  T
	origin Origin
	ok     bool
}

func say[T any](value *T, at place) said[T] {
	if value == nil {
		return said[T]{}
	}
	return said[T]{value: *value, origin: at.origin(), ok: true}
}

// or returns s, or the earlier word where s says nothing.
func (s said[T]) or(earlier said[T]) said[T] {
	if s.ok {
		return s
	}
	return earlier
}
