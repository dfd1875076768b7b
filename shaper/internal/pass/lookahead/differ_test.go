package lookahead

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Each case has rows of a list, the number of rows that stay, and those that do.
func TestDiffer(t *testing.T) {
	level := func(all ...string) (rows []string) {
		for i, l := range all {
			rows = append(rows, fmt.Sprintf(`{"id":%d,"level":"%s"}`, i, l))
		}
		return rows
	}
	for name, c := range map[string]struct {
		rows   []string
		most   int
		stay   []int
		spread string
	}{
		"rare value":             {level("a", "a", "b", "a", "a"), 1, []int{2}, "level: a=4, b=1"},
		"head and tail":          {level("a", "a", "b", "a", "a", "a"), 4, []int{0, 1, 2, 5}, "level: a=5, b=1"},
		"rarest first":           {level("a", "b", "b", "a", "c", "a", "a"), 1, []int{4}, "level: a=4, b=2, c=1"},
		"equal values":           {level("a", "b", "a", "b"), 2, []int{0, 3}, "level: a=2, b=2"},
		"values of their own":    {level("a", "b", "c", "d", "e"), 3, []int{0, 1, 4}, ""},
		"few rows":               {level("a", "b"), 2, nil, ""},
		"none":                   {level("a", "a", "b"), 0, []int{}, "level: a=2, b=1"},
		"rare member":            {[]string{`{"a":1}`, `{"a":1}`, `{"a":1,"e":[]}`, `{"a":1}`}, 1, []int{2}, "e: none=3, some=1"},
		"null":                   {[]string{`{"e":null}`, `{"e":null}`, `{"e":{"a":1}}`, `{"e":null}`}, 1, []int{2}, "e: null=3, some=1"},
		"numbers of few values":  {[]string{`{"n":1}`, `{"n":1}`, `{"n":2}`, `{"n":1}`}, 1, []int{2}, "n: 1=3, 2=1"},
		"marks in a value":       {[]string{`{"n":"a"}`, `{"n":"a"}`, `{"n":"; b"}`, `{"n":"a"}`}, 1, []int{2}, ""},
		"a hidden column":        {[]string{`{"hid":1}`, `{"hid":1}`, `{"hid":2}`, `{"hid":1}`}, 1, []int{0}, ""},
		"a hidden value":         {[]string{`{"n":"a"}`, `{"n":"a"}`, `{"n":"hid"}`, `{"n":"a"}`}, 1, []int{0}, ""},
		"a row that is a number": {[]string{`{"n":1}`, `7`, `{"n":1}`}, 1, nil, ""},
		"an empty row":           {[]string{`{"n":1}`, `{}`, `{"n":1}`}, 2, []int{0, 2}, "n: 1=2, none=1"},
		"a broken row":           {[]string{`{"n":1}`, `{"n":`}, 1, []int{0}, ""},
	} {
		hides := func(text []byte) bool { return !strings.Contains(string(text), "hid") }
		got := newLookahead("["+strings.Join(c.rows, ",")+"]").Differ(0, c.most, Rules{Column: hides, Value: hides})
		var stay []int
		for i, stays := range got.Stays {
			if stays {
				stay = append(stay, i)
			}
		}
		if !slices.Equal(stay, c.stay) || got.Spread != c.spread || got.Stays == nil != (c.stay == nil) {
			t.Errorf("%s: %v %q, want %v %q", name, stay, got.Spread, c.stay, c.spread)
		}
	}
}

// A column of many numbers has a range and a sum, unless it counts the rows.
func TestDifferSpreadsNumbers(t *testing.T) {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"at":%d,"ms":%d.5,"big":1e999,"text":"%d"}`, i, 900-i, (i*7)%20, i))
	}
	all := func([]byte) bool { return true }
	if got := newLookahead("["+strings.Join(rows, ",")+"]").Differ(0, 1, Rules{all, all}); got.Spread != "ms: 0.5 to 19.5, sum 200" {
		t.Errorf("%q", got.Spread)
	}
}

// A list within four compared lists is not compared: each is read ahead whole.
func TestDifferIsBounded(t *testing.T) {
	src := `[{"a":1},{"a":2}]`
	var starts []int
	for range 6 {
		src = `[{"a":` + src + `},{"a":2}]`
	}
	for i := range src {
		if src[i] == '[' {
			starts = append(starts, i)
		}
	}
	l, all := newLookahead(src+"[]"), func([]byte) bool { return true }
	for n, at := range starts {
		if got := l.Differ(at, 1, Rules{all, all}); got.Stays == nil != (n >= mostAround) {
			t.Errorf("list %d: %v", n, got)
		}
	}
}
