package config

import (
	"bytes"
	"strings"
	"testing"
)

// proposed has comments above, behind and inside its members.
const proposed = `{
  "global": {
    // for the values that go
    "archive": {"store": "directory"}  // gives it back
  },
  "tool_overrides": {
    // of all tools
    "*": {
      "omit_fields": [
        "a//b",  // 3 tokens
        "node_id"
      ]  // in all
    },
    "t": {
      "columns": true  // saves 4 tokens
    }
  }
}
`

// Members go without a trace from each layout, and so they do after an edit elsewhere.
func TestRemoveMembers(t *testing.T) {
	for _, text := range []string{
		"{}", "{\n}\n", "{ }\n", "\ufeff{\r\n  \"global\": {\"max_items\": 7} // few\r\n}\r\n",
		`{"global": {"max_items": 7}}`, `{ "global": { "max_items": 7, }, }`, "{\"global\": {\"max_items\": 7 /* few */}}\n",
		"{\n\t\"global\": {\n\t\t\"max_items\": 7, // few\n\t}, // all\n\t\"tool_overrides\": {\"t\": {}, \"u\": {\"max_items\": 7}}\n}",
		"{\n  // none\n}\n", "{\n  \"global\": {\"max_items\": 7},\n  \"tool_overrides\": {\"t\": {\"max_items\": 7},},\n}\n",
	} {
		out, added, _, err := AddMembers("c.json", []byte(text), []byte(proposed))
		if err != nil {
			t.Fatal(err)
		}
		if got := RemoveMembers("c.json", out, added); string(got) != text {
			t.Errorf("got\n%q, want\n%q of\n%s", got, text, out)
		}
		if strings.Contains(text, "\r\n") && (!bytes.HasPrefix(out, []byte("\ufeff")) || strings.Count(string(out), "\n") != strings.Count(string(out), "\r\n")) {
			t.Errorf("byte order mark or line ends are lost: %q", out)
		}
		out = bytes.Replace(out, []byte(": 7"), []byte(": 8"), 1)
		if got, want := RemoveMembers("c.json", out, added), strings.Replace(text, ": 7", ": 8", 1); string(got) != want {
			t.Errorf("after an edit: got\n%q, want\n%q", got, want)
		}
	}
}

// Comments, commas and members of the user stay, wherever they stand.
func TestRemoveMembersKeepsEdits(t *testing.T) {
	const text = `{"tool_overrides": {"t": {"max_items": 7}}}`
	for _, c := range []struct{ old, new, want string }{
		{"// saves 4 tokens", "// mine", "// mine"},
		{"// saves 4 tokens", ", // mine", "\"max_items\": 7,\n"},
		{"// saves 4 tokens", ", \"min_rows\": 3", "\"max_items\": 7,\n"},
		{"\"node_id\"", "\"node_id\" // mine", "\"node_id\" // mine"},
		{"3 tokens", "mine", "// mine"},
		{"// of all tools", "// of all\n // of all tools", "// of all\n"},
		{"\"columns\": true", "\"columns\": /* mine */ true", "/* mine */"},
		{"\"max_items\": 7,", "\"max_items\": 7, // mine", "\"max_items\": 7 // mine\n"},
		{"\"columns\": true", "\"columns\": false", "\"columns\": false"},
	} {
		out, added, _, err := AddMembers("c.json", []byte(text), []byte(proposed))
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(string(out), c.old, c.new, 1)
		got := string(RemoveMembers("c.json", []byte(edited), added))
		if edited == string(out) || !strings.Contains(got, c.want) || strings.Contains(got, "archive") {
			t.Errorf("%s for %s:\n%s\nof\n%s", c.new, c.old, got, edited)
		}
		if _, err := Parse("c.json", []byte(got)); err != nil {
			t.Error(err)
		}
	}
}

// Lines of the starter stay, and do not keep a member out. A line of the user does.
func TestAddMembersToStarter(t *testing.T) {
	const more = `{
  "global": {
    "archive": {"store": "directory"}
  },
  "tool_overrides": {
    "t": {
      "text": "drop"
    }
  }
}
`
	for _, c := range []struct{ old, new, want string }{
		{`"mirror"`, `"mirror"`, ""}, {`"mirror"`, `"summary"`, "tool_overrides/t/text"}, {`"24h"`, `"48h"`, "global/archive"},
		{"// the text beside structuredContent", "// mine", "tool_overrides/t/text"},
	} {
		text := strings.Replace(string(Starter()), c.old, c.new, 1)
		out, _, kept, err := AddMembers("c.json", []byte(text), []byte(more))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range kept {
			got += strings.Join(m.Path, "/")
		}
		if got != c.want || strings.Contains(string(out), "\"text\": \"drop\"\n") == strings.HasSuffix(c.want, "text") {
			t.Errorf("%s: kept %q, want %q in\n%s", c.new, got, c.want, out)
		}
	}
}

// A text without an object gets no member.
func TestAddMembersToNoObject(t *testing.T) {
	for _, text := range []string{"7", "[]", "null", `"x"`, "", "{"} {
		if out, _, _, err := AddMembers("c", []byte(text), []byte(`{"global": {"max_items": 1}}`)); err == nil {
			t.Errorf("%s becomes %s", text, out)
		}
	}
}
