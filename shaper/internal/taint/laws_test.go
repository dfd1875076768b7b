package taint_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// FuzzLawsReplace: values in a text are replaced by the mark, with any escapes at any nesting
// depth. All other bytes stay. A second replacement changes nothing. MayHold never denies a
// text that holds a value.
func FuzzLawsReplace(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(seed, "", "")
	}
	f.Add(uint64(1), `a"b\c/d<e>`, "\\u0022\\\\\\")
	f.Add(uint64(2), "ünïcödé ☃ 𝄞", "\\ud834")
	f.Add(uint64(3), "\n\t\x01\x7f line", "\\n")
	f.Fuzz(func(t *testing.T, seed uint64, value, noise string) {
		r := rand.New(rand.NewPCG(seed, 31))
		if len(value) > 200 || len(noise) > 200 || !utf8.ValidString(value) || !utf8.ValidString(noise) {
			return
		}
		values, all := valuesOf(r, value)
		set := values.Set(1000)
		if set == nil {
			return
		}
		var text, want strings.Builder
		for range 1 + r.IntN(4) {
			v, depth := all[r.IntN(len(all))], r.IntN(4)
			gap := gaps[r.IntN(len(gaps))]
			text.WriteString(gap + escaped(r, v, depth) + gap)
			want.WriteString(gap + taint.Mark + gap)
		}
		if got, _ := set.Replace([]byte(text.String())); string(got) != want.String() {
			t.Fatalf("values %q\ntext %q\ngot  %q\nwant %q", all, text.String(), got, want.String())
		}
		if !set.MayHold([]byte(text.String())) {
			t.Errorf("values %q may not be held by %q", all, text.String())
		}
		noisy := noise + text.String() + noise
		once, _ := set.Replace([]byte(noisy))
		if again, found := set.Replace(once); found {
			t.Errorf("values %q: once %q, again %q", all, once, again)
		}
		for _, v := range all {
			if strings.Contains(string(once), v) {
				t.Errorf("%q is left in %q", v, once)
			}
		}
	})
}

// gaps stand between values. No gap is a part of a value or contains an escape.
var gaps = []string{" ; ", "{~}", ": ☂ :", "…"}

// valuesOf collects some values that count. No value contains another one.
func valuesOf(r *rand.Rand, more string) (values taint.Values, all []string) {
	quoted, _ := json.Marshal(strings.TrimSpace(more))
	for i, raw := range []string{string(quoted), quoted1(r, 1), quoted1(r, 2), quoted1(r, 3)} {
		var said string
		if json.Unmarshal([]byte(raw), &said) != nil || !taint.Counts([]byte(said)) || strings.Contains(said, taint.Mark) {
			continue
		}
		if i == 0 && (strings.ContainsAny(said, `\{["~;:…`) || overlaps(said)) { // a document, an escape, or a gap
			continue
		}
		values.AddJSON([]byte(raw))
		all = append(all, said)
	}
	return values, all
}

// overlaps reports whether a text ends with its own beginning, or resembles a mark.
func overlaps(text string) bool {
	for n := 1; n < len(text); n++ {
		if text[:n] == text[len(text)-n:] {
			return true
		}
	}
	return strings.ContainsAny(text[:1]+text[len(text)-1:], "[]") || strings.Contains(taint.Mark, text)
}

// quoted1 returns a random JSON string. Its number makes it unique.
func quoted1(r *rand.Rand, number int) string {
	const letters = "abcXYZ019-_/+=é☃\"'<>&"
	runes, b := []rune(letters), new(strings.Builder)
	fmt.Fprintf(b, "%d#", number)
	for range 6 + r.IntN(20) {
		b.WriteRune(runes[r.IntN(len(runes))])
	}
	fmt.Fprintf(b, "#%d", number)
	quoted, _ := json.Marshal(b.String())
	return string(quoted)
}

// escaped writes a text as a string at a nesting depth, with some needless escapes.
func escaped(r *rand.Rand, text string, depth int) string {
	for range depth {
		b := new(strings.Builder)
		for _, c := range text {
			switch {
			case c == '"' || c == '\\':
				b.WriteString(`\` + string(c))
			case c == '\n':
				b.WriteString(`\n`)
			case c == '/' && r.IntN(2) == 0:
				b.WriteString(`\/`)
			case c < ' ' || r.IntN(8) == 0 && c < 0x10000:
				fmt.Fprintf(b, `\u%04x`, c)
			default:
				b.WriteRune(c)
			}
		}
		text = b.String()
	}
	return text
}
