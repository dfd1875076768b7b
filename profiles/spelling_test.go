package profiles

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// forms are the spellings of a server s and a tool t.
var forms = []string{"mcp__s__t", "mcp_s_t", "s__t", "s.t"}

func spelt(form, server, tool string) string {
	return strings.NewReplacer("s", server, "t", tool).Replace(form)
}

// FuzzLawsSpellings: if neither the tool's name nor its server's holds a separator, every
// spelling of both gets the same answer. So does every spelling of an entry. A call that names
// its server loses no entry by it.
func FuzzLawsSpellings(f *testing.F) {
	f.Add("github", "listIssues", "list*", uint8(1))
	f.Add("a", "b", "*a*b*", uint8(2))
	f.Add("my-server", "t", "mcp__*", uint8(0))
	f.Add("my_server", "get__item", "*.*", uint8(3))
	f.Add("s.t", "mcp__u__v", "v", uint8(4))
	f.Add("", "mcp_a_b_c", "b_c", uint8(3))
	f.Fuzz(func(t *testing.T, server, tool, pattern string, spelling uint8) {
		own := forms[int(spelling)%len(forms)]
		spec := Spec{Tools: []Tool{
			{Name: tool, IncludeOnly: []string{"bare"}, ExcludeFields: []string{"a"}},
			{Name: spelt(own, server, tool), IncludeOnly: []string{"full"}, ExcludeFields: []string{"b"}},
			{Name: spelt(own, server, "*"), IncludeOnly: []string{"all"}, ExcludeFields: []string{"c"}},
			{Name: pattern, IncludeOnly: []string{"pattern"}, ExcludeFields: []string{"d"}},
		}}
		set, err := New(spec)
		if err != nil {
			return // too many stars
		}
		said, alone := resolved(t, set, server, tool), resolved(t, set, "", tool)
		for _, rule := range hidingRules(alone) {
			if !slices.Contains(hidingRules(said), rule) {
				t.Errorf("%q of server %q lost %s", tool, server, rule)
			}
		}
		if server == "" || tool == "" || tool == AnyTool || strings.ContainsAny(server+tool, "._*") || strings.ContainsAny(pattern, "._") {
			return
		}
		for _, form := range forms {
			if same := resolved(t, set, "", spelt(form, server, tool)); render(same) != render(said) {
				t.Errorf("%s gets\n%sand %q of %q\n%s", spelt(form, server, tool), render(same), tool, server, render(said))
			}
			spec.Tools[1].Name, spec.Tools[2].Name = spelt(form, server, tool), spelt(form, server, "*")
			if same, _ := New(spec); unnamed(resolved(t, same, server, tool)) != unnamed(said) {
				t.Errorf("entry %s gives\n%sand not\n%s", spelt(form, server, tool), render(resolved(t, same, server, tool)), render(said))
			}
		}
	})
}

func resolved(t testing.TB, s *Set, server, tool string) *Resolved {
	t.Helper()
	r, err := s.Resolve(Key{Server: server, Tool: tool})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// unnamed is an answer without the names of the entries that gave it.
func unnamed(r *Resolved) string {
	var paths []string
	for _, layer := range r.Include {
		for _, rule := range layer.Rules {
			paths = append(paths, rule.Path.String())
		}
	}
	for _, rule := range r.Exclude {
		paths = append(paths, rule.Path.String())
	}
	return strings.Join(paths, " ")
}

// A name with too many readings is compared as it stands, and the hiding rules of every entry
// apply.
func TestVagueNames(t *testing.T) {
	set := mustNew(t, Spec{
		Profiles: map[string]Profile{"p": {CommonExclusions: []string{"common"}}},
		Tools: []Tool{
			{Name: "github.*", IncludeOnly: []string{"kept"}, ExcludeFields: []string{"url"}, IncludeOnError: []string{"hint"}, Profile: new("p")},
			{Name: "*_a", ExcludeFields: []string{"met"}},
		},
	})
	for _, name := range []string{"mcp__github" + strings.Repeat("__a", 100), "mcp__github__" + strings.Repeat("a", 1<<20) + "_a"} {
		r := resolved(t, set, "", name)
		if got := unnamed(r); got != "common url hint met" || !slices.Equal(r.Tools, []string{"*_a"}) {
			t.Errorf("%.20s: %s by %q", name, got, r.Tools)
		}
	}
	if plain := resolved(t, set, "", "github"+strings.Repeat("a", 1<<20)); plain.Hides() {
		t.Errorf("a long name that says no server: %s", unnamed(plain))
	}
}

// However long names are, and whatever is in them, they are looked up in good time.
func TestHostileNames(t *testing.T) {
	spec := Spec{}
	for i := range maxEntries / 2 {
		spec.Tools = append(spec.Tools, Tool{Name: fmt.Sprintf("*a*_*a*_%d", i)}, Tool{Name: fmt.Sprintf("mcp__a__%d", i)})
	}
	set := mustNew(t, spec)
	names := []string{"mcp__" + strings.Repeat("a__", 64) + "b", strings.Repeat("_", 1<<20), "mcp_" + strings.Repeat("a_", 1<<19),
		strings.Repeat("a.", 1<<19), "mcp__a__" + strings.Repeat("b", 1<<20), strings.Repeat("a__", 20) + strings.Repeat("a.", 20)}
	testkit.Within(t, 5*time.Second, func() {
		for _, name := range names {
			set.AppendEntries(nil, name, name)
			set.AppendEntries(nil, "", name)
		}
	})
}

// Tools share a key where the same entries apply, and answers then.
func TestEntries(t *testing.T) {
	s, err := New(Spec{Tools: []Tool{{Name: "a", ExcludeFields: []string{"x"}}, {Name: "git*"}, {Name: "*hub", ExcludeFields: []string{"y"}}}})
	if err != nil {
		t.Fatal(err)
	}
	tools := []string{"a", "b", "c", "git", "gitlab", "github", "hub", "semantic_search"}
	for _, one := range tools {
		for _, other := range tools {
			first, _ := s.Resolve(Key{Tool: one})
			second, _ := s.Resolve(Key{Tool: other})
			alike := slices.Equal(first.Decisions(), second.Decisions())
			first.decisions, second.decisions = nil, nil
			same := string(s.AppendEntries(nil, "", one)) == string(s.AppendEntries(nil, "", other))
			if same != (one == other || one == "b" && other == "c" || one == "c" && other == "b" || one == "git" && other == "gitlab" || one == "gitlab" && other == "git") {
				t.Errorf("%s and %s: same %v", one, other, same)
			}
			if same && !(alike && reflect.DeepEqual(first, second)) {
				t.Errorf("%s and %s share a key and differ", one, other)
			}
		}
	}
}
