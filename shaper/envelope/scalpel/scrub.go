package scalpel

import (
	"cmp"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// ScrubError makes an error object of seed 001 safe for clients (RULES R11 and
// D16): members named like code, texts of several lines and the lines after the
// first of the message go. The message of an internal_error becomes "Tool
// error"; debug keeps it without stack trace and paths. Debug never lifts the
// ban on code. A value without faults is returned as it is; scrubbing twice
// changes nothing more. What is no JSON, and so cannot be looked through,
// becomes an internal_error that tells nothing.
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

// newScrubber is what makes an error safe for clients.
func newScrubber(scalpelError []byte, debug bool) *codeCutter {
	return &codeCutter{src: scalpelError, message: safeMessage(scalpelError, debug)}
}

// safeMessage is the message that an error is to have, nil if it has that one.
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

// Scrub applies [ScrubError] to the error of an envelope. Details of which nothing is
// left go with what was in them, as other metadata does; debug shows them. It takes
// time in proportion to the envelope, and memory for one more and for its message.
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

// toolError is all that clients learn of an internal_error.
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

// longestMessage bounds the text of an internal error, in bytes: nobody reads
// more, and paths are looked for in all of it.
const longestMessage = 1 << 16

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
