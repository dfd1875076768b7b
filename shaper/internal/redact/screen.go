package redact

import (
	"bytes"
	"math"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// Screen checks strings first: most of them hold nothing to hide.
type Screen struct {
	// Opens lists the first bytes of strings that need [Screen.Looks] in any case.
	Opens *[256]bool

	// Asks means that all other strings need [Screen.Concerns].
	Asks bool

	// Encoded means that encoded texts in strings must be decoded.
	Encoded bool

	rules   *plan.Hiding
	names   *plan.Names // of rules; nil until they are needed
	src     []byte      // the document
	fit     search      // for possible matches of patterns
	nameEnd search      // for ends of names
	atSign  search      // for at signs, since a password may precede one
	clear   int         // no search finds anything before this offset
}

func newScreen(rules *plan.Hiding, src []byte) Screen {
	s := Screen{Opens: &opening, Asks: rules.Private != nil || rules.Censors(), rules: rules, src: src}
	s.fit, s.nameEnd, s.atSign = searches[rules.Censors()], searches[rules.Private != nil], searches[false]
	if s.Asks {
		s.names = rules.Names()
		s.atSign = searches[s.names.Spots != nil && s.names.Spots.Password]
		if len(s.names.Withholds) > 0 {
			s.Opens = &anything
		}
	}
	s.Encoded = s.Asks
	return s
}

// Looks reports whether a raw string may contain something to hide. Most strings need only
// this check.
//
// A hidden value has a name before a colon or an equals sign, in JSON or in words. Looks
// searches backward from each sign for the last name of a rule. It reports true in doubt.
// Excludes act on JSON only. If there are only excludes, a string must begin with a value, or
// an escape must lead to one.
func (s *Screen) Looks(raw []byte, escapes scan.Escapes) bool {
	opens := s.opens(raw, escapes)
	if opens && s.names == nil {
		s.names = s.rules.Names()
	}
	return (opens || s.Asks) && s.looks(raw, escapes, opens)
}

// looks implements Looks for a string that opens a value, and for any string under privacy rules
// or patterns.
func (s *Screen) looks(raw []byte, escapes scan.Escapes, opens bool) bool {
	switch {
	case len(s.names.Withholds) > 0:
		return true
	case opens && s.Encoded && encoded.MayHoldDataURL(raw):
		return true
	case s.rules.Censors() && (opens || escapes != scan.NoEscapes) && s.rules.MayFit(raw):
		return true // a pattern may match escaped text
	case !s.rules.Acts(), !opens && s.rules.Private == nil:
		return false
	case escapes&scan.SignEscape != 0 || s.names.Endings.Any && (opens || escapes != scan.NoEscapes), mayBeTabled(raw, escapes):
		return true
	}
	isEscaped := escapes != scan.NoEscapes
	odd := escapes&scan.LeadEscape != 0 && holds(oddEscapes(), raw)
	return s.mayName(raw, isEscaped, odd) || isEscaped && s.mayPair(raw, opens || odd)
}

// mayBeTabled reports whether a string may contain a table.
func mayBeTabled(raw []byte, escapes scan.Escapes) bool {
	hasDollar := escapes&scan.LeadEscape != 0 || escapes != scan.NoEscapes && bytes.IndexByte(raw, '$') >= 0
	return hasDollar && tables.MayHold(raw)
}

// mayName reports whether a rule may find its name in a string, on either side of a sign. A
// private rule needs no sign. odd means that letters may be escaped.
func (s *Screen) mayName(raw []byte, isEscaped, odd bool) bool {
	names := s.names
	if names.Spots == nil || !names.IsNear() {
		return mayNameAny(names, raw, isEscaped, odd)
	}
	at := names.NextName(raw, 0)
	return at < len(raw) || at == len(raw) && hasSign(raw) || mayAlone(names.Spots, raw, odd) || isEscaped && assigns(&names.Endings, raw, true)
}

// mayNameAny implements mayName for names without NextName.
func mayNameAny(names *plan.Names, raw []byte, isEscaped, odd bool) bool {
	if hasSigned := assigns(&names.Endings, raw, isEscaped); hasSigned || names.Spots == nil {
		return hasSigned
	}
	at := names.Spots.Next(raw, 0)
	return at < len(raw) || at == len(raw) && hasSign(raw) || mayAlone(names.Spots, raw, odd)
}

// mayAlone reports whether a private value may occur without its literal name: in a URL, or
// after a name with escapes.
func mayAlone(s *plan.Spots, raw []byte, odd bool) bool {
	return s.Password && bytes.IndexByte(raw, '@') >= 0 || odd && holds(asciiEscapes(), raw)
}

// hasSign reports whether a string contains a sign. If a string ends with a name, only a sign
// before the name can mark a value.
func hasSign(raw []byte) bool {
	return bytes.IndexByte(raw, ':') >= 0 || bytes.IndexByte(raw, '=') >= 0
}

// asciiEscapes finds the beginnings of escapes for ASCII letters and for full-width letters
// and signs.
var asciiEscapes = sync.OnceValue(func() *scan.WordEnds {
	var e scan.WordEnds
	e.AddBytes([3]string{"u", "0", "0"})
	e.AddBytes([3]string{"u", "fF", "fF"})
	e.AddBytes([3]string{`\`, "u", "{"})
	return &e
})

// oddEscapes also finds the beginnings of lines that may hold a document.
var oddEscapes = sync.OnceValue(func() *scan.WordEnds {
	e := *asciiEscapes()
	e.AddBytes([3]string{`\`, "n", "{["})
	return &e
})

func holds(words *scan.WordEnds, raw []byte) bool { return words.Next(raw, 0) <= len(raw) }

// opens reports whether a string may begin with a value.
func (s *Screen) opens(raw []byte, escapes scan.Escapes) bool {
	return escapes&^scan.Escaped != 0 || len(raw) > 0 && opening[raw[0]]
}

// search finds the first occurrence at or after the last requested offset. It proceeds in
// stretches, since occurrences may be rare and the document may be a part of a stream.
type search struct {
	at  int // the occurrence, or end if there is none before it
	end int // of the searched bytes
}

const stretch = 1 << 11

// searches holds a new search under true, and one that finds nothing under false.
var searches = map[bool]search{true: {-1, -1}, false: {math.MaxInt, math.MaxInt}}

// isDue reports whether the first occurrence in src[from:to] is unknown. If so, the caller
// must search up to s.end.
func (s *search) isDue(from, to int, src []byte) bool {
	due := s.at < from || s.at == s.end && s.end < to
	if due {
		s.end = min(max(to, from+stretch), len(src))
	}
	return due
}

// Concerns reports whether the string src[from:to] may contain something to hide. The string
// must have no escapes, and its first byte must not be in [Screen.Opens]. Calls must ascend.
func (s *Screen) Concerns(from, to int) bool {
	names, text := s.names, s.src[from:to]
	if to > s.clear {
		switch {
		case s.MayFit(from, to):
			return true
		case s.rules.Private != nil && !names.IsNear():
			return mayNameAny(names, text, false, false)
		case s.nameEnd.isDue(from, to, s.src):
			s.nameEnd.at = min(names.NextName(s.src[:s.nameEnd.end], from), s.nameEnd.end)
		}
		if s.atSign.isDue(from, to, s.src) { // a URL may hold a password
			s.atSign.at = s.atSign.end
			if n := bytes.IndexByte(s.src[from:s.atSign.end], '@'); n >= 0 {
				s.atSign.at = from + n
			}
		}
		if s.nameEnd.at < to || s.atSign.at < to {
			return true
		}
		s.clear = min(s.fit.at, s.nameEnd.at, s.atSign.at)
	}
	return from < to && s.rules.Private != nil && names.FitsEnd(text) && hasSign(text) && names.MayEnd(text)
}

// MayFit reports whether a pattern may match a string in src[from:to].
func (s *Screen) MayFit(from, to int) bool {
	if s.fit.isDue(from, to, s.src) {
		s.fit.at = s.rules.NextFit(s.src[:s.fit.end], from)
	}
	return s.fit.at < to
}

// escapesOf returns an upper bound of the kinds of escapes in a string.
func escapesOf(raw []byte, escaped bool) scan.Escapes {
	switch {
	case !escaped:
		return scan.NoEscapes
	case bytes.Contains(raw, escapedSign) || bytes.Contains(raw, escapedLetter):
		return scan.Escaped | scan.LeadEscape | scan.SignEscape
	}
	return scan.Escaped | scan.LeadEscape
}

// escapedSign begins the escapes of a colon and an equals sign. escapedLetter is the escape of
// its first letter.
var (
	escapedSign   = []byte("u003")
	escapedLetter = []byte("u0075")
)

// opening lists the first bytes of values that hold a name, of comments, and of blanks.
var opening = func() (is [256]bool) {
	for _, c := range []byte("{[/ " + scan.WideBlanks) {
		is[c] = true
	}
	return is
}()

// anything lists all bytes.
var anything = func() (is [256]bool) {
	for c := range is {
		is[c] = true
	}
	return is
}()

// assigns reports whether a name of a rule may precede a sign in a string.
func assigns(ends *plan.Endings, raw []byte, escaped bool) bool {
	return hasNamed(ends, raw, ':', escaped) || hasNamed(ends, raw, '=', escaped)
}

// hasNamed reports whether a name may precede a sign of one kind.
func hasNamed(ends *plan.Endings, raw []byte, sign byte, escaped bool) bool {
	for at, n := 0, bytes.IndexByte(raw, sign); n >= 0; n = bytes.IndexByte(raw[at:], sign) {
		at += n
		switch {
		case ends.Any:
			return true
		case at == 0:
		case !escaped && plan.IsWord(raw[at-1]):
			if ends.Fit(raw[:at]) {
				return true
			}
		case (ends.Ends(raw[at-1]) || behind[raw[at-1]]) && nameBefore(ends, raw, at, escaped):
			return true
		}
		at++
	}
	return false
}

// behind lists the bytes that may stand between a name and its sign, or end an escape in the
// name.
var behind = func() (is [256]bool) {
	for c := range is {
		is[c] = between[c] || c < ' ' || c == '/' || c >= utf8.RuneSelf || bytes.IndexByte(escapeEnds, byte(c)) >= 0
	}
	return is
}()

// escapeEnds lists the bytes that end escapes: digits and [spellers].
var escapeEnds = []byte("0123456789abcdefABCDEFnrtv")

// nameBefore reports whether a name may precede a sign at i. Blanks, quotes and their
// backslashes may stand between them.
func nameBefore(ends *plan.Endings, raw []byte, i int, escaped bool) bool {
	for i > 0 {
		switch c := raw[i-1]; {
		case plan.IsWord(c) && !escaped:
			return ends.Fit(raw[:i])
		case plan.IsWord(c):
			start := i
			for start > 0 && plan.IsWord(raw[start-1]) {
				start--
			}
			if !behindBackslash(raw, start) || !writtenBlanks[string(raw[start:i])] {
				return mayEnd(ends, raw, start, i)
			}
			i = start
		case between[c]:
			i--
		default:
			return c < ' ' || c == '/' || c >= utf8.RuneSelf // a line end, a comment, another blank
		}
	}
	return false
}

// between lists the bytes between a name and its sign.
var between = [256]bool{' ': true, '\t': true, '"': true, '\'': true, '\\': true}

// writtenBlanks lists the escapes of blanks within a line, without backslashes.
var writtenBlanks = map[string]bool{"t": true, "u0009": true, "u0020": true}

// mayEnd reports whether a name may end with the word raw[start:end], if the word contains or
// follows an escape.
func mayEnd(ends *plan.Endings, raw []byte, start, end int) bool {
	if behindBackslash(raw, start) && (end-start == 1 || bytes.IndexByte(spellers, raw[start]) < 0) {
		return true
	}
	return ends.Fit(raw[:end])
}

// spellers lists the letters of escapes that stand for no other letter.
var spellers = []byte("nrtbfv0")

func behindBackslash(raw []byte, i int) bool { return i > 0 && raw[i-1] == '\\' }

// MayChange reports whether hiding may change a string with the given content, at any place.
// It may report true for a string that stays.
func MayChange(rules *plan.Hiding, said []byte) bool {
	quoted := scan.AppendQuote(nil, said)
	screen := newScreen(rules, quoted)
	raw := quoted[1 : len(quoted)-1]
	return screen.Looks(raw, escapesOf(raw, bytes.IndexByte(raw, '\\') >= 0)) || screen.MayFit(1, len(quoted)-1)
}

// mayPair reports whether a string with escapes may contain a private name as a quoted value.
// opens means that a line may begin with a bracket. It does not find names with escapes.
func (s *Screen) mayPair(raw []byte, opens bool) bool {
	if s.rules.Private == nil || !opens {
		return false
	}
	ends := &s.names.Endings
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '"')
		if n < 0 {
			return false
		}
		end := at + n
		if at = end + 1; (at == len(raw) || mayFollow[raw[at]]) && endsName(ends, raw[:end]) && endsValue(raw[at:]) {
			return true
		}
	}
}

// endsName reports whether a text ends with a name, apart from backslashes before a quote.
func endsName(ends *plan.Endings, text []byte) bool {
	for len(text) > 0 && text[len(text)-1] == '\\' {
		text = text[:len(text)-1]
	}
	return len(text) > 0 && (ends.Any || plan.IsWord(text[len(text)-1]) && ends.Fit(text))
}

// mayFollow lists the bytes that may follow a string value, including the first bytes of
// blanks and their escapes.
var mayFollow = [256]bool{',': true, ']': true, '}': true, ' ': true, '\\': true}

// endsValue reports whether the text after a string allows the string to be a value.
func endsValue(text []byte) bool {
	text = bytes.TrimLeft(text, ` \nrt`)
	return len(text) > 0 && (text[0] == ',' || text[0] == ']' || text[0] == '}')
}
