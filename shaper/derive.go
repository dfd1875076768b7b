package shaper

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// derived is a field made of the beginning of another one (DESIGN §3, derive).
type derived struct {
	name, from string
	chars      int // code points
}

// source is what an object turned out to hold for a derived field.
type source struct {
	start  int  // of the value it is made of; 0 is none, for no member's value is there
	exists bool // the object has a field of the derived name already
}

// observe notes a member that a derived field depends on. A source that is
// excluded or redacted yields nothing.
func (w *walker) observe(f *frame, name []byte, s *fieldmask.State, i int) {
	for j, d := range f.acts.derive {
		switch string(name) {
		case d.name:
			f.derived[j].exists = true
		case d.from:
			if !s.Excluded() && w.plan.acts(s).redact == nil && i < len(w.src) && w.src[i] == '"' {
				f.derived[j].start = i
			}
		}
	}
}

// derive adds the derived fields of an object that is about to close.
func (w *walker) derive(f *frame) {
	for j, d := range f.acts.derive {
		src := f.derived[j]
		s := f.state.Member([]byte(d.name))
		if src.exists || src.start == 0 || s.Verdict() != fieldmask.Keep {
			continue
		}
		var member []byte
		if f.kept > 0 {
			member = append(member, ',')
		}
		member = append(scan.AppendQuote(member, []byte(d.name)), ':')
		if redact := w.plan.acts(s).redact; redact != nil {
			w.to.literal(append(member, redact...))
		} else {
			w.to.literal(scan.AppendQuote(member, w.beginning(src.start, d.chars)))
		}
		f.kept++
	}
}

// beginning is what a derived field shows of the string at src[start].
func (w *walker) beginning(start, chars int) []byte {
	end, _, _ := scan.String(w.src, start, w.lim.StringBytes)
	w.text = scan.AppendUnquote(w.text[:0], w.src[start+1:end-1])
	text, _ := w.plan.maskText(w.text)
	return beginning(text, chars)
}

// beginning returns the first n code points of text, with "..." after them where
// something was cut (REQUIREMENTS R85, 2.3).
func beginning(text []byte, n int) []byte {
	for i := range string(text) {
		if n == 0 {
			return append(text[:i:i], "..."...)
		}
		n--
	}
	return text
}
