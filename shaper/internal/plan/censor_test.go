package plan

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// masks makes patterns from pairs of an expression and its replacement.
func masks(pairs ...string) (all []profiles.Pattern) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, profiles.Pattern{Regexp: regexp.MustCompile(pairs[i]), With: pairs[i+1]})
	}
	return all
}

func censoring(patterns []profiles.Pattern) *Hiding {
	return &Hiding{censor: new(censor).load(&profiles.Resolved{Patterns: patterns})}
}

// Patterns run in order, and Censor returns the last one that matched.
func TestCensor(t *testing.T) {
	p := laid(t, Call{}, Answer{}, "plain", profiles.Spec{Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{
		{Pattern: "[2-9]+", With: new("#")}, {Pattern: "a#", With: new("$1")},
	}}}})
	for text, want := range map[string]string{"none": "none ", "b23": "b# /privacy/mask/0", "a2 a": "$1 a /privacy/mask/1"} {
		room := Room(0)
		out, by := p.Hiding.Censor([]byte(text), &room)
		named := ""
		if by != nil {
			named = by.Origin.String()
		}
		if got := string(out) + " " + named; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Replacements stay. So a text settles and does not grow. Matches beyond a replacement are
// replaced.
func TestCensorSettles(t *testing.T) {
	long := strings.Repeat("long", 1<<10+4)
	for _, c := range []struct {
		text, want string
		masks      []profiles.Pattern
	}{
		{"ab x", "ab x-x", masks("x", "x-x")},
		{"x-x x-", "x-x x-x-", masks("x", "x-x")},
		{"ab", "ab", masks(`\b`, "[redacted]")},
		{"ab", "[redacted][redacted]", masks(`(?s)\w`, "[redacted]")},
		{"token=[redacted] token=[redacted]x", "[redacted] [redacted]", masks(`token=\S+`, "[redacted]")},
		{"abcdefg hij", "[redacted][redacted][redacted] [redacted]", masks(`[^ ]{3}`, "[redacted]")},
		{"]xx", "[]xx", masks(`\[?\]x`, "[]x")}, // the second x follows the replacement
		{"a]b", "[[[b", masks(`a\]`, "[[[")},
		{"##1##", "#####", masks(`[#\d]`, "#")},
		{"aab", "bbbbb", masks("a", "bb", "b", "aa")}, // a pattern skips replacements of earlier patterns
		{"a1", "$#", masks(`\d`, "#", "a#", "$1")},
		{"4 5", "# #", masks(`\d`, "#", "x", "4")}, // a pattern does not skip replacements of later patterns
		{"ab", "", masks("b", "", "a", "")},
		{"aabb", "", masks("ab", "")},
		{`{"k":"\"q\""}`, `{"k":"\"q\""}`, masks("q", `"q"`)}, // escaped in a string of the text
		{"q", long, masks("q", long)},
		{strings.Repeat("q", 17), long, masks("q", long)}, // the room allows only 16 replacements
		{strings.Repeat("q", 16), strings.Repeat(long, 16), masks("q", long)},
		{strings.Repeat("q", 1<<14), strings.Repeat("[redacted]", 1<<14), masks("q", "[redacted]")}, // a long text has more room
	} {
		h := censoring(c.masks)
		room := Room(len(c.text))
		once, _ := h.Censor([]byte(c.text), &room)
		if string(once) != c.want {
			t.Errorf("%s: %.60q, want %.60q", c.text, once, c.want)
		}
		if twice, by := h.Censor(once, &room); string(twice) != c.want || by != nil {
			t.Errorf("%s: %.60q when it is looked at again, want %.60q", c.text, twice, c.want)
		}
	}
}

// With many patterns, later patterns skip the replacements of the first ones, up to a number.
func TestManyPatterns(t *testing.T) {
	var pairs []string
	for i := range 2 * mostWritten {
		pairs = append(pairs, strconv.Itoa(i), strconv.Itoa(i)+"!")
	}
	h := censoring(masks(pairs...))
	for i, want := range map[int]int{0: 1, 1: 2, mostWritten - 1: mostWritten, mostWritten: mostWritten, 2*mostWritten - 1: mostWritten} {
		if n := len(h.censor.patterns[i].written); n != want {
			t.Errorf("pattern %d leaves %d, want %d", i, n, want)
		}
	}
}

// FuzzLawsCensor: patterns replace their matches except in replacements. The twin checks each
// byte.
func FuzzLawsCensor(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 9))
		of := func(some ...string) string { return some[r.IntN(len(some))] }
		var pairs []string
		for range 1 + r.IntN(3) {
			pairs = append(pairs, of("x", "xx", "x-?", "-x|y", ".", "[^y]{3}", `\b`, "y*x", `\bx|x\b`, `\S+$`, `(?s).{2,5}`), of("", "x", "x-x", "-x", "yy", "xyx", `"x`))
		}
		text := ""
		for range r.IntN(12) {
			text += of("x", "y", "-", "x-x", "yy", "xyx", " ", `\"x`)
		}
		patterns := masks(pairs...)
		got, room := []byte(text), Room(len(text))
		censoring(patterns).censor.apply(&got, &room)
		if want := censored(text, patterns); string(got) != want {
			t.Fatalf("%q of %q: %q, want %q", pairs, text, got, want)
		}
	})
}

// censored applies patterns in order and checks for each byte whether a replacement covers it.
func censored(text string, patterns []profiles.Pattern) string {
	for i, p := range patterns {
		var written []string
		for _, p := range patterns[:i+1] {
			written = append(written, p.With, strings.ReplaceAll(p.With, `"`, `\"`), strings.ReplaceAll(p.With, `"`, `\\\"`))
		}
		var out strings.Builder
		at := 0
		for _, m := range p.Regexp.FindAllStringIndex(text, -1) {
			start, end, covered := m[0], m[1], make([]bool, len(text))
			for _, w := range written {
				for o := 0; w != "" && o+len(w) <= len(text); o++ {
					if text[o:o+len(w)] != w {
						continue
					}
					if e := o + len(w); o < m[0] && e > m[0] {
						start = max(start, e)
					}
					if e := o + len(w); o < m[1] && e > m[1] {
						end = min(end, o)
					}
					for k := range w {
						covered[o+k] = true
					}
				}
			}
			open := false
			for k := start; k < end; k++ {
				open = open || !covered[k]
			}
			if open {
				out.WriteString(text[at:start] + p.With)
				at = end
			}
		}
		text = out.String() + text[at:]
	}
	return text
}
