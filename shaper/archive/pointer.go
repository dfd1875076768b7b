package archive

import (
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// maxNames bounds the names of a path. Each name may cost a walk over the rest of the
// document.
const maxNames = 100

// find returns the raw bytes of the value at a JSON Pointer. In a string that holds a document
// the path goes on in its text.
func find(document []byte, pointer string) (value []byte, ok bool) {
	if pointer == "" {
		return document, true
	}
	if pointer[0] != '/' || strings.Count(pointer, "/") > maxNames || !isDocument(document) {
		return nil, false
	}
	value = document[scan.Space(document, 0):]
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if value, ok = step(inside(value), words.Unescape(token)); !ok {
			return nil, false
		}
	}
	return firstOf(value), true
}

// firstOf returns the value at the start of text.
func firstOf(text []byte) []byte {
	var skip scan.Skipper
	return text[:skip.End(text, 0)]
}

func isDocument(text []byte) bool { return scan.Check(text, scan.Limits{}, false) == nil }

// inside returns the document in the string at the start of value, unwrapped until it is no
// such string. Any other value is returned unchanged.
func inside(value []byte) []byte {
	for value[0] == '"' {
		text, _, _ := scan.Unquote(nil, value, 0, len(value))
		if !isDocument(text) {
			break
		}
		value = text[scan.Space(text, 0):]
	}
	return value
}

// step follows one token of a pointer from the value at the start of the text, and returns the
// text from there on. Of equal names the last one counts, as in most readers.
func step(value []byte, token string) (next []byte, ok bool) {
	var skip scan.Skipper
	at := -1
	switch value[0] {
	case '{':
		skip.EachMember(value, 0, func(name []byte, _, i int) bool {
			if string(name) == token {
				at = i
			}
			return true
		})
	case '[':
		left, isIndex := index(token)
		skip.EachElement(value, 0, func(i int) bool {
			if left == 0 && isIndex {
				at = i
			}
			left--
			return isIndex && at < 0
		})
	}
	if at < 0 {
		return nil, false
	}
	return value[at:], true
}

// index is the position that a token means: digits without a zero before them.
func index(token string) (n int, ok bool) {
	n, err := strconv.Atoi(token)
	return n, err == nil && strconv.Itoa(n) == token && n >= 0
}
