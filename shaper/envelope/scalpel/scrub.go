package scalpel

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// ScrubError makes an error object of seed 001 safe for clients (RULES R11 and D16). It
// removes members with names of code, texts of several lines, and all but the first line of
// the message. The message of an internal_error becomes "Tool error"; debug keeps it without
// stack trace and paths. Debug never permits code.
//
// A value without faults is returned as it is. A second call changes nothing. A value that is
// no JSON cannot be checked and becomes an internal_error without details.
func ScrubError(scalpelError []byte, debug bool) []byte {
	if !kit.IsJSON(scalpelError) {
		return ErrorFor(CodeInternalError, toolError, nil)
	}
	scalpelError = kit.Trim(scalpelError)
	c := newScrubber(scalpelError, debug)
	if !c.run() {
		return scalpelError
	}
	return c.out
}

// newScrubber returns the cutter that makes an error safe for clients.
func newScrubber(scalpelError []byte, debug bool) *codeCutter {
	return &codeCutter{src: scalpelError, message: safeMessage(scalpelError, debug)}
}

// safeMessage returns the new message of an error, nil if it needs no new one.
func safeMessage(scalpelError []byte, debug bool) []byte {
	message, internal, copies := "", false, 0
	kit.Each(scalpelError, func(name, value []byte) bool {
		switch string(name) {
		case "error":
			message = cmp.Or(message, kit.Text(kit.Scalar(value)))
			copies++
		case "error_code":
			internal = internal || kit.Text(kit.Scalar(value)) == CodeInternalError
		}
		return true
	})
	safe := firstLine(message)
	if internal {
		safe = internalMessage(message, debug)
	}
	if safe == message && copies < 2 {
		return nil
	}
	return kit.Quote(safe)
}

// Scrub applies [ScrubError] to the error of an envelope. Details that become empty are
// removed, like other empty metadata; debug shows them. Its time is proportional to the
// envelope. Its memory is that of one more envelope and its message.
func (Dialect) Scrub(doc []byte, debug bool) ([]byte, error) {
	from, to := 0, 0
	kit.Each(doc, func(name, value []byte) bool {
		if string(name) == "error" && kit.Kind(value) == "object" {
			from = len(doc) - len(value)
			to = from + len(kit.First(value))
		}
		return to == 0
	})
	if to == 0 {
		return doc, nil
	}
	c := newScrubber(doc[from:to], debug)
	c.bare = !debug
	c.out = append(make([]byte, 0, len(doc)-len(c.src)+c.size()), doc[:from]...)
	if !c.run() {
		return doc, nil
	}
	return append(c.out, doc[to:]...), nil
}

// toolError is the whole message of an internal_error for clients.
const toolError = "Tool error"

func internalMessage(message string, debug bool) string {
	if !debug || message == "" {
		return toolError
	}
	if strings.HasPrefix(message, "Traceback ") { // Python puts the message last
		for line := range strings.FieldsFuncSeq(message, isLineBreak) {
			message = line
		}
	}
	message = words.Shorten(firstLine(message), longestMessage)
	return words.Shorten(paths().ReplaceAllString(message, "${1}${2}[path]"), longestMessage)
}

// longestMessage bounds the text of an internal error, in bytes. All of it is searched for
// paths.
const longestMessage = 1 << 16

// paths matches absolute paths (POSIX, Windows, UNC, file URLs), and relative ones that end in
// a file name with an extension. It does not match the addresses of web pages.
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

// codeNames are the member names that mean program text, without "_" and "-".
var codeNames = []string{
	"code", "source", "sourcecode", "sourceline", "sourcelines", "snippet", "codesnippet",
	"content", "contents", "filecontent", "filecontents", "rawast", "ast",
}

// longestCodeName is the largest number of letters in a name of program text.
const longestCodeName = 12

// codeCutter copies a valid JSON value without the members and elements that may hold program
// text. It walks the value once, with a stack of its own, so its depth does not matter. It
// counts the removed values, and keeps the paths of the first ones if asked to.
type codeCutter struct {
	src, out []byte
	message  []byte // replaces the member "error" of the root; nil keeps that
	blank    bool   // only counts the removals, copies nothing
	bare     bool   // removes details that become empty
	changed  bool
	placed   bool // the message stands in its place
	open     []container
	name     []byte // of the member being read
	text     []byte // scratch: a string unescaped
	skipper  scan.Skipper
	removed  int
	most     int      // paths to keep
	paths    []string // of the first removed values
}

// container is an object or array being copied.
type container struct {
	object bool
	filled bool      // something was written into it
	index  int       // of the next element
	name   scan.Span // of the member being read, as written
	from   int       // offset to cut c.out at if it stays empty; 0: it stays
}

// run appends the copy to c.out, and reports whether it changed anything. In an unchanged copy
// the spaces between tokens may be gone.
func (c *codeCutter) run() (changed bool) {
	if !c.blank {
		c.out = slices.Grow(c.out, c.size())
	}
	for i := scan.Space(c.src, 0); i < len(c.src); i = scan.Space(c.src, i) {
		switch c.src[i] {
		case ',':
			i++
		case ']', '}':
			c.leave(c.src[i])
			i++
		default:
			i = c.value(i)
		}
	}
	return c.changed || c.removed > 0
}

func (c *codeCutter) write(text ...byte) {
	if !c.blank {
		c.out = append(c.out, text...)
	}
}

// size returns the largest possible size of the copy.
func (c *codeCutter) size() int { return len(c.src) + len(c.message) + len(`,"error":`) }

// leave closes the innermost container. A root without a message gets its new one.
func (c *codeCutter) leave(bracket byte) {
	last := len(c.open) - 1
	top := &c.open[last]
	if last == 0 && c.message != nil && !c.placed {
		c.comma(top)
		c.out = append(append(c.out, `"error":`...), c.message...)
		c.changed = true
	}
	c.write(bracket)
	if top.from > 0 && !top.filled {
		c.out = c.out[:top.from]
		c.open[last-1].filled = c.out[top.from-1] != '{'
	}
	c.open = c.open[:last]
}

// value copies or removes the member, element or value at i. It returns the index after a
// scalar, or after the opening bracket of a container.
func (c *codeCutter) value(i int) int {
	start, depth := i, len(c.open)
	if depth == 0 {
		return c.copy(start, i)
	}
	top := &c.open[depth-1]
	i = c.label(top, i)
	switch {
	case depth == 1 && c.message != nil && string(c.name) == "error":
		c.comma(top)
		return c.say(start, i)
	case c.isCode(c.src[i:c.token(i)]):
		c.note()
		if c.isCell() {
			c.comma(top)
			c.write('"', '"')
		}
		return c.skipper.End(c.src, i)
	}
	from := len(c.out)
	c.comma(top)
	end := c.copy(start, i)
	if c.bare && depth == 1 && len(c.open) > depth && string(c.name) == "error_details" {
		c.open[depth].from = from
	}
	return end
}

// isCell reports whether the value being read is a cell in the rows of a table. An empty string
// takes its place, so that later cells keep their columns.
func (c *codeCutter) isCell() bool {
	n := len(c.open)
	if n < 3 || c.open[n-1].object || c.open[n-2].object || !c.open[n-3].object {
		return false
	}
	name := c.open[n-3].name
	return string(c.src[name.Start:name.End]) == "rows"
}

// copy copies a value with its label, or the bracket that opens it.
func (c *codeCutter) copy(start, i int) (end int) {
	end = c.token(i)
	c.write(c.src[start:end]...)
	if b := c.src[i]; b == '{' || b == '[' {
		c.open = append(c.open, container{object: b == '{'})
	}
	return end
}

// token returns the offset after the scalar or bracket at i.
func (c *codeCutter) token(i int) int {
	if c.src[i] == '{' || c.src[i] == '[' {
		return i + 1
	}
	end, _ := scan.Scalar(c.src, i, len(c.src))
	return end
}

// say writes the message in place of the value at i.
func (c *codeCutter) say(start, i int) (end int) {
	end = c.skipper.End(c.src, i)
	c.out = append(append(c.out, c.src[start:i]...), c.message...)
	c.placed, c.changed = true, c.changed || !bytes.Equal(c.src[i:end], c.message)
	return end
}

func (c *codeCutter) comma(top *container) {
	if top.filled {
		c.write(',')
	}
	top.filled = true
}

// label reads the key or index of the next value in a container, and returns the start of the
// value.
func (c *codeCutter) label(top *container, i int) int {
	if !top.object {
		c.name = nil
		top.index++
		return i
	}
	end, escaped, _ := scan.String(c.src, i, len(c.src))
	top.name = scan.Span{Start: i + 1, End: end - 1}
	c.name = c.src[i+1 : end-1]
	if escaped {
		c.text = scan.AppendUnquote(c.text[:0], c.name)
		c.name = c.text
	}
	i = scan.Space(c.src, end) // at the colon
	return scan.Space(c.src, i+1)
}

// isCode reports whether a value may be code, by its name and its first token. Numbers,
// booleans and null hold no code.
func (c *codeCutter) isCode(token []byte) bool {
	switch token[0] {
	case '{', '[':
	case '"':
		if hasLines(token[1 : len(token)-1]) {
			return true
		}
	default:
		return false
	}
	return isCodeName(c.name)
}

// hasLines reports whether a text has a line break, given without its quotes.
func hasLines(text []byte) bool {
	if bytes.Contains(text, []byte("\u2028")) || bytes.Contains(text, []byte("\u2029")) {
		return true
	}
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return false
		}
		switch text[i+1] {
		case 'n', 'r':
			return true
		case 'u':
			switch string(bytes.ToLower(text[i+2 : i+6])) {
			case "000a", "000d", "2028", "2029":
				return true
			}
		}
		text = text[i+2:]
	}
}

// isCodeName reports whether a name is one of the code names, in any case, with or without
// separators.
func isCodeName(name []byte) bool {
	plain := make([]byte, 0, longestCodeName)
	for _, b := range name {
		if b == '_' || b == '-' {
			continue
		}
		if len(plain) == longestCodeName {
			return false
		}
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		plain = append(plain, b)
	}
	return slices.Contains(codeNames, string(plain))
}

// note counts a removed value, and keeps its path up to the limit.
func (c *codeCutter) note() {
	c.removed++
	if len(c.paths) < c.most {
		c.paths = append(c.paths, c.path())
	}
}

// path returns the path of the member being read, up to the length limit.
func (c *codeCutter) path() string {
	var path []byte
	for _, o := range c.open {
		if len(path) > envelope.LongestPath {
			break
		}
		if len(path) > 0 {
			path = append(path, '.')
		}
		if o.object {
			end := min(o.name.End, o.name.Start+6*(envelope.LongestPath+1)) // an escape has up to six bytes
			path = scan.AppendUnquote(path, c.src[o.name.Start:end])
		} else {
			path = strconv.AppendInt(path, int64(o.index-1), 10)
		}
	}
	return words.Shorten(string(path), envelope.LongestPath)
}
