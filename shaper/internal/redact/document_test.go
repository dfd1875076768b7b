package redact_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// TestConcerns checks the strings of a document in order.
func TestConcerns(t *testing.T) {
	src := []byte(`"=, a|password|a|password: 1|a=1|the password = 2|password|b: 1|S3CRET|S-CRET|password=|passwords=`)
	for rules, want := range map[string]string{
		"!password":    "password: 1|the password = 2|password=",
		"password":     "",
		"/S[0-9]CRET/": "S3CRET",
		"!b":           "b: 1",
	} {
		var h redact.Hider
		h.Begin(hiding(t, rules), redact.Source{Text: src, Limits: &limits, Nesting: plan.MaxNesting})
		var got []string
		from := 1
		for text := range strings.SplitSeq(string(src[1:]), "|") {
			if h.Screen.Concerns(from, from+len(text)) {
				got = append(got, text)
			}
			from += len(text) + 1
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}

// The names above a string matter if a rule has more than one name.
func TestFollows(t *testing.T) {
	for rules, want := range map[string]bool{"!password": false, "password url": false, "!a.b": true, "!password !a.*.b": true} {
		var h redact.Hider
		h.Begin(hiding(t, rules), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
		if h.Follows() != want {
			t.Errorf("%s: %t", rules, !want)
		}
	}
}

// Under a rule without a name, all strings need Looks. Under privacy, all others need
// Concerns.
func TestScreen(t *testing.T) {
	for rules, want := range map[string]string{
		"password": "false false", "!password": "false true", "/S.CRET/": "false true", "![0]": "true true", "[0]": "false false",
	} {
		var h redact.Hider
		h.Begin(hiding(t, rules), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
		if got := fmt.Sprint(h.Screen.Opens['x'], h.Screen.Asks); got != want || !h.Screen.Opens['{'] {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}

// The answers for strings in order do not depend on the distance of a match. A match in a
// string is never missed, and a match elsewhere does not count.
func TestSearch(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		src := bytes.Repeat([]byte("x"), 30_000)
		for range r.IntN(6) {
			copy(src[r.IntN(len(src)-20):], []string{"S3CRET", "password=1"}[r.IntN(2)])
		}
		var h redact.Hider
		h.Begin(hiding(t, "!password /S[0-9]CRET/"), redact.Source{Text: src, Limits: &limits, Nesting: plan.MaxNesting})
		for from := 0; from < len(src); {
			to := min(from+r.IntN(9000)*r.IntN(2)+r.IntN(40), len(src))
			text := src[from:to]
			fits, names := bytes.Contains(text, []byte("S3CRET")), bytes.Contains(text, []byte("password="))
			if got := h.Screen.MayFit(from, to); got != fits && (fits || !bytes.Contains(text, []byte("S"))) {
				t.Fatalf("seed %d, %d to %d: a pattern fits: %t", seed, from, to, got)
			}
			if got := h.Screen.Concerns(from, to); got != (names || h.Screen.MayFit(from, to)) {
				t.Fatalf("seed %d, %d to %d: it is of concern: %t", seed, from, to, got)
			}
			from = to + r.IntN(200)
		}
	}
}

// A string is a document if its content is one, whatever its own strings contain.
func TestIsDocument(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1}`: true, `["[1]"]`: true, `{"a":"b: {\"c\":1}"}`: true, `say ["{\"a\":1}"]`: false, "[1]\n[\"{}\"]": false, "a: 1": false,
	} {
		var h redact.Hider
		hidden(t, &h, hiding(t, "!password ![7]"), text, nil)
		if h.IsDocument() != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}

// The content of a value that has to stay is judged as at the root.
func TestStays(t *testing.T) {
	for _, c := range []struct{ rules, at, text, want string }{
		{"a", "a", `{"a":1,"b":2}`, `{"b":2}`},
		{"!a c", "a", `{"a":1,"b":2,"c":3}`, `{"b":2}`},
		{"!a c", "a", `see {"a":1,"b":2,"c":3}`, `see {"b":2,"c":3}`},
		{"!x a", "a", `see {"a":1,"b":2,"x":3}`, `see {"a":1,"b":2}`},
		{"!a.b c", "a", `{"b":1,"c":2,"d":3}`, `{"d":3}`}, // it would have stayed
		{"!a.b c", "a", `see {"b":1,"c":2,"d":3}`, `see {"c":2,"d":3}`},
	} {
		rules := hiding(t, c.rules)
		var h redact.Hider
		h.Begin(rules, redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
		place := redact.Root(rules).Member(rules, []byte(c.at)).Stays(rules)
		raw := quote(c.text)
		edits, _ := h.Edits(redact.String{Raw: raw, Text: []byte(c.text), Place: place})
		if got := string(scan.AppendUnquote(nil, redact.Append(nil, raw, edits))); got != c.want {
			t.Errorf("%s at %s: %s, want %s", c.rules, c.at, got, c.want)
		}
	}
}

// A string that fills the room to the last byte is unescaped, and its members go. With one
// byte more, their values are withheld for their names.
func TestUnescapesToTheLastByte(t *testing.T) {
	const room = 4 << 20
	text := func(more int) string { return `{"password":"S","a":"` + strings.Repeat("x", more) + `"}` }
	more := (room - len(nested(text(0), 1)[2:]) - len(nested(text(0), 2)[2:])) / 2 // in both strings
	var h redact.Hider
	for more, want := range map[int]int{more: 0, more + 1: 1} {
		if _, counts := hidden(t, &h, hiding(t, "!password"), nested(text(more), 2), nil); counts.Withheld != want {
			t.Errorf("%d bytes: %d are withheld, want %d", more, counts.Withheld, want)
		}
	}
}

// The unescaped bytes of nested strings are bounded. The rest is read as words. A rule without
// a name takes all of it.
func TestUnescapesAreBounded(t *testing.T) {
	text := nested(`{"password":"S","a":"`+strings.Repeat("é", 5<<19)+`"}`, 2)
	for rules, want := range map[string]string{
		"!password": `"\"{\\\"password\\\":[withheld],`,
		"!a ![0]":   `"\"[withheld]\""`,
	} {
		var h redact.Hider
		got, counts := hidden(t, &h, hiding(t, rules), text, nil)
		if !strings.HasPrefix(got, want) || counts.Withheld != 1 {
			t.Errorf("%s: %.60q, %+v, want %q", rules, got, counts, want)
		}
	}
}
