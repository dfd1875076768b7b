package plan

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// byName returns the hiding rules of a plan for plain documents, with rules of each kind.
// failed means that the response is a failure.
func byName(t *testing.T, failed bool) *Hiding {
	t.Helper()
	return laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{IsError: failed}, "plain", profiles.Spec{
		Tools:   []profiles.Tool{{Name: "t", ExcludeFields: []string{"b.*_id.a", "*", "hint"}, IncludeOnError: []string{"hint", "pin"}}},
		Privacy: []profiles.Privacy{{Drop: []string{"pin", "**"}}},
	}).Hiding
}

// Append returns the rules and steps of a name.
func TestNamesOfRules(t *testing.T) {
	names := byName(t, true).Names()
	for name, want := range map[string][]Mention{
		"pin": {{Rule: 0, Step: 0}},
		"b":   {{Rule: 1, Step: 0}}, "x_id": {{Rule: 1, Step: 1}}, "a": {{Rule: 1, Step: 2}},
		"c": nil, "pins": nil, "x_ids": nil, "": nil,
	} {
		if got := names.Append(nil, []byte(name)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s stands at %v, not at %v", name, got, want)
		}
	}
}

// Rules that failures lift do not match names in failures. Privacy rules always match.
func TestNamesThatFailuresShow(t *testing.T) {
	const private = "{Names:1 Private:true Number:0} {Names:3 Private:false Number:2}"
	for failed, want := range map[bool]string{
		true: "[" + private + "]",
		false: "[" + private + " {Names:1 Private:false Number:4}" + // hint
			" {Names:1 Private:false Number:5} {Names:1 Private:false Number:6}]", // from include_on_error
	} {
		h := byName(t, failed)
		if got := fmt.Sprintf("%+v", h.Names().Rules); got != want {
			t.Errorf("a failure %v: %s, want %s", failed, got, want)
		}
		if !reflect.DeepEqual(h.Names().Withholds, []int{1}) || !reflect.DeepEqual(h.Names().Counts, []int{3}) {
			t.Errorf("a failure %v: %v withhold, %v count", failed, h.Names().Withholds, h.Names().Counts)
		}
	}
}
