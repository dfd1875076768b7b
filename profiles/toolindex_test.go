package profiles

import (
	"reflect"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// The index finds the same entries as a search through all of them.
func TestToolIndex(t *testing.T) {
	names := []string{"a", "*", "a*", "b", "*b", "a", "a*b", "**", ""}
	var tools []*tool
	for _, name := range names {
		tools = append(tools, &tool{name: name})
	}
	x := indexTools(tools, 0)
	for _, name := range []string{"a", "b", "ab", "aab", "", "*", "c", "a*"} {
		var want []int
		for i, t := range tools {
			if fieldmask.MatchGlob(t.name, name) {
				want = append(want, i)
			}
		}
		if got := x.applying(spell("", name)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
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
			same := string(s.AppendEntries(nil, "", one)) == string(s.AppendEntries(nil, "", other))
			if same != (one == other || one == "b" && other == "c" || one == "c" && other == "b" || one == "git" && other == "gitlab" || one == "gitlab" && other == "git") {
				t.Errorf("%s and %s: same %v", one, other, same)
			}
			if same && !reflect.DeepEqual(first, second) {
				t.Errorf("%s and %s share a key and differ", one, other)
			}
		}
	}
}
