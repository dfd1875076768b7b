package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// source is what an object turned out to hold for a derived field.
type source struct {
	start  int  // of the value it is made of; 0 is none, for no member's value is there
	exists bool // the object has a field of the derived name already
}

// observe notes a member that a derived field depends on, whose value begins at
// src[start]. A source that is excluded or redacted yields nothing.
func (p *Pass) observe(f *frame, name []byte, s *fieldmask.State, start int) {
	for i, d := range f.acts.Derive {
		switch string(name) {
		case d.Name:
			f.sources[i].exists = true
		case d.From:
			if !s.Excluded() && p.plan.Acts(s).Redact == nil && start < len(p.src) && p.src[start] == '"' {
				f.sources[i].start = start
			}
		}
	}
}

// derive adds the derived fields of an object that is about to close.
func (p *Pass) derive(f *frame) {
	for i, d := range f.acts.Derive {
		src := f.sources[i]
		s := f.state.Member([]byte(d.Name))
		if src.exists || src.start == 0 || s.Verdict() != fieldmask.Keep {
			continue
		}
		acts := p.plan.Acts(s)
		text := scan.AppendQuote(nil, p.beginning(src.start, d.Chars))
		switch {
		case acts.Redact != nil:
			text = acts.Redact.With
		case p.elidesMember(f, &value{acts: acts}) && bytes.Equal(text, acts.Default):
			f.elided = true
			continue
		}
		var member []byte
		if f.kept > 0 {
			member = append(member, ',')
		}
		member = append(scan.AppendQuote(member, []byte(d.Name)), ':')
		p.out.literal(append(member, text...))
		f.kept++
	}
}

// beginning is what a derived field shows of the string at src[start].
func (p *Pass) beginning(start, chars int) []byte {
	end, _, _ := scan.String(p.src, start, p.doc.Limits.StringBytes)
	p.text = scan.AppendUnquote(p.text[:0], p.src[start+1:end-1])
	text, _ := p.plan.Censor(p.text)
	return beginning(text, chars)
}

// beginning returns the first n code points of text, with "..." after them where
// something was cut (RULES R85).
func beginning(text []byte, n int) []byte {
	for i := range string(text) {
		if n == 0 {
			return append(text[:i:i], "..."...)
		}
		n--
	}
	return text
}
