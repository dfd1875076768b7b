package profiles

import (
	"fmt"
	"strings"
	"testing"
)

// A preset lies below all rules of a configuration. It acts on the tools that it names, and a
// list of fields that stay replaces its list of fields that go.
func TestPresetLiesBelow(t *testing.T) {
	preset, err := NewPreset("p", []Tool{
		{Name: "*", Settings: Settings{OmitFields: &[]string{"all"}, Columns: new(true)}},
		{Name: "list", Settings: Settings{OmitFields: &[]string{"own"}, ExcludeNullValues: new(true)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		spec Spec
		key  Key
		want string // omitted masks, columns, nulls, the decision about the preset
	}{
		{"a named tool", Spec{}, Key{Server: "s", Tool: "list"}, "all own, true true, p"},
		{"in the spelling of clients", Spec{}, Key{Tool: "mcp__s__list"}, "all own, true true, p"},
		{"in the spelling of gateways", Spec{}, Key{Server: "gateway", Tool: "s.list"}, "all own, true true, p"},
		{"another tool", Spec{}, Key{Server: "s", Tool: "read"}, ", false false, p: no rule for this tool"},
		{"another server", Spec{}, Key{Server: "t", Tool: "list"}, ", false false, "},
		{"an unknown server", Spec{}, Key{Tool: "list"}, ", false false, "},
		{"an unknown tool", Spec{}, Key{Server: "s", Tool: AnyTool}, ", false false, "},
		{"the global section above", Spec{Global: Global{Settings: Settings{Columns: new(false)}}}, Key{Server: "s", Tool: "list"}, "all own, false true, p"},
		{"a profile above", Spec{Profiles: map[string]Profile{"minimal": {Settings: Settings{ExcludeNullValues: new(false)}}}}, Key{Server: "s", Tool: "list"}, "all own, true false, p"},
		{"an entry above", Spec{Tools: []Tool{{Name: "list", Settings: Settings{Columns: new(false), OmitFields: &[]string{"more"}}}}}, Key{Server: "s", Tool: "list"}, "all own more, false true, p"},
		{"an include list", Spec{Tools: []Tool{{Name: "list", IncludeOnly: []string{"own"}, Settings: Settings{OmitFields: &[]string{"more"}}}}}, Key{Server: "s", Tool: "list"}, "more, true true, p"},
		{"fields of a caller", Spec{}, Key{Server: "s", Tool: "list", Fields: []string{"own"}}, ", true true, p"},
		{"debug", Spec{}, Key{Server: "s", Tool: "list", Profile: "debug"}, ", false false, p"},
		{"off", Spec{}, Key{Server: "s", Tool: "list", Profile: Off}, ", false false, "},
	} {
		c.spec.Preset = func(server string) *Preset { return map[string]*Preset{"s": preset}[server] }
		r, err := mustNew(t, c.spec).Resolve(c.key)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var omitted []string
		for _, rule := range r.Omit {
			omitted = append(omitted, rule.Path.String())
		}
		value := ""
		for _, d := range r.Decisions() {
			if d.Setting == "preset" {
				value = d.Value
			}
		}
		if got := fmt.Sprintf("%s, %v %v, %s", strings.Join(omitted, " "), r.Columns, r.Elide.Null, value); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if r.Hides() {
			t.Errorf("%s: a preset hides", c.name)
		}
	}
}

// A rule of a preset names the preset as its origin. Calls with other rules have other keys.
func TestPresetsAreOrigins(t *testing.T) {
	preset, err := NewPreset("p", []Tool{{Name: "list", Settings: Settings{OmitFields: &[]string{"a"}}}, {Name: "get", Settings: Settings{OmitFields: &[]string{"b"}}}})
	if err != nil {
		t.Fatal(err)
	}
	s := mustNew(t, Spec{Preset: func(server string) *Preset { return map[string]*Preset{"s": preset}[server] }})
	r, err := s.Resolve(Key{Server: "s", Tool: "list"})
	if err != nil || len(r.Omit) != 1 || r.Omit[0].Origin.String() != "preset p /tool_overrides/list/omit_fields/0" || r.Omit[0].IsAsked() {
		t.Errorf("%+v, %v", r, err)
	}
	keys := map[string]bool{}
	for _, call := range [][2]string{{"s", "list"}, {"s", "get"}, {"s", "other"}, {"t", "list"}} {
		keys[string(s.AppendEntries(nil, call[0], call[1]))] = true
	}
	if len(keys) != 4 {
		t.Errorf("%d keys of 4 calls", len(keys))
	}
	for server, want := range map[string]string{"s": "p 2", "t": " 0"} {
		if name, ruled := s.Preset(server, []string{"list", "get", "other"}); fmt.Sprint(name, " ", ruled) != want {
			t.Errorf("%s: %s %d", server, name, ruled)
		}
	}
}

func TestPresetFaults(t *testing.T) {
	_, err := NewPreset("p", []Tool{{Name: "list", Settings: Settings{OmitFields: &[]string{"a..b"}}}})
	if want := "preset p /tool_overrides/list/omit_fields/0: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
}
