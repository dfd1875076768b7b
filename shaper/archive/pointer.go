package archive

import (
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// maxNames is how many names of a path are followed: each may cost a walk over what is
// left of the document.
const maxNames = 100

// find returns the value to which a JSON Pointer leads, as it is written there. In a
// string that holds a document it goes on in the text of the string.
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
	var skip scan.Skipper
	return value[:skip.End(value, 0)], true
}

func isDocument(text []byte) bool { return scan.Check(text, scan.Limits{}, false) == nil }

// inside is the value that the string holds with which a text begins, and the string that
// one holds, and so on; of what holds none it is that itself.
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

// step follows one token of a pointer in the value with which a text begins, and returns
// the text from there on. Of equal names the last one counts, as it does for most readers.
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
