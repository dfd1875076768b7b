package o200k

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
	"github.com/tiktoken-go/tokenizer/codec"
)

// pattern is the expression that piece implements. It is compiled here, since the library's
// generated code for it is wrong.
var pattern = regexp2.MustCompile(`(?:`+strings.Join([]string{
	`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`,
	`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`,
	`\p{N}{1,3}`, ` ?[^\s\p{L}\p{N}]+[\r\n/]*`, `\s*[\r\n]+`, `\s+(?!\S)`, `\s+`,
}, "|")+`)`, regexp2.None)

var seeds = []string{
	"", "a", "\n \n", ".\n \n/x", "It's  we'RE\tI'LL", "HTTPServer ǅungla ʰa ʰA", "\u0301ABC \u0301", "I'ſ", "❤️\n ❤❤️\n", "12345 ½²x", "a  \n\n b \r\n",
	"\u00a0\u3000\n\u3000x", "{\"a\":[1,2,{\"b\":null}]}", "漢字かな 한글 नमस्ते", "'s 'x '", " \u0301x", "//\n/", strings.Repeat("qzjxkvw", 40), strings.Repeat("=", 300),
}

// Pieces are the matches of the pattern.
func FuzzLawsTokenPieces(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		rest := []byte(text)
		for m, err := pattern.FindStringMatch(text); m != nil; m, err = pattern.FindNextMatch(m) {
			if err != nil {
				t.Fatal(err)
			}
			n := piece(rest)
			if got, want := string(rest[:n]), m.String(); got != want {
				t.Fatalf("%q in %q, want %q", got, text, want)
			}
			rest = rest[n:]
		}
		if len(rest) > 0 {
			t.Fatalf("%q is left of %q", rest, text)
		}
	})
}

// fault is where the library takes white space apart, leaves a character out, or
// takes the long s for no s.
var fault = regexp.MustCompile(`[\r\n][\s\v\x{85}\pZ]*[\t\v\f \x{85}\pZ][\s\v\x{85}\pZ]*[\r\n]|\x7f|'ſ`)

// Counts equal those of the library, except in the library's faults, and stay within Most.
func FuzzLawsTokenCounts(f *testing.F) {
	library := codec.NewO200kBase()
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if fault.MatchString(text) {
			return
		}
		want, err := library.Count(text)
		if most := (Counter{}).Most(len(text)); utf8.ValidString(text) && want > most {
			t.Errorf("%q: %d tokens, more than %d", text, want, most)
		}
		if got := (Counter{}).Count([]byte(text)); err != nil || got != want {
			t.Errorf("%q: %d tokens, the library says %d, %v", text, got, want, err)
		}
	})
}

// Each rank has a token, and each byte is one.
func TestVocabulary(t *testing.T) {
	ranks := vocabulary()
	if len(ranks) != 199_998 {
		t.Errorf("%d tokens", len(ranks))
	}
	for b := range 256 {
		if _, ok := ranks[string([]byte{byte(b)})]; !ok {
			t.Errorf("byte %#x is no token", b)
		}
	}
}
