package redact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Encoded edits decode to the same edits, for any distance and replacement.
func TestEditsAreReadBack(t *testing.T) {
	var written Edits
	var behind trail
	var want []Edit
	at := 0
	for _, far := range []int{0, 1, 31, 32, 127, 128, 129, 1 << 14, 1 << 21} {
		for _, with := range []string{"", string(mark), "a", "a", "bc", strings.Repeat("d", 128), "bc", "", "bc"} {
			e := Edit{at + far, at + 2*far, []byte(with)}
			written, want, at = written.add(e, &behind), append(want, e), e.To
		}
	}
	got := slices.Collect(written.All())
	if fmt.Sprintf("%d", got) != fmt.Sprintf("%d", want) {
		t.Errorf("%d were written, %d are read, and not the same", len(want), len(got))
	}
}

// difference returns the smallest single edit between two texts.
func TestDifference(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"", "", "0 0 "},
		{"abc", "abc", "3 3 "},
		{"abc", "axc", "1 2 x"},
		{"abc", "ac", "1 2 "},
		{"ac", "abc", "1 1 b"},
		{"abc", "", "0 3 "},
		{"", "abc", "0 0 abc"},
		{"abc", "ab", "2 3 "},
		{"abc", "bc", "0 1 "},
		{"aaa", "aa", "2 3 "}, // no byte counts twice
		{"aa", "aaa", "2 2 a"},
		{"axbxc", "aybyc", "1 4 yby"},
	} {
		e := difference([]byte(c.from), []byte(c.to))
		if got := fmt.Sprintf("%d %d %s", e.From, e.To, e.With); got != c.want {
			t.Errorf("%q from %q: %s, want %s", c.to, c.from, got, c.want)
		}
	}
}

// Forget keeps memory up to the bound and frees larger memory.
func TestForget(t *testing.T) {
	const keep = 100
	bytes := func(n int) []byte { return make([]byte, n) }
	for _, more := range []int{0, 1} {
		var h Hider
		h.lim, h.opened = new(scan.Limits), 2
		h.levels[2].text = bytes(keep + more)
		h.edited = bytes(keep + more)
		h.out = output{edits: bytes(10), moved: bytes(20), escaped: escape{bytes(30), bytes(40 + more)}}
		h.again = settled{raw: [2][]byte{bytes(20), bytes(30)}, text: bytes(50 + more)}
		h.Forget(keep)
		for name, held := range map[string]int{
			"an unescaped text": cap(h.levels[2].text),
			"an edited text":    cap(h.edited),
			"edits":             cap(h.out.edits) + cap(h.out.moved) + cap(h.out.escaped.text) + cap(h.out.escaped.quoted),
			"looks":             cap(h.again.raw[0]) + cap(h.again.raw[1]) + cap(h.again.text),
		} {
			if want := keep * (1 - more); held != want {
				t.Errorf("%d bytes of %s are kept, want %d", held, name, want)
			}
		}
	}
}

// Forget drops references to the caller's memory at each level.
func TestForgetTexts(t *testing.T) {
	var h Hider
	limits := scan.Limits{}.OrDefault()
	h.Begin(new(plan.Hiding), Source{Limits: &limits, Nesting: 2})
	for i := range h.levels[:2] {
		h.readText(i, []byte("see"), Place{})
		h.levels[i].walk.tokens.Begin([]byte("[1]"), 0)
	}
	h.Forget(0)
	for i := range h.levels[:2] {
		if _, ok := h.levels[i].reader.Next(); ok {
			t.Errorf("the text of level %d is still read", i)
		}
		if _, ok := h.levels[i].walk.tokens.Next(); ok {
			t.Errorf("the value of level %d is still walked", i)
		}
	}
}
