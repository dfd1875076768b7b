package jsonish

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
)

// ending looks for the end of a value that a sign joins to a name. That is the end of the line.
// In a record of several pairs, it is the place before the next name with the same sign.
type ending struct {
	text   lex.Text
	of     Assignment
	start  int
	closes bool // a bracket is open before the name: its closing one ends the value
	query  bool // a parameter of a URL
	around byte // the quote right before an unquoted name; 0 is none
	url    bool // the value is a URL
	sign   byte
	tight  bool // no blank follows the sign
	whole  bool // the value is one literal
}

func (r *finder) ending(of Assignment, start int) ending {
	e := ending{text: r.text, of: of, start: start, sign: r.text[of.Sign]}
	before := r.text.Before(of.Name.Start)
	if !of.Quoted && lex.IsQuote(before) {
		e.around = before
	}
	e.of.Quoted = of.Quoted && r.text.At(of.Name.End+1) != ']'
	e.url = bytes.HasPrefix(r.text[start:], []byte("http"))
	e.closes = e.of.Quoted || r.depth(of.Name.Start) > 0
	e.query = e.sign == '=' && (before == '?' || before == '&')
	e.tight = isTight(r.text, of.Behind)
	return e
}

// isTight reports whether no blank follows the sign that ends before i.
func isTight(text lex.Text, i int) bool { return i < len(text) && !lex.IsGap(text[i]) }

// find returns the end.
func (e *ending) find() int {
	if end, ok := e.literal(); ok {
		e.whole = true
		return end
	}
	depth := 0
	for i := e.start; i < len(e.text); {
		if (e.query || e.around != 0) && e.endsQuoted(i) {
			return i
		}
		switch lex.KindOf[e.text[i]] {
		case lex.Breaks:
			if depth == 0 || e.text.IsBlankLine(e.text.NextLine(i)) {
				return i
			}
		case lex.Opens:
			depth++
		case lex.Shuts:
			if depth == 0 && e.closes && (e.of.Quoted || !lex.IsAlnum(e.text.At(i+1))) { // not inside a word
				return i
			}
			depth = max(0, depth-1)
		case lex.Divides:
			if depth == 0 && e.isPartedAt(i) {
				return i
			}
		case lex.Quotes:
			i = e.pass(i)
			continue
		}
		i++
	}
	return len(e.text)
}

// pass passes a quote and the text in it, up to the end of the paragraph.
func (e *ending) pass(i int) int {
	if sign := e.text.QuoteAt(i); sign != nil && e.text.OpensQuote(e.start, i) {
		return e.quoteEnd(sign, i)
	}
	return e.text.Pass(e.start, i, e.of.Quoted)
}

// quoteEnd returns the index after the quote that closes the one at i, or the end of
// the paragraph. Two quotes inside the text are one of it, as in YAML, SQL and CSV.
func (e *ending) quoteEnd(sign []byte, i int) int {
	for size := lex.MaxLine; ; size *= 4 {
		limit, ended := e.text.Paragraph(i, i+size)
		end := e.text[:limit].QuoteEnd(sign, e.start, i)
		switch {
		case end >= limit && !ended:
		case len(sign) == 1 && end > i+2 && end < limit && e.text[end] == sign[0] && e.text[end-2] != '\\':
			i, size = end, lex.MaxLine/4
		default:
			return end
		}
	}
}

// literal returns the end of a value that is all in quotes or brackets.
func (e *ending) literal() (end int, ok bool) {
	i := e.start
	for i < len(e.text) && e.text[i] == '\\' {
		i++
	}
	if c := e.text.At(i); (lex.IsAlnum(c) || c == '@') && lex.IsQuote(e.text.At(i+1)) && e.text.OpensQuote(e.start, i+1) {
		i++ // a prefix of Python or C#
	}
	if i >= len(e.text) {
		return 0, false
	}
	if sign := e.text.QuoteAt(i); sign != nil {
		end = e.quoteEnd(sign, i)
	} else if lex.KindOf[e.text[i]] == lex.Opens && i == e.start {
		end = e.group(i)
	} else {
		return 0, false
	}
	return end, e.endsToken(end)
}

// group returns the end of the brackets that open at i.
func (e *ending) group(i int) int {
	for depth := 0; i < len(e.text); {
		switch lex.KindOf[e.text[i]] {
		case lex.Breaks:
			if e.text.IsBlankLine(e.text.NextLine(i)) {
				return i
			}
		case lex.Opens:
			depth++
		case lex.Shuts:
			if depth--; depth == 0 {
				return i + 1
			}
		case lex.Quotes:
			i = e.pass(i)
			continue
		}
		i++
	}
	return len(e.text)
}

// endsToken reports whether the value may end behind a literal that ends at i.
func (e *ending) endsToken(i int) bool {
	j := i
	for j < len(e.text) && j < i+64 && lex.IsGap(e.text[j]) {
		j++
	}
	if j >= len(e.text) || bytes.IndexByte([]byte("\r\n,;)]}&|></#\\\"'"), e.text[j]) >= 0 {
		return j == len(e.text) || e.text[j] != '\\' || !e.text.IsWrittenAlnum(j)
	}
	if j == i {
		return false
	}
	return bytes.HasPrefix(e.text[j:], []byte("AND ")) || bytes.HasPrefix(e.text[j:], []byte("OR ")) ||
		e.isPartedAt(i) || e.of.Quoted && lex.IsAlnum(e.text[j]) && e.startsNextPair(i)
}

// endsQuoted reports whether the quoted text around the name and the value ends at i. A
// parameter of a URL ends at any quote or backslash. Any other value ends at the quote
// that stands before the name, unless a letter follows.
func (e *ending) endsQuoted(i int) bool {
	c := e.text[i]
	if e.query && (c == '\\' || lex.IsQuote(c)) {
		return true
	}
	return c == e.around && c != 0 && (!lex.IsAlnum(e.text.At(i+1)) || e.text[i-1] <= ' ')
}

// isPartedAt reports whether the value ends at a separator.
func (e *ending) isPartedAt(i int) bool {
	switch c := e.text[i]; {
	case c == '&' && e.url:
		return false
	case c == ';' && e.sign == ':' && !e.of.Quoted && e.text.At(i+1) > ' ': // parts of one value, as in a header
		return false
	case e.query:
		return c == '&' || c == '<' || c == '>' || lex.IsGap(c)
	case c == '>':
		return e.closes && !e.of.Quoted
	case c == '<':
		return e.text.At(i+1) == '/'
	case c == ',' && e.endsMember(i):
		return true
	case lex.IsGap(c) && i > e.start && lex.IsGap(e.text[i-1]):
		return false // the first blank was looked at
	}
	return e.startsNextPair(i)
}

// endsMember reports whether the comma at i ends a one-word value of a quoted name. A
// blank, a quote or the end of the text then follows. Long values count as one word.
func (e *ending) endsMember(i int) bool {
	if !e.of.Quoted || i-e.start < 256 && bytes.IndexByte(e.text[e.start:i], ' ') >= 0 {
		return false
	}
	next := e.text.Blanks(i + 1)
	return next > i+1 || next >= len(e.text) || lex.KindOf[e.text[next]] == lex.Quotes
}

// startsNextPair reports whether behind the separators at i there is a name, and the same
// sign as that of the value.
func (e *ending) startsNextPair(i int) bool {
	text := e.text[:min(i+2*lex.MaxPair, len(e.text))]
	j, strong := passDividers(text, i)
	if next := text.At(j + 1); !e.of.Quoted && text.At(j) == '-' && (next == '-' || lex.IsAlnum(next)) {
		return text[e.of.Name.Start] == '-' // both are flags
	}
	if text.At(j) == '/' && text.Before(e.of.Name.Start) == '/' { // both are paths
		j++
	}
	end, quoted := nameEnd(text, j)
	if end == j {
		return false
	}
	sign := end
	for text.At(sign) == ' ' {
		sign++
	}
	if sign >= len(text) || !e.isSign(sign, quoted) {
		return false
	}
	tight := isTight(e.text, sign+1)
	if !strong {
		return tight && e.tight && sign == end
	}
	return quoted || e.of.Quoted || e.sign == '=' || tight == e.tight || text[sign] == '='
}

// passDividers returns the index after the separators at i. They are strong if they are
// more than one blank.
func passDividers(text lex.Text, i int) (end int, strong bool) {
	for end = i; end < len(text) && lex.KindOf[text[end]] == lex.Divides; end++ {
		strong = strong || text[end] != ' ' || end > i && text[end-1] == ' '
	}
	return end, strong
}

// nameEnd returns the end of the name at i, quoted or bare. It returns i if there is none.
// A bare name has a letter. A colon may precede it, as in Ruby.
func nameEnd(text lex.Text, i int) (end int, quoted bool) {
	for text.At(i) == '\\' {
		i++
	}
	if i < len(text) {
		if sign := text.QuoteAt(i); sign != nil && sign[0] != '`' {
			if end = text.QuoteEnd(sign, i, i); end < len(text) {
				return end, true
			}
			return i, true
		}
	}
	end = i
	if text.At(i) == ':' && (i+1 == len(text) || lex.IsAlnum(text[i+1])) {
		end++
	}
	hasLetter := false
	for ; end < len(text); end++ {
		c := text[end]
		if c >= utf8.RuneSelf || c == '_' || lex.IsAlnum(c) && c > '9' {
			hasLetter = true
		} else if !lex.IsOfWords(rune(c)) && c != '.' && c != '@' {
			break
		}
	}
	if !hasLetter {
		return i, false
	}
	return end, false
}

// isSign reports whether the sign at i joins a name and a value as that of the value does.
func (e *ending) isSign(i int, quoted bool) bool {
	c := e.text[i]
	if c != ':' && c != '=' || compares(e.text, i) || bytes.HasPrefix(e.text[i:], []byte("://")) {
		return false
	}
	return c == e.sign || quoted || e.of.Quoted
}

// startsPair reports whether a name and a sign begin at i, in the notation of data.
func (r *finder) startsPair(i int) bool {
	text := r.text[:min(i+lex.MaxPair, len(r.text))]
	end, quoted := nameEnd(text, i)
	if end == i || end >= len(text) {
		return false
	}
	e := ending{text: r.text, start: i, sign: '='}
	if e.isSign(end, quoted) {
		return true
	}
	e.sign = ':'
	return end+1 < len(text) && e.isSign(end, quoted) && (text[end+1] == ' ' || lex.IsLineEnd(text[end+1]))
}
