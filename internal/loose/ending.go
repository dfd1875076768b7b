package loose

import "bytes"

// ending looks for the end of a value that a sign joins to a name: where its line
// ends, or, in a record of several pairs, before the next name with the same sign.
type ending struct {
	text   []byte
	of     Assignment
	start  int
	closes bool // a bracket is open before the name: its closing one ends the value
	query  bool // a parameter of a URL
	around byte // the quote right before the name, which is not in quotes itself; 0 is none
	url    bool // the value is a URL
	sign   byte
	tight  bool // no blank stands behind the sign
	whole  bool // the value is one literal
}

func (a *Assignments) ending(of Assignment, start int) *ending {
	e := ending{text: a.text, of: of, start: start, sign: a.text[of.Sign]}
	if e.of.Quoted && of.Name.End+1 < len(a.text) && a.text[of.Name.End+1] == ']' {
		e.of.Quoted = false
	}
	if n := of.Name.Start; n > 0 && !of.Quoted && (a.text[n-1] == '"' || a.text[n-1] == '\'') {
		e.around = a.text[n-1]
	}
	if bytes.HasPrefix(a.text[start:], []byte("http")) {
		e.url = true
	}
	e.closes = e.of.Quoted || a.depth(of.Name.Start) > 0
	if n := of.Name.Start; n > 0 && e.sign == '=' {
		e.query = a.text[n-1] == '?' || a.text[n-1] == '&'
	}
	e.tight = of.Behind < len(a.text) && a.text[of.Behind] != ' ' && a.text[of.Behind] != '\t'
	a.end = e
	return &a.end
}

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
		if c := e.text[i]; e.query && (c == '\\' || c == '"' || c == '\'') || c == e.around && c != 0 && e.endsQuote(i) {
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
			if depth == 0 && e.closes && e.shutAt(i) {
				return i
			}
			depth = max(0, depth-1)
		case divides:
			if depth == 0 && e.partedAt(i) {
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
	if i+1 < len(e.text) && isAlnum(e.text[i]) && (e.text[i+1] == '"' || e.text[i+1] == '\'') && opensQuote(e.text, e.start, i+1) {
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
	for j < len(e.text) && j < i+64 && (e.text[j] == ' ' || e.text[j] == '\t') {
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
	return j > i && e.partedAt(i) || e.of.Quoted && j > i && isAlnum(e.text[j]) && e.nextPair(i)
}

// endsQuote reports whether the quote at i may close one before the name.
func (e *ending) endsQuote(i int) bool {
	return i+1 >= len(e.text) || !isAlnum(e.text[i+1]) || e.text[i-1] <= ' '
}

// shutAt reports whether a closing bracket ends the record: it does not stand in the
// middle of a word.
func (e *ending) shutAt(i int) bool {
	return e.of.Quoted || i+1 >= len(e.text) || !isAlnum(e.text[i+1])
}

// partedAt reports whether the value ends at a separator.
func (e *ending) partedAt(i int) bool {
	switch c := e.text[i]; {
	case c == '&' && e.url:
		return false
	case c == ';' && e.sign == ':' && !e.of.Quoted && i+1 < len(e.text) && e.text[i+1] > ' ':
		return false
	case e.query:
		return c == '&' || c == ' ' || c == '\t' || c == '<' || c == '>'
	case c == '<' || c == '>':
		return e.closes && c == '>' && !e.of.Quoted || c == '<' && i+1 < len(e.text) && e.text[i+1] == '/'
	case c == ',' && e.of.Quoted && !e.hasBlank(i):
		if next := blanks(e.text, i+1); next > i+1 || next >= len(e.text) || kindOf[e.text[next]] == quotes {
			return true
		}
	case i > e.start && (e.text[i-1] == ' ' || e.text[i-1] == '\t'):
		if c == ' ' || c == '\t' {
			return false // the first blank was looked at
		}
	}
	return e.nextPair(i)
}

// hasBlank reports whether the value has more than one word before i. Long ones count
// as one.
func (e *ending) hasBlank(i int) bool {
	return i-e.start < 256 && bytes.IndexByte(e.text[e.start:i], ' ') >= 0
}

// maxPair bounds how far the next name and its sign are looked for.
const maxPair = 64

// nextPair reports whether behind the separators at i there is a name, and the same
// sign as that of the value.
func (e *ending) nextPair(i int) bool {
	limit := min(i+2*maxPair, len(e.text))
	strong, j := false, i
	for ; j < limit && kindOf[e.text[j]] == divides; j++ {
		c := e.text[j]
		strong = strong || c != ' ' || j > i && e.text[j-1] == ' '
	}
	if j+1 < limit && e.text[j] == '-' && (e.text[j+1] == '-' || isAlnum(e.text[j+1])) && !e.of.Quoted {
		return e.isFlag()
	}
	if n := e.of.Name.Start; j < limit && n > 0 && n < len(e.text) && e.text[n-1] == '/' && e.text[j] == '/' {
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
	behind := sign + 1
	tight := behind < len(e.text) && e.text[behind] != ' ' && e.text[behind] != '\t'
	if strong {
		return quoted || e.of.Quoted || e.sign == '=' || tight == e.tight || e.text[sign] == '='
	}
	return tight && e.tight && sign == end
}

// isFlag reports whether the name of the value is a flag of a command line.
func (e *ending) isFlag() bool { return e.text[e.of.Name.Start] == '-' }

// name returns the end of the name at i, which may stand in quotes; i is none.
func (e *ending) name(i, limit int) (end int, quoted bool) {
	for i < limit && e.text[i] == '\\' {
		i++
	}
	if i < limit && i > 0 {
		if sign := quoteAt(e.text[:limit], i); sign != nil && sign[0] != '`' {
			if end = quoteEnd(e.text[:limit], sign, i, i); end < limit {
				return end, true
			}
			return i, true
		}
	}
	letters := 0
	for end = i; end < limit; end++ {
		c := e.text[end]
		if c < 0x80 && !ofWord[c] && c != '.' && c != '@' && c != ':' {
			break
		}
		if c == ':' && (end > i || end+1 < limit && !isAlnum(e.text[end+1])) {
			break
		}
		if c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' {
			letters++
		}
	}
	if letters == 0 {
		return i, false
	}
	return end, false
}

// isSign reports whether the sign at i joins a name and a value as that of the value
// does.
func (e *ending) isSign(i int, quoted bool) bool {
	c := e.text[i]
	if c != ':' && c != '=' || compares(e.text, i) || bytes.HasPrefix(e.text[i:], []byte("://")) {
		return false
	}
	return c == e.sign || quoted || e.of.Quoted
}

// startsPair reports whether a name and a sign stand at i, in the notation of data.
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
	for i < len(a.text) && (a.text[i] == '"' || a.text[i] == '\'' || a.text[i] == '\\') {
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
