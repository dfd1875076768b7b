package words

import "strings"

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// AppendPointer appends one reference token of a JSON Pointer (RFC 6901 §3).
func AppendPointer(dst []byte, token string) []byte {
	dst = append(dst, '/')
	return append(dst, escaper.Replace(token)...)
}

// Pointer spells a path as a JSON Pointer; no token is the whole document, "".
func Pointer(path ...string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(escaper.Replace(token))
	}
	return b.String()
}

// Path is the path that a JSON Pointer spells; nil for the whole document.
func Path(pointer string) []string {
	if pointer == "" {
		return nil
	}
	path := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, token := range path {
		path[i] = Unescape(token)
	}
	return path
}

// Unescape returns the name for a reference token. A "~" without 0 or 1 behind it stays.
func Unescape(token string) string { return unescaper.Replace(token) }
