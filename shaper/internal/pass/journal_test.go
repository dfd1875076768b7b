package pass_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// decisions spells the decisions on a document and the masks without a match.
func decisions(t *testing.T, p *plan.Plan, d pass.Doc) (lines []string, unmatched []string) {
	t.Helper()
	tell(t, p, d, &journal.Receiver{Each: func(d journal.Decision) {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %d %s %s", sign(d.Kept), d.Pointer, d.Bytes, d.Reason, d.Rule)))
	}})
	return lines, unmet(t, p, d, journal.NewRehearsal())
}

// tell reports the decisions on a document after a rehearsal.
func tell(t *testing.T, p *plan.Plan, d pass.Doc, to *journal.Receiver) {
	t.Helper()
	d.Journal = journal.NewRehearsal()
	var memory pass.Pass
	for range 2 {
		if _, err := shapeIn(&memory, p, d, nil); err != nil {
			t.Fatal(err)
		}
		d.Journal.Report(to)
	}
}

// unmet returns the masks without a match in a document.
func unmet(t *testing.T, p *plan.Plan, d pass.Doc, j *journal.Journal) []string {
	t.Helper()
	d.Journal = j
	if _, err := shapeIn(new(pass.Pass), p, d, nil); err != nil {
		t.Fatal(err)
	}
	masks, _ := j.Unmatched()
	return masks
}

func sign(kept bool) string {
	if kept {
		return "+"
	}
	return "-"
}

func TestJournal(t *testing.T) {
	for _, c := range []struct {
		name, dialect, in string
		key               profiles.Key
		tool              profiles.Tool
		want              []string
	}{
		{"kept", "plain", `{"a":[1,{}]}`, profiles.Key{}, profiles.Tool{}, []string{"+ /a/0 1 kept", "+ /a/1 2 kept"}},
		{"dropped", "plain", `{"x":{"b":1},"a":1}`, exclude("x"), profiles.Tool{},
			[]string{"- /x 7 excluded call /exclude_fields/0", "+ /a 1 kept"}},
		{"selected", "plain", `{"a":{"b":1,"c":2},"d":3}`, include("a.b"), profiles.Tool{},
			[]string{"+ /a/b 1 included call /include_only/0", "- /a/c 1 not included call /include_only", "- /d 1 not included call /include_only"}},
		{"nothing selected in it", "plain", `{"a":{"c":2},"d":3}`, include("a.b", "d"), profiles.Tool{},
			[]string{"- /a/c 1 not included call /include_only", "- /a 7 unmatched call /include_only", "+ /d 1 included call /include_only/1"}},
		{"elided", "plain", `{"a":null,"b":[ ],"c":{"x":1}}`, exclude("x"), settings, []string{
			"- /a 4 elided /tool_overrides/t/exclude_null_values", "- /b 3 elided /tool_overrides/t/exclude_empty_arrays",
			"- /c/x 1 excluded call /exclude_fields/0", "- /c 7 elided /tool_overrides/t/exclude_empty_objects",
		}},
		{"a default, and what was kept in it", "plain", `{"o":{"a":[1]},"b":1}`, profiles.Key{}, profiles.Tool{
			Settings: profiles.Settings{ExcludeDefaultValues: new(true)}, Defaults: map[string]json.RawMessage{"o": []byte(`{"a":[1]}`)},
		}, []string{"- /o 9 elided /tool_overrides/t/exclude_default_values", "+ /b 1 kept"}},
		{"cut", "plain", `{"l":[1,2]}`, profiles.Key{Mode: "m"}, profiles.Tool{
			ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"*"}, Limits: map[string]int{"l": 1}}},
		}, []string{"+ /l/0 1 included /tool_overrides/t/response_modes/m/fields/0", "- /l/1 1 cut /tool_overrides/t/response_modes/m/limits/l"}},
		{"metadata", "scalpel", `{"tier":"pro","error":null,"data":1}`, profiles.Key{}, profiles.Tool{}, []string{
			"- /tier 5 excluded built-in /profiles/minimal/envelope/include", "- /error 4 excluded built-in /profiles/minimal/envelope/include", "+ /data 1 kept",
		}},
		{"metadata that a rule hides, too", "scalpel", `{"error":null,"data":1}`, profiles.Key{}, profiles.Tool{
			ExcludeWhenTier: map[string][]string{"community": {"error"}},
		}, []string{"- /error 4 excluded /tool_overrides/t/exclude_when_tier/community/0", "+ /data 1 kept"}},
		{"metadata that two rules hide, too", "scalpel", `{"error":null,"data":[{"error":1}]}`, profiles.Key{}, profiles.Tool{
			ExcludeWhenTier: map[string][]string{"community": {"err*", "error"}},
		}, []string{
			"- /error 4 excluded /tool_overrides/t/exclude_when_tier/community/0",
			"- /data/0/error 1 excluded /tool_overrides/t/exclude_when_tier/community/0",
		}},
		{"names that need escapes", "plain", `{"a/b":{"~\u0022":1}}`, profiles.Key{}, profiles.Tool{}, []string{`+ /a~1b/~0" 1 kept`}},
	} {
		got, _ := decisions(t, planFor(t, c.dialect, false, c.key, c.tool), doc(c.in))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
}

// A mask is unmatched if it reaches no value. Metadata that the profile does not show does not
// count, nor do masks of always_keep.
func TestUnmatched(t *testing.T) {
	tool := profiles.Tool{Settings: profiles.Settings{AlwaysKeep: &[]string{"id"}}}
	p := planFor(t, "scalpel", false, profiles.Key{Include: []string{"a", "b.c", "d"}, Exclude: []string{"x", "y"}}, tool)
	for _, j := range []*journal.Journal{journal.New(), journal.NewRehearsal()} {
		got := unmet(t, p, doc(`{"data":{"a":1,"b":[{"c":1}],"x":2}}`), j)
		if want := []string{"y (call /exclude_fields/1)", "d (call /include_only/2)"}; !slices.Equal(got, want) {
			t.Errorf("unmatched %q, want %q", got, want)
		}
	}
}

// A mask matches by a value inside a string, too.
func TestUnmatchedInStrings(t *testing.T) {
	p := planFor(t, "plain", false, exclude("x", "y"), profiles.Tool{})
	for body, want := range map[string][]string{
		`{"a":"{\"x\":1}"}`: {"y (call /exclude_fields/1)"},
		`{"y":"{\"x\":1}"}`: {"x (call /exclude_fields/0)"}, // strings that go are not read
		`{"y":1,"a":"x"}`:   {"x (call /exclude_fields/0)"},
	} {
		if got := unmet(t, p, inStrings(body), journal.New()); !slices.Equal(got, want) {
			t.Errorf("%s: unmatched %q, want %q", body, got, want)
		}
	}
}

// Restart discards the findings of a rehearsal.
func TestRestart(t *testing.T) {
	p := planFor(t, "plain", false, profiles.Key{}, profiles.Tool{
		Settings: profiles.Settings{ExcludeDefaultValues: new(true)}, Defaults: map[string]json.RawMessage{"o": []byte(`{"a":1}`)},
	})
	d := doc("")
	d.Journal = journal.NewRehearsal()
	var memory pass.Pass
	for _, body := range []string{`{"o":{"a":1}}`, `{"o":{"a":2}}`} {
		d.Body = []byte(body)
		d.Journal.Restart()
		if _, err := shapeIn(&memory, p, d, nil); err != nil {
			t.Fatal(err)
		}
	}
	told := 0
	d.Journal.Report(&journal.Receiver{Each: func(journal.Decision) { told++ }})
	if _, err := shapeIn(&memory, p, d, nil); err != nil || told != 1 {
		t.Errorf("%d decisions, %v", told, err)
	}
	journal.New().Restart() // of masks alone
}

// A decision in a document inside has a pointer in the response.
func TestJournalOfInner(t *testing.T) {
	in := says(`{}`)
	d := doc(twoHalves)
	d.Inner, d.At = in, "/outer"
	var got []string
	tell(t, toolResult(t, profiles.Key{}), d, &journal.Receiver{Each: func(d journal.Decision) {
		got = append(got, fmt.Sprintf("%s %s %d %s", sign(d.Kept), d.Pointer, d.Bytes, d.Reason))
	}})
	want := []string{
		"+ /outer/content/0/type 6 kept", "+ /outer/content/0/text 22 kept",
		"+ /outer/content/1/type 6 kept", "+ /outer/content/1/text 7 kept", "+ /outer/isError 4 kept",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	told := in.asked[len(in.asked)/2:]
	if at := []string{told[0].At, told[1].At}; !slices.Equal(at, []string{"/outer/content/0/text", "/outer/structuredContent"}) {
		t.Errorf("the inner documents are at %q", at)
	}
}

// A nil journal records nothing.
func TestNoJournal(t *testing.T) {
	var none *journal.Journal
	none.Restart()
	if none.Close(none.Open(), false); none.Open() != 0 {
		t.Error("something is in it")
	}
}

// A journal does not change the check of duplicate names: a copied value may hold a name
// twice.
func TestJournalLeavesCopiesAlone(t *testing.T) {
	tool := profiles.Tool{Settings: profiles.Settings{Duplicates: new("first")}}
	p := planFor(t, "plain", false, include("a"), tool)
	const body = `{"a":{"b":1,"b":2},"c":3}`
	for _, journal := range []*journal.Journal{nil, journal.New()} {
		d := pass.Doc{Body: []byte(body), Limits: scan.Limits{}.OrDefault(), Journal: journal}
		if out, _, err := run(t, p, d); err != nil || out != `{"a":{"b":1,"b":2}}` {
			t.Errorf("journal %v: %s, %v", journal != nil, out, err)
		}
	}
}
