package suggest

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// Values of later arguments are found at their first place. They are whole strings, words
// of a query, lines of a text, and numbers under a similar name.
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
		all := sampled(session(calls), map[string]int{})
		var got []string
		for _, leaf := range all[0].used {
			got = append(got, leaf.Pointer+"="+leaf.Text)
		}
		if got := strings.Join(got, " "); got != c.want || len(all[1].used) > 0 {
			t.Errorf("%s: %q, want %q; of the last call %v", c.name, got, c.want, all[1].used)
		}
		calls[1].Server = "another"
		if again := sampled(session(calls), map[string]int{}); len(again[0].used) != len(all[0].used) {
			t.Errorf("%s: %v for a call to another server", c.name, again[0].used)
		}
	}
}

// A used value is at its place, in the rest of a text, or gone.
func TestTakenUpStands(t *testing.T) {
	calls := []recordings.Call{
		{Body: []byte(`{"rows":[{"id":1},{"id":2}],"log":"one\nbob\ntwo"}`)},
		{Arguments: []byte(`{"id":2,"name":"bob"}`)},
	}
	s := sampled(session(calls), map[string]int{})[0]
	for shaped, want := range map[string]string{
		`{"rows":[{"id":1},{"id":2}],"log":"bob\n…"}`:               "/log /rows/1/id",
		`{"rows":[{"id":1}],"log":"bob"}`:                           "/log",
		`{"rows":[{"id":2}],"log":"bob"}`:                           "/log",
		`{"rows":[{"id":1},{"id":2}],"log":"one\n…"}`:               "/rows/1/id",
		`{"rows":{"$columns":["id"],"rows":[[1],[2]]},"log":"two"}`: "/rows/1/id",
		`{}`: "",
	} {
		still, err := s.standing([]byte(shaped), false)
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

// session is one of calls. Each request comes right before its result.
func session(calls []recordings.Call) *recordings.Session {
	s := &recordings.Session{Name: "s"}
	for _, c := range calls {
		if c.Arguments != nil {
			s.Events = append(s.Events, recordings.Event{Kind: recordings.Request, Call: recordings.Call{Server: c.Server, Tool: c.Tool, Arguments: c.Arguments}})
		}
		s.Events = append(s.Events, recordings.Event{Kind: recordings.Result, Call: c})
	}
	return s
}

// A tool whose callers limit the number of results themselves is known.
func TestLimited(t *testing.T) {
	for arguments, want := range map[string]bool{
		`{"perPage":30}`: true, `{"options":{"limit":5}}`: true, `{"sql":"SELECT 1 LIMIT 5"}`: true, `{"head":3}`: true,
		`{"q":"limits"}`: false, `{}`: false, ``: false, `{"sql":"SELECT 1"}`: false,
	} {
		if got := hasLimit([]byte(arguments)); got != want {
			t.Errorf("%s: %v", arguments, got)
		}
	}
}

// The results of a tool that are tried are bounded, whatever their number.
func TestSampledIsBounded(t *testing.T) {
	body := []byte(`"` + strings.Repeat("x", mostSampled/3) + `"`)
	calls := []recordings.Call{}
	for range 9 {
		calls = append(calls, recordings.Call{Tool: "t", Body: body}, recordings.Call{Tool: "u", Body: []byte("1")})
	}
	room, n := map[string]int{}, map[string]int{}
	for _, s := range append(sampled(session(calls), room), sampled(session(calls), room)...) {
		n[s.Tool]++
	}
	if n["t"] != 2 || n["u"] != 18 {
		t.Errorf("%v", n)
	}
}
