package fieldmask

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

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
	return !bytes.HasSuffix(name, []byte(" ")) && utf8.Valid(name) && bytes.IndexFunc(name, isControl) < 0
}

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

func isControl(r rune) bool { return r < 0x20 }

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
