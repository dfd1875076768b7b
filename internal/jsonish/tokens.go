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

// Mark replaces a withheld value. It is no JSON, so that the text around it stays
// unreadable.
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
	text []byte
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
	i := t.at
	switch t.text[i] {
	case '{', '[':
		token, ok = t.opened(i)
	case '}', ']':
		token, ok = t.closed(i)
	case ',':
		token, ok = t.sign(i, Comma, dueComma)
	case ':':
		token, ok = t.sign(i, Colon, dueColon)
	case '"':
		token, ok = t.quoted(i)
	case '/':
		token, ok = t.comment(i)
	default:
		token, ok = t.scalar(i)
	}
	if ok {
		t.at = token.End
	}
	return token, ok
}

// Complete reports whether the value was read to its end.
func (t *Tokens) Complete() bool { return t.due == nothing }

// At returns the index after the last token, or the first index that fits no value.
func (t *Tokens) At() int { return t.at }

// Depth is the number of containers that are open.
func (t *Tokens) Depth() int { return t.open.depth }

func (t *Tokens) opened(i int) (Token, bool) {
	if t.due&dueValue == 0 {
		return Token{}, false
	}
	if bytes.HasPrefix(t.text[i:], []byte(Mark)) {
		t.valued()
		return Token{Kind: Marked, Start: i, End: i + len(Mark)}, true
	}
	object := t.text[i] == '{'
	t.open.push(object)
	if t.due = dueValue | dueClose; object {
		t.due = dueName | dueClose
		return Token{Kind: BeginObject, Start: i, End: i + 1}, true
	}
	return Token{Kind: BeginArray, Start: i, End: i + 1}, true
}

func (t *Tokens) closed(i int) (Token, bool) {
	object := t.text[i] == '}'
	if t.due&dueClose == 0 || object != t.open.object() {
		return Token{}, false
	}
	t.open.pop()
	t.valued()
	if object {
		return Token{Kind: EndObject, Start: i, End: i + 1}, true
	}
	return Token{Kind: EndArray, Start: i, End: i + 1}, true
}

// sign reads a comma or a colon.
func (t *Tokens) sign(i int, kind Kind, now due) (Token, bool) {
	if t.due&now == 0 {
		return Token{}, false
	}
	if t.due = dueValue; kind == Comma {
		t.due |= dueClose
		if t.open.object() {
			t.due = dueName | dueClose
		}
	}
	return Token{Kind: kind, Start: i, End: i + 1}, true
}

func (t *Tokens) quoted(i int) (Token, bool) {
	if t.due&(dueName|dueValue) == 0 {
		return Token{}, false
	}
	end, escaped, ok := readString(t.text, i)
	if !ok {
		t.at = end
		return Token{}, false
	}
	if t.due&dueName != 0 {
		t.due = dueColon
		return Token{Name, escaped, i, end}, true
	}
	t.valued()
	return Token{String, escaped, i, end}, true
}

func (t *Tokens) comment(i int) (Token, bool) {
	if t.open.depth == 0 {
		return Token{}, false
	}
	end, ok := lex.Text(t.text).Comment(i)
	if !ok {
		t.at = end
		return Token{}, false
	}
	return Token{Kind: Comment, Start: i, End: end}, true
}

func (t *Tokens) scalar(i int) (Token, bool) {
	if t.due&dueValue == 0 {
		return Token{}, false
	}
	end, ok := readScalar(t.text, i)
	if !ok {
		t.at = end
		return Token{}, false
	}
	t.valued()
	return Token{Kind: Scalar, Start: i, End: end}, true
}

// valued notes that a value is complete.
func (t *Tokens) valued() {
	if t.due = nothing; t.open.depth > 0 {
		t.due = dueComma | dueClose
	}
}
