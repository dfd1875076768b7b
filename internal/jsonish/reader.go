package jsonish

import (
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Reader reads one text after the other. It keeps its memory between them, and
// is not safe for concurrent use. The zero value is ready.
type Reader struct {
	text    lex.Text
	lim     *scan.Limits
	form    Form
	at      int     // Next continues here
	ahead   Stretch // JSON or a comment, at or after at; the end of the text if there is none
	longest attempt // of the values that were read
	whole   int     // documents of a text that is Data
	strict  scan.Skipper
	tokens  Tokens
}

// attempt is the result of an attempt to read a value.
type attempt struct {
	start, end int
	ok         bool
}

// Stretch is a part of a text: text[Start:End].
type Stretch struct {
	Start, End int
	JSON       bool // a value that can be read: Tokens accepts all of it
	Comment    bool // of a text that is Data, beside its documents
	OwnLine    bool // JSON with only blanks before it on its line
}

// Value reads the value that begins at text[i] and returns the index after it. Without ok,
// the index is the first byte that fits no value. If only a limit is exceeded, or Mark
// stands in the value, the index is the end of the value. lim has no zero field; its limit
// of members is ignored.
func (r *Reader) Value(text []byte, i int, lim *scan.Limits) (end int, ok bool) {
	switch end, kind := r.strict.Value(text, i, 0, lim); kind { // the strict reader is several times faster
	case scan.KindNone:
		return end, end-i <= lim.DocumentBytes
	case scan.KindEOF:
		return len(text), false
	}
	t := &r.tokens
	t.Begin(text, i)
	ok = true
	for token, more := t.Next(); more; token, more = t.Next() {
		switch token.Kind {
		case BeginObject, BeginArray:
			ok = ok && t.Depth() <= lim.Depth
		case Name, String:
			ok = ok && token.End-token.Start-len(`""`) <= lim.StringBytes
		case Marked:
			ok = false
		}
	}
	end = t.At()
	return end, ok && t.Complete() && end-i <= lim.DocumentBytes
}

// read is Value in the text. It reads the longest value only once. In most texts that is
// the only value.
func (r *Reader) read(i int) (end int, ok bool) {
	if l := &r.longest; l.end > l.start && l.start == i {
		return l.end, l.ok
	}
	if end, ok = r.Value(r.text, i, r.lim); end-i > r.longest.end-r.longest.start {
		r.longest = attempt{i, end, ok}
	}
	return end, ok
}

// Next returns the next stretch. The stretches in order form the whole text. A stretch
// that is neither JSON nor a comment is words.
func (r *Reader) Next() (s Stretch, ok bool) {
	if r.at >= len(r.text) {
		return s, false
	}
	if r.at >= r.ahead.End {
		r.look(r.at)
	}
	if s = r.ahead; r.at < s.Start {
		s = Stretch{Start: r.at, End: s.Start}
	}
	r.at = s.End
	return s, true
}

// IsDocument reports whether the text is one document, and nothing else but blanks,
// comments and a fence.
func (r *Reader) IsDocument() bool { return r.form == Data && r.whole == 1 }

// Seek makes Next continue at i. The place lies behind the beginning of the last stretch,
// and may lie in a later stretch. The rest of that stretch is then words.
func (r *Reader) Seek(i int) {
	r.at = i
	if i > r.ahead.Start && i < r.ahead.End {
		r.look(r.ahead.End)
	}
}

// look looks ahead for JSON from i on.
func (r *Reader) look(i int) {
	r.ahead = Stretch{Start: len(r.text), End: len(r.text)}
	if r.form == Data {
		r.document(i)
	} else if r.form != Words {
		r.fragment(i)
	}
}

// fragment searches ahead for an object or an array that can be read. After a failure it
// does not retry from the inner brackets.
func (r *Reader) fragment(i int) {
	for i = r.text.Opening(i); i < len(r.text); {
		end, ok := r.read(i)
		if ok {
			r.ahead = Stretch{Start: i, End: end, JSON: true, OwnLine: r.text.BeginsLine(i)}
			return
		}
		i = r.text.Opening(end)
	}
}

// CommentEnd returns the index after the content of the comment text[start:end]: the index
// of its closing sign, or end.
func CommentEnd(text []byte, start, end int) int {
	if text[start+1] == '*' {
		return end - len("*/")
	}
	return end
}

// WideSign returns the sign whose full-width form begins the text, a colon or an equals
// sign. 0 is none.
func WideSign(text []byte) byte { return lex.WideSign(text) }
