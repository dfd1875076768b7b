package texts

import "strings"

// headBytes bounds the part of a text that Detect reads.
const headBytes = 16 << 10

// Detect returns the kind of a text by its content. It reads the first 16 KiB. A part inside a
// fence of Markdown does not count, unless a fenced snapshot is most of the text. Source code
// that holds text of another kind is Code.
func Detect(text string) (Kind, bool) {
	c := counts{}
	for line := range strings.Lines(text[:min(len(text), headBytes)]) {
		c.add(strings.TrimRight(line, "\r\n"))
	}
	switch {
	case c.refs >= 3 && 2*c.refs >= c.lines:
		return Snapshot, true
	case c.hunks > 0:
		return Diff, true
	case c.isPage && !c.isTemplate && (c.closings >= 3 || c.isDocument):
		return HTML, true
	case c.logs >= 5 && 2*c.logs >= c.lines-c.fenced:
		return Log, true
	case c.code >= 5 && 2*c.code >= c.lines-c.fenced:
		return Code, true
	case c.deep >= 3, c.headings > 0 && c.headings+c.marks >= 3 && 3*(c.code+c.settings) < c.lines-c.fenced:
		return Markdown, true
	}
	return "", false
}

// counts holds the numbers of lines of each form. Blank lines do not count.
type counts struct {
	lines, fenced, refs, hunks, closings, logs, code, settings, headings, marks int

	deep int // headings below the first level; scripts have comments like the others

	fence      string // the mark that closes the open fence
	previous   string // the line before
	isPage     bool   // the text starts as HTML
	isDocument bool   // and names itself a document
	isTemplate bool   // HTML with marks of a template engine
}

func (c *counts) add(line string) {
	trimmed := strings.TrimSpace(line)
	previous := c.previous
	c.previous = trimmed
	if trimmed == "" {
		return
	}
	c.lines++
	if isRef := strings.HasPrefix(trimmed, "- ") && strings.Contains(trimmed, "[ref="); isRef || strings.HasPrefix(trimmed, "- /url: ") {
		c.refs++
	}
	if mark := fence(trimmed); c.fence != "" || mark != "" {
		c.fenced++
		switch {
		case c.fence == "":
			c.fence = mark
			c.marks++
		case strings.HasPrefix(mark, c.fence) && trimmed == mark:
			c.fence = ""
		}
		return
	}
	c.addPage(trimmed)
	switch {
	case strings.HasPrefix(line, "@@ -") && strings.HasPrefix(previous, "+++ "):
		c.hunks++
	case isLog(trimmed):
		c.logs++
	case heading(line) > 0:
		c.headings++
		c.deep += min(heading(line)-1, 1)
	case isCode(trimmed):
		c.code++
	case isSetting(trimmed):
		c.settings++
	case hasPrefix(trimmed, "- ", "* ", "> ", "| ", "1. ") || strings.Contains(trimmed, "]("):
		c.marks++
	}
}

// pageTags start a text that is HTML. Components of frameworks start with template or script.
var pageTags = []string{"!doctype html", "html", "head", "body", "div", "p", "h1", "h2", "h3", "table", "ul", "ol", "section", "article", "main", "header", "nav", "span", "a", "form"}

// addPage counts the signs of HTML in a line. A few lines of a tool may stand before a document.
func (c *counts) addPage(line string) {
	if c.lines <= 5 && line[0] == '<' {
		name := strings.ToLower(line[1:min(len(line), 15)])
		for _, tag := range pageTags {
			if after, ok := strings.CutPrefix(name, tag); ok && (after == "" || strings.ContainsRune("> \t", rune(after[0]))) {
				c.isDocument = c.isDocument || tag == "!doctype html" || tag == "html"
				c.isPage = c.isPage || c.lines == 1 || c.isDocument
			}
		}
	}
	if c.isPage {
		c.closings += strings.Count(line, "</")
		for _, mark := range []string{"{{", "{%", "<%", "<?php"} {
			c.isTemplate = c.isTemplate || strings.Contains(line, mark)
		}
	}
}

// fence returns the mark that opens or closes a fenced block of Markdown, such as "```"; empty
// if the trimmed line has none.
func fence(line string) string {
	if !hasPrefix(line, "```", "~~~") {
		return ""
	}
	return line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
}

// heading returns the level of a heading of Markdown that starts with #, else 0.
func heading(line string) int {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	if level > 6 || level == len(line) || line[level] != ' ' {
		return 0
	}
	return level
}

var levels = []string{"TRACE", "DEBUG", "INFO", "LOG", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL"}

// isLog reports whether a trimmed line starts as lines of logs and test runs do, or has codes
// of a terminal.
func isLog(line string) bool {
	if strings.Contains(line, "\x1b[") || hasPrefix(line, "ok ", "not ok ", "--- PASS", "--- FAIL", "=== RUN", "PASS", "FAIL", "✓", "✔", "×", "✗", "level=", "time=", "ts=", "npm warn", "npm ERR!") {
		return true
	}
	line = strings.TrimPrefix(line, "[")
	for _, level := range levels {
		if after, ok := strings.CutPrefix(line, level); ok && (after == "" || strings.ContainsRune("]: \t", rune(after[0]))) {
			return true
		}
	}
	return matches(line, "0000-00-00 00:") || matches(line, "0000-00-00T00:") || matches(line, "0000/00/00 00:") || matches(line, "00:00:00") ||
		len(line) > 4 && (matches(line[3:], " 00 00:00:") || matches(line[1:], "0000 00:00:00")) || // Jan 02 15:04:05, I0102 15:04:05
		matches(line[max(0, strings.IndexByte(line, '[')):], "[00/") // the day in a server's log of requests
}

// matches reports whether a line starts with a pattern. A 0 stands for any digit.
func matches(line, pattern string) bool {
	if len(line) < len(pattern) {
		return false
	}
	for i, c := range []byte(pattern) {
		if isDigit := line[i]-'0' < 10; c == '0' && !isDigit || c != '0' && line[i] != c {
			return false
		}
	}
	return true
}

// isCode reports whether a trimmed line ends or starts as statements do.
func isCode(line string) bool {
	if strings.ContainsRune("{};", rune(line[len(line)-1])) || strings.HasSuffix(line, "):") {
		return true
	}
	return hasPrefix(line, "//", "/*", "* ", "#include", "import ", "from ", "package ", "use ", "func ", "def ", "class ", "const ", "let ", "var ", "return ", "if ", "elif ", "for ", "while ", "export ", "@", "case ", "})", ")")
}

// isSetting reports whether a line is a key with a value, as in YAML, TOML and INI.
func isSetting(line string) bool {
	key, _, ok := strings.Cut(line, ":")
	if other, _, isOther := strings.Cut(line, "="); isOther && len(other) < len(key) {
		key, ok = other, true
	}
	return ok && !strings.ContainsAny(strings.TrimSpace(key), " \t[(")
}

func hasPrefix(line string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}
