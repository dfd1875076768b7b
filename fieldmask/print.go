package fieldmask

import (
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
	if isBare(s.name) {
		return s.name
	}
	return quote(s.name)
}

// The characters that mean something in a bare name: anywhere, at its edges, at
// its beginning.
const (
	special = `.,()[]{}"*\`
	blanks  = " \t\r\n"
	signs   = "-!/"
)

// isBare reports whether a name can be written without quotes.
func isBare(name string) bool {
	if name == "" || strings.ContainsAny(name, special) || strings.ContainsAny(name[:1], signs+blanks) {
		return false
	}
	if strings.HasSuffix(name, " ") || !utf8.ValidString(name) {
		return false
	}
	return strings.IndexFunc(name, isControl) < 0
}

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

func isControl(r rune) bool { return r < 0x20 }

func quote(name string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(name) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
