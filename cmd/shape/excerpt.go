package main

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// excerpt is the part of a source line around a fault, ready to print, with a
// caret below the fault.
type excerpt string

// The most bytes that an excerpt shows before and after the fault.
const (
	excerptBefore = 60
	excerptAfter  = 20
)

// excerptOf cuts the line around an offset out of a text. Characters that do
// something to a terminal are replaced.
func excerptOf(text []byte, offset int) excerpt {
	offset = min(offset, len(text))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	end := len(text)
	if n := bytes.IndexByte(text[offset:], '\n'); n >= 0 {
		end = offset + n
	}
	start, end = max(start, offset-excerptBefore), min(end, offset+excerptAfter)
	for start < offset && !utf8.RuneStart(text[start]) {
		start++
	}
	before := printable(string(text[start:offset]))
	caret := strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
	return excerpt("    " + before + printable(string(text[offset:end])) + "\n    " + caret + "\n")
}

// printable replaces characters that do something to a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '·'
	}, text)
}
