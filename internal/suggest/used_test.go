package suggest

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// Values of later arguments are found at their first place: whole strings, words of a
// query, lines of a text, and numbers under a similar name.
func TestTakenUp(t *testing.T) {
	for _, c := range []struct{ name, result, arguments, want string }{
		{"a string", `{"rows":[{"name":"ann"},{"name":"bob"},{"by":"bob"}]}`, `{"names":["bob"]}`, "/rows/1/name=bob"},
		{"a word of a query", `["ann","bob"]`, `{"sql":"SELECT * WHERE name='bob'"}`, "/1=bob"},
		{"no word that is short", `["if","ann"]`, `{"sql":"if ann"}`, "/1=ann"},
		{"a line", `{"content":[{"type":"text","text":"Files:\n  /a/b\n"}]}`, `{"path":"/a/b"}`, "/content/0/text=/a/b"},
		{"lines of an edit", `{"text":"# Tide\nIt comes.\nIt goes."}`, `{"edits":[{"old":"It comes.\nIt stays."}]}`, "/text=It comes."},
		{"a number by its name", `{"n":7,"id":7}`, `{"userId":7}`, "/id=7"},
		{"a number in a list", `{"ids":[5,7]}`, `{"ids":[7]}`, "/ids/1=7"},
		{"no number of another name", `{"count":7}`, `{"limit":7}`, ""},
		{"nothing", `{"a":"ann"}`, `{"b":"bob"}`, ""},
		{"no arguments", `{"a":"ann"}`, ``, ""},
	} {
		calls := []recordings.Call{
			{Tool: "t", Body: []byte(c.result)},
			{Tool: "u", Body: []byte(c.result), Arguments: []byte(c.arguments)},
		}
		used := usedValues(calls)
		var got []string
		for _, leaf := range used[0] {
			got = append(got, leaf.Pointer+"="+leaf.Text)
		}
		if got := strings.Join(got, " "); got != c.want || len(used[1]) > 0 {
			t.Errorf("%s: %q, want %q; of the last call %v", c.name, got, c.want, used[1])
		}
		calls[1].Server = "another"
		if used := usedValues(calls); len(used[0]) > 0 {
			t.Errorf("%s: %v for a call to another server", c.name, used[0])
		}
	}
}

// A used value is at its place, in the rest of a text, or gone.
func TestTakenUpStands(t *testing.T) {
	calls := []recordings.Call{
		{Body: []byte(`{"rows":[{"id":1},{"id":2}],"log":"one\nbob\ntwo"}`)},
		{Arguments: []byte(`{"id":2,"name":"bob"}`)},
	}
	s := sample{Call: calls[0], used: usedValues(calls)[0]}
	for shaped, want := range map[string]string{
		`{"rows":[{"id":1},{"id":2}],"log":"bob\n…"}`:               "/log /rows/1/id",
		`{"rows":[{"id":1}],"log":"bob"}`:                           "/log",
		`{"rows":[{"id":2}],"log":"bob"}`:                           "/log",
		`{"rows":[{"id":1},{"id":2}],"log":"one\n…"}`:               "/rows/1/id",
		`{"rows":{"$columns":["id"],"rows":[[1],[2]]},"log":"two"}`: "/rows/1/id",
		`{}`: "",
	} {
		still, err := s.standing([]byte(shaped))
		if err != nil {
			t.Fatal(err)
		}
		var places []string
		for _, leaf := range still {
			places = append(places, leaf.Pointer)
		}
		if got := strings.Join(places, " "); got != want {
			t.Errorf("%s: %s, want %s", shaped, got, want)
		}
	}
}
