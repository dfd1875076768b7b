package fieldmask

import (
	"strings"

	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Limits of the mask language. They bound the work that a mask can ask for.
const (
	MaxPaths = 1024     // paths in one list
	MaxBytes = 64 << 10 // bytes in one mask
	MaxDepth = 1000     // steps in one path, and nested groups
)

// Path is one path of a mask. The zero Path is the root of the document.
// Paths are immutable.
type Path struct {
	steps   []step
	negated bool
	dotted  bool // a leading dot anchors a single name
	pointer bool // written as an RFC 6901 pointer: arrays are not transparent
}

type op uint8

const (
	opName    op = iota // a member of this name
	opGlob              // a member whose name fits the pattern
	opAny               // any member: *
	opDeep              // any number of levels, none included: **
	opIndex             // elements of an array by position
	opPointer           // a pointer token: a member of this name, or an element at this position
)

type step struct {
	op   op
	name string                 // opName, opGlob and opPointer
	at   span                   // opIndex
	fits func(name []byte) bool // opGlob, where no pattern can say it

	// folded is the name as LAWS 13 compares it, of a glob its own text; "" compares
	// byte for byte. tails tells that the name also meets as the last part of others.
	folded string
	tails  bool
}

// Members returns the path of the members whose names fit a function, for conditions beyond
// patterns. Two such paths with one name are the same path. No mask spells that name.
func Members(name string, fits func(name []byte) bool) Path {
	return Path{steps: []step{{op: opGlob, name: name, fits: fits}}, dotted: true}
}

// Negated reports whether the path was written with a leading "-" or "!".
func (p Path) Negated() bool { return p.negated }

// Positive returns the path without its sign.
func (p Path) Positive() Path {
	p.negated = false
	return p
}

// IsRoot reports whether the path is the whole document.
func (p Path) IsRoot() bool { return len(p.steps) == 0 }

// Floats reports whether the path, as an exclude, holds at every depth: it is
// one bare name, glob or star, with no dot in front.
func (p Path) Floats() bool {
	if len(p.steps) != 1 || p.dotted || p.pointer {
		return false
	}
	o := p.steps[0].op
	return o == opName || o == opGlob || o == opAny
}

// Roams reports whether the path, as an exclude, holds at more than one depth:
// it floats, or starts with "**".
func (p Path) Roams() bool {
	return p.Floats() || len(p.steps) > 0 && p.steps[0].op == opDeep
}

// Above returns the paths of the values on the way to the one at p, the document
// first.
func (p Path) Above() []Path {
	var above []Path
	for i := range p.steps {
		above = append(above, Path{steps: p.steps[:i:i]})
	}
	return above
}

// FirstName returns the name that the path starts with, and false where it
// starts with anything but a literal name.
func (p Path) FirstName() (string, bool) {
	if len(p.steps) == 0 || (p.steps[0].op != opName && p.steps[0].op != opPointer) {
		return "", false
	}
	return p.steps[0].name, true
}

// Join returns the path that continues p with q; q's own sign and dot are lost.
func (p Path) Join(q Path) Path {
	steps := make([]step, 0, len(p.steps)+len(q.steps))
	p.steps = append(append(steps, p.steps...), q.steps...)
	p.dotted = false
	return p
}

// String returns the canonical spelling: parsing it gives the same path.
func (p Path) String() string {
	var b strings.Builder
	if p.negated {
		b.WriteByte('-')
	}
	if p.pointer {
		for _, s := range p.steps {
			b.WriteString(words.Pointer(s.name))
		}
		return b.String()
	}
	if p.dotted {
		b.WriteByte('.')
	}
	for i, s := range p.steps {
		if i > 0 && s.op != opIndex {
			b.WriteByte('.')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

// MustParse reads a mask of one path that is known to be right, and panics
// where it is not: for paths written in a program.
func MustParse(mask string) Path {
	paths, err := Parse(mask)
	if err != nil || len(paths) != 1 {
		panic("fieldmask: not one path: " + mask)
	}
	return paths[0]
}

// Everywhere returns the path at every depth where it floats, and the path
// itself otherwise.
func (p Path) Everywhere() Path {
	if !p.Floats() {
		return p
	}
	return Path{steps: append([]step{{op: opDeep}}, p.steps...)}
}

func (s step) String() string {
	switch s.op {
	case opAny:
		return "*"
	case opDeep:
		return "**"
	case opIndex:
		return s.at.String()
	case opGlob:
		return s.name
	}
	return Spell(s.name)
}

// The characters that mean something in a bare name: anywhere, at its edges, at
// its beginning.
const (
	special = `.,()[]{}"*\`
	blanks  = " \t\r\n"
	signs   = "-!/"
)

// IsBare reports whether a mask can spell a member name without quotes. Example: rows can
// be bare, "a.b" cannot.
func IsBare(name []byte) bool {
	if len(name) == 0 || bytes.ContainsAny(name, special) || strings.IndexByte(signs+blanks, name[0]) >= 0 {
		return false
	}
	return !bytes.HasSuffix(name, []byte(" ")) && utf8.Valid(name) && bytes.IndexFunc(name, func(r rune) bool { return r < ' ' }) < 0
}

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

// Spell returns a member name as masks spell it. Examples: rows, "a.b".
func Spell(name string) string {
	if IsBare([]byte(name)) {
		return name
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(name) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
