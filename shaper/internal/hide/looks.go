package hide

import (
	"bytes"
	"unicode/utf8"
)

// Looks reports whether a string may hold something to hide, given as it is written
// between its quotes. It is what most strings cost: where only excludes hide, those
// are left where no escape is in them and neither a bracket nor a comment at their
// beginning, since names of JSON have quotes; under privacy and tiers, where nothing is assigned to
// a name either.
func (h *Hider) Looks(raw []byte, escaped bool) bool {
	if escaped || len(h.rules.Names.Withholds) > 0 {
		return true
	}
	if h.rules.Private != nil && (bytes.IndexByte(raw, ':') >= 0 || bytes.IndexByte(raw, '=') >= 0) {
		return true
	}
	i := 0
	for i < len(raw) && raw[i] == ' ' {
		i++
	}
	return i < len(raw) && (raw[i] == '{' || raw[i] == '[' || raw[i] == '/' || raw[i] >= utf8.RuneSelf)
}
