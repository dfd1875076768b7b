package dialects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// markers are the dialects with notes of cuts, each with a value around the list of notes.
// list is the path of the list for gjson; "" is the value itself.
var markers = []struct{ name, value, list string }{
	{"bmcis", `%s`, ""},
	{"response-v2", `{"version":"response-v2","warnings":%s}`, "warnings"},
	{"scalpel", `%s`, ""},
}

// marked returns the new value for the last of a dialect's places, the one that holds the
// notes.
func marked(t *testing.T, name, value string, cuts []envelope.Cut) string {
	t.Helper()
	d, _ := dialects.Lookup(name)
	at := make([][]byte, len(d.Layout().Notes.At))
	if value != "" {
		at[len(at)-1] = []byte(value)
	}
	said := d.(envelope.PartialMarker).MarkPartial(at, cuts)
	return string(said[len(said)-1])
}

func cutAt(paths ...string) (cuts []envelope.Cut) {
	for _, path := range paths {
		cuts = append(cuts, envelope.Cut{Path: path, Total: 3, Kept: 1, Lists: 1, By: "response_mode_limit"})
	}
	return cuts
}

// A note joins the existing ones, for any list of a server. It is never there twice.
func TestMarkPartialAddsToAnyList(t *testing.T) {
	for _, d := range markers {
		for list, want := range map[string]int64{`null`: 2, `[]`: 2, `["a"]`: 3, `"a"`: 3, `{"a":1}`: 3} {
			once := marked(t, d.name, fmt.Sprintf(d.value, list), cutAt("e", "f"))
			found := gjson.Parse(once)
			if d.list != "" {
				found = found.Get(d.list)
			}
			if !found.IsArray() || found.Get("#").Int() != want {
				t.Errorf("%s with %s: %s", d.name, list, once)
			}
			if again := marked(t, d.name, once, cutAt("f", "e")); again != once {
				t.Errorf("%s: %s, and again %s", d.name, once, again)
			}
		}
	}
}

// A missing place is created. There are at most 16 notes for any number of cut paths.
func TestMarkPartialIsBounded(t *testing.T) {
	for _, d := range markers {
		var paths []string
		for i := range 1000 {
			paths = append(paths, fmt.Sprint("l", i))
		}
		found := gjson.Parse(marked(t, d.name, "", cutAt(paths...)))
		if d.list != "" {
			found = found.Get(d.list)
		}
		notes := found.Array()
		if len(notes) != envelope.MaxNotes || !strings.Contains(notes[15].Raw, "other lists") {
			t.Errorf("%s: %s", d.name, found.Raw)
		}
	}
}

// All other members in the place stay as written. A value without a place for notes is left.
func TestMarkPartialKeepsTheRest(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"response-v2", `"text"`, ``},
		{"response-v2", `{"content_fidelity":"summary"}`, `{"content_fidelity":"summary","content_fidelity_schema_version":"1.0",` +
			`"warnings":["2 e omitted by the limit of the response mode"],"warning_details":[{"code":"CONTENT_TRUNCATED","severity":"info",` +
			`"message":"2 e omitted by the limit of the response mode","context":{"dropped_count":2,"total_count":3,"reason":"response_mode_limit"}}]}`},
		{"scalpel", `["a", {"message":"b"}]`, `["a",{"message":"b"},"e: 1 of 3 kept"]`},
	} {
		if got := marked(t, c.name, c.value, cutAt("e")); got != c.want {
			t.Errorf("%s %s\n got %s\nwant %s", c.name, c.value, got, c.want)
		}
	}
}
