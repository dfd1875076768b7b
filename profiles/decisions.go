package profiles

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Decision is the value of a setting in force, and where it was said.
type Decision struct {
	Setting, Value string
	Origin         Origin
}

// Decisions lists every setting in force with the place of its value. The list is shared.
func (r *Resolved) Decisions() []Decision {
	if r.decisions == nil { // the zero Resolved
		return nil
	}
	return r.decisions()
}

func (a *answer) decisions() []Decision {
	s, m := &a.all, a.mode
	all := []Decision{
		s.decision(keyProfile, "profile"),
		decide("envelope.include", s.metadata, list),
		decide("include_only", s.include, masks),
		decide("always_keep", s.alwaysKeep, masks),
	}
	for key := keyNulls; key <= keyCounter; key++ {
		all = append(all, s.decision(key, settingTable[key].name))
	}
	all = append(all,
		decide("items", s.items, func(p fieldmask.Path) string { return cmp.Or(p.String(), Itself) }),
		s.decision(keySchema, "schema"),
		s.decision(keyText, "text"),
		decide("caller", s.caller, list),
	)
	if m.name != "" {
		all = append(all, s.decision(keyMode, "response_mode"), Decision{"response_modes." + m.name, masks(m.content().fields), m.origin})
	}
	if len(s.tiers) > 0 {
		all = append(all, decide("tier", a.tier, CanonicalTier))
	}
	all = made(append(all, a.preset))
	a.lists.Visit(a.call, func(setting, value string, at Origin) {
		all = append(all, Decision{setting, value, at})
	})
	return all
}

// decision returns the value of a setting under a name, or the zero Decision if it has none.
func (s *scalars) decision(key setting, name string) Decision {
	return decide(name, s[key], func(value any) string { return fmt.Sprint(value) })
}

// decide returns the Decision of a value, or the zero Decision if nothing said it.
func decide[T any](setting string, s said[T], spell func(T) string) Decision {
	if !s.ok {
		return Decision{}
	}
	return Decision{Setting: setting, Value: spell(s.value), Origin: s.origin}
}

// made removes zero Decisions.
func made(all []Decision) []Decision {
	return slices.DeleteFunc(all, func(d Decision) bool { return d == Decision{} })
}

func list(names []string) string { return strings.Join(names, ", ") }

func masks(rules []Rule) string { return list(pathsOf(rules)) }

// pathsOf returns the paths of rules as masks spell them.
func pathsOf(rules []Rule) []string {
	paths := make([]string, len(rules))
	for i, r := range rules {
		paths[i] = r.Path.String()
	}
	return paths
}
