package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// twins fails if String returns anything else with the kernel than without, whatever the
// bound, or if the kernel stops too early. Copies and escapes have twins too.
func twins(t *testing.T, src []byte, quote int) {
	t.Helper()
	copies(t, src, quote)
	start := quote + 1
	want := stringEnds(stringRest(src, start, start, len(src), false))
	for _, most := range []int{len(src), max(want.end-start-1, 0), max(want.end-start-2, 0)} {
		want, got := stringEnds(stringRest(src, start, start, most, false)), stringEnds(String(src, quote, most))
		if got != want {
			t.Fatalf("%q at %d, of %d bytes: %+v, want %+v", src, quote, most, got, want)
		}
		if got := stringEnds(stringRest(src, start, start, most, kernel)); got != want {
			t.Fatalf("%q at %d, of %d bytes, with the kernel: %+v, want %+v", src, quote, most, got, want)
		}
	}
	if want.kind == KindNone {
		if text := src[start : want.end-1]; EscapesOf(text) != escapesTwin(text) {
			t.Fatalf("%q: escapes %03b, want %03b", text, EscapesOf(text), escapesTwin(text))
		}
	}
}

// results holds the results of String.
type results struct {
	end     int
	escaped bool
	kind    Kind
}

func stringEnds(end int, escaped bool, kind Kind) results { return results{end, escaped, kind} }

// FuzzLawsKernel: a string is read alike with the kernel and without: its end, whether it
// holds escapes, and its first fault, whatever its bound. Its text is copied and quoted
// alike, and its escapes tell the same at once and one by one.
func FuzzLawsKernel(f *testing.F) {
	for _, text := range textPieces {
		f.Add([]byte(strings.Repeat(text, 70/len(text)) + `"`))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		src := append([]byte{'"'}, text...)
		twins(t, src, 0)
		twins(t, append(bytes.Repeat([]byte{'a'}, 200), src...), 200)
	})
}

// textPieces are parts of texts. Together they reach every branch of the kernels.
var textPieces = []string{
	"x", "plain", "the quick brown fox jumps over the lazy dog", `"`, `\`, `\\`, `\"`, `\n`, `\t`, `\b`, `\/`, `\u`, `\u00`,
	`\u0041`, `\u002a`, `\u002F`, `\u0026`, `\u00e9`, `\u04d7`, `\u4e00`, `\ud7ff`, `\uE000`, `\ud83d\ude00`, `\uDBFF\uDFFF`, `\ud83d`, `\ude00`,
	"0", "00", "41", " ", "  ", "          ", "{", ":", "=", "[", "/", "*", "}", `\/*`, `\\u0041`, `\\u0080`, `\\n {`, `\\b {`,
	"é", "中", "😀", "\u00a0", "\u1680", "\u3000", "\ufeff", "\u07ff", "\u0800", "\ud7ff", "\uffff", "\U0010ffff",
	"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\x80", "\xff", "\xe4\xb8", "\xf0\x9f\x98",
	"\x1f", "\x7f", "\x00", "\n", "f", "b", "u", "n",
}

// A run of \uXXXX is passed at once. An escape that is half of a pair, an ASCII character
// or a fault ends the run.
func TestEscapeRuns(t *testing.T) {
	for _, piece := range append([]string{`\u0e00`, `\uD7FF`, `\u4g00`, `\u4e0`, `\x4e00`}, textPieces...) {
		for n := range 24 {
			for _, before := range []string{"", "é", `\n  `} {
				text := before + strings.Repeat(`\u4E9f`, n) + piece + strings.Repeat(`\uffff`, 23-n)
				twins(t, []byte(`"`+text+`"`), 0)
			}
		}
	}
}

// soundPieces are those that may stand alone between two quotes.
func soundPieces() (sound []string) {
	for _, piece := range textPieces {
		if _, _, kind := String([]byte(`"`+piece+`"`), 0, len(piece)); kind == KindNone {
			sound = append(sound, piece)
		}
	}
	return sound
}

// A string of every piece between two more reads alike wherever in a block it
// stands, and whatever is cut from its end.
func TestKernelAtEveryPlace(t *testing.T) {
	for _, piece := range textPieces {
		for _, behind := range []string{"", " ", "   {", "x", `\`, "中"} {
			for before := range 130 {
				text := strings.Repeat("a", before) + piece + behind
				twins(t, []byte(`"`+text+`"`), 0)
				twins(t, []byte(`"`+text+piece+`" , "`+piece+`"`), 0)
				twins(t, []byte(`"`+text), 0)
			}
		}
	}
}

// Random texts of pieces, with and without faults. SHAPE_SOAK=1 makes 10,000,000,
// or as many as SHAPE_SOAK_COUNT says.
func TestSoakKernel(t *testing.T) {
	count := 20_000
	if os.Getenv("SHAPE_SOAK") != "" {
		count = 10_000_000
		if n, err := strconv.Atoi(os.Getenv("SHAPE_SOAK_COUNT")); err == nil {
			count = n
		}
	}
	rng := rand.New(rand.NewPCG(uint64(count), 1))
	sound := soundPieces()
	for range count {
		twins(t, randomText(rng, sound), 0)
	}
	t.Logf("%d texts, kernel %t", count, kernel)
}

// randomText is a string of a few kinds of pieces, at most one of them likely to be
// at fault, and something behind it.
func randomText(rng *rand.Rand, sound []string) []byte {
	kinds := make([]string, 1+rng.IntN(6))
	for i := range kinds {
		kinds[i] = sound[rng.IntN(len(sound))]
	}
	src := []byte{'"'}
	for size := rng.IntN(220); len(src) < size; {
		src = append(src, kinds[rng.IntN(len(kinds))]...)
		if rng.IntN(60) == 0 {
			src = append(src, textPieces[rng.IntN(len(textPieces))]...)
		}
	}
	src = append(src, '"')
	for size := len(src) + rng.IntN(80); len(src) < size; {
		src = append(src, textPieces[rng.IntN(len(textPieces))]...)
	}
	return src[:len(src)-rng.IntN(min(len(src), 4))]
}

// Every string of every document reads alike at all alignments.
func TestKernelAlignments(t *testing.T) {
	const alignments = 67
	for name, doc := range kernelDocuments(t) {
		for shift := range alignments {
			src := append(bytes.Repeat([]byte{' '}, shift), doc...)
			for at, c := range src {
				if c == '"' && !t.Failed() {
					twins(t, around(src, at), at%64)
				}
			}
			if t.Failed() {
				t.Fatalf("%s, moved by %d", name, shift)
			}
		}
	}
}

// around returns the blocks of 64 bytes around the string at src[at]. The rest of a
// document with 100,000 strings makes no difference to one string.
func around(src []byte, at int) []byte {
	end, _, _ := stringRest(src, at+1, at+1, len(src), false)
	return src[at-at%64 : min(end+256, len(src))]
}

// kernelDocuments are the streams of TestJSONTestSuite, the corpora in small, and the
// files of the suite where they are at hand, whole with SHAPE_SOAK=1.
func kernelDocuments(t *testing.T) map[string][]byte {
	docs := map[string][]byte{}
	for i, text := range streams {
		docs[fmt.Sprint("stream ", i)] = []byte(text.in)
	}
	for name, text := range corpora() {
		docs[name] = text[:1000]
	}
	files, err := filepath.Glob(filepath.Join(shared, "suites/jsontestsuite/test_parsing/*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("SHAPE_SOAK") == "" {
			text = text[:min(len(text), 1000)] // more of the largest is more of the same
		}
		docs[file] = text
	}
	return docs
}
