package profiles

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// everySection is a configuration with a setting in every section.
const everySection = `{
	"program": {"tier": "pro"},
	"global": {"profile": "mine", "always_keep": ["ok"], "response_mode": "brief"},
	"profiles": {
		"mine": {"extends": "standard", "common_exclusions": ["c"], "exclude_null_values": true},
		"minimal": {"common_exclusions": ["m"]},
		"trace": {"extends": "debug"}
	},
	"tool_overrides": {
		"get_*": {"exclude_fields": ["*_url"], "include_on_error": ["hint"], "defaults": {"n": 0}},
		"get_user": {"include_only": ["id", "name"], "exclude_fields": ["id.raw"], "exclude_default_values": true,
			"exclude_when_tier": {"community": ["name"], "pro": ["p"]}, "items": "users", "include_on_error": ["detail"],
			"response_modes": {"brief": {"fields": ["id"], "limits": {"tags": 2}}, "long": {"fields": ["id", "name", "short"]}},
			"derive": {"short": {"from": "name", "chars": 4}}}
	},
	"privacy": {"drop": ["password", "**.api_key"], "mask": [{"path": "email"}, {"pattern": "AKIA[0-9A-Z]{16}"}]}
}`

func mustNew(t testing.TB, spec Spec) *Set {
	t.Helper()
	s, err := New(spec)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return s
}

func TestProblemsInFileOrder(t *testing.T) {
	lines := map[string]int{
		"/global/profile":                  9,
		"/global/emptied":                  2,
		"/tool_overrides/a/exclude_fields": 7,
	}
	spec := Spec{
		Global: Global{Profile: new("none"), Settings: Settings{Emptied: new("x"), Unmatched: new("y")}},
		Tools:  []Tool{{Name: "a", ExcludeFields: []string{"a..b", "(", "ok"}}},
		Position: func(pointer string) Origin {
			o := Origin{File: "f.json", Line: lines[pointer], Column: 3, Pointer: pointer}
			if strings.HasSuffix(pointer, "/exclude_fields/0") {
				o.Line, o.Column = 4, 20
			}
			if strings.HasSuffix(pointer, "/exclude_fields/1") {
				o.Line, o.Column = 4, 8
			}
			return o
		},
		Privacy: []Privacy{{
			Drop: []string{"x..y"},
			Position: func(pointer string) Origin {
				return Origin{File: "/etc/f.json", Line: 100, Column: 1, Pointer: pointer}
			},
		}},
	}
	s, err := New(spec)
	problems := problemsOf(t, s, err)
	want := strings.Join([]string{
		`error /etc/f.json:100:1: /privacy/drop/0: mask "x..y": a name is missing at offset 2`,
		`error f.json: /global/unmatched: unknown value "y"; known: prune, keep`,
		`error f.json:2:3: /global/emptied: unknown value "x"; known: keep, drop`,
		`error f.json:4:8: /tool_overrides/a/exclude_fields/1: mask "(": a path is missing at offset 0`,
		`error f.json:4:20: /tool_overrides/a/exclude_fields/0: mask "a..b": a name is missing at offset 2`,
		`error f.json:9:3: /global/profile: unknown profile "none"; known: debug, minimal, off, standard, verbose`,
	}, "\n") + "\n"
	if got := renderProblems(problems); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The error of New gives the place of each problem and marks warnings. A set lists its
// warnings.
func TestErrorCarriesProblems(t *testing.T) {
	warned := Tool{Name: "t", ExcludeWhenTier: map[string][]string{"gold": {"x"}}}
	s, err := New(Spec{Tools: []Tool{warned, {Name: "u", ExcludeFields: []string{"a..b"}, Profile: new("minimul")}}})
	refused, ok := errors.AsType[*Error](err)
	if s != nil || !ok || len(refused.Problems) != 3 {
		t.Fatalf("got %v, %v", s, err)
	}
	want := `/tool_overrides/t/exclude_when_tier/gold: warning: unknown tier "gold"; known: community, pro, enterprise
/tool_overrides/u/exclude_fields/0: mask "a..b": a name is missing at offset 2
/tool_overrides/u/profile: unknown profile "minimul"; known: debug, minimal, off, standard, verbose (did you mean "minimal"?)`
	if err.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", err, want)
	}
	s, err = New(Spec{Tools: []Tool{warned}})
	if err != nil || len(s.Warnings()) != 1 || s.Warnings()[0].Origin.Pointer != "/tool_overrides/t/exclude_when_tier/gold" {
		t.Errorf("got %v, %v", s.Warnings(), err)
	}
}

func TestDefaultsMustBeJSON(t *testing.T) {
	s, err := New(Spec{Tools: []Tool{{Name: "t", Defaults: map[string]json.RawMessage{"a": nil, "b": json.RawMessage("{"), "c": json.RawMessage("1")}}}})
	problems := problemsOf(t, s, err)
	want := "error /tool_overrides/t/defaults/a: the default is not valid JSON\n" +
		"error /tool_overrides/t/defaults/b: the default is not valid JSON\n"
	if got := renderProblems(problems); got != want {
		t.Errorf("got %s", got)
	}
}

func TestSizes(t *testing.T) {
	numbered := func(n int) []string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprint("n", i)
		}
		return names
	}
	sized := func(tools, profiles, masks int) Spec {
		spec := Spec{Profiles: map[string]Profile{}}
		for _, name := range numbered(tools) {
			spec.Tools = append(spec.Tools, Tool{Name: name})
		}
		for _, name := range numbered(profiles) {
			spec.Profiles[name] = Profile{}
		}
		spec.Privacy = []Privacy{{Drop: numbered(masks)}}
		return spec
	}
	mustNew(t, sized(maxEntries, maxEntries, fieldmask.MaxPaths))
	mustNew(t, Spec{Tools: []Tool{{Name: strings.Repeat("*", maxStars)}}})
	mixed := append(numbered(fieldmask.MaxPaths/2), "a", "-b")
	full := sized(maxPaths/fieldmask.MaxPaths, 0, 0)
	for i := range full.Tools {
		full.Tools[i].ExcludeFields = numbered(fieldmask.MaxPaths)
	}
	mustNew(t, full)
	for i := range fieldmask.MaxPaths/2 - 1 {
		mixed = append(mixed, fmt.Sprint("-x", i))
	}
	crowded := sized(9, 0, 0)
	for i := range crowded.Tools {
		crowded.Tools[i].ExcludeFields = numbered(fieldmask.MaxPaths)
	}
	for want, spec := range map[string]Spec{
		"error /tool_overrides: 1025 tool entries; at most 1024 are allowed\n":                     sized(maxEntries+1, 0, 0),
		"error /profiles: 1025 profiles; at most 1024 are allowed\n":                               sized(0, maxEntries+1, 0),
		"error /privacy/drop: 1025 paths in one list; at most 1024 are allowed\n":                  sized(0, 0, fieldmask.MaxPaths+1),
		"error /tool_overrides/*********: 9 stars in the name; at most 8 are allowed\n":            {Tools: []Tool{{Name: strings.Repeat("*", 9)}}},
		"error /tool_overrides/t/include_only: 1025 paths in one list; at most 1024 are allowed\n": {Tools: []Tool{{Name: "t", IncludeOnly: mixed}}},
		"error : 9216 paths in all lists; at most 8192 are allowed\n":                              crowded,
	} {
		s, err := New(spec)
		if got := renderProblems(problemsOf(t, s, err)); got != want {
			t.Errorf("got %swant %s", got, want)
		}
	}
}

// TestP10TrustedMasksHaveTheirRoom: the masks of the user and of the machine have a limit of
// their own. Other files do not change it, nor does the way the masks are set.
func TestP10TrustedMasksHaveTheirRoom(t *testing.T) {
	names := func(prefix string, n int) []string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprint(prefix, i)
		}
		return all
	}
	var crowd Spec
	for i := range maxPaths / fieldmask.MaxPaths {
		crowd.Tools = append(crowd.Tools, Tool{Name: fmt.Sprint("t", i), ExcludeFields: names("x", fieldmask.MaxPaths)})
	}
	trusted := make([]Privacy, maxPaths/fieldmask.MaxPaths)
	for i := range trusted {
		trusted[i] = Privacy{Trusted: true, Drop: names(fmt.Sprintf("p%d_", i), fieldmask.MaxPaths)}
	}
	one := Privacy{Drop: []string{"one"}}
	more := slices.Concat([]Privacy{{Trusted: true, Drop: one.Drop}}, trusted)
	const over = "error /privacy: 8193 paths in the trusted privacy sections; at most 8192 are allowed\n"

	set := mustNew(t, crowd)
	replaced, err := set.WithPrivacy(trusted)
	if err != nil {
		t.Fatal(err)
	}
	crowd.Privacy = trusted
	for name, set := range map[string]*Set{"New": mustNew(t, crowd), "WithPrivacy": replaced} {
		r, err := set.Resolve(Key{Tool: "t0"})
		if err != nil || len(r.Exclude) != maxPaths+fieldmask.MaxPaths {
			t.Errorf("%s: %d excludes, %v", name, len(r.Exclude), err)
		}
	}
	_, err = set.WithPrivacy(more)
	if got := renderProblems(problemsOf(t, nil, err)); got != over {
		t.Errorf("got %swant %s", got, over)
	}
	_, err = set.WithPrivacy([]Privacy{one})
	if got, want := renderProblems(problemsOf(t, nil, err)), "error : 8193 paths in all lists; at most 8192 are allowed\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	crowd.Privacy = more
	if _, err = New(crowd); renderProblems(problemsOf(t, nil, err)) != over {
		t.Errorf("got %v", err)
	}
}

// Of privacy sections the one that refuses prevails, whichever comes first.
func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		said []*string
		want bool
	}{
		{[]*string{nil}, false},
		{[]*string{new("withhold")}, false},
		{[]*string{new("refuse"), new("withhold")}, true},
		{[]*string{nil, new("refuse")}, true},
	} {
		var spec Spec
		for _, s := range c.said {
			spec.Privacy = append(spec.Privacy, Privacy{OnUnreadable: s})
		}
		r, err := mustNew(t, spec).Resolve(Key{})
		if err != nil || r.RefuseUnreadable != c.want {
			t.Errorf("%d sections refuse: %t, want %t, %v", len(c.said), r.RefuseUnreadable, c.want, err)
		}
	}
}

// Said returns the origin of a setting, and IsOperators the author of a list. An
// include_on_error list counts as asked in an error, and as not asked in a success.
func TestWhoSaidIt(t *testing.T) {
	set := mustNew(t, Spec{
		Global: Global{Profile: new("standard")},
		Tools:  []Tool{{Name: "t", IncludeOnly: []string{"a"}, ExcludeFields: []string{"b"}, IncludeOnError: []string{"c"}}},
	})
	for isError, want := range map[bool]map[string]bool{
		true:  {"include_only/0": true, "exclude_fields/0": true, "include_on_error/0": true},
		false: {"include_only/0": true, "exclude_fields/0": true, "include_on_error/0": false},
	} {
		r, err := set.Resolve(Key{Tool: "t", IsError: isError, Fields: []string{"a"}})
		if err != nil {
			t.Fatal(err)
		}
		if all := r.Decisions(); !slices.Contains(all, Decision{"profile", "standard", Origin{Pointer: "/global/profile"}}) {
			t.Errorf("no decision for the profile: %v", all)
		}
		rules, operators := slices.Clone(r.Exclude), map[string]bool{}
		for _, layer := range r.Include {
			operators[layer.Name] = layer.IsOperators()
			rules = append(rules, layer.Rules...)
		}
		if want := map[string]bool{"include_only": true, "fields": false}; !maps.Equal(operators, want) {
			t.Errorf("an operator's lists: %v, want %v", operators, want)
		}
		asked := map[string]bool{}
		for _, rule := range rules {
			if name, ok := strings.CutPrefix(rule.Origin.Pointer, "/tool_overrides/t/"); ok {
				asked[name] = rule.IsAsked()
			}
		}
		if !maps.Equal(asked, want) {
			t.Errorf("on an error %t: asked for %v, want %v", isError, asked, want)
		}
	}
}

// A closed set answers nothing, and its source stays as it was.
func TestClosed(t *testing.T) {
	set, why := mustNew(t, Spec{}), errors.New("not known")
	if _, err := set.Closed(why).Resolve(Key{}); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
	if _, err := set.Resolve(Key{}); err != nil {
		t.Error(err)
	}
}

// A message lists a dozen of the known names, however many there are.
func TestKnownNamesAreAbridged(t *testing.T) {
	dozen := strings.Split("a b c d e f g h i j k l", " ")
	if got := words.Abridge(dozen); got != "a, b, c, d, e, f, g, h, i, j, k, l" {
		t.Errorf("a dozen is %s", got)
	}
	spec := Spec{Profiles: map[string]Profile{}, Force: "nowhere"}
	for i := range 20 {
		spec.Profiles[fmt.Sprintf("p%02d", i)] = Profile{}
	}
	s, err := New(spec)
	problems := problemsOf(t, s, err)
	want := `unknown profile "nowhere"; known: debug, minimal, off, p00, p01, p02, p03, p04, p05, p06, p07, p08, …`
	if len(problems) != 1 || problems[0].Message != want {
		t.Errorf("got %s", renderProblems(problems))
	}
}

func TestBuiltin(t *testing.T) {
	if once, again := Builtin(), Builtin(); once == nil || once != again {
		t.Error("Builtin must return one set")
	}
	if s, err := New(Spec{}); err != nil || len(s.Warnings()) > 0 || !reflect.DeepEqual(s, Builtin()) {
		t.Errorf("the built-ins have problems: %v, %v", err, s.Warnings())
	}
}

func TestProfileNames(t *testing.T) {
	s := mustNew(t, Spec{Profiles: map[string]Profile{"own": {}, "debug": {}}})
	if got := fmt.Sprint(s.ProfileNames()); got != "[debug minimal off own standard verbose]" {
		t.Error(got)
	}
}

func TestGeneration(t *testing.T) {
	s := Builtin().WithGeneration(7)
	if s.Generation() != 7 || Builtin().Generation() != 0 {
		t.Errorf("generations %d and %d, want 7 and 0", s.Generation(), Builtin().Generation())
	}
	if s.Profiles() != s {
		t.Error("a set is its own source")
	}
}

func TestFieldsError(t *testing.T) {
	_, err := Builtin().Resolve(Key{Tool: "semantic_search", Mode: "metadata", Fields: []string{"chunk_id", "chunk_text"}})
	var refused *FieldsError
	if !errors.As(err, &refused) {
		t.Fatalf("got %v", err)
	}
	want := &FieldsError{
		Fields:  []string{"chunk_text"},
		Mode:    "metadata",
		Allowed: []string{"chunk_id", "source_file", "source_category", "hybrid_score", "rank", "chunk_index", "total_chunks"},
	}
	if !reflect.DeepEqual(refused, want) {
		t.Errorf("got %+v", refused)
	}
	if err.Error() != "Fields ['chunk_text'] not available in 'metadata' mode" {
		t.Errorf("message %q", err)
	}
}

func TestCanonicalTier(t *testing.T) {
	for tier, want := range map[string]string{
		"": "community", "community": "community", " PRO\n": "pro", "Enterprise": "enterprise",
		"all": "enterprise", "All": "enterprise", " ALL ": "enterprise", "enterprise": "enterprise",
		"gold": "community", "pro ": "pro",
	} {
		if got := CanonicalTier(tier); got != want {
			t.Errorf("CanonicalTier(%q) = %q, want %q", tier, got, want)
		}
	}
}

func TestOriginString(t *testing.T) {
	for want, o := range map[string]Origin{
		"/a":             {Pointer: "/a"},
		"f.json: /a":     {File: "f.json", Pointer: "/a"},
		"f.json:2:9: /a": {File: "f.json", Line: 2, Column: 9, Pointer: "/a"},
	} {
		if o.String() != want {
			t.Errorf("got %q, want %q", o, want)
		}
	}
}

// A set answers the same after its spec was written over.
func TestSetKeepsNothingOfItsSpec(t *testing.T) {
	raw := json.RawMessage("1")
	names, with, list := []string{"tier"}, "***", []string{"ok"}
	spec := Spec{
		Global:   Global{Settings: Settings{ExcludeNullValues: new(true), ExcludeDefaultValues: new(true), AlwaysKeep: &list}},
		Profiles: map[string]Profile{"minimal": {Envelope: &Envelope{Include: names}}},
		Tools:    []Tool{{Name: "t", Defaults: map[string]json.RawMessage{"a": raw}}},
		Privacy:  []Privacy{{Mask: []PrivacyMask{{Path: "p", With: &with}}}},
		Dialects: []string{"plain"},
	}
	s := mustNew(t, spec)
	key := Key{Tool: "t", Settings: Settings{Dialect: new("plain")}}
	before := renderAnswer(s, key)

	*spec.Global.ExcludeNullValues, list[0], names[0], raw[0], with = false, "x", "error", '2', "x"
	spec.Dialects[0] = "none"
	delete(spec.Profiles, "minimal")
	if after := renderAnswer(s, key); after != before {
		t.Errorf("before\n%safter\n%s", before, after)
	}
}

// someKeys are keys of every kind, whose answers must be the same however often and beside
// whatever else they are asked for.
func someKeys() []Key {
	var keys []Key
	for _, tool := range []string{"", "get_user", "get_all", "semantic_search"} {
		for _, profile := range []string{"", "minimal", "trace", "none"} {
			for _, mode := range []string{"", "brief", "metadata"} {
				for _, isError := range []bool{false, true} {
					keys = append(keys, Key{Tool: tool, Profile: profile, Mode: mode, IsError: isError, Exclude: []string{"x"}})
				}
			}
		}
	}
	return keys
}

func TestResolveConcurrently(t *testing.T) {
	s := mustNew(t, parseSpec(t, []byte(everySection)))
	keys := someKeys()
	want := make([]string, len(keys))
	for i, k := range keys {
		want[i] = renderAnswer(s, k)
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for n := range 4 * len(keys) {
				i := (n*7 + worker) % len(keys)
				if got := renderAnswer(s, keys[i]); got != want[i] {
					t.Errorf("key %+v: got\n%swant\n%s", keys[i], got, want[i])
					return
				}
			}
		})
	}
	wg.Wait()
}
