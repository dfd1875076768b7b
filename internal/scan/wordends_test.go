package scan

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzLawsWordEnds: the kernel finds the same ends as its twin, and every word that ends
// before a byte of no word is found.
func FuzzLawsWordEnds(f *testing.F) {
	f.Add("id url admin", "an id, a URL; the admin", 0)
	f.Add("key", strings.Repeat("x", 40)+"_key "+strings.Repeat("y", 40)+"Key", 3)
	f.Add("id", "id", 0)
	f.Add("id", strings.Repeat("idle ", 20)+"id", 1)
	f.Fuzz(func(t *testing.T, list, text string, from int) {
		var e WordEnds
		var words []string
		for _, word := range strings.Fields(strings.ToLower(list)) {
			if len(word) >= 2 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
				words = append(words, word)
				e.Add([]byte(word))
			}
		}
		from = max(0, min(from, len(text)))
		src := []byte(text)
		got := e.Next(src, from)
		for end := from + 1; end <= len(src); end++ {
			if len(words) > 0 && e.endsAt(src, end) {
				if got != end {
					t.Fatalf("%q from %d: %d, want %d", text, from, got, end)
				}
				return
			}
			for _, word := range words {
				lower := bytes.ToLower(src[:end])
				if len(lower) == end && bytes.HasSuffix(lower, []byte(word)) && (end == len(src) || strings.IndexByte(" .,:;\"'<|&(\t\n@", src[end]) >= 0) {
					t.Fatalf("%q: %q ends at %d, which is no place", text, word, end)
				}
			}
		}
		if got != len(src)+1 {
			t.Fatalf("%q from %d: %d, want none", text, from, got)
		}
	})
}

// The words of a text are found wherever they stand.
func TestWordEnds(t *testing.T) {
	var e WordEnds
	for _, word := range []string{"id", "token"} {
		e.Add([]byte(word))
	}
	for n := range 150 {
		text := []byte(strings.Repeat("-", n) + "Id " + strings.Repeat("idle ", n) + "the TOKEN")
		if got := e.Next(text, 0); got != n+2 {
			t.Errorf("%d: %d", n, got)
		}
		if got := e.Next(text, n+2); got != len(text) {
			t.Errorf("%d: the second one is at %d, want %d", n, got, len(text))
		}
		if got := e.Next(text, len(text)); got != len(text)+1 {
			t.Errorf("%d: %d behind the end", n, got)
		}
	}
}

// Words of bytes are found, whatever follows.
func TestWordEndsBytes(t *testing.T) {
	var e WordEnds
	e.AddBytes([3]string{`\\`, "n", "{["})
	for n := range 80 {
		before := strings.Repeat(`\n`, n)
		for text, want := range map[string]int{
			before + `\n{x`: len(before) + 3, before + `\n[`: len(before) + 3,
			before + `\n;{`: len(before) + 5, before + `\u{`: len(before) + 4, before + `\n`: len(before) + 3,
		} {
			if got := e.Next([]byte(text), 0); got != want {
				t.Errorf("%q: %d, want %d", text, got, want)
			}
		}
	}
}
