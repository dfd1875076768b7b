package toolname

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// A name that two patterns have in common fits both, and where none is found none of
// a few letters does.
func TestCommon(t *testing.T) {
	var patterns, names []string
	for _, letters := range []string{"", "a", "b", "*"} {
		for _, more := range []string{"", "a", "b", "*"} {
			for _, most := range []string{"", "a", "*", "ab*", "*ba"} {
				patterns = append(patterns, letters+more+most)
			}
		}
	}
	for n := range 1 << 5 {
		for length := range 6 {
			name := strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("%05b", n))
			names = append(names, name[:length])
		}
	}
	fits := func(p, q, name string) bool { return fieldmask.MatchGlob(p, name) && fieldmask.MatchGlob(q, name) }
	for _, p := range patterns {
		for _, q := range patterns {
			for _, filler := range []string{"", Filler} {
				name, ok := common(p, q, filler)
				if ok && !fits(p, q, name) {
					t.Errorf("%q does not fit both %q and %q", name, p, q)
				}
				for i := 0; !ok && i < len(names); i++ {
					if fits(p, q, names[i]) {
						t.Fatalf("%q fits both %q and %q", names[i], p, q)
					}
				}
			}
		}
	}
}

// Entries meet in every spelling of a tool.
func TestMeet(t *testing.T) {
	for _, c := range []struct{ t, u, filler, want string }{
		{"a*", "*b", "", "ab"}, {"a*", "*b", "x", "axxb"}, {"ab*", "a*", "", "ab"}, {"a*c", "b*", "", ""},
		{"github.*", "list_issues", "", "github.list_issues"}, {"list_*", "mcp__github__*", "x", "github.list_xx"},
		{"mcp__github__*", "github.list_*", "", "github.list_"},
		{"mcp__git*__a", "gitlab.*", "", "gitlab.a"}, {"mcp__github__a*", "gitlab.*b", "", ""},
		{"*", "*", "", ""}, {"*", "*", "x", "xx"}, {"*.a", "a", "", ""}, {"*.a", "a", "x", "xx.a"},
	} {
		name, ok := new(Meetings).Meet(c.t, c.u, c.filler)
		if name != c.want && ok || ok != (c.want != "") {
			t.Errorf("%s and %s meet at %q, %v, want %q", c.t, c.u, name, ok, c.want)
		}
		for _, entry := range []string{c.t, c.u} {
			x := NewIndex([]string{entry}, 0)
			if ok && len(x.Applying(Spell("", name))) == 0 {
				t.Errorf("%s does not meet %q", entry, name)
			}
		}
	}
}

// Many names with many readings are compared a bounded number of times. Beyond that they count
// as related.
func TestMeetingsAreBounded(t *testing.T) {
	var m Meetings
	for i := range 512 {
		for j := range 512 {
			m.Meet(fmt.Sprintf("a_*__a__b__c__*__d%d", i), fmt.Sprintf("b_*__a__b__c__*__d%d", j), "")
		}
	}
	if m.compared != maxCompared || !m.AreRelated("a", "b") || new(Meetings).AreRelated("a", "b") {
		t.Errorf("%d compared, want %d", m.compared, maxCompared)
	}
}

// The index finds the same entries as a search through all of them.
func TestIndex(t *testing.T) {
	names := []string{"a", "*", "a*", "b", "*b", "a", "a*b", "**", ""}
	x := NewIndex(names, 0)
	for _, name := range []string{"a", "b", "ab", "aab", "", "*", "c", "a*"} {
		var want []int
		for i, entry := range names {
			if fieldmask.MatchGlob(entry, name) {
				want = append(want, i)
			}
		}
		if got := x.Applying(Spell("", name)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

// A name says a server and a tool only if both are there, and up to a length.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name     string
		want     int
		complete bool
	}{
		{"github.x", 1, true},
		{"github.", 0, true},
		{".x", 0, true},
		{"github__", 0, true},
		{"x." + strings.Repeat("y", maxSpelt-2), 1, true},
		{"x." + strings.Repeat("y", maxSpelt-1), 0, false},
	} {
		if all, complete := readings(c.name); len(all) != c.want || complete != c.complete {
			t.Errorf("%.20s: %d readings, want %d; complete: %t", c.name, len(all), c.want, complete)
		}
	}
}

// The weight of an entry does not depend on its spelling.
func TestWeight(t *testing.T) {
	for name, want := range map[string]int{
		"list_issues": 11, "github.list_issues": 18, "mcp__github__list_issues": 18, "mcp_github_list_issues": 18,
		"github__list_issues": 18, "github.*": 7, "mcp__github__*": 7, "mcp_github_*": 7, "github__*": 7,
		"*": 0, "mcp__*": 1, "*.*": 1, "": 0, "mcp": 3, "mcp_x": 5,
	} {
		if got := weight(name); got != want {
			t.Errorf("%s weighs %d, want %d", name, got, want)
		}
	}
}
