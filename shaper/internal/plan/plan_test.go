package plan

import (
	encoding "encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// laid returns the plan of a tool for an answer of a dialect.
func laid(t testing.TB, call Call, a Answer, dialect string, spec profiles.Spec) *Plan {
	t.Helper()
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	a.Dialect, _ = dialects.Lookup(dialect)
	a.Layout, a.Own = a.Dialect.Layout(), true
	asked := NewCache(set).Ask(nil, &call)
	p, err := asked.Plan(a)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// at returns the state at a dotted path.
func at(p *Plan, path string) *fieldmask.State { return stateAt(p.Mask.Root(), path) }

var verdicts = map[fieldmask.Verdict]string{fieldmask.Drop: "drop", fieldmask.Partial: "partial", fieldmask.Keep: "keep"}

// TestGuards checks the parts of an envelope under rules that would drop them.
func TestGuards(t *testing.T) {
	everything := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"*"}}}}
	private := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"*"}}}}
	tool := Call{Key: profiles.Key{Tool: "t"}}
	for _, c := range []struct {
		dialect    string
		spec       profiles.Spec
		kept, gone string // paths
	}{
		{"plain", everything, "", "a data"},
		{"scalpel", everything, "data error error.error error.error_code tier upgrade_hints capabilities.a", "x data.a error.error_details.a"},
		{"scalpel", private, "data error error.error error.error_code", "x data.a tier upgrade_hints capabilities.a error.error_details"},
		{"response-v2", everything, "success data error meta meta.version meta.telemetry meta.telemetry.a", "data.a meta.x x"},
		{"response-v2", private, "success data error meta meta.version", "data.a meta.x meta.telemetry x"},
		{"mcp", everything, "content isError structuredContent", "x content.x structuredContent.a"},
		{"jsonrpc", everything, "jsonrpc id result result.content error error.code error.message", "x result.x error.data.a"},
		{"bmcis", everything, "_metadata results pagination warnings execution_context _metadata.status", "x results.a _metadata.x"},
	} {
		p := laid(t, tool, Answer{}, c.dialect, c.spec)
		for _, path := range strings.Fields(c.kept) {
			if v := at(p, path).Verdict(); v != fieldmask.Keep {
				t.Errorf("%s: %s is to %s", c.dialect, path, verdicts[v])
			}
		}
		for _, path := range strings.Fields(c.gone) {
			if v := at(p, path).Verdict(); v != fieldmask.Drop {
				t.Errorf("%s: %s is to %s", c.dialect, path, verdicts[v])
			}
		}
	}
}

// TestRoles checks the roles of the parts of an envelope.
func TestRoles(t *testing.T) {
	names := []string{"payload", "stays", "items", "free", "known", "protocol", "spoken", "slot", "sealed", "document", "apart", "essential"}
	spell := func(r Roles) string {
		var all []string
		for i, name := range names {
			if r>>i&1 == 1 {
				all = append(all, name)
			}
		}
		return strings.Join(all, ", ")
	}
	spec := profiles.Spec{
		Global:  profiles.Global{Settings: profiles.Settings{ExcludeNullValues: new(true)}},
		Tools:   []profiles.Tool{{Name: "t", Items: new("rows")}},
		Privacy: []profiles.Privacy{{Drop: []string{"password"}}},
	}
	for _, c := range []struct{ dialect, path, want string }{
		{"plain", "", "payload, stays, free"},
		{"plain", "rows", "items"},
		{"plain", "success", "essential"},
		{"scalpel", "", "free, known"},
		{"scalpel", "data", "payload, stays, free, known"},
		{"scalpel", "data.rows", "items"},
		{"scalpel", "error.error_code", "stays, known, protocol"},
		{"scalpel", "error.error", "known, spoken"},
		{"response-v2", "meta", "stays, known"},
		{"response-v2", "meta.version", "stays, known, protocol"},
		{"mcp", "content.text", "known, slot"},
		{"mcp", "structuredContent", "payload, stays, free, known, document"},
		{"jsonrpc", "id", "stays, known, protocol, sealed"},
		{"jsonrpc", "result.content.text", "known, slot"},
	} {
		p := laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{}, c.dialect, spec)
		s := p.Mask.Root()
		for _, name := range strings.Split(c.path, ".") {
			if name == "" {
				continue
			}
			if s = s.Member([]byte(name)); name == "content" {
				s = s.Element(0, 1)
				if kinds := p.Acts(s).Kinds; kinds != nil {
					s = kinds.Of(s, []byte("text"))
				}
			}
		}
		if got := spell(p.Acts(s).Roles); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.dialect, c.path, got, c.want)
		}
	}
}

// The parts of a value depend on its kind. An unknown kind has the parts of the layout's
// Other.
func TestKinds(t *testing.T) {
	p := laid(t, Call{}, Answer{}, "mcp", profiles.Spec{})
	block := at(p, "content").Element(0, 1)
	for _, c := range []struct {
		kind, path string
		role       Roles
		is         bool
	}{
		{"text", "text", Slot, true}, {"image", "data", Media, true}, {"audio", "data", Media, true},
		{"resource", "resource.text", Slot, true}, {"resource_link", "uri", Protocol, true},
		{"image", "text", Slot, false}, {"text", "data", Media, false}, {"resource", "uri", Protocol, false},
		{"novel", "text", Slot, false}, {"novel", "data", Media, false}, {"novel", "resource.text", Slot, false},
		{"novel", "uri", Protocol, false}, {"", "resource.text", Slot, false},
	} {
		s := stateAt(p.Acts(block).Kinds.Of(block, []byte(c.kind)), c.path)
		if p.Acts(s).Are(c.role) != c.is {
			t.Errorf("%s of a block %q has the role: %v", c.path, c.kind, !c.is)
		}
	}
}

// TestShows checks the kept values of metadata by profile and outcome.
func TestShows(t *testing.T) {
	words := []string{"always", "where set", "where there", "never"}
	for _, c := range []struct {
		dialect, path, profile string
		call                   Call
		answer                 Answer
		want                   string
	}{
		{dialect: "scalpel", path: "tier", want: "never"},
		{dialect: "scalpel", path: "duration_ms", profile: "verbose", want: "always"},
		{dialect: "scalpel", path: "tier", profile: "debug", want: "always"},
		{dialect: "scalpel", path: "request_id", want: "never"},
		{dialect: "scalpel", path: "request_id", call: Call{FromClient: true}, want: "always"},
		{dialect: "scalpel", path: "upgrade_hints", want: "where set"},
		{dialect: "scalpel", path: "upgrade_hints", profile: "standard", want: "where set"},
		{dialect: "scalpel", path: "upgrade_hints", profile: "debug", want: "always"},
		{dialect: "scalpel", path: "data", want: "always"},
		{dialect: "scalpel", path: "data", answer: Answer{Failed: true, IsError: true}, want: "where there"},
		{dialect: "scalpel", path: "data", answer: Answer{IsError: true}, want: "always"},
		{dialect: "response-v2", path: "meta.telemetry", want: "never"},
		{dialect: "response-v2", path: "meta.warnings", answer: Answer{Failed: true, IsError: true}, want: "where set"},
		{dialect: "bmcis", path: "pagination", want: "where set"},
	} {
		c.call.Profile = c.profile
		a := laid(t, c.call, c.answer, c.dialect, profiles.Spec{})
		acts := a.Acts(at(a, c.path))
		if got := words[acts.Shows]; got != c.want || acts.Steps != 1+strings.Count(c.path, ".") {
			t.Errorf("%s %s in %q: %s, %d steps, want %s", c.dialect, c.path, c.profile, got, acts.Steps, c.want)
		}
	}
}

// A limit applies at its own path only.
func TestLimits(t *testing.T) {
	spec := profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: new(true)}},
		Tools: []profiles.Tool{{
			Name: "t", Items: new("rows"),
			ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"l", "k"}, Limits: map[string]int{"l": 2, "k.j": 0}}},
		}},
	}
	p := laid(t, Call{Key: profiles.Key{Tool: "t", Mode: "m"}}, Answer{}, "scalpel", spec)
	for path, want := range map[string]string{
		"data.rows.l": "2 rows[].l l", "data.rows.k.j": "0 rows[].k.j k.j",
		"": "none", "data": "none", "data.rows": "none", "data.success": "none", "data.rows.k": "none", "data.l": "none", "error": "none",
	} {
		got := "none"
		if l := p.Acts(at(p, path)).Limit; l.Max >= 0 {
			got = fmt.Sprint(l.Max, " ", l.Path, " ", l.InRow)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// Values are elided only if a setting says so. A default needs an entry for its value.
func TestElides(t *testing.T) {
	declared := map[string]encoding.RawMessage{"a": []byte("1")}
	for _, c := range []struct {
		settings profiles.Settings
		defaults map[string]encoding.RawMessage
		want     bool
	}{
		{profiles.Settings{}, nil, false},
		{profiles.Settings{ExcludeNullValues: new(true)}, nil, true},
		{profiles.Settings{ExcludeEmptyArrays: new(true)}, nil, true},
		{profiles.Settings{ExcludeEmptyObjects: new(true)}, nil, true},
		{profiles.Settings{}, declared, false},
		{profiles.Settings{ExcludeDefaultValues: new(true)}, nil, false},
		{profiles.Settings{ExcludeDefaultValues: new(true)}, declared, true},
	} {
		spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: c.settings, Defaults: c.defaults}}}
		if p := laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{}, "plain", spec); p.Elides != c.want {
			t.Errorf("%+v, %s: elides is %v", c.settings, c.defaults, p.Elides)
		}
	}
}

// AlwaysKeeps distinguishes paths from always_keep from other included paths.
func TestAlwaysKeeps(t *testing.T) {
	p := laid(t, Call{}, Answer{}, "plain", profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{AlwaysKeep: &[]string{"id", "a.b"}}}})
	for path, want := range map[string]bool{"id": true, "a.b": true, "a": false, "b": false, "success": false} {
		if got := p.AlwaysKeeps(fieldmask.MustParse(path)); got != want {
			t.Errorf("%s is always kept: %v", path, got)
		}
	}
}

// Both masks of a plan number rules and marks alike. So acts and reports apply to both.
func TestBothMasksAreNumberedAlike(t *testing.T) {
	spec := profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeDefaultValues: new(true)}},
		Tools: []profiles.Tool{{
			Name: "t", Items: new("a.rows"), IncludeOnly: []string{"a", "b"}, ExcludeFields: []string{"x", "y.z"},
			ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"c", "l"}, Limits: map[string]int{"l": 1}}},
			Derive:        map[string]profiles.Derive{"l": {From: "c", Chars: 1}}, Defaults: map[string]encoding.RawMessage{"d": []byte("1")},
		}},
		Privacy: []profiles.Privacy{{Drop: []string{"p"}, Mask: []profiles.PrivacyMask{{Path: "q"}}}},
	}
	call := Call{Key: profiles.Key{Tool: "t", Mode: "m", Fields: []string{"c"}}}
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := set.Resolve(call.Key)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dialects.All() {
		a := Of(d)
		draft := draftOf(resolved, &call, a)
		whole, lists := draft.lay(resolved.Items), draft.lay(fieldmask.Path{})
		first := len(lists.rules)
		if lists.addOwnList(); len(lists.rules) == first {
			t.Errorf("%s: what is always kept does not join the lists", d.Name())
		}
		lists.rules = lists.rules[:first]
		if len(whole.acts) != len(lists.acts) {
			t.Fatalf("%s: %d and %d marks", d.Name(), len(whole.acts), len(lists.acts))
		}
		alike := func(a, b fieldmask.Rule) bool {
			return a.Kind == b.Kind && a.Value == b.Value && a.Origin == b.Origin && a.Path.String() == b.Path.String()
		}
		if !slices.EqualFunc(whole.rules, lists.rules, alike) {
			t.Errorf("%s: the rules differ", d.Name())
		}
	}
}

// Of the acts at one value, the smaller limit and the later redaction win.
func TestActsAdd(t *testing.T) {
	state, kinds := &fieldmask.State{}, &Kinds{By: "type"}
	for _, c := range []struct{ a, b, want Acts }{
		{Acts{Roles: Slot}, Acts{Roles: Known}, Acts{Roles: Slot | Known}},
		{Acts{Limit: Limit{Max: -1}}, Acts{Limit: Limit{Max: 3, Path: "l"}}, Acts{Limit: Limit{Max: 3, Path: "l"}}},
		{Acts{Limit: Limit{Max: 2, Path: "k"}}, Acts{Limit: Limit{Max: 3, Path: "l"}}, Acts{Limit: Limit{Max: 2, Path: "k"}}},
		{Acts{Limit: Limit{Max: 2, Path: "k"}}, Acts{Limit: Limit{Max: -1}}, Acts{Limit: Limit{Max: 2, Path: "k"}}},
		{Acts{Limit: Limit{Max: 2, Path: "k"}}, Acts{Limit: Limit{Max: 2, Path: "l"}}, Acts{Limit: Limit{Max: 2, Path: "k"}}},
		{Acts{Limit: Limit{Max: -1}}, Acts{Limit: Limit{Max: 0, Path: "l"}}, Acts{Limit: Limit{Max: 0, Path: "l"}}},
		{Acts{Limit: Limit{Max: 0, Path: "k"}}, Acts{Limit: Limit{Max: 3, Path: "l"}}, Acts{Limit: Limit{Max: 0, Path: "k"}}},
		{Acts{Kinds: kinds}, Acts{}, Acts{Kinds: kinds}},
		{Acts{}, Acts{Kinds: kinds}, Acts{Kinds: kinds}},
		{Acts{Redact: &Redaction{By: "a"}}, Acts{Redact: &Redaction{By: "b"}}, Acts{Redact: &Redaction{By: "b"}}},
		{Acts{Redact: &Redaction{By: "a"}}, Acts{}, Acts{Redact: &Redaction{By: "a"}}},
		{Acts{Shows: Never, Steps: 1}, Acts{}, Acts{Shows: Never, Steps: 1}},
		{Acts{}, Acts{Lists: state, Default: []byte("1")}, Acts{Lists: state, Default: []byte("1")}},
		{Acts{Derive: []Derived{{Name: "a"}}}, Acts{Derive: []Derived{{Name: "b"}}}, Acts{Derive: []Derived{{Name: "a"}, {Name: "b"}}}},
	} {
		got := c.a
		if got.add(&c.b); spellActs(got) != spellActs(c.want) {
			t.Errorf("%s and %s: %s", spellActs(c.a), spellActs(c.b), spellActs(got))
		}
	}
}

func spellActs(a Acts) string {
	by := ""
	if a.Redact != nil {
		by = a.Redact.By
	}
	a.Redact = nil
	return fmt.Sprintf("%+v %s", a, by)
}

// The call and the envelope determine an answer.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		dialect, doc string
		call         Call
		inside       bool
		want         Answer
	}{
		{"scalpel", `{"data":1,"tier":"pro"}`, Call{}, false, Answer{Tier: "pro"}},
		{"scalpel", `{"data":1,"tier":"pro"}`, Call{Key: profiles.Key{Tier: "community"}}, false, Answer{Tier: "community"}},
		{"scalpel", `{"error":{"error":"m"}}`, Call{}, false, Answer{IsError: true, Failed: true}},
		{"scalpel", `{"data":1}`, Call{Key: profiles.Key{IsError: true}}, false, Answer{IsError: true}},
		{"scalpel", `{"data":1}`, Call{Key: profiles.Key{IsError: true}}, true, Answer{IsError: true, Factual: true}},
		{"mcp", `{"content":[],"isError":true}`, Call{}, false, Answer{IsError: true, Failed: true, Factual: true}},
		{"mcp", `{"content":[],"isError":false}`, Call{}, true, Answer{}},
	} {
		doc, err := envelope.Open([]byte(c.doc), envelope.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		d, _ := dialects.Lookup(c.dialect)
		c.want.Dialect, c.want.Layout, c.want.Own = d, d.Layout(), true
		got := Of(d)
		if c.call.Read(&got, doc, c.inside); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.doc, got, c.want)
		}
	}
}

// The acts of several marks are merged once. The number of stored sets is bounded.
func TestJointActs(t *testing.T) {
	p := &Plan{decided: decided{acts: []*Acts{{Roles: Slot, Limit: Limit{Max: -1}}, {Roles: Spoken, Limit: Limit{Max: 2}}, {Roles: Sealed, Limit: Limit{Max: 1}}}}}
	first := p.mergedActs([]int{0, 1})
	if p.mergedActs([]int{0, 1}) != first || p.mergedActs([]int{0, 2}) == first || p.mergedActs([]int{0, 1, 2}) == first {
		t.Error("sets of marks are mixed up")
	}
	if !first.Are(Slot) || !first.Are(Spoken) || first.Limit.Max != 2 || p.mergedActs([]int{0, 1, 2}).Are(Sealed) || NoActs.Limit.Max != -1 {
		t.Errorf("%+v", first)
	}
	for i := range 100 {
		p.mergedActs(make([]int, 3+i))
	}
	if n := len(*p.joint.Load()); n != mostJoint || p.mergedActs([]int{0, 1}) != first {
		t.Errorf("%d sets", n)
	}
}
