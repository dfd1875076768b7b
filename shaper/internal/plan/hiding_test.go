package plan

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// A floating hiding rule acts everywhere. An anchored one acts in the payload and in error
// details.
func TestWhereHidingActs(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"floats", ".anchored", "deep.er"}}}}
	p := laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{}, "scalpel", spec)
	for path, hidden := range map[string]bool{
		"floats": true, "data.floats": true, "data.a.b.floats": true, "x.floats": true, "error.error_details.a.floats": true,
		"anchored": false, "data.anchored": true, "data.a.anchored": false, "x.anchored": false, "error.error_details.anchored": true,
		"data.deep.er": true, "deep.er": false, "data.a.deep.er": false, "data.deep": false,
		"tier.floats": false, "upgrade_hints.floats": false, // excludes spare metadata
	} {
		if got := at(p, path).Verdict() == fieldmask.Drop; got != hidden {
			t.Errorf("%s is hidden: %v", path, got)
		}
	}
}

// include_on_error lifts excludes in failures at its root, but never privacy rules. A call
// with Private needs no other rules.
func TestWhatLiftsExcludes(t *testing.T) {
	spec := profiles.Spec{
		Tools:   []profiles.Tool{{Name: "t", ExcludeFields: []string{"hint", "pin", "other"}, IncludeOnError: []string{"hint", "pin"}}},
		Privacy: []profiles.Privacy{{Drop: []string{"pin"}}},
	}
	for _, c := range []struct {
		call   Call
		failed bool
		hidden string // one of the paths below
	}{
		{Call{}, false, "hint a.hint pin a.pin other a.other"},
		{Call{}, true, "a.hint pin a.pin other a.other"},
		{Call{Private: true}, false, "pin a.pin"},
		{Call{Private: true}, true, "pin a.pin"},
	} {
		c.call.Tool = "t"
		p := laid(t, c.call, Answer{IsError: c.failed}, "scalpel", spec)
		var hidden []string
		for _, path := range []string{"hint", "a.hint", "pin", "a.pin", "other", "a.other", "a"} {
			if at(p, "data."+path).Verdict() == fieldmask.Drop {
				hidden = append(hidden, path)
			}
		}
		if got := strings.Join(hidden, " "); got != c.hidden {
			t.Errorf("privacy alone %v, a failure %v: hidden are %s, not %s", c.call.Private, c.failed, got, c.hidden)
		}
	}
}

// The dialect is recognised if it is empty or "auto".
func TestIsAuto(t *testing.T) {
	for name, auto := range map[string]bool{"": true, "auto": true, "plain": false, "Auto": false} {
		if IsAuto(name) != auto {
			t.Errorf("%q: %v", name, !auto)
		}
	}
}

// A tainted plan differs from the original plan only in its set of values.
func TestTaintedPlanIsTheSame(t *testing.T) {
	spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}}
	p := laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{}, "scalpel", spec)
	p.Elides, p.IsError, p.Budgeted, p.Paired = true, true, true, true
	before, after := reflect.ValueOf(p).Elem(), reflect.ValueOf(p.Tainted(nil)).Elem()
	for i := range before.NumField() {
		switch name := before.Type().Field(i).Name; name {
		case "Next", "used", "joint": // each plan has its own
		default:
			if after.Field(i).IsZero() != before.Field(i).IsZero() {
				t.Errorf("it has no %s", name)
			}
		}
	}
}
