package editor

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// The mask of a value names its payload alone, not the members around it.
func TestPlaceOf(t *testing.T) {
	const (
		result   = `{"content":[{"type":"text","text":"{\"a\":{\"0\":[[1,{\"b.c\":2}]]}}"}],"structuredContent":{"rows":[{"id":1}]}}`
		response = `{"jsonrpc":"2.0","id":1,"result":` + result + `}`
		envelope = `{"tier":"pro","data":{"rows":[{"a/b":1,"~":2}]}}`
		inResult = `{"content":[{"type":"text","text":"{\"tier\":\"pro\",\"data\":{\"rows\":[1]}}"}]}`
	)
	for _, c := range []struct{ body, pointer, mask, name string }{
		{result, "/structuredContent/rows/0/id", "rows.id", "id"},
		{result, "/structuredContent/rows/0", "rows[0]", ""},
		{result, "/structuredContent/rows", "rows", "rows"},
		{result, "/structuredContent", "", ""},
		{result, "/content/0/text", "", ""},
		{result, "/content/0/text/a/0/0/1/b.c", `a.0."b.c"`, "b.c"},
		{result, "/content/0/type", "content.type", "type"},
		{response, "/result/structuredContent/rows/0/id", "rows.id", "id"},
		{response, "/result/content/0/text/a", "a", "a"},
		{envelope, "/data/rows/0/a~1b", `rows.a/b`, "a/b"},
		{envelope, "/data/rows/0/~0", `rows.~`, "~"},
		{inResult, "/content/0/text/data/rows/0", "rows[0]", ""},
		{`{"data":1,"other":2}`, "/other", "other", "other"},
		{`[[{"x":1}]]`, "/0/0/x", "[].x", "x"},
		{"", "/a/3/b", "a.b", "b"},
		{"", "/result/content/0/text/a", "a", "a"},
		{"", "/0/b", "[].b", "b"},
	} {
		if p := placeOf(c.pointer, []byte(c.body)); p.mask != c.mask || p.name != c.name {
			t.Errorf("%s in %.30s: %q and %q, want %q and %q", c.pointer, c.body, p.mask, p.name, c.mask, c.name)
		}
	}
}

// The entry of a tool is found in any spelling. That of the server comes before that of all.
func TestEntryOf(t *testing.T) {
	for _, c := range []struct{ text, server, tool, want string }{
		{`{}`, "", "list_issues", "list_issues"},
		{`{}`, "github", "list_issues", "github.list_issues"},
		{`{"tool_overrides": {"mcp__github__list_issues": {}, "list_issues": {}}}`, "github", "list_issues", "mcp__github__list_issues"},
		{`{"tool_overrides": {"list_issues": {}, "gitlab.list_issues": {}}}`, "github", "list_issues", "list_issues"},
		{`{"tool_overrides": {"github.*": {}, "*": {}}}`, "github", "list_issues", "github.list_issues"},
		{`{"tool_overrides": 7}`, "", "t", "t"},
		{`{`, "", "t", "t"},
	} {
		if got := entryOf([]byte(c.text), c.server, c.tool); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// A second wish for the same rule changes nothing and finds its place. A byte order mark stays.
func TestEditTwice(t *testing.T) {
	const text = words.ByteOrderMark + "{\n  \"global\": {} // all\n}\n"
	for _, action := range Actions {
		w := Wish{Action: action, Pointer: "/rows/0/note", Tool: "t", N: 3}
		once, err := Edit("c", text, w)
		if err != nil {
			t.Fatal(action, err)
		}
		if !strings.HasPrefix(once.Text, words.ByteOrderMark) || !strings.Contains(once.Text, "// all") || once.Said == "" {
			t.Errorf("%s: %s", action, once.Text)
		}
		twice, err := Edit("c", once.Text, w)
		if err != nil || *twice != *once {
			t.Errorf("%s: %+v, then %+v, %v", action, once, twice, err)
		}
	}
}

// Whatever the text and the pointer, an edit is a good configuration or an error, and never
// loses a comment.
func FuzzEdit(f *testing.F) {
	for _, text := range []string{
		"{}", "{\n}\n", `{"global": {"omit_fields": ["a",]}, // x` + "\n}", `{"tool_overrides": {"t": {"shorten": {/* s */}}}}`, `{"privacy": {"mask": []}}`,
		"{\r\n\t\"global\": {\r\n\t}\r\n}", `{"tool_overrides": {"t": {"include_only": "a,b"}}}`, `{"tool_overrides": {"t": "off"}}`, `{"global": 7}`, `[]`, `7`, ``,
	} {
		for i := range Actions {
			f.Add(text, "/rows/0/note", i)
			f.Add(text, "/", i)
			f.Add(text, "", i)
		}
	}
	f.Fuzz(func(t *testing.T, text, pointer string, action int) {
		if pointer != "" && pointer[0] != '/' || len(text) > 1<<12 || strings.Contains(text, "#") {
			return
		}
		w := Wish{Action: Actions[max(action, -action, 0)%len(Actions)], Pointer: pointer, Tool: "t"}
		if _, err := config.Parse("c", []byte(text)); err != nil {
			Edit("c", text, w)
			return
		}
		e, err := Edit("c", text, w)
		if err != nil {
			return
		}
		if _, err := config.Parse("c", []byte(e.Text)); err != nil {
			t.Errorf("%q becomes %q: %v", text, e.Text, err)
		}
		if strings.Count(e.Text, "//") < strings.Count(text, "//") || strings.Count(e.Text, "/*") < strings.Count(text, "/*") {
			t.Errorf("%q becomes %q", text, e.Text)
		}
		if e.Line < 1 || e.Column < 1 || e.Line > strings.Count(e.Text, "\n")+1 {
			t.Errorf("%q: %d:%d", e.Text, e.Line, e.Column)
		}
	})
}

// A completion of any text at any place ends, within the line.
func FuzzComplete(f *testing.F) {
	for _, text := range []string{"", "{", `{"`, `{"global": {"ro`, "{ // x", "/*", `{"a": "b`, "}}]", `{"\`, "{\n\"privacy\": {\"mask\": [{\""} {
		f.Add(text, 1, 3)
		f.Add(text, 2, len(text))
	}
	f.Fuzz(func(t *testing.T, text string, line, column int) {
		if line > 1<<16 || line < -1 {
			return
		}
		c := Complete(text, line, column, nil)
		if c.To < c.From || len(c.Words) > mostWords {
			t.Errorf("%q at %d:%d: %+v", text, line, column, c)
		}
	})
}

// Names of the page stand beside those of the schema, and a broken text offers words, too.
func TestComplete(t *testing.T) {
	more := map[string][]string{"tool_overrides": {"mine"}, "profile": {"own"}}
	for text, want := range map[string]string{`{"tool_overrides": {"`: `"mine"`, `{"tool_overrides": {"t": {"profile": "`: `"own"`, `{"global": {"audit": `: "true", `{"clients": {"c": {"reads": `: `"structured"`} {
		found := false
		for _, w := range Complete(text, 1, len(text)+1, more).Words {
			found = found || w.Word == want
		}
		if !found {
			t.Errorf("%s offers no %s", text, want)
		}
	}
	text := `{"tool_overrides": {"mine": {}, "`
	if c := Complete(text, 1, len(text)+1, map[string][]string{"tool_overrides": {"mine", "other", "other"}}); !reflect.DeepEqual(c.Words, []Word{{`"other"`, ""}}) {
		t.Errorf("%s offers %v", text, c.Words)
	}
	Complete("{\n}", math.MaxInt, math.MaxInt, more) // a line that is not there ends at once
	if c := Complete(`{"global": {"ma": 1}}`, 1, 16, nil); c.From != 13 || c.To != 17 {
		t.Errorf("%+v", c)
	}
}
