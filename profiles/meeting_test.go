package profiles

import (
	"fmt"
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
			for _, filler := range []string{"", filler} {
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
		one, other := &tool{name: c.t}, &tool{name: c.u}
		name, ok := meetingsOf([]*tool{one, other}).meet(one, other, c.filler)
		if name != c.want && ok || ok != (c.want != "") {
			t.Errorf("%s and %s meet at %q, %v, want %q", c.t, c.u, name, ok, c.want)
		}
		for _, entry := range []string{c.t, c.u} {
			x := indexTools([]*tool{{name: entry}}, 0)
			if ok && len(x.applying(spell("", name))) == 0 {
				t.Errorf("%s does not meet %q", entry, name)
			}
		}
	}
}

// The largest number of entries, all meeting and all right together, is compared a bounded
// number of times.
func TestMeetingsAreBounded(t *testing.T) {
	asked, own := "m", "n"
	for _, form := range []string{"%s%d_*", "%s_*__a__b__c__*__d%d"} {
		c := &compiler{}
		var spec Spec
		for i := range maxEntries / 2 {
			spec.Tools = append(spec.Tools,
				Tool{Name: fmt.Sprintf(form, "a", i), Settings: Settings{ResponseMode: &asked}},
				Tool{Name: "*" + fmt.Sprintf(form, "b", i), Settings: Settings{ResponseMode: &own}, ResponseModes: map[string]Mode{own: {Fields: []string{"a"}}}})
		}
		written := c.compile(spec, inFile(nil))
		m := meetingsOf(written.tools)
		c.checkMeetings(written.over(builtins()), written.tools, m)
		if m.compared < maxTried || m.compared > maxCompared || m.tried == 0 || m.tried > maxTried || len(c.problems) > 0 {
			t.Errorf("%s: %d compared, %d tried, %d problems", form, m.compared, m.tried, len(c.problems))
		}
	}
}
