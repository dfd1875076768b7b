package detect

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
)

var all = newDetector([]string{"email", "phone", "card", "iban"})

// marked replaces the findings of a detector in a text.
func marked(d profiles.Detector, text string) string {
	var b strings.Builder
	at := 0
	for _, s := range d.Append(nil, []byte(text)) {
		b.WriteString(text[at:s.Start] + "[" + s.Kind + "]")
		at = s.End
	}
	return b.String() + text[at:]
}

// A case without "marked" holds no value.
func TestFound(t *testing.T) {
	data, err := os.ReadFile("testdata/found.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Text, Marked string }
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		want := c.Marked
		if want == "" {
			want = c.Text
		}
		if got := marked(all, c.Text); got != want {
			t.Errorf("%q: %q, want %q", c.Text, got, want)
		}
		if again := marked(all, want); again != want {
			t.Errorf("%q: a second run returns %q", want, again)
		}
	}
}

// Each kind is found alone.
func TestDetectorKinds(t *testing.T) {
	const text = "a@b.de +49 30 123456 4111111111111111 DE89370400440532013000"
	for kind, want := range map[string]string{
		"email": "[email] +49 30 123456 4111111111111111 DE89370400440532013000",
		"phone": "a@b.de [phone] 4111111111111111 DE89370400440532013000",
		"card":  "a@b.de +49 30 123456 [card] DE89370400440532013000",
		"iban":  "a@b.de +49 30 123456 4111111111111111 [iban]",
	} {
		if got := marked(newDetector([]string{kind}), text); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// value writes a random value of a kind, and the kind.
func value(r *rand.Rand) (text, kind string) {
	digits := func(n int) (s string) {
		for range n {
			s += string(byte('0' + r.IntN(10)))
		}
		return s
	}
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("u%s.x@h%s.example.com", digits(1+r.IntN(5)), digits(1+r.IntN(5))), "email"
	case 1:
		return "+4" + digits(1) + " " + digits(3) + []string{" ", "-", "/"}[r.IntN(3)] + digits(5+r.IntN(3)), "phone"
	case 2:
		return grouped(card(r, digits), []string{"", " ", "-"}[r.IntN(3)]), "card"
	}
	return grouped(iban(digits), []string{"", " ", "-"}[r.IntN(3)]), "iban"
}

// card completes a prefix of a network by digits and the check digit.
func card(r *rand.Rand, digits func(int) string) string {
	number := []string{"4", "51", "2221", "6011", "3528"}[r.IntN(5)]
	number += digits(15 - len(number))
	for c := byte('0'); ; c++ {
		if whole := number + string(c); isCard([]byte(whole)) {
			return whole
		}
	}
}

// iban completes 18 digits of a German account by the check digits.
func iban(digits func(int) string) string {
	account := digits(18)
	for n := 2; ; n++ {
		if whole := fmt.Sprintf("DE%02d%s", n, account); isMod97([]byte(whole)) {
			return whole
		}
	}
}

// grouped puts a separator behind each fourth character.
func grouped(s, between string) string {
	var b strings.Builder
	for i, c := range s {
		if i > 0 && i%4 == 0 {
			b.WriteString(between)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// A value between words is found, and the rest of the text stays byte for byte. Next
// stops before the end of each value, in the text and in its JSON string.
func FuzzLawsDetect(f *testing.F) {
	for seed := range uint64(20) {
		f.Add("some words before", "and after\n", seed)
	}
	f.Fuzz(func(t *testing.T, before, after string, seed uint64) {
		v, kind := value(rand.New(rand.NewPCG(seed, 1)))
		text := before + "\n=" + v + "\n" + after
		wantBefore, wantAfter := marked(all, before+"\n="), marked(all, "\n"+after)
		if got, want := marked(all, text), wantBefore+"["+kind+"]"+wantAfter; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		checkNext(t, all, text)
	})
}

// checkNext fails if Next passes over a value.
func checkNext(t *testing.T, d profiles.Detector, text string) {
	t.Helper()
	spans := d.Append(nil, []byte(text))
	from := 0
	for _, s := range spans {
		if next := d.Next([]byte(text), s.Start); next >= s.End {
			t.Errorf("%q: Next(%d) is %d, behind the value that ends at %d", text, s.Start, next, s.End)
		}
		if s.Start < from {
			t.Errorf("%q: the spans %v overlap", text, spans)
		}
		from = s.End
	}
	quoted, _ := json.Marshal(text)
	if len(spans) > 0 && d.Next(quoted, 1) == len(quoted) {
		t.Errorf("%q: Next passes over the values of %s", text, quoted)
	}
}

// Escapes of JSON hide no value from Next.
func TestNextOfEscapes(t *testing.T) {
	for _, raw := range []string{
		`a\u0040b.de`, `4111\u0031111 1111 1111`, `\u0034111111111111111`, `\u0044E89370400440532013000`,
		`x\\u0040y.de`, `Tel\u003a 030 1234567`, `030\/1234567`, `\u002b49 30 123456`,
	} {
		if all.Next([]byte(raw), 0) == len(raw) {
			t.Errorf("Next passes over %s", raw)
		}
	}
	for _, raw := range []string{"no value", "a 12 b 345 c", "version 1.2.3 at 10:15", "x @ y", "\u2014 \u00e9"} {
		if next := all.Next([]byte(raw), 0); next != len(raw) {
			t.Errorf("Next stops at %d in %s", next, raw)
		}
	}
}

// Time is linear in texts that repeat the start of a value.
func TestDetectIsLinear(t *testing.T) {
	for _, part := range []string{"@", "a@", "a@b.", "1", "1 ", "4111 ", "+1", "(2", "DE89", "DE", "Tel 0", "-", "\x00\xff4"} {
		testkit.NearlyLinear(t, 1<<16, 8, func(n int) func() {
			text := []byte(strings.Repeat(part, n))
			return func() {
				all.Next(text, 0)
				all.Append(nil, text)
			}
		})
	}
}
