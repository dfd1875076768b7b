package formathint

import (
	"bytes"
	"slices"
)

// isMerge knows the marks that version control leaves at the beginning of a line.
func isMerge(v view) bool {
	start := bytes.LastIndexByte(v.before, '\n') + 1
	line, _, _ := bytes.Cut(slices.Concat(v.before[start:], v.after), []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	const marks = 7
	return hasAny(line, "<<<<<<<", "|||||||", "=======", ">>>>>>>") && (len(line) == marks || line[marks] == ' ')
}

// isTypographic reports whether the text has typographic quotes, as editors insert them.
func isTypographic(v view) bool {
	return hasAny(v.after, "“", "”", "„", "«", "»", "‘", "’")
}

// isBareName knows a name without quotes that a colon follows.
func isBareName(v view) bool {
	before, name, after := v.word()
	before = bytes.TrimSpace(before)
	return len(name) > 0 && (bytes.HasSuffix(before, []byte("{")) || bytes.HasSuffix(before, []byte(","))) &&
		hasAny(bytes.TrimSpace(after), ":")
}

func isTrailingComma(v view) bool {
	return hasAny(v.after, "}", "]") && bytes.HasSuffix(bytes.TrimRight(v.before, " \t\r\n"), []byte(","))
}
