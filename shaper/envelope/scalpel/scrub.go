package scalpel

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// codeNames are the member names that mean program text, without "_" and "-".
var codeNames = []string{
	"code", "source", "sourcecode", "sourceline", "sourcelines", "snippet", "codesnippet",
	"content", "contents", "filecontent", "filecontents", "rawast", "ast",
}

// ScrubError makes an error object of seed 001 safe for clients (RULES R11 and
// D16): members named like code, texts of several lines and the lines after the
// first of the message go. The message of an internal_error becomes "Tool
// error"; debug keeps it without stack trace and paths. Debug never lifts the
// ban on code. A value without faults is returned as it is; scrubbing twice
// changes nothing more. What is no JSON, and so cannot be looked through,
// becomes an internal_error that tells nothing.
func ScrubError(scalpelError []byte, debug bool) []byte {
	if !raw.Valid(scalpelError) {
		return ErrorFor(CodeInternalError, toolError, nil)
	}
	scalpelError = raw.Trim(scalpelError)
	d := envelope.Index(scalpelError)
	message := raw.Text(d.Value("error"))
	safe := firstLine(message)
	if raw.Text(d.Value("error_code")) == CodeInternalError {
		safe = internalMessage(message, debug)
	}
	if safe != message {
		var o raw.Object
		o.Merge(scalpelError)
		o.Str("error", safe)
		scalpelError = o.Done()
	}
	scrubbed, removed := withoutCode(scalpelError)
	if len(removed) == 0 {
		return scalpelError
	}
	return scrubbed
}

// Scrub applies [ScrubError] to the error of an envelope.
func (Dialect) Scrub(doc []byte, debug bool) ([]byte, error) {
	fault := gjson.GetBytes(doc, "error")
	if !fault.IsObject() {
		return doc, nil
	}
	safe := ScrubError([]byte(fault.Raw), debug)
	if string(safe) == fault.Raw {
		return doc, nil
	}
	return sjson.SetRawBytes(doc, "error", safe)
}

// toolError is all that clients learn of an internal_error.
const toolError = "Tool error"

func internalMessage(message string, debug bool) string {
	if !debug || message == "" {
		return toolError
	}
	if strings.HasPrefix(message, "Traceback ") { // Python puts the message last
		lines := strings.FieldsFunc(message, isLineBreak)
		message = lines[len(lines)-1]
	}
	return shorten(paths().ReplaceAllString(shorten(firstLine(message)), "${1}${2}[path]"))
}

// longestMessage bounds the text of an internal error, in bytes: nobody reads
// more, and paths are looked for in all of it.
const longestMessage = 1 << 16

func shorten(message string) string {
	const more = "…"
	if len(message) <= longestMessage {
		return message
	}
	end := longestMessage - len(more)
	for !utf8.RuneStart(message[end]) {
		end--
	}
	return message[:end] + more
}

// paths finds absolute paths (POSIX, Windows, UNC, file URLs) and relative ones
// that end in a file name with an extension, but not the addresses of web pages.
var paths = sync.OnceValue(func() *regexp.Regexp {
	const end = "\\s'\"`)>\\],"
	return regexp.MustCompile("(^|[\\s'\"`(<\\[=,])(?:" +
		`(?:[A-Za-z]:)?[/\\][^` + end + `]+|` +
		`file:[^` + end + `]+|` +
		`\.{0,2}(?:[\w.-]*[/\\])+[\w-]+(?:\.[\w-]+)+(?::\d+)*)|` +
		`(:)/[^/` + end + `][^` + end + `]*`)
})

func firstLine(message string) string {
	if !strings.ContainsFunc(message, isLineBreak) {
		return message
	}
	for line := range strings.FieldsFuncSeq(message, isLineBreak) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

func isLineBreak(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }

// withoutCode copies a valid JSON value and leaves out the members and elements
// that may hold program text. removed holds their dotted paths.
func withoutCode(src []byte) (out []byte, removed []string) {
	c := codeCutter{src: src, out: make([]byte, 0, len(src))}
	for i := scan.Space(src, 0); i < len(src); i = scan.Space(src, i) {
		switch src[i] {
		case ',':
			i++
		case ']', '}':
			c.out = append(c.out, src[i])
			c.open = c.open[:len(c.open)-1]
			i++
		default:
			i = c.value(i)
		}
	}
	return c.out, c.removed
}

// codeCutter walks one value with a stack of its own, so that its depth does
// not matter.
type codeCutter struct {
	src, out []byte
	open     []container
	skipper  scan.Skipper
	removed  []string
}

// container is an object or array being copied.
type container struct {
	object bool
	filled bool   // something was written into it
	index  int    // of the next element
	name   string // of the member being read
}

// value copies or leaves out the member, element or value at i and returns the
// index after what it has dealt with: the whole of a scalar, the bracket of a
// container.
func (c *codeCutter) value(i int) int {
	start := i
	var top *container
	if n := len(c.open); n > 0 {
		top = &c.open[n-1]
		i = c.label(top, i)
	}
	nested := c.src[i] == '{' || c.src[i] == '['
	end := i + 1
	if !nested {
		end, _ = scan.Scalar(c.src, i, len(c.src))
	}
	if top != nil && c.isCode(top, c.src[i:end]) {
		c.removed = append(c.removed, c.path())
		limits := scan.Limits{}.OrDefault()
		end, _, _ = c.skipper.Value(c.src, i, len(c.open), &limits)
		return end
	}
	if top != nil {
		if top.filled {
			c.out = append(c.out, ',')
		}
		top.filled = true
	}
	c.out = append(c.out, c.src[start:end]...)
	if nested {
		c.open = append(c.open, container{object: c.src[i] == '{'})
	}
	return end
}

// label reads what names the next value of a container, its key or its index,
// and returns where the value starts.
func (c *codeCutter) label(top *container, i int) int {
	if !top.object {
		top.name = strconv.Itoa(top.index)
		top.index++
		return i
	}
	end, _, _ := scan.String(c.src, i, len(c.src))
	top.name = raw.Text(c.src[i:end])
	i = scan.Space(c.src, end) // at the colon
	return scan.Space(c.src, i+1)
}

// isCode judges a value by its name and its first token: numbers, booleans and
// null hold no code.
func (c *codeCutter) isCode(top *container, token []byte) bool {
	switch raw.Kind(token) {
	case "number", "boolean", "null":
		return false
	case "string":
		if strings.ContainsFunc(raw.Text(token), isLineBreak) {
			return true
		}
	}
	return top.object && slices.Contains(codeNames, plainName(top.name))
}

func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

func (c *codeCutter) path() string {
	path := ""
	for _, o := range c.open {
		path = raw.Join(path, o.name)
	}
	return path
}
