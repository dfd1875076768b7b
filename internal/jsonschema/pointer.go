package jsonschema

import (
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// find follows a JSON Pointer from an entry.
func (t *tape) find(v int, pointer string) (at int, ok bool) {
	if pointer == "" {
		return v, true
	}
	if pointer[0] != '/' {
		return 0, false
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if t.entries[v].kind == array {
			v, ok = t.element(v, token)
		} else {
			v, ok = t.member(v, words.Unescape(token))
		}
		if !ok {
			return 0, false
		}
	}
	return v, true
}

func (t *tape) element(v int, index string) (value int, ok bool) {
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 || n >= int(t.entries[v].size) || strconv.Itoa(n) != index {
		return 0, false
	}
	for value = v + 1; n > 0; n-- {
		value = t.next(value)
	}
	return value, true
}
