package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// limited returns a plan of a dialect with a limit for each path below the items of "rows".
func limited(t *testing.T, dialect string, paths ...string) *Plan {
	t.Helper()
	mode := profiles.Mode{Fields: append(paths, "id"), Limits: map[string]int{}}
	for _, path := range paths {
		mode.Limits[path] = 1
	}
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Items: new("rows"), ResponseModes: map[string]profiles.Mode{"m": mode}}}}
	return laid(t, Call{Key: profiles.Key{Tool: "t", Mode: "m"}}, Answer{}, dialect, spec)
}

// A note on one of the plan's limits is recognised with any numbers. So is a list of notes,
// and a container of such lists. Replacements of redacted texts in it do not count.
func TestIsNote(t *testing.T) {
	p := limited(t, "scalpel", "l", "k")
	const note = `"rows[].l: 0 of 1239 kept"`
	redacted := &Redaction{With: []byte(`"#"`)}
	for _, c := range []struct {
		value  string
		redact *Redaction
		is     bool
	}{
		{note, nil, true},
		{`"l: 3 of 7 kept"`, nil, true}, // from a single item
		{`"rows[].k: 3 of 7 kept in 20 lists"`, nil, true},
		{`"(other lists): 3 of 7 kept in 2 lists"`, nil, true},
		{`".: 3 of 7 kept"`, nil, true},
		{`"rows[].m: 3 of 7 kept"`, nil, true}, // a list of the document
		{`"rows[].\"s 1\": 3 of 7 kept"`, nil, true},
		{`"rows[].n: 3 of 7 kept"`, nil, false}, // not a list of the document
		{`"rows[7].m: 3 of 7 kept"`, nil, false},
		{`"r*: 3 of 7 kept"`, nil, false},
		{`"rows,m: 3 of 7 kept"`, nil, false},
		{`"rows[].j: 3 of 7 kept"`, nil, false}, // not a limit of the plan
		{`"rows[].l: a of b kept"`, nil, false},
		{`"rows[].l: 3 of 7 kept, and more"`, nil, false},
		{`"rows[].l: 3/0 of 7 kept"`, nil, false}, // a change beside the digits
		{`"rows[].l: 3: of 7 kept"`, nil, false},
		{`"#"`, nil, false},
		{`1`, nil, false},
		{`null`, nil, false},
		{`[]`, nil, false},
		{`{}`, nil, false},
		{`[` + note + `]`, nil, true},
		{` [ ` + note + `, ` + note + ` ] `, nil, true},
		{`[` + note + `,"a"]`, nil, false},
		{`["a",` + note + `]`, nil, false},
		{`[[` + note + `]]`, nil, true},
		{`{"cut":[` + note + `]}`, nil, true},
		{`{"a":` + note + `,"b":1}`, nil, false},
		{`[[[` + note + `]]]`, nil, false}, // deeper than in any dialect
		{`{"a":[` + note + `,"#"]}`, redacted, true},
		{`["#",` + note + `]`, nil, false},
		{`["#"]`, redacted, false}, // contains no note
	} {
		if got := p.IsNote([]byte(c.value), c.redact, []byte(`{"rows":[{"m":[1],"s 1":[2]}]}`)); got != c.is {
			t.Errorf("%s with %v is a note: %v", c.value, c.redact, got)
		}
	}
}

// Notes have a largest length: digits without end could spell anything.
func TestNotesNoLongerThanOurs(t *testing.T) {
	path := strings.Repeat("p", envelope.LongestNote)
	p := limited(t, "scalpel", path)
	const large = 1 << 30
	longest := scalpel.Dialect{}.Words(envelope.Cut{Path: "rows[]." + path, Total: large, Kept: large, Lists: large})[0]
	if len(longest) != envelope.LongestNote || !p.IsNote(longest, nil, nil) {
		t.Errorf("%s of %d bytes is no note", longest, len(longest))
	}
	if more := slices.Replace(slices.Clone(longest), len(longest)-len(`1 lists"`), len(longest), []byte(`11 lists"`)...); p.IsNote(more, nil, nil) {
		t.Errorf("%s is a note", more)
	}
	for size, is := range map[int]bool{longestNotes: true, longestNotes + 1: false} {
		list := fmt.Sprintf("[%s%*s", longest, size-1-len(longest), "]")
		if len(list) != size || p.IsNote([]byte(list), nil, nil) != is {
			t.Errorf("%d bytes are notes: %v", len(list), !is)
		}
	}
}

// A dialect without words for cuts has no notes. A plan without limits has no notes.
func TestWhereNotesStand(t *testing.T) {
	if limited(t, "plain", "l").IsNote([]byte(`"l: 3 of 7 kept"`), nil, nil) {
		t.Error("a plain document holds a note")
	}
	for dialect, want := range map[string]string{
		"plain":       "",
		"scalpel":     "warnings: note",
		"response-v2": "meta.warnings: note",
		"bmcis":       "warnings: note",
	} {
		p := limited(t, dialect, "l")
		if got := placesOf(p); got != want {
			t.Errorf("%s: %s, want %s", dialect, got, want)
		}
		if unlimited := limited(t, dialect); (p.Notes == nil) != (want == "") || unlimited.Notes != nil || placesOf(unlimited) != "" {
			t.Errorf("%s: notes at %v, and without limits at %v", dialect, p.Notes, placesOf(unlimited))
		}
	}
}

func placesOf(p *Plan) string {
	var all []string
	for _, path := range []string{"", "warnings", "meta", "meta.warnings", "_metadata", "metadata", "data"} {
		if p.Acts(at(p, path)).Are(Note) {
			all = append(all, path+": note")
		}
	}
	return strings.Join(all, "; ")
}
