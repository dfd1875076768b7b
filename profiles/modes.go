package profiles

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// mode is a compiled [Mode].
type mode struct {
	name    string
	origin  Origin
	content func() content
}

// content is the selection of a mode.
type content struct {
	fields []Rule
	limits []Limit
}

// noMode selects nothing, and has no name.
var noMode = mode{content: func() (c content) { return c }}

// modes compiles the response modes of a tool. For a built-in one, always without faults, it
// does so on first use: a starting program uses few of them.
func (c *compiler) modes(modes map[string]Mode, at place) []mode {
	var all []mode
	for _, name := range slices.Sorted(maps.Keys(modes)) {
		m, where := modes[name], at.key(name)
		if len(m.Fields) == 0 {
			c.fail(where.origin(), "response mode %q names no fields, so it would show nothing", name)
		}
		compile := func(c *compiler) content {
			return content{
				fields: c.rules(m.Fields, where.key("fields"), fieldmask.Include),
				limits: c.limits(m.Limits, where.key("limits")),
			}
		}
		later := sync.OnceValue(func() content { return compile(&compiler{}) })
		if !c.builtIn {
			compiled := compile(c)
			later = func() content { return compiled }
		}
		all = append(all, mode{name: name, origin: where.origin(), content: later})
	}
	return all
}

func (c *compiler) limits(limits map[string]int, at place) []Limit {
	var all []Limit
	for _, path := range slices.Sorted(maps.Keys(limits)) {
		where, most := at.key(path), limits[path]
		if most < 0 {
			c.fail(where.origin(), "a limit must be 0 or more, not %d", most)
		}
		for _, p := range c.fromPayload(path, where, true) {
			all = append(all, Limit{Path: p, Max: most, Origin: where.origin()})
		}
	}
	return all
}

func (c *compiler) derive(fields map[string]Derive, at place) []Derived {
	var all []Derived
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		d, where := fields[name], at.key(name)
		if d.Chars < 1 {
			c.fail(where.key("chars").origin(), "chars must be 1 or more, not %d", d.Chars)
		}
		derived := Derived{Name: name, Chars: d.Chars, Origin: where.origin()}
		if from := c.parse(d.From, where.key("from"), false); len(from) > 0 {
			first, literal := from[0].FirstName()
			if derived.From = first; len(from) > 1 || !literal || !from[0].Floats() {
				c.fail(where.key("from").origin(), "%q must be the name of one field", d.From)
			}
		}
		all = append(all, derived)
	}
	return all
}

// modeInForce returns the mode that the settings name, or [noMode] if the tool has
// none. Only a call that asks for a mode of a tool without modes is refused.
func (a *answer) modeInForce(tool string, asked bool) (mode, error) {
	said, modes := a.all.text(keyMode), a.all.modes
	switch {
	case !said.ok, len(modes) == 0 && !asked:
		return noMode, nil
	case len(modes) == 0:
		return noMode, &Error{[]Problem{{Origin: said.origin, Message: fmt.Sprintf("tool %q: it has no response modes, so no response_mode %q", tool, said.value)}}}
	}
	for _, m := range modes {
		if m.name == said.value {
			return m, nil
		}
	}
	p, met := unknown(said.origin, "response_mode", said.value, modeNames(modes)), ""
	if len(a.applied) > 1 {
		met = ", which meets " + words.Abridge(a.applied)
	}
	p.Message = fmt.Sprintf("tool %q%s: %s", tool, met, p.Message)
	return noMode, &Error{[]Problem{p}}
}

// NameTheTool is the hint of an error that a call without the name of its tool met.
const NameTheTool = "name the tool"

func modeNames(modes []mode) []string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = m.name
	}
	slices.Sort(names)
	return names
}

// admits refuses a caller's fields that are not among the mode's. Each must start with the
// name of a field that the mode shows (RULES R88).
func (m mode) admits(fields []Rule) error {
	if m.name == "" {
		return nil
	}
	refused := slices.DeleteFunc(slices.Clone(fields), func(f Rule) bool {
		name, literal := f.Path.FirstName()
		return literal && mayShow(m.content().fields, name)
	})
	if len(refused) == 0 {
		return nil
	}
	return &FieldsError{Fields: pathsOf(refused), Mode: m.name, Allowed: pathsOf(m.content().fields)}
}

// mayShow reports whether an include list can select a value at or below a field. A path that
// starts with a pattern counts as one that can.
func mayShow(rules []Rule, field string) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool {
		name, literal := r.Path.FirstName()
		return !literal || name == field
	})
}
