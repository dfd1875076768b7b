package fieldmask

import (
	"unicode"
	"unicode/utf8"
)

// LongName is the number of letters above which a folded name also meets as the last
// part of a longer name (LAWS 13). Example: password meets db_password, id does not
// meet user_id.
const LongName = 5

// Folded returns the path with every named step folded: case and separators do not count (LAWS
// 13). Its last step, positions aside, may also meet as the last part of a longer name. It
// does so if it has more than [LongName] letters or if suffix is set. Names without a letter,
// such as "_", stay exact.
//
// Example: api_key folded meets apiKey, API-KEY and X-Api-Key.
func (p Path) Folded(suffix bool) Path {
	steps := make([]step, len(p.steps))
	for i, s := range p.steps {
		steps[i] = s.fold()
	}
	last := len(steps) - 1
	for last >= 0 && steps[last].op == opIndex {
		last--
	}
	if last >= 0 && steps[last].folded != "" && steps[last].op != opGlob {
		steps[last].tails = suffix || utf8.RuneCountInString(steps[last].folded) > LongName
	}
	p.steps = steps
	return p
}

// fold returns the step with its name folded, if it has one with a letter.
func (s step) fold() step {
	switch s.op {
	case opName, opPointer:
		if s.op == opName || arrayPosition(s.name) < 0 {
			s.folded = string(foldName([]byte(s.name), nil, nil).letters)
		}
	case opGlob:
		if g, ok := foldGlob(s.name); ok && s.fits == nil {
			s.folded, s.fits = s.name, g.match
		}
	}
	return s
}

// folding is a name without its spelling: its letters in one case, without separators, and the
// offsets of all parts but the first. The parts of dbPassword and DB-PASSWORD are db and
// password.
type folding struct {
	letters []byte
	parts   []int
}

// foldMemory holds the folding of a usual name without an allocation.
type foldMemory struct {
	letters [64]byte
	parts   [16]int
}

// foldName folds a name. It appends to the given letters and parts; they stay on the caller's
// stack.
func foldName(name, letters []byte, parts []int) folding {
	var before runeKind // of the rune before
	for i := 0; i < len(name); {
		r, size := rune(name[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(name[i:])
		}
		kind := kindOf(r)
		if kind == upper && before == upper && startsWithLower(name[i+size:]) {
			before = lower // the last letter of an acronym: DBPassword
		}
		if kind != separator && kind != ignored {
			if begins := before == separator || kind == upper && before == lower; begins && len(letters) > 0 {
				parts = append(parts, len(letters))
			}
			letters = appendLetter(letters, r, name[i:i+size])
		}
		if kind != ignored {
			before = kind
		}
		i += size
	}
	return folding{letters, splitLast(letters, parts)}
}

// glued is a usual name whose parts are written as one word: pg is the first one.
const glued = "pgpassword"

// splitLast splits the last part of a name if it is glued.
func splitLast(letters []byte, parts []int) []int {
	last := 0
	if len(parts) > 0 {
		last = parts[len(parts)-1]
	}
	if string(letters[last:]) != glued {
		return parts
	}
	return append(parts, last+len("pg"))
}

// appendLetter appends a folded letter. Bytes that are no UTF-8 stay as they are.
func appendLetter(letters []byte, r rune, written []byte) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(letters, byte(lowerASCII(r)))
	case r == utf8.RuneError && len(written) == 1:
		return append(letters, written...)
	}
	return utf8.AppendRune(letters, foldRune(r))
}

// begins reports whether a part of the name, but for the first, begins at a letter.
func (f *folding) begins(at int) bool {
	for _, part := range f.parts {
		if part == at {
			return true
		}
	}
	return false
}

// runeKind is the role of a rune in the parts of a name.
type runeKind uint8

const (
	separator runeKind = iota // _, -, ., blanks and other dashes and connectors
	lower                     // a letter that is not upper case, a digit, any other sign
	upper
	ignored // it has no width
)

func kindOf(r rune) runeKind {
	switch {
	case r >= utf8.RuneSelf:
		return kindOfWide(r)
	case r >= 'A' && r <= 'Z':
		return upper
	case r == '_' || r == '-' || r == '.' || r == ' ' || r >= '\t' && r <= '\r':
		return separator
	}
	return lower
}

func kindOfWide(r rune) runeKind {
	switch {
	case unicode.In(r, unicode.Pc, unicode.Pd, unicode.Z) || r == 0x85 || r == fullwidth+'.':
		return separator
	case unicode.Is(unicode.Cf, r):
		return ignored
	case unicode.IsUpper(r):
		return upper
	}
	return lower
}

// startsWithLower reports whether a text starts with a lower-case letter.
func startsWithLower(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if c := text[0]; c < utf8.RuneSelf {
		return c >= 'a' && c <= 'z'
	}
	r, _ := utf8.DecodeRune(text)
	return unicode.IsLower(r)
}

// fullwidth is the distance of the full-width forms from ASCII.
const fullwidth = 0xFEE0

// foldRune returns the one letter that stands for all letters of a case (Unicode simple
// folding). Full-width forms of ASCII count as ASCII.
func foldRune(r rune) rune {
	if r > fullwidth+' ' && r <= fullwidth+'~' {
		return lowerASCII(r - fullwidth)
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return lowerASCII(least)
}

func lowerASCII(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		r |= 0x20
	}
	return r
}

// Beside returns the path of the member of a name that stands in the same object as the
// one at p, in any spelling. It fails if p ends with no name. Example: value beside
// a.password is a.value.
func (p Path) Beside(name string) (Path, bool) {
	if _, named := p.Last(); !named {
		return Path{}, false
	}
	p.steps = append(p.steps[:len(p.steps)-1:len(p.steps)-1], step{op: opName, name: name}.fold())
	p.pointer, p.dotted = false, false
	return p, true
}

// Exactly returns the path with names that meet byte for byte, as they were before
// [Path.Folded].
func (p Path) Exactly() Path {
	steps := make([]step, len(p.steps))
	for i, s := range p.steps {
		if s.folded != "" {
			if s.folded, s.tails = "", false; s.op == opGlob {
				s.fits = nil
			}
		}
		steps[i] = s
	}
	p.steps = steps
	return p
}
