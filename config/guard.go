package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxDepth is the most levels that a configuration file may be nested. The
// parser descends once for each of them.
const maxDepth = 1000

// guard refuses what must not reach the parser. It returns the offset of the
// fault and what it is, or "".
func guard(data []byte) (at int, fault string) {
	if len(data) > maxSize {
		return 0, errTooLarge.Error()
	}
	if i := invalidUTF8(data); i >= 0 {
		return i, "invalid UTF-8"
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i, "NUL byte"
	}
	if i := tooDeep(data); i >= 0 {
		return i, fmt.Sprintf("nested deeper than %d levels", maxDepth)
	}
	return 0, ""
}

// invalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// tooDeep is the offset of the first bracket that opens a level too many, or
// -1. It reads brackets, strings and comments as the parser does.
func tooDeep(data []byte) int {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '[', '{':
			if depth++; depth > maxDepth {
				return i
			}
		case ']', '}':
			depth--
		case '"':
			i += stringEnd(data[i+1:]) + 1
		case '/':
			i += commentEnd(data[i:])
		}
	}
	return -1
}

// stringEnd is the offset of the quote that ends the string whose content b
// starts with, or len(b).
func stringEnd(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(b)
}

// commentEnd is the offset of the last byte of the comment that b starts with;
// 0 when it starts with none.
func commentEnd(b []byte) int {
	end := ""
	switch {
	case bytes.HasPrefix(b, []byte("//")):
		end = "\n"
	case bytes.HasPrefix(b, []byte("/*")):
		end = "*/"
	default:
		return 0
	}
	if i := bytes.Index(b[2:], []byte(end)); i >= 0 {
		return 2 + i + len(end) - 1
	}
	return len(b)
}

const endsEarly = "the file ends too early"

// syntaxMessage is what the parser says without what it quotes from the file.
func syntaxMessage(err error) string {
	message := errors.Unwrap(err).Error()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return endsEarly
	}
	if strings.HasPrefix(message, "invalid literal") {
		return "invalid literal"
	}
	_, where, _ := strings.Cut(message, "' ")
	return "invalid character " + where
}
