package outline

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// maxIndent is the number of columns before the deepest signature. A tab has four.
const maxIndent = 8

// Code returns the signatures of source code beyond its room. Code without signatures stays.
func Code(r texts.Request) (string, error) {
	if stays(r) {
		return r.Text, nil
	}
	lines := split(r.Text)
	var starts, heads []int
	for i, line := range lines {
		if !isSignature(line) {
			continue
		}
		start := i
		for start > 0 && isComment(lines[start-1]) && (len(heads) == 0 || start-1 > heads[len(heads)-1]) {
			start--
		}
		starts, heads = append(starts, start), append(heads, i)
	}
	if len(starts) == 0 {
		return r.Text, nil
	}
	return shorten(r, lines, divide(lines, starts, heads)), nil
}

// isComment reports whether a line belongs to the declaration below it.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "@")
}

// Lists of words, each between blanks.
const (
	modifiers = " export default public private protected internal static async final abstract override pub pub(crate) unsafe extern virtual inline declare sealed partial "
	keywords  = " func fn def class interface struct enum trait impl type module namespace function function* protocol extension object record mod "
	control   = " if else for while switch catch return do try with match case go defer select await yield throw new assert "
)

func isIn(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// isSignature reports whether a line declares a function, a method, a type or a module.
func isSignature(line string) bool {
	text := strings.TrimSpace(line)
	words := strings.Fields(text)
	if len(words) == 0 || indent(line) > maxIndent || isComment(text) {
		return false
	}
	isModified := false
	for len(words) > 1 && isIn(modifiers, words[0]) {
		words, isModified = words[1:], true
	}
	switch {
	case len(words) > 1 && isIn(keywords, words[0]):
		return !strings.Contains(words[1], "=") && words[1] != ":"
	case words[0] == "const" || words[0] == "let" || words[0] == "var":
		return indent(line) == 0 && (strings.Contains(text, "=>") || strings.Contains(text, "= function"))
	}
	return !isIn(control, words[0]) && isMethod(text, isModified)
}

// isMethod reports whether a text is the head of a function without a keyword, such as
// "size() {" or "public String name()".
func isMethod(text string, isModified bool) bool {
	name, rest, isCall := strings.Cut(text, "(")
	if !isCall || name == "" || strings.ContainsAny(name, ".=\"'`[:;,}") || isIn(control, name) {
		return false
	}
	isOpen := strings.HasSuffix(text, "{") && strings.Contains(rest, ")") && !strings.Contains(rest, "func") && !strings.Contains(rest, "=>")
	return isOpen || isModified && !strings.HasSuffix(text, ";")
}

// indent returns the columns before the first letter of a line.
func indent(line string) (columns int) {
	for _, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4
		default:
			return columns
		}
	}
	return columns
}
