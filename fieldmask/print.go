package fieldmask

import (
	"encoding/json"
	"strconv"
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

func (r span) String() string {
	switch {
	case r.from == 0 && r.toEnd:
		return "[]"
	case r.toEnd && r.from != -1:
		return "[" + strconv.Itoa(r.from) + ":]"
	case r.isSingle():
		return "[" + strconv.Itoa(r.from) + "]"
	}
	return "[" + strconv.Itoa(r.from) + ":" + strconv.Itoa(r.to) + "]"
}

// isSingle reports whether the span is one position; [-1] and [-1:] are one.
func (r span) isSingle() bool {
	return r.toEnd && r.from == -1 || !r.toEnd && r.from != -1 && r.to == r.from+1
}

// The characters that mean something in a bare name: anywhere, at its edges, at
// its beginning.
const (
	special = `.,()[]"*\`
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
	if err := enc.Encode(name); err != nil {
		return strconv.Quote(name) // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}
