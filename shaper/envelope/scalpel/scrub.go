package scalpel

import (
	"regexp"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

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

// Scrub applies [ScrubError] to the error of an envelope. Details of which nothing is
// left go with what was in them, as other metadata does; debug shows them.
func (Dialect) Scrub(doc []byte, debug bool) ([]byte, error) {
	fault := gjson.GetBytes(doc, "error")
	if !fault.IsObject() {
		return doc, nil
	}
	safe := ScrubError([]byte(fault.Raw), debug)
	if string(safe) == fault.Raw {
		return doc, nil
	}
	if details := gjson.GetBytes(safe, "error_details"); !debug && details.Exists() && raw.IsEmpty([]byte(details.Raw)) {
		safe, _ = sjson.DeleteBytes(safe, "error_details") // a valid path, of an object
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
