package jsonish

import (
	"bytes"
	"unicode/utf8"
)

// ending looks for the end of a value that a sign joins to a name. That is the end of the
// line. In a record of several pairs, it is the place before the next name with the same
// sign.
type ending struct {
	text   []byte
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

func (a *Assignments) ending(of Assignment, start int) *ending {
	e := ending{text: a.text, of: of, start: start, sign: a.text[of.Sign]}
	if e.of.Quoted && of.Name.End+1 < len(a.text) && a.text[of.Name.End+1] == ']' {
		e.of.Quoted = false
	}
	if n := of.Name.Start; n > 0 && !of.Quoted && isQuote(a.text[n-1]) {
		e.around = a.text[n-1]
	}
	if bytes.HasPrefix(a.text[start:], []byte("http")) {
		e.url = true
	}
	e.closes = e.of.Quoted || a.depth(of.Name.Start) > 0
	if n := of.Name.Start; n > 0 && e.sign == '=' {
		e.query = a.text[n-1] == '?' || a.text[n-1] == '&'
	}
	e.tight = isTight(a.text, of.Behind)
	a.end = e
	return &a.end
}

// isTight reports whether no blank follows the sign that ends before i.
func isTight(text []byte, i int) bool { return i < len(text) && !isGap(text[i]) }

// isGap reports whether a byte is a blank within a line.
func isGap(c byte) bool { return c == ' ' || c == '\t' }

// The kinds of bytes that may end a value.
const (
	other = iota
	breaks
	opens
	shuts
	divides
	quotes
)

var kindOf = func() (kind [256]uint8) {
	for k, signs := range []string{breaks: "\r\n", opens: "([{", shuts: ")]}", divides: ",;&| \t<>", quotes: "\"'`u/"} {
		for _, c := range []byte(signs) {
			kind[c] = uint8(k)
		}
	}
	return kind
}()

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
		switch kindOf[e.text[i]] {
		case breaks:
			if depth == 0 || isBlankLine(e.text, nextLine(e.text, i)) {
				return i
			}
		case opens:
			depth++
		case shuts:
			if depth == 0 && e.closesAt(i) {
				return i
			}
			depth = max(0, depth-1)
		case divides:
			if depth == 0 && e.isPartedAt(i) {
				return i
			}
		case quotes:
			i = e.pass(i)
			continue
		}
		i++
	}
	return len(e.text)
}

// pass passes a quote and the text in it, up to the end of the paragraph.
func (e *ending) pass(i int) int {
	if sign := quoteAt(e.text, max(i, 1)); i > 0 && sign != nil && opensQuote(e.text, e.start, i) {
		return e.quoteEnd(sign, i)
	}
	return pass(e.text, e.start, i, e.of.Quoted)
}

// quoteEnd returns the index after the quote that closes the one at i, or the end of
// the paragraph.
func (e *ending) quoteEnd(sign []byte, i int) int {
	for size := maxLine; ; size *= 4 {
		limit, ended := paragraph(e.text, i, i+size)
		if end := quoteEnd(e.text[:limit], sign, e.start, i); end < limit || ended {
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
	if i+1 < len(e.text) && isAlnum(e.text[i]) && isQuote(e.text[i+1]) && opensQuote(e.text, e.start, i+1) {
		i++ // a prefix of Python
	}
	if i >= len(e.text) {
		return 0, false
	}
	if sign := quoteAt(e.text, max(i, 1)); i > 0 && sign != nil {
		end = e.quoteEnd(sign, i)
	} else if kindOf[e.text[i]] == opens && i == e.start {
		end = e.group(i)
	} else {
		return 0, false
	}
	return end, e.endsToken(end)
}

// group returns the end of the brackets that open at i.
func (e *ending) group(i int) int {
	for depth := 0; i < len(e.text); {
		switch kindOf[e.text[i]] {
		case breaks:
			if isBlankLine(e.text, nextLine(e.text, i)) {
				return i
			}
		case opens:
			depth++
		case shuts:
			if depth--; depth == 0 {
				return i + 1
			}
		case quotes:
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
	for j < len(e.text) && j < i+64 && isGap(e.text[j]) {
		j++
	}
	if j >= len(e.text) {
		return true
	}
	switch e.text[j] {
	case '\r', '\n', ',', ';', ')', ']', '}', '&', '|', '>', '<', '/', '#', '\\', '"', '\'':
		return true
	}
	if j > i && (bytes.HasPrefix(e.text[j:], []byte("AND ")) || bytes.HasPrefix(e.text[j:], []byte("OR "))) {
		return true
	}
	return j > i && e.isPartedAt(i) || e.of.Quoted && j > i && isAlnum(e.text[j]) && e.startsNextPair(i)
}

// endsQuoted reports whether the quoted text around the name and the value ends at i. A
// parameter of a URL ends at any quote or backslash. Any other value ends at the quote
// that stands before the name, unless a letter follows.
func (e *ending) endsQuoted(i int) bool {
	c := e.text[i]
	if e.query && (c == '\\' || isQuote(c)) {
		return true
	}
	return c == e.around && c != 0 && (i+1 >= len(e.text) || !isAlnum(e.text[i+1]) || e.text[i-1] <= ' ')
}

// closesAt reports whether a closing bracket ends the record: it is not inside a word.
func (e *ending) closesAt(i int) bool {
	return e.closes && (e.of.Quoted || i+1 >= len(e.text) || !isAlnum(e.text[i+1]))
}

// isPartedAt reports whether the value ends at a separator.
func (e *ending) isPartedAt(i int) bool {
	switch c := e.text[i]; {
	case c == '&' && e.url, c == ';' && e.isListed(i):
		return false
	case e.query:
		return c == '&' || c == '<' || c == '>' || isGap(c)
	case c == '>':
		return e.closes && !e.of.Quoted
	case c == '<':
		return i+1 < len(e.text) && e.text[i+1] == '/'
	case c == ',' && e.endsMember(i):
		return true
	case isGap(c) && i > e.start && isGap(e.text[i-1]):
		return false // the first blank was looked at
	}
	return e.startsNextPair(i)
}

// isListed reports whether the semicolon at i separates parts of one value, as in a
// header: no blank follows it.
func (e *ending) isListed(i int) bool {
	return e.sign == ':' && !e.of.Quoted && i+1 < len(e.text) && e.text[i+1] > ' '
}

// endsMember reports whether the comma at i ends a one-word value of a quoted name. A
// blank, a quote or the end of the text then follows.
func (e *ending) endsMember(i int) bool {
	if !e.of.Quoted || e.hasBlank(i) {
		return false
	}
	next := blanks(e.text, i+1)
	return next > i+1 || next >= len(e.text) || kindOf[e.text[next]] == quotes
}

// hasBlank reports whether the value has more than one word before i. Long ones count
// as one.
func (e *ending) hasBlank(i int) bool {
	return i-e.start < 256 && bytes.IndexByte(e.text[e.start:i], ' ') >= 0
}

// maxPair bounds how far the next name and its sign are looked for.
const maxPair = 64

// startsNextPair reports whether behind the separators at i there is a name, and the same
// sign as that of the value.
func (e *ending) startsNextPair(i int) bool {
	limit := min(i+2*maxPair, len(e.text))
	j, strong := e.passDividers(i, limit)
	if !e.of.Quoted && beginsFlag(e.text[:limit], j) {
		return e.isFlag()
	}
	if j < limit && e.text[j] == '/' && e.isPath() {
		j++
	}
	end, quoted := e.name(j, limit)
	if end == j {
		return false
	}
	sign := end
	for sign < limit && e.text[sign] == ' ' {
		sign++
	}
	if sign >= limit || !e.isSign(sign, quoted) {
		return false
	}
	tight := isTight(e.text, sign+1)
	if !strong {
		return tight && e.tight && sign == end
	}
	return quoted || e.of.Quoted || e.sign == '=' || tight == e.tight || e.text[sign] == '='
}

// passDividers returns the index after the separators at i. They are strong if they are
// more than one blank.
func (e *ending) passDividers(i, limit int) (end int, strong bool) {
	for end = i; end < limit && kindOf[e.text[end]] == divides; end++ {
		strong = strong || e.text[end] != ' ' || end > i && e.text[end-1] == ' '
	}
	return end, strong
}

// beginsFlag reports whether a flag of a command line begins at i.
func beginsFlag(text []byte, i int) bool {
	return i+1 < len(text) && text[i] == '-' && (text[i+1] == '-' || isAlnum(text[i+1]))
}

// isPath reports whether a slash precedes the name of the value.
func (e *ending) isPath() bool {
	n := e.of.Name.Start
	return n > 0 && n < len(e.text) && e.text[n-1] == '/'
}

// isFlag reports whether the name of the value is a flag of a command line.
func (e *ending) isFlag() bool { return e.text[e.of.Name.Start] == '-' }

// name returns the end of the name at i, quoted or bare. It returns i if there is none.
func (e *ending) name(i, limit int) (end int, quoted bool) {
	text := e.text[:limit]
	for i < limit && text[i] == '\\' {
		i++
	}
	if i == 0 || i == limit {
		return bareName(text, i), false
	}
	sign := quoteAt(text, i)
	if sign == nil || sign[0] == '`' {
		return bareName(text, i), false
	}
	if end = quoteEnd(text, sign, i, i); end < limit {
		return end, true
	}
	return i, true
}

// bareName returns the end of the unquoted name at i, or i if there is none. A name has a
// letter. A colon may precede it, as in Ruby.
func bareName(text []byte, i int) (end int) {
	end = i
	if end < len(text) && text[end] == ':' && (end+1 == len(text) || isAlnum(text[end+1])) {
		end++
	}
	letters := 0
	for ; end < len(text) && ofName[text[end]] > 0; end++ {
		if ofName[text[end]] == nameLetter {
			letters++
		}
	}
	if letters == 0 {
		return i
	}
	return end
}

// The kinds of bytes in a bare name. Others are 0.
const (
	nameSign = iota + 1
	nameLetter
)

// ofName classifies the bytes of bare names.
var ofName = func() (kind [256]uint8) {
	for c := range kind {
		switch {
		case c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_':
			kind[c] = nameLetter
		case ofWord[c] || c == '.' || c == '@':
			kind[c] = nameSign
		}
	}
	return kind
}()

// isSign reports whether the sign at i joins a name and a value as that of the value
// does.
func (e *ending) isSign(i int, quoted bool) bool {
	c := e.text[i]
	if c != ':' && c != '=' || compares(e.text, i) || bytes.HasPrefix(e.text[i:], []byte("://")) {
		return false
	}
	return c == e.sign || quoted || e.of.Quoted
}

// startsPair reports whether a name and a sign begin at i, in the notation of data.
func (a *Assignments) startsPair(i int) bool {
	if i >= len(a.text) {
		return false
	}
	e := ending{text: a.text, start: i, sign: a.text[i]}
	limit := min(i+maxPair, len(a.text))
	end, quoted := e.name(i, limit)
	if end == i {
		return false
	}
	e.sign = '='
	isPair := end < limit && e.isSign(end, quoted)
	e.sign = ':'
	return isPair || end+1 < limit && e.isSign(end, quoted) && (a.text[end+1] == ' ' || isLineEnd(a.text[end+1]))
}

// paragraph returns the end of the paragraph at i, the line end before a blank line, if
// it comes before to. Else it is that place, and not ended.
func paragraph(text []byte, i, to int) (end int, ended bool) {
	to = min(to, len(text))
	for end = lineEnd(text[:to], i); end < to; end = lineEnd(text[:to], end) {
		next := nextLine(text, end)
		if isBlankLine(text, next) {
			return end, true
		}
		end = next
	}
	return to, to == len(text)
}

// isBlankLine reports whether the line at i holds nothing, and is not the end of the text.
func isBlankLine(text []byte, i int) bool {
	i = inLine(text, i)
	return i < len(text) && isLineEnd(text[i])
}

// nesting is how many brackets are open before a place of a line.
type nesting struct{ at, depth int }

// depth returns how many brackets are open before i on its line.
func (a *Assignments) depth(i int) int {
	n := &a.nesting
	if i < n.at {
		*n = nesting{at: a.lineStart(i)}
	}
	for ; n.at < i; n.at++ {
		switch c := a.text[n.at]; {
		case isLineEnd(c):
			n.depth = 0
		case kindOf[c] == opens || c == '<':
			n.depth++
		case kindOf[c] == shuts || c == '>':
			n.depth = max(0, n.depth-1)
		}
	}
	return n.depth
}

// lineStart returns the start of the line of i, or a place before i if the line is long.
func (a *Assignments) lineStart(i int) int {
	floor := max(0, i-maxLine)
	if n := bytes.LastIndexAny(a.text[floor:i], "\r\n"); n >= 0 {
		return floor + n + 1
	}
	return floor
}

// near returns the end of the line of i, or a place behind i if the line is long.
func (a *Assignments) near(i int) int { return lineEnd(a.text[:min(len(a.text), i+maxLine)], i) }

// maxLine bounds how much of a line is looked at beside a name.
const maxLine = 256

// armoured returns the end of the armour, such as that of PEM, that begins at i; 0 is
// none.
func (a *Assignments) armoured(i int) (end int) {
	for i < len(a.text) && (isQuote(a.text[i]) || a.text[i] == '\\') {
		i++
	}
	if !bytes.HasPrefix(a.text[i:], []byte("-----BEGIN ")) {
		return 0
	}
	if a.armour > i {
		end, _ = paragraph(a.text, i, len(a.text))
		return end
	}
	n := bytes.Index(a.text[i:], []byte("-----END "))
	if n < 0 {
		a.armour = len(a.text)
		end, _ = paragraph(a.text, i, len(a.text))
		return end
	}
	end = i + n + len("-----END ")
	if n = bytes.Index(a.text[end:min(end+100, len(a.text))], []byte("-----")); n >= 0 {
		end += n + 5
	}
	for end < len(a.text) && bytes.IndexByte([]byte(`"'\`), a.text[end]) >= 0 {
		end++
	}
	return end
}
