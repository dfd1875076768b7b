package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

func sorted(text string) string { return string(new(sorter).Append(nil, []byte(text))) }

func TestSorter(t *testing.T) {
	for in, want := range map[string]string{
		`1`: `1`, `"{b,a}"`: `"{b,a}"`, `[]`: `[]`, `{}`: `{}`,
		`{"b":1,"a":2}`:                         `{"a":2,"b":1}`,
		`{"a":{"d":1,"c":[{"f":1,"e":{}}]}}`:    `{"a":{"c":[{"e":{},"f":1}],"d":1}}`,
		`[{"b":{"z":1,"y":2},"a":0},{"c":3},4]`: `[{"a":0,"b":{"y":2,"z":1}},{"c":3},4]`,
		`{"b":1,"a":2,"b":0,"a":1}`:             `{"a":2,"a":1,"b":1,"b":0}`,            // stable
		`{"b":1.0,"\u0061":1e400,"":"\u0041"}`:  `{"":"\u0041","\u0061":1e400,"b":1.0}`, // by unescaped names
		"{\"\U0001f600\":1,\"\uffff\":2}":       "{\"\uffff\":2,\"\U0001f600\":1}",      // not by UTF-16
		`{"a\\":1,"a\"":2,"a":3}`:               `{"a":3,"a\"":2,"a\\":1}`,
		`{"ab":1,"a":2,"B":3}`:                  `{"B":3,"a":2,"ab":1}`,
	} {
		if got := sorted(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// Depth needs no call stack, and no second look at the content of a level.
func TestSorterGoesDeep(t *testing.T) {
	const deep = 200_000
	in := strings.Repeat(`{"b":1,"a":`, deep) + "0" + strings.Repeat("}", deep)
	want := strings.Repeat(`{"a":`, deep) + "0" + strings.Repeat(`,"b":1}`, deep)
	if sorted(in) != want {
		t.Error("not in order")
	}
}

// Tables are bounded by the text, and used again.
func TestSorterMemory(t *testing.T) {
	var s sorter
	for _, row := range []string{`{"":1,"":2},`, `{"b":1,"a":2},`, `{"a":{"a":{"a":{"b":1,"a":2}}}},`, `{},`, `{"a":1},`} {
		text := []byte("[" + strings.Repeat(row, 1000) + "0]")
		dst := make([]byte, 0, len(text))
		s.Append(dst, text)
		used := 20*len(s.objects) + 12*len(s.members)
		if most := 5 * len(text); used > most {
			t.Errorf("%s: tables of %d bytes for %d", row, used, len(text))
		}
		if allocs := testing.AllocsPerRun(5, func() { s.Append(dst, text) }); allocs > 0 {
			t.Errorf("%s: %v allocations", row, allocs)
		}
	}
}

// FuzzLawsSort: the same members in every object, each in order; the value is the
// same but for that, and once is enough.
func FuzzLawsSort(f *testing.F) {
	for _, doc := range []string{`[null,1,"a",{}]`, `{"b":1,"a":{"d":[],"c":{}}}`, `{"b":1,"\u0061":2,"b":0}`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if scan.Check(src, scan.Limits{}, false) != nil {
			return
		}
		src = scan.AppendCompact(nil, src)
		var s sorter
		got := s.Append(nil, src)
		if again := s.Append(nil, got); !bytes.Equal(again, got) {
			t.Fatalf("again: %s, want %s", again, got)
		}
		if a, b := ordered(t, src), ordered(t, got); a != b {
			t.Fatalf("%s became %s", a, b)
		}
		lawInOrder(t, got)
	})
}

// ordered returns a text with its members in order, as encoding/json reads it, each with its
// written bytes.
func ordered(t *testing.T, src []byte) string {
	if members, _, err := scan.Index(src, scan.Limits{}, nil); err == nil && members != nil {
		slices.SortStableFunc(members, func(a, b scan.Member) int { return strings.Compare(a.Name, b.Name) })
		lines := make([]string, 0, len(members))
		for _, m := range members {
			lines = append(lines, fmt.Sprintf("%q:%s", m.Name, ordered(t, src[m.Start:m.End])))
		}
		return "{" + strings.Join(lines, ",") + "}"
	}
	if elements, err := scan.Elements(src, scan.Limits{}); err == nil && elements != nil {
		lines := make([]string, 0, len(elements))
		for _, e := range elements {
			lines = append(lines, ordered(t, src[e.Start:e.End]))
		}
		return "[" + strings.Join(lines, ",") + "]"
	}
	return string(src)
}

// lawInOrder: names come by their code points.
func lawInOrder(t *testing.T, src []byte) {
	if members, _, _ := scan.Index(src, scan.Limits{}, nil); members != nil {
		if !slices.IsSortedFunc(members, func(a, b scan.Member) int { return slices.Compare([]rune(a.Name), []rune(b.Name)) }) {
			t.Fatalf("out of order: %s", src)
		}
	}
	var inner map[string]json.RawMessage
	json.Unmarshal(src, &inner)
	for _, value := range inner {
		lawInOrder(t, value)
	}
}
