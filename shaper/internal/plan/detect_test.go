package plan

import (
	"bytes"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// finder finds each run of one letter.
type finder struct {
	letter byte
	kind   string
}

func (f finder) Next(raw []byte, from int) int {
	if n := bytes.IndexByte(raw[from:], f.letter); n >= 0 {
		return from + n
	}
	return len(raw)
}

func (f finder) Append(dst []profiles.Span, text []byte) []profiles.Span {
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && text[i] == f.letter {
			i++
		}
		if i > start {
			dst = append(dst, profiles.Span{Start: start, End: i, Kind: f.kind})
		}
	}
	return dst
}

// detecting returns hiding rules with a detector for each kind, and with patterns.
func detecting(t *testing.T, patterns []profiles.Pattern, kinds map[string]byte) *Hiding {
	t.Helper()
	const pii = "github.com/seed-7aa78ce4/shape/shaper/detect"
	profiles.RegisterDetector(pii, func(names []string) profiles.Detector { return finder{kinds[names[0]], names[0]} })
	var names []string
	for name := range kinds {
		names = append(names, name)
	}
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Detect: names}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := set.Resolve(profiles.Key{})
	if err != nil {
		t.Fatal(err)
	}
	with := *r
	with.Patterns = patterns
	return &Hiding{censor: new(censor).load(&with)}
}

// Detectors run after patterns. NextFit returns the first offset of both.
func TestCensorDetects(t *testing.T) {
	for _, c := range []struct {
		text, want string
		next       int
		patterns   []profiles.Pattern
	}{
		{"a b q", "a b [card]", 4, nil},
		{"qqq x q", "[card] x [card]", 0, nil},
		{"none", "none", 4, nil},
		{"", "", 0, nil},
		{"xz q", "[card]z [card]", 0, masks("x", "q")},
		{"a q x", "a [card] -", 2, masks("x", "-")},
	} {
		h := detecting(t, c.patterns, map[string]byte{"card": 'q'})
		if got := h.NextFit([]byte(c.text), 0); got > c.next {
			t.Errorf("%q: the next place is %d, want %d", c.text, got, c.next)
		}
		room := Room(len(c.text))
		got, by := h.Censor([]byte(c.text), &room)
		if string(got) != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if changed := c.text != c.want; (by != nil) != changed {
			t.Errorf("%q: changed by %v", c.text, by)
		}
	}
}

// Without room, a mark replaces the text.
func TestDetectWithoutRoom(t *testing.T) {
	h := detecting(t, nil, map[string]byte{"card": 'q'})
	room := 10
	if got, by := h.Censor([]byte("q and q"), &room); string(got) != "[card]" || by.With != "[card]" {
		t.Errorf("%q by %v", got, by)
	}
}
