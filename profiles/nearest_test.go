package profiles

import (
	"strings"
	"testing"
)

// TestNearest: for a tool without an entry the nearest entry is named, if one resembles the
// tool in some spelling.
func TestNearest(t *testing.T) {
	longest := strings.Repeat("y", 256)
	set := mustNew(t, Spec{Tools: []Tool{{Name: "list_issues"}, {Name: "github.*"}, {Name: "abc"}, {Name: "mcp__web__fetch_page"}, {Name: "long"}, {Name: longest}}})
	for _, c := range []struct{ server, tool, want string }{
		{"", "list_isues", "list_issues"},
		{"", "list_issues", ""}, // applies
		{"", "web.fetch_pages", "mcp__web__fetch_page"},
		{"gihub", "x", "github.*"}, // by its server
		{"", "gihub.anything", "github.*"},
		{"github", "anything", ""}, // applies
		{"", "abd", ""},            // too short to resemble
		{"", "something else", ""},
		{strings.Repeat("x", 256), "list_isues", ""},
		{"", "lonh", "long"},
		{"", longest[1:] + "z", longest},
		{"", longest + "z", ""},
		{"", "", ""},
	} {
		if got := set.Nearest(c.server, c.tool); got != c.want {
			t.Errorf("%.20s %s is nearest to %q, want %q", c.server, c.tool, got, c.want)
		}
	}
	if !set.HasTools() {
		t.Error("there are entries")
	}
	built := mustNew(t, Spec{})
	if built.HasTools() || built.Nearest("", "find_vendor_inf") != "" {
		t.Error("the built-in entries are nobody's")
	}
}
