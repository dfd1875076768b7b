// Package lawtest holds the laws that each transform of a text obeys, for tests.
package lawtest

import (
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// Transform returns the result of the transform of a kind, and fails if it breaks a law of all
// kinds. The result is the same in each run and no longer than the text. UTF-8 stays UTF-8. A
// transform that fails leaves the text as it is.
func Transform(t *testing.T, kind texts.Kind, r texts.Request) string {
	t.Helper()
	transform, ok := texts.Lookup(kind)
	if !ok {
		t.Fatalf("%s is not registered", kind)
	}
	out, err := transform(r)
	if err != nil && out != r.Text {
		t.Fatalf("%v, and the text changed:\n%q\n%q", err, r.Text, out)
	}
	if len(out) > len(r.Text) {
		t.Fatalf("%d bytes became %d", len(r.Text), len(out))
	}
	if utf8.ValidString(r.Text) && !utf8.ValidString(out) {
		t.Fatalf("no UTF-8: %q", out)
	}
	if again, _ := transform(r); again != out {
		t.Fatalf("a second run differs:\n%q\n%q", out, again)
	}
	return out
}

// Twice transforms the result once more, and fails if that changes it.
func Twice(t *testing.T, kind texts.Kind, r texts.Request) string {
	t.Helper()
	out := Transform(t, kind, r)
	text := r.Text
	r.Text = out
	if again := Transform(t, kind, r); again != out {
		t.Fatalf("a second transform of\n%q\nchanges\n%q\nto\n%q", text, out, again)
	}
	return out
}

// Mutations yields texts made of seeds: lines are left out, doubled, moved and indented, and
// bytes change. The texts are the same in each run.
func Mutations(seeds []string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		r := rand.New(rand.NewPCG(1, 2))
		for range n {
			lines := strings.SplitAfter(seeds[r.IntN(len(seeds))], "\n")
			for range 1 + r.IntN(6) {
				i, j := r.IntN(len(lines)), r.IntN(len(lines))
				switch r.IntN(7) {
				case 0:
					lines[i] = ""
				case 1:
					lines[i] = strings.Repeat(lines[j], 1+r.IntN(4))
				case 2:
					lines[i], lines[j] = lines[j], lines[i]
				case 3:
					lines[i] = strings.Repeat("  ", r.IntN(4)) + strings.TrimLeft(lines[i], " ")
				case 4:
					lines[i] = lines[i][:r.IntN(len(lines[i])+1)]
				case 5:
					other := strings.SplitAfter(seeds[r.IntN(len(seeds))], "\n")
					lines[i] += other[r.IntN(len(other))]
				case 6:
					b := []byte(lines[i])
					for k := range b {
						if r.IntN(8) == 0 {
							b[k] = byte(r.IntN(256))
						}
					}
					lines[i] = string(b)
				}
			}
			if !yield(strings.Join(lines, "")) {
				return
			}
		}
	}
}
