package redact

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// Looks reports whether a string may hold something to hide, given as it is written
// between its quotes. It is all that most strings cost.
//
// What is hidden in a string has a name there, in JSON or in words, with a colon or
// an equals sign behind it. So it looks back from each of them for the last name of
// a rule, and reports what it is not sure of. Excludes alone hide in JSON only, and
// so strings are left that begin with no value, and in which no escape leads to one:
// the names of JSON have quotes, and a line has an end before it.
func (h *Hider) Looks(raw []byte, escapes scan.Escapes) bool {
	opens := h.opens(raw, escapes)
	switch {
	case len(h.rules.Names.Withholds) > 0:
		return true
	case opens && h.mayEncode(raw):
		return true
	case h.rules.Censors() && (opens || escapes != scan.NoEscapes) && h.rules.MayFit(raw):
		return true // what a pattern fits may be written with escapes in the string
	case !h.rules.Acts():
		return false
	case !opens && h.rules.Private == nil:
		return false
	case escapes&scan.SignEscape != 0 || h.rules.Names.Endings.Any && (opens || escapes != scan.NoEscapes), escapes != scan.NoEscapes && tables.MayHold(raw):
		return true
	}
	isEscaped := escapes != scan.NoEscapes
	odd := escapes&scan.LeadEscape != 0 && holds(oddEscapes(), raw)
	return h.mayName(raw, isEscaped, odd) || isEscaped && h.mayPair(raw, opens || odd)
}

// mayEncode reports whether a string in a text may be a data URL that has to be looked into.
func (h *Hider) mayEncode(raw []byte) bool {
	return h.Encoded && encoded.MayHoldDataURL(raw)
}

// mayName reports whether a rule may find its name in a string, before or behind a sign. A
// private rule needs no sign. odd tells that letters may be written with escapes.
func (h *Hider) mayName(raw []byte, isEscaped, odd bool) bool {
	names := &h.rules.Names
	if names.Spots == nil || !names.IsNear() {
		return mayNameAny(names, raw, isEscaped, odd)
	}
	at := names.NextName(raw, 0)
	return at < len(raw) || at == len(raw) && hasSign(raw) || mayAlone(names.Spots, raw, odd) || isEscaped && assigns(&names.Endings, raw, true)
}

// mayNameAny is mayName for names that NextName does not serve.
func mayNameAny(names *plan.Names, raw []byte, isEscaped, odd bool) bool {
	if hasSigned := assigns(&names.Endings, raw, isEscaped); hasSigned || names.Spots == nil {
		return hasSigned
	}
	at := names.Spots.Next(raw, 0)
	return at < len(raw) || at == len(raw) && hasSign(raw) || mayAlone(names.Spots, raw, odd)
}

// mayAlone reports whether a private value may stand in a string that does not have its name
// as it is: in a URL, or behind a name with escapes.
func mayAlone(s *plan.Spots, raw []byte, odd bool) bool {
	return s.Password && bytes.IndexByte(raw, '@') >= 0 || odd && holds(asciiEscapes(), raw)
}

// hasSign reports whether a sign stands in a string. One that ends with a name has a value
// only before it, behind a sign.
func hasSign(raw []byte) bool {
	return bytes.IndexByte(raw, ':') >= 0 || bytes.IndexByte(raw, '=') >= 0
}

// asciiEscapes finds the beginnings of the escapes of ASCII letters, and of full-width
// letters and signs.
var asciiEscapes = sync.OnceValue(func() *scan.WordEnds {
	var e scan.WordEnds
	e.AddBytes([3]string{"u", "0", "0"})
	e.AddBytes([3]string{"u", "fF", "fF"})
	e.AddBytes([3]string{`\`, "u", "{"})
	return &e
})

// oddEscapes finds those, and the beginnings of lines that may hold a document.
var oddEscapes = sync.OnceValue(func() *scan.WordEnds {
	e := *asciiEscapes()
	e.AddBytes([3]string{`\`, "n", "{["})
	return &e
})

func holds(words *scan.WordEnds, raw []byte) bool { return words.Next(raw, 0) <= len(raw) }

// opens reports whether a string may begin with a value.
func (h *Hider) opens(raw []byte, escapes scan.Escapes) bool {
	return escapes&^scan.Escaped != 0 || len(raw) > 0 && opening[raw[0]]
}

// Glance is what a first glance at a string needs.
type Glance struct {
	// Opens holds for the bytes with which a string begins that may hold something to
	// hide, whatever else is in it.
	Opens *[256]bool

	// Asks tells that all other strings have to be asked for, too.
	Asks bool

	// Encoded tells that encoded texts in strings have to be looked into.
	Encoded bool

	rules   *plan.Hiding
	src     []byte // the document
	fit     search // for places in it where a pattern may fit
	nameEnd search // for names
	atSign  search // for at signs, which a password may stand before
}

// search is for the first place of something from where it was asked for last. It is
// done by stretches of some size: what is looked for may be rare, and the document a part
// of a text that goes on.
type search struct {
	at  int // the place, or the end, where there is none up to that
	end int // of what was searched
}

const stretch = 1 << 11

// isDue reports whether nobody knows the first place in src[from:to], and begins a
// search up to s.end, which the caller is to do.
func (s *search) isDue(from, to int, src []byte) bool {
	due := s.at < from || s.at == s.end && s.end < to
	if due {
		s.end = min(max(to, from+stretch), len(src))
	}
	return due
}

func newGlance(rules *plan.Hiding, src []byte) Glance {
	g := Glance{Opens: &opening, rules: rules, src: src, fit: search{-1, -1}, nameEnd: search{-1, -1}, atSign: search{-1, -1}}
	if len(rules.Names.Withholds) > 0 {
		g.Opens = &anything
	}
	g.Asks = rules.Private != nil || rules.Censors()
	g.Encoded = g.Asks
	return g
}

// Concerns reports whether the string src[from:to] may hold something to hide that has
// no escapes, and begins with nothing of [Glance.Opens]. Strings are asked for in
// their order.
func (g *Glance) Concerns(from, to int) bool {
	return g.MayFit(from, to) || g.rules.Private != nil && g.names(from, to)
}

// names reports whether the name of a rule may stand in src[from:to].
func (g *Glance) names(from, to int) bool {
	names := &g.rules.Names
	if !names.IsNear() {
		return mayNameAny(names, g.src[from:to], false, false)
	}
	if g.nameEnd.isDue(from, to, g.src) {
		g.nameEnd.at = min(names.NextName(g.src[:g.nameEnd.end], from), g.nameEnd.end)
	}
	return g.nameEnd.at < to || from < to && names.MayEnd(g.src[from:to]) && hasSign(g.src[from:to]) || g.hasPassword(from, to)
}

// hasPassword reports whether src[from:to] may be a URL with a password that is hidden.
func (g *Glance) hasPassword(from, to int) bool {
	if s := g.rules.Names.Spots; s == nil || !s.Password {
		return false
	}
	if g.atSign.isDue(from, to, g.src) {
		g.atSign.at = g.atSign.end
		if n := bytes.IndexByte(g.src[from:g.atSign.end], '@'); n >= 0 {
			g.atSign.at = from + n
		}
	}
	return g.atSign.at < to
}

// MayFit reports whether a pattern may fit a string that stands in src[from:to].
func (g *Glance) MayFit(from, to int) bool {
	if g.fit.isDue(from, to, g.src) {
		g.fit.at = g.rules.NextFit(g.src[:g.fit.end], from)
	}
	return g.fit.at < to
}

// escapesOf tells of the escapes of a string what can be told without reading it.
func escapesOf(raw []byte, escaped bool) scan.Escapes {
	switch {
	case !escaped:
		return scan.NoEscapes
	case bytes.Contains(raw, escapedSign) || bytes.Contains(raw, escapedLetter):
		return scan.Escaped | scan.LeadEscape | scan.SignEscape
	}
	return scan.Escaped | scan.LeadEscape
}

// escapedSign begins the escapes of a colon and an equals sign, and of few others;
// escapedLetter is that of the letter with which these begin.
var (
	escapedSign   = []byte("u003")
	escapedLetter = []byte("u0075")
)

// opening holds for the bytes with which a value may begin that holds a name, or a
// comment, and for those that may be blanks before it.
var opening = func() (is [256]bool) {
	for _, c := range []byte("{[/ " + scan.WideBlanks) {
		is[c] = true
	}
	return is
}()

// anything holds for all bytes.
var anything = func() (is [256]bool) {
	for c := range is {
		is[c] = true
	}
	return is
}()

// assigns reports whether a name of a rule may stand before a sign of a string.
func assigns(ends *plan.Endings, raw []byte, escaped bool) bool {
	return named(ends, raw, ':', escaped) || named(ends, raw, '=', escaped)
}

// named reports whether a name may stand before a sign of one kind.
func named(ends *plan.Endings, raw []byte, sign byte, escaped bool) bool {
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

// behind holds for what may stand between a name and its sign, and for what may be
// the end of an escape in the name.
var behind = func() (is [256]bool) {
	for c := range is {
		is[c] = between[c] || c < ' ' || c == '/' || c >= utf8.RuneSelf || bytes.IndexByte(escapeEnds, byte(c)) >= 0
	}
	return is
}()

// escapeEnds end escapes: digits, and [spellers].
var escapeEnds = []byte("0123456789abcdefABCDEFnrtv")

// nameBefore reports whether a name of the endings may stand before a sign at i,
// with blanks, quotes and their backslashes between them.
func nameBefore(ends *plan.Endings, raw []byte, i int, escaped bool) bool {
	for i > 0 {
		switch c := raw[i-1]; {
		case plan.IsWord(c) && !escaped:
			return ends.Fit(raw[:i])
		case plan.IsWord(c):
			start := wordStart(raw, i)
			if !behindBackslash(raw, start) || !writtenBlanks[string(raw[start:i])] {
				return fits(ends, raw, start, i)
			}
			i = start
		case between[c]:
			i--
		default:
			return c < ' ' || c == '/' || c >= utf8.RuneSelf // a line end, a comment, a blank of another kind
		}
	}
	return false
}

// between holds for what stands between a name and its sign.
var between = [256]bool{' ': true, '\t': true, '"': true, '\'': true, '\\': true}

// writtenBlanks are the escapes, without their backslashes, of blanks that end no line.
var writtenBlanks = map[string]bool{"t": true, "u0009": true, "u0020": true}

// fits reports whether a name may end where a word does that is written with
// escapes in it, or behind one.
func fits(ends *plan.Endings, raw []byte, start, end int) bool {
	if behindBackslash(raw, start) && (end-start == 1 || bytes.IndexByte(spellers, raw[start]) < 0) {
		return true
	}
	return ends.Fit(raw[:end])
}

// spellers are the letters behind a backslash that spell no other letter.
var spellers = []byte("nrtbfv0")

func behindBackslash(raw []byte, i int) bool { return i > 0 && raw[i-1] == '\\' }

// wordStart is where the word begins that ends at i.
func wordStart(raw []byte, i int) int {
	for i > 0 && plan.IsWord(raw[i-1]) {
		i--
	}
	return i
}
