package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// mostText bounds the text of an element.
const mostText = 1 << 16

// element returns the text of an XML element with the given name. The element may have
// attributes.
func (p pair) element() (v scan.Span) {
	start := p.start
	if p.text.Before(start) == ':' {
		start = p.text.BareWord(start - 1)
	}
	if p.of.Quoted || p.text.Before(start) != '<' {
		return v
	}
	if v.Start = p.tagEnd(p.end); v.Start == 0 {
		return v
	}
	v.End = p.closingTag(v.Start, p.text[start:p.end])
	if v.End == v.Start && bytes.IndexByte(p.text[p.end:v.Start], '<') < 0 { // another tag may close it, behind one word
		line := p.text[v.Start:p.text.Near(v.Start)]
		if n := bytes.IndexAny(line, "< \t"); n > 0 && bytes.HasPrefix(line[n:], []byte("</")) {
			v.End += n
		}
	}
	return p.text.Trimmed(v)
}

// tagEnd returns the end of the tag that i is in; 0 is none. A tag that closes itself has
// no text.
func (p pair) tagEnd(i int) int {
	n := bytes.IndexByte(p.text[i:min(len(p.text), i+lex.MaxLine)], '>')
	if n < 0 || p.text.Before(i+n) == '/' {
		return 0
	}
	return i + n + 1
}

// closingTag returns the place of the tag that closes the element of a name, if it is one
// of the next tags; else i. Opening tags count too, so that a text of opening tags takes
// linear time.
func (p pair) closingTag(i int, name []byte) int {
	const tags = 128
	text := p.text[:min(len(p.text), i+mostText)]
	at := i
	for range tags {
		n := bytes.IndexByte(text[at:], '<')
		if n < 0 {
			break
		}
		at += n + 1
		if p.text.At(at) == '/' && bytes.HasPrefix(p.text[at+1:], name) {
			return at - 1
		}
	}
	return i
}

// escapedElement is the text of an XML element whose signs are escaped.
func (p pair) escapedElement() (v scan.Span) {
	if !bytes.HasSuffix(p.text[:p.start], []byte("&lt;")) || !bytes.HasPrefix(p.text[p.end:], []byte("&gt;")) {
		return v
	}
	v.Start = p.end + len("&gt;")
	v.End, _ = p.text.Paragraph(v.Start, v.Start+mostText)
	if n := bytes.Index(p.text[v.Start:v.End], []byte("&lt;")); n >= 0 {
		v.End = v.Start + n
	}
	return v
}

// cell returns the text of the element behind an element that contains the name. Examples
// are the value of a key in a property list and the next cell in HTML.
func (p pair) cell() (v scan.Span) {
	if p.text.Before(p.phraseStart(p.start)) != '>' || !bytes.HasPrefix(p.text[p.text.InLine(p.end):], []byte("</")) {
		return v
	}
	n := bytes.IndexByte(p.text[p.end:min(len(p.text), p.end+lex.MaxPair)], '>')
	if n < 0 {
		return v
	}
	i := p.text.Blanks(p.end + n + 1)
	if p.text.At(i) != '<' || p.text.At(i+1) == '/' {
		return v
	}
	return p.textOf(i)
}

// textOf returns the text of the element whose tag i is in.
func (p pair) textOf(i int) (v scan.Span) {
	if v.Start = p.tagEnd(i); v.Start == 0 {
		return v
	}
	v.End = min(len(p.text), v.Start+mostText)
	if n := bytes.IndexByte(p.text[v.Start:v.End], '<'); n >= 0 {
		v.End = v.Start + n
	}
	v.End, _ = p.text.Paragraph(v.Start, v.End)
	return p.text.Trimmed(v)
}

// attribute returns the value beside an attribute that contains the name, such as
// name="password" value="x". It also returns the text of such an element, and the part of
// a form.
func (p pair) attribute() (v scan.Span) {
	if !p.of.Quoted || p.text.Before(p.start) != '=' {
		return v
	}
	end := p.text.Near(p.end)
	line := p.text[p.end:end]
	tag := bytes.IndexByte(line, '>')
	for _, name := range [...]string{"value=", "content="} {
		if n := bytes.Index(line, []byte(name)); n >= 0 && (tag < 0 || n < tag) {
			return p.token(p.end + n + len(name))
		}
	}
	switch {
	case tag >= 0 && p.text.Before(p.end+tag) != '/':
		if v = p.textOf(p.end); v.Start < len(p.text) && bytes.HasPrefix(p.text[v.End:], []byte("<value>")) { // of .NET
			v = p.textOf(v.End)
		}
		return v
	case len(bytes.TrimSpace(line)) > 0 || p.end == len(p.text):
		return v
	}
	for bytes.HasPrefix(p.text[p.text.NextLine(end):], []byte("Content-")) { // the part of a form has more headers
		end = p.text.Near(p.text.NextLine(end))
	}
	if p.text.IsBlankLine(p.text.NextLine(end)) {
		v.Start = p.text.Blanks(end)
		v.End = p.text.LineEnd(v.Start)
	}
	return v
}
