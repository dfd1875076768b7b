package forms

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

func appendHead(dst []byte, columns []string) []byte {
	dst = append(dst, '{')
	for i, name := range columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendKey(dst, name)
	}
	return append(dst, "}:"...)
}

// appendScalars appends values behind the colon of a line, if there are any.
func appendScalars(dst []byte, values []value) []byte {
	if len(values) == 0 {
		return dst
	}
	return appendCells(append(dst, ' '), values)
}

func appendCells(dst []byte, values []value) []byte {
	for i := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendScalar(dst, &values[i])
	}
	return dst
}

func appendScalar(dst []byte, v *value) []byte {
	switch v.raw[0] {
	case '"':
		text := v.text()
		if bare(text) {
			return append(dst, text...)
		}
		return appendQuoted(dst, text)
	case 't', 'f', 'n':
		return append(dst, v.raw...)
	}
	return append(dst, decimal(string(v.raw))...)
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)
	numberLike = regexp.MustCompile(`^[-+]?[0-9.]`)
)

func appendKey(dst []byte, name string) []byte {
	if identifier.MatchString(name) {
		return append(dst, name...)
	}
	return appendQuoted(dst, name)
}

// bare reports whether a text needs no quotes: it is taken neither for another value nor
// for a mark, and ends neither its cell nor its line.
func bare(text string) bool {
	switch {
	case text == "" || text == "true" || text == "false" || text == "null":
		return false
	case text[0] == '-' || text[0] == '#' || strings.HasPrefix(text, "\uFEFF") || numberLike.MatchString(text):
		return false
	}
	return strings.TrimSpace(text) == text && !strings.ContainsAny(text, `,:"\[]{}`) && !strings.ContainsFunc(text, unicode.IsControl)
}

func appendQuoted(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < ' ':
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = append(dst, string(r)...)
		}
	}
	return append(dst, '"')
}

// mostZeros is how many zeros a number may gain that was written with an exponent.
const mostZeros = 30

// decimal is a number without an exponent, if that is not too long, and without zeros
// that say nothing.
func decimal(number string) string {
	digits, negative := strings.CutPrefix(number, "-")
	digits, exponent, _ := strings.Cut(strings.ToLower(digits), "e")
	shift, err := strconv.Atoi(cmp.Or(exponent, "0"))
	if err != nil || shift > mostZeros || shift < -mostZeros {
		return number
	}
	whole, part, _ := strings.Cut(digits, ".")
	if shift < 0 {
		whole = strings.Repeat("0", -shift) + whole
		whole, part = whole[:len(whole)+shift], whole[len(whole)+shift:]+part
	} else {
		part += strings.Repeat("0", shift)
		whole, part = whole+part[:shift], part[shift:]
	}
	whole, part = strings.TrimLeft(whole, "0"), strings.TrimRight(part, "0")
	if whole == "" {
		whole = "0"
	}
	if part != "" {
		whole += "." + part
	}
	if negative && whole != "0" {
		whole = "-" + whole
	}
	return whole
}
