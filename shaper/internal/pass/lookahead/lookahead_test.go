package lookahead

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

func newLookahead(src string) *Lookahead {
	var l Lookahead
	lim := scan.Limits{}.OrDefault()
	l.Reset([]byte(src), &lim)
	return &l
}

func TestTokens(t *testing.T) {
	for src, want := range map[string]string{
		`{"a":[1,"x"],"b":{}}`: "object name:a array scalar scalar close name:b object close close",
		` [ ] `:                "array close",
		`"a"`:                  "scalar",
		`[1,2] 3`:              "array scalar scalar close",
		`{"a":1,2:3}`:          "object name:a scalar", // broken: a name is a string
		`[1,`:                  "array scalar",
		`[nul]`:                "array",
		`]`:                    "close",
		`,`:                    "",
		``:                     "",
	} {
		var got []string
		newLookahead(src).tokens(0, func(k token) bool {
			word := [...]string{"array", "object", "close", "name", "scalar"}[k.kind]
			if k.kind == memberName {
				word += ":" + src[k.pos+1:k.end-1]
			}
			got = append(got, word)
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// The look-ahead stops at the depth limit.
func TestTokensStopAtDepth(t *testing.T) {
	l := newLookahead(strings.Repeat("[", 100))
	l.lim.Depth = 7
	seen := 0
	if l.tokens(0, func(token) bool { seen++; return true }); seen != 8 {
		t.Errorf("%d brackets were read", seen)
	}
}

func TestArraySizes(t *testing.T) {
	const src = `[[1,2],{"a":[3]},[],[[4],[5,6,7]]]`
	l := newLookahead(src)
	var got []int
	for i := range src {
		if src[i] == '[' {
			got = append(got, l.Size(i))
		}
	}
	if want := []int{4, 2, 1, 0, 2, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Nested arrays are counted once.
func TestArraySizesAreCountedOnce(t *testing.T) {
	const depth = 200
	l := newLookahead(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	for i := range depth {
		before := len(l.sizes)
		want := 1
		if i == depth-1 {
			want = 0
		}
		if got := l.Size(i); got != want || i > 0 && len(l.sizes) != before {
			t.Fatalf("array %d: %d elements, %d counted anew", i, got, len(l.sizes)-before)
		}
	}
}

// A member is found by its unescaped name, unless it is obsolete.
func TestMemberAhead(t *testing.T) {
	const src = `[{"a":1,"\u0062":{"c":2},"b":3,"d":4,"e" 5}]`
	var second positions
	second.add(8, len(src)) // the name b as it stands first
	for name, want := range map[string]string{"a": "1", "b": "{", "d": "4", "c": "", "e": ""} {
		got := ""
		if at := newLookahead(src).Member(1, name); at >= 0 {
			got = src[at : at+1]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	l := newLookahead(src)
	l.obsolete = second
	if at := l.Member(1, "b"); at < 0 || src[at] != '3' {
		t.Errorf("where the first b does not count, the value is at %d", at)
	}
}

func TestSuperseded(t *testing.T) {
	for _, c := range []struct {
		src         string
		first, last []int // offsets of the obsolete names
	}{
		{`{"a":1,"b":2}`, nil, nil},
		{`{"a":1,"a":2}`, []int{7}, []int{1}},
		{`{"a":1,"b":2,"b":3,"a":4}`, []int{13, 19}, []int{1, 7}},
		{`{"a":1,"a":2,"a":3}`, []int{7, 13}, []int{1, 7}},
		{`{"x":{"a":1,"\u0061":2}}`, []int{12}, []int{6}},
		{`[{"a":1,"a":2}]`, []int{8}, []int{2}},
		{`{"x":[{"a":1},{"a":2}]}`, nil, nil},
		{`{"a":1,"x":{},"y":[{}],"a":2}`, []int{23}, []int{1}},
		{`]{"a":1,"a":2}`, nil, nil},
		{`{"a":1,"a":nul`, []int{7}, []int{1}},
	} {
		for _, last := range []bool{false, true} {
			l := newLookahead(c.src)
			l.FindObsolete(last)
			got := l.obsolete
			want := map[bool][]int{false: c.first, true: c.last}[last]
			var found []int
			for at := range c.src {
				if got.has(at) {
					found = append(found, at)
				}
			}
			if !slices.Equal(found, want) {
				t.Errorf("%s, last %v: %v, want %v", c.src, last, found, want)
			}
		}
	}
}

// The search for duplicates takes memory in proportion to the text, and stops at the limit of
// members. A map of all names took fifty times the text.
func TestR9NamesThatComeAgain(t *testing.T) {
	wide := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%d":1`, i)
		}
		return "{" + b.String()[1:] + "}"
	}
	for name, src := range map[string]string{
		"the same one":     "{" + strings.Repeat(`"a":1,`, 1<<19) + `"a":1}`,
		"many":             wide(1 << 17),
		"more than may be": "{" + strings.Repeat(`"":1,`, 1<<21) + `"":1}`,
		"in many objects":  "[" + strings.Repeat(`{"a":1,"a":1},`, 1<<17) + "0]",
	} {
		for _, last := range []bool{false, true} {
			l := newLookahead(src)
			if took := testkit.Allocated(func() { l.FindObsolete(last) }); took > 7*len(src) {
				t.Errorf("%s, last %v: %d bytes for %d", name, last, took, len(src))
			}
		}
	}
}

// The search for duplicates stops at the limit of members, for each object.
func TestSupersededIsBounded(t *testing.T) {
	for src, want := range map[string]bool{
		`{"a":1,"b":2,"a":3}`: true, `{"a":1,"b":2,"c":3,"a":4}`: false, `{"x":{"d":1,"e":2},"a":1,"a":2}`: true,
	} {
		l := newLookahead(src)
		l.lim.Members = 3
		l.FindObsolete(true)
		if got := l.obsolete != nil; got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
	var s positions
	s.add(130, 1000)
	if len(s) != 16 || !s.has(130) || s.has(2) || s.has(66) || s.has(131) {
		t.Errorf("a place of a thousand: %x", s)
	}
}

// A chain of arrays, each the last element of the one before, is read a few times in all.
func TestR9ChainsOfArrays(t *testing.T) {
	const levels, rows = 100, 2000
	text := strings.Repeat("["+strings.Repeat("[],", rows), levels) + strings.Repeat("]", levels)
	l, read := newLookahead(text), 0
	for i := range text {
		if text[i] != '[' {
			continue
		}
		before := l.passed
		l.Size(i)
		if l.passed == 0 && (before > 0 || i == 0) {
			read += len(text) - i // at most: to the end of the array
		}
	}
	if read > 10*len(text) {
		t.Errorf("%d bytes of text were read, of %d", read, len(text))
	}
}

// The look-ahead counts a bounded number of arrays at once, and the others in their turn.
func TestArraySizesAreBounded(t *testing.T) {
	const many = 1 << 16
	l := newLookahead("[" + strings.Repeat("[1],", many) + "[1,2]]")
	if n := l.Size(0); n != many+1 || len(l.sizes) != l.maxSizes() || len(l.sizes) > len(l.src)/16 {
		t.Errorf("%d elements, %d arrays counted", n, len(l.sizes))
	}
	if n := l.Size(len(l.src) - len("[1,2]]")); n != 2 {
		t.Error(fmt.Sprint("the last array has ", n))
	}
}

// TestArraySizesModel compares the look-ahead with encoding/json.
func TestArraySizesModel(t *testing.T) {
	for seed := range testkit.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		src := randomValue(r, 5)
		l := newLookahead(src)
		d := json.NewDecoder(strings.NewReader(src))
		var want, got []string
		sizesOf(t, d, &want)
		for i := range src {
			if src[i] == '[' {
				got = append(got, fmt.Sprintf("%d:%d", i, l.Size(i)))
			}
		}
		if strings.Join(got, " ") != strings.Join(inOrder(want), " ") {
			t.Fatalf("%s: %v, want %v", src, got, inOrder(want))
		}
	}
}

// randomValue returns a compact value without brackets in its strings.
func randomValue(r *rand.Rand, depth int) string {
	n := r.IntN(4)
	var items []string
	switch kind := r.IntN(5); {
	case depth == 0 || kind == 0:
		return []string{"1", "null", `"x"`, `"a\"b"`, "-1.5e3"}[r.IntN(5)]
	case kind < 3:
		for range n {
			items = append(items, randomValue(r, depth-1))
		}
		return "[" + strings.Join(items, ",") + "]"
	default:
		for i := range n {
			items = append(items, fmt.Sprintf(`"k%d":%s`, i, randomValue(r, depth-1)))
		}
		return "{" + strings.Join(items, ",") + "}"
	}
}

// sizesOf appends the offset and length of every array, inner ones first.
func sizesOf(t *testing.T, d *json.Decoder, all *[]string) {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	bracket, ok := token.(json.Delim)
	if !ok {
		return
	}
	start, size := int(d.InputOffset())-1, 0
	for ; d.More(); size++ {
		if bracket == '{' {
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
		}
		sizesOf(t, d, all)
	}
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	if bracket == '[' {
		*all = append(*all, fmt.Sprintf("%d:%d", start, size))
	}
}

// inOrder sorts offsets.
func inOrder(all []string) []string {
	at := func(s string) (n int) { fmt.Sscanf(s, "%d:", &n); return n }
	for i := range all {
		for j := i; j > 0 && at(all[j]) < at(all[j-1]); j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
	return all
}

// Forget keeps counted arrays up to a bound.
func TestForgetSizes(t *testing.T) {
	const scratch = 1 << 10
	for size, want := range map[int]int{1: 1, scratch / 16: scratch / 16, scratch/16 + 1: 0} {
		l := Lookahead{sizes: make([]arraySize, 0, size)}
		if l.Forget(scratch); cap(l.sizes) != want {
			t.Errorf("of %d there are %d", size, cap(l.sizes))
		}
	}
}

// The elements with the largest numbers stay. Among equals the first ones stay, and an element
// without a number counts least.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		src  string
		most int
		want []bool
	}{
		{`[{"n":1},{"n":3},{"n":2}]`, 2, []bool{false, true, true}},
		{`[{"n":1},{"n":1},{"n":1}]`, 2, []bool{true, true, false}},
		{`[7,{"n":"9"},{"n":-5},{"m":9},{"n":1e999}]`, 2, []bool{false, false, true, false, true}},
		{`[{"n":1},{"n":2}]`, 0, []bool{false, false}},
		{`[{"n":1},{"n":2}]`, 2, nil},
		{`[]`, 0, nil},
	} {
		if got := newLookahead(c.src).Best(0, "n", c.most); !slices.Equal(got, c.want) || got == nil != (c.want == nil) {
			t.Errorf("%d of %s: %v, want %v", c.most, c.src, got, c.want)
		}
	}
}
