package formathint

import (
	"bytes"
	"strings"
)

// isUTF16 knows the byte order marks, and ASCII with a zero in every other byte.
func isUTF16(v view) bool {
	if hasAny(v.head, "\xFF\xFE", "\xFE\xFF") {
		return true
	}
	if len(v.head) < 4 {
		return false
	}
	a, b, c, d := v.head[0] == 0, v.head[1] == 0, v.head[2] == 0, v.head[3] == 0
	return a == c && b == d && a != b
}

// isHTML knows the first tags of a page.
func isHTML(v view) bool {
	head := strings.ToLower(string(bytes.TrimSpace(v.head)))
	return hasAny([]byte(head), "<!doctype html", "<html", "<head", "<body")
}

func isXML(v view) bool {
	head := bytes.TrimSpace(v.head)
	return hasAny(head, "<?xml", "<!--") || len(head) > 1 && head[0] == '<' && head[1]|0x20 >= 'a' && head[1]|0x20 <= 'z'
}

// isHTTP knows the status line, and headers that end before a bracket.
func isHTTP(v view) bool {
	if hasAny(v.head, "HTTP/") {
		return true
	}
	head := bytes.ReplaceAll(v.head, []byte("\r"), nil)
	headers, body, ended := bytes.Cut(head, []byte("\n\n"))
	if !ended || !hasAny(bytes.TrimSpace(body), "{", "[") {
		return false
	}
	for line := range bytes.Lines(headers) {
		if name, _, ok := bytes.Cut(line, []byte(": ")); !ok || !isName(name, "-") {
			return false
		}
	}
	return !hasAny(headers, "data:", "event:", "id:")
}

// isEvents knows server-sent events: data that begins with a bracket, or fields
// before a line of data.
func isEvents(v view) bool {
	if data, ok := bytes.CutPrefix(v.head, []byte("data:")); ok {
		return hasAny(bytes.TrimLeft(data, " "), "{", "[")
	}
	return hasAny(v.head, "event:", "id:", "retry:", ":") && bytes.Contains(v.head, []byte("\ndata:"))
}

// isTOML knows a table's line before a key's, or a key's alone.
func isTOML(v view) bool {
	lines := v.lines()
	if len(lines) > 1 && lines[0][0] == '[' && bytes.HasSuffix(lines[0], []byte("]")) &&
		isName(bytes.Trim(lines[0], "[]"), "-. \"") {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return false
	}
	key, _, ok := bytes.Cut(lines[0], []byte("="))
	return ok && isName(bytes.TrimSpace(key), "-.")
}

// isYAML knows a document's mark, and two lines that are keys or items.
func isYAML(v view) bool {
	lines := v.lines()
	if len(lines) > 0 && (string(lines[0]) == "---" || hasAny(lines[0], "%YAML")) {
		return true
	}
	return len(lines) > 1 && isYAMLLine(lines[0]) && isYAMLLine(bytes.TrimLeft(lines[1], " "))
}

func isYAMLLine(line []byte) bool {
	if hasAny(line, "- ") {
		return true
	}
	key, value, ok := bytes.Cut(line, []byte(":"))
	return ok && isName(bytes.Trim(key, `"'`), "-./ ") && (len(value) == 0 || value[0] == ' ')
}

// lines are those of the beginning that are neither blank nor a comment, without
// blanks at their ends. The last one may be cut.
func (v view) lines() (all [][]byte) {
	for line := range bytes.Lines(v.head) {
		line = bytes.TrimRight(line, " \t\r\n")
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}

// isName reports whether a text is made of letters and of the other bytes named.
func isName(text []byte, others string) bool {
	for _, b := range text {
		if !isLetter(b) && strings.IndexByte(others, b) < 0 {
			return false
		}
	}
	return len(text) > 0
}
