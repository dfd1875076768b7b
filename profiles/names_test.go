package profiles

import (
	"strings"
	"testing"
)

// The names that a call may use are listed in their spelling, sorted, built-in names included.
func TestNamesOfTools(t *testing.T) {
	modes := map[string]Mode{"long": {Fields: []string{"b"}}, "brief": {Fields: []string{"a"}}}
	s, err := New(Spec{
		Profiles: map[string]Profile{"own": {}},
		Tools:    []Tool{{Name: "srv.t", ResponseModes: modes}, {Name: "x_*"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		got  []string
		want string
	}{
		{s.ToolNames(), "find_vendor_info semantic_search srv.t"},
		{s.Modes("", "srv.t"), "brief long"},
		{s.Modes("srv", "t"), "brief long"},
		{s.Modes("", "x_1"), ""},
		{s.Modes("", ""), ""},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
