package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Kind is the kind of a token.
type Kind uint8

// The tokens of a value.
const (
	BeginObject Kind = iota
	EndObject
	BeginArray
	EndArray
	Name    // of a member, with its quotes
	String  // any other string, with its quotes
	Scalar  // number, literal, NaN or an infinity
	Comma   // a trailing one, too
	Colon   //
	Comment // with its slashes; a line end is not part of it
	Marked  // Mark in the place of a value, so that the value is unreadable
)

// Mark replaces a withheld value. It is no JSON, so that the text around it stays unreadable.
const Mark = lex.Mark

// Token is a token of a value: text[Start:End].
type Token struct {
	Kind       Kind
	Escaped    bool // a string with escapes in it
	Start, End int
}

// Tokens reads the tokens of one value. It keeps its stack between values, and
// is not safe for concurrent use. The zero value is ready.
type Tokens struct {
	text lex.Text
	at   int // read so far
	due  due
	open brackets
}

// due is the set of tokens that may come next.
type due uint8

const (
	dueValue due = 1 << iota
	dueName
	dueColon
	dueComma
	dueClose
	nothing due = 0 // the value is complete
)

// Begin begins with the value at text[i], right there.
func (t *Tokens) Begin(text []byte, i int) {
	t.text, t.at, t.due = text, i, dueValue
	t.open.reset()
}

// Next returns the next token. ok is false after the last token of the value, as Complete
// reports, and at text that fits no value.
func (t *Tokens) Next() (token Token, ok bool) {
	if t.due == nothing {
		return token, false
	}
	if t.open.depth > 0 {
		t.at = scan.Space(t.text, t.at)
	}
	if t.at >= len(t.text) {
		return token, false
	}
	token.Start, token.End = t.at, t.at
	switch c := t.text[t.at]; c {
	case '"':
		if t.due&(dueName|dueValue) != 0 {
			token.Kind = String
			token.End, token.Escaped, ok = readString(t.text, t.at)
		}
	case '{', '}', '[', ']', ',', ':':
		ok = t.sign(c, &token)
	case '/':
		if t.open.depth > 0 {
			token.Kind = Comment
			token.End, ok = t.text.Comment(t.at)
		}
	default:
		if t.due&dueValue != 0 {
			token.Kind = Scalar
			token.End, ok = readScalar(t.text, t.at)
		}
	}
	if t.at = token.End; !ok {
		return Token{}, false
	}
	if token.Kind == String && t.due&dueName != 0 {
		token.Kind, t.due = Name, dueColon
	} else if token.Kind == String || token.Kind == Scalar {
		t.valued()
	}
	return token, true
}

// sign reads a bracket, a comma or a colon, or the mark.
func (t *Tokens) sign(c byte, token *Token) (ok bool) {
	token.End++
	object := t.open.object()
	switch {
	case t.due&dueComma != 0 && c == ',':
		if token.Kind, t.due = Comma, dueValue|dueClose; object {
			t.due = dueName | dueClose
		}
	case t.due&dueColon != 0 && c == ':':
		token.Kind, t.due = Colon, dueValue
	case t.due&dueValue != 0 && (c == '{' || c == '['):
		if c == '[' && bytes.HasPrefix(t.text[t.at:], []byte(Mark)) {
			token.Kind, token.End = Marked, t.at+len(Mark)
			t.valued()
			return true
		}
		t.open.push(c == '{')
		if token.Kind, t.due = BeginArray, dueValue|dueClose; c == '{' {
			token.Kind, t.due = BeginObject, dueName|dueClose
		}
	case t.due&dueClose != 0 && (c == '}' && object || c == ']' && !object):
		if token.Kind = EndArray; object {
			token.Kind = EndObject
		}
		t.open.depth--
		t.valued()
	default:
		token.End--
		return false
	}
	return true
}

// Complete reports whether the value was read to its end.
func (t *Tokens) Complete() bool { return t.due == nothing }

// At returns the index after the last token, or the first index that fits no value.
func (t *Tokens) At() int { return t.at }

// Depth is the number of containers that are open.
func (t *Tokens) Depth() int { return t.open.depth }

// valued notes that a value is complete.
func (t *Tokens) valued() {
	if t.due = nothing; t.open.depth > 0 {
		t.due = dueComma | dueClose
	}
}
