package jsonschema

import (
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// find follows a JSON Pointer from a value.
func (d *document) find(v value, pointer string) (at value, ok bool) {
	if pointer == "" {
		return v, true
	}
	if pointer[0] != '/' {
		return value{}, false
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if d.kind(v) == array {
			v, ok = d.element(v, token)
		} else {
			v, ok = d.member(v, words.Unescape(token))
		}
		if !ok {
			return value{}, false
		}
	}
	return v, true
}

func (d *document) element(v value, index string) (found value, ok bool) {
	for c := d.in(v); c.next(); {
		if strconv.Itoa(c.place) == index {
			return c.value, true
		}
	}
	return value{}, false
}
