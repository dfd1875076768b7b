package pass_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// sums spells the sums of a document: the count of values, bytes and tokens by place.
func sums(t *testing.T, dialect string, key profiles.Key, tool profiles.Tool, body string) (lines []string) {
	t.Helper()
	to := journal.Receiver{Sums: stats.New(), Tokens: func(text []byte) int { return len(text) }}
	tell(t, planFor(t, dialect, false, key, tool), doc(body), &to)
	all, _ := to.Sums.List(100)
	for _, s := range all {
		lines = append(lines, fmt.Sprintf("%s%s %d %d %d", sign(s.Kept), to.Sums.Pattern(s.At), s.Count, s.Bytes, s.Tokens))
	}
	slices.Sort(lines)
	return lines
}

// A value counts with its name. A container counts with its name and brackets if its parts are
// reported apart. Text counts without escapes, and media have no tokens.
func TestSums(t *testing.T) {
	defaults := profiles.Tool{
		Settings: profiles.Settings{ExcludeDefaultValues: new(true)}, Defaults: map[string]json.RawMessage{"o": []byte(`{"a":[1]}`)},
	}
	for _, c := range []struct {
		name, dialect string
		key           profiles.Key
		tool          profiles.Tool
		in            string
		want          []string
	}{
		{"a scalar", "plain", profiles.Key{}, profiles.Tool{}, ` 12 `, []string{"+ 1 2 2"}},
		{"members", "plain", profiles.Key{}, profiles.Tool{}, `{"a": 1,"bc":"\u0064"}`, []string{"+/a 1 6 6", "+/bc 1 13 13"}},
		{"elements", "plain", profiles.Key{}, profiles.Tool{}, `[[1],[23]]`, []string{"+/*/* 2 3 3"}},
		{"places", "plain", profiles.Key{}, profiles.Tool{}, `[[{"a":1}],[[2],{"a":34}],3]`,
			[]string{"+/* 1 1 1", "+/*/*/* 1 1 1", "+/*/*/a 2 11 11"}},
		{"places in objects", "plain", profiles.Key{}, profiles.Tool{}, `{"a":{"b":{"c":1},"d":2},"e":{"b":{"c":3}},"f":4}`,
			[]string{"+/a/b/c 1 5 5", "+/a/d 1 5 5", "+/e/b/c 1 5 5", "+/f 1 5 5"}},
		{"an empty container", "plain", profiles.Key{}, settings, `{"a":[ ]}`, []string{"-/a 1 7 7"}},
		{"an emptied container", "plain", exclude("x"), settings, `{"a":{"x":1}}`, []string{"-/a 1 6 5", "-/a/x 1 5 5"}},
		{"a container that is a default", "plain", profiles.Key{}, defaults, `{"o":{"a": [1]}}`, []string{"-/o 1 14 14"}},
		{"texts", "mcp", profiles.Key{}, profiles.Tool{}, `{"content":[{"type":"text","text":"a\nb"}]}`, []string{"+/content/*/text 1 13 10", "+/content/*/type 1 13 13"}},
		{"media", "mcp", profiles.Key{}, profiles.Tool{}, `{"content":[{"type":"image","data":"QUJD"}]}`, []string{"+/content/*/data 1 13 7", "+/content/*/type 1 14 14"}},
	} {
		if got := sums(t, c.dialect, c.key, c.tool, c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
}

// nested shapes documents inside under another plan, for the same journal.
type nested struct {
	plan    *plan.Plan
	journal *journal.Journal
}

func (n nested) Shape(in pass.Inside) (pass.Shaped, error) {
	d := doc(string(in.Body))
	d.At, d.More, d.Journal = in.At, in.More, n.journal
	done, err := shapeIn(new(pass.Pass), n.plan, d, nil)
	return pass.Shaped{Out: done.Out, Read: done.Read, Reported: done.Reported, OK: err == nil}, err
}

// Documents inside are reported at their places in the response.
func TestSumsOfInner(t *testing.T) {
	d := doc(`{"content":[{"type":"text","text":"[{\"a\":1},[2]]"}],"structuredContent":{"b":[3]}}`)
	d.Journal = journal.NewRehearsal()
	d.Inner = nested{planFor(t, "plain", false, profiles.Key{}, profiles.Tool{}), d.Journal}
	to, outer := &journal.Receiver{Sums: stats.New(), Tokens: func([]byte) int { return 1 }}, toolResult(t, profiles.Key{})
	var each []string
	to.Each = func(d journal.Decision) { each = append(each, d.Pointer) }
	for range 2 {
		if _, err := shapeIn(new(pass.Pass), outer, d, nil); err != nil {
			t.Fatal(err)
		}
		d.Journal.Report(to)
	}
	var patterns []string
	all, _ := to.Sums.List(100)
	for _, s := range all {
		patterns = append(patterns, to.Sums.Pattern(s.At))
	}
	slices.Sort(patterns)
	want := []string{"/content/*/text", "/content/*/text/*/*", "/content/*/text/*/a", "/content/*/type", "/structuredContent/b/*"}
	if !slices.Equal(patterns, want) {
		t.Errorf("sums at %q, want %q", patterns, want)
	}
	want = []string{"/content/0/type", "/content/0/text/0/a", "/content/0/text/1/0", "/content/0/text", "/structuredContent/b/0"}
	if !slices.Equal(each, want) {
		t.Errorf("told of %q, want %q", each, want)
	}
}
