package plan

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// detect replaces each value that a detector finds in a text by the mark of its kind.
// It returns the last kind found, or nil and the text itself. Marks count against the
// room; without room, the mark alone replaces the text.
func (c *censor) detect(text []byte, room *int) (left []byte, by *profiles.Pattern) {
	if c.detects == nil {
		return text, nil
	}
	for _, d := range c.detects.Detectors {
		if d.Next(text, 0) == len(text) {
			continue
		}
		if spans := d.Append(nil, text); len(spans) > 0 {
			text, by = c.mark(text, spans, room)
		}
		if *room < 0 {
			break
		}
	}
	return text, by
}

// mark replaces spans, in order and without overlaps, by the marks of their kinds.
func (c *censor) mark(text []byte, spans []profiles.Span, room *int) (marked []byte, by *profiles.Pattern) {
	var b bytes.Buffer
	at := 0
	for _, s := range spans {
		by = c.detects.Kind(s.Kind)
		if *room -= len(by.With); *room < 0 {
			return []byte(by.With), by
		}
		b.Write(text[at:s.Start])
		b.WriteString(by.With)
		at = s.End
	}
	b.Write(text[at:])
	return b.Bytes(), by
}

// next returns the first offset, at or after from, at which a pattern or a detector may match
// in raw JSON.
func (c *censor) next(raw []byte, from int) int {
	at := len(raw)
	if c.sieve != nil {
		at = c.sieve.Next(raw, from)
	}
	if c.detects != nil {
		for _, d := range c.detects.Detectors {
			at = min(at, d.Next(raw[:at], from))
		}
	}
	return at
}
