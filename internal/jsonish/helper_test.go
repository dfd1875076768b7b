package jsonish

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

var limits = scan.Limits{}.OrDefault()

// parts writes the stretches of a text one behind the other: JSON in ⟦ ⟧, where
// it begins a line in ⟪ ⟫, and comments in ‹ ›.
func parts(text string) (Form, string) {
	var r Reader
	form := r.Read([]byte(text), &limits)
	var b strings.Builder
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		open, shut := "", ""
		switch {
		case s.OwnLine:
			open, shut = "⟪", "⟫"
		case s.JSON:
			open, shut = "⟦", "⟧"
		case s.Comment:
			open, shut = "‹", "›"
		}
		b.WriteString(open + text[s.Start:s.End] + shut)
	}
	return form, b.String()
}

// hider hides members as a caller would: it withholds the values of their names
// in words, and gives those that are JSON another name.
type hider struct {
	names  []string
	reader Reader
	words  Assignments
	tokens Tokens
	text   []byte
	out    []byte
	copied int // of text
	values int // that were withheld
}

func withhold(text string, names ...string) string {
	h := hider{names: names}
	return string(h.hide([]byte(text)))
}

func (h *hider) hide(text []byte) []byte {
	h.text, h.out, h.copied = text, h.out[:0], 0
	h.reader.Read(text, &limits)
	for s, ok := h.reader.Next(); ok; s, ok = h.reader.Next() {
		switch {
		case s.JSON:
			h.value(s.Start)
		case s.Comment:
			h.comment(s.Start, s.End)
		default:
			h.words.Read(text, s.Start, s.End)
			if end := h.search(); end > 0 {
				h.reader.Seek(end)
			}
		}
	}
	return append(h.out, text[h.copied:]...)
}

// search withholds the first value in the words that has a name to hide, and
// returns where it ends; 0 is none.
func (h *hider) search() (end int) {
	for a, ok := h.words.Next(); ok; a, ok = h.words.Next() {
		if !h.meets(a) {
			continue
		}
		if v := h.words.Reach(a, h.meets); v.End > v.Start {
			h.replace(v, Mark)
			h.values++
			return v.End
		}
	}
	return 0
}

func (h *hider) meets(a Assignment) (met bool) {
	h.words.Readings(a, func(name []byte) bool {
		met = slices.Contains(h.names, string(name))
		return !met
	})
	return met
}

func (h *hider) comment(start, end int) {
	end = CommentEnd(h.text, start, end)
	h.words.Read(h.text[:end], start, end)
	for from := h.search(); from > 0; from = h.search() {
		h.words.Read(h.text[:end], from, end)
	}
}

// value hides the members of the value at i.
func (h *hider) value(i int) {
	h.tokens.Begin(h.text, i)
	for t, ok := h.tokens.Next(); ok; t, ok = h.tokens.Next() {
		switch t.Kind {
		case Name:
			name := unescape(nil, h.text[t.Start+1:t.End-1])
			if slices.Contains(h.names, string(name)) {
				h.replace(scan.Span{Start: t.Start, End: t.End}, `"-"`)
			}
		case Comment:
			h.comment(t.Start, t.End)
		}
	}
}

func (h *hider) replace(s scan.Span, by string) {
	h.out = append(h.out, h.text[h.copied:s.Start]...)
	h.out = append(h.out, by...)
	h.copied = s.End
}
