package logs

import (
	"cmp"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// code matches one code: ESC [ with parameters and a final byte, or ESC with one byte. A string
// such as the URL of a link ends at BEL or ESC \.
var code = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^\x1b(\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\a\x1b]*(\a|\x1b\\\\)|[ -/]*[0-OQ-WYZ\\\\`-~])")
})

// plain returns a line without the codes of a terminal. The URL of a link follows its text in
// angle brackets. A code that does not end in the line hides nothing: its bytes stay.
func plain(line string) string {
	if !strings.Contains(line, "\x1b") {
		return line
	}
	whole, url := line, ""
	var b strings.Builder
	for line != "" {
		start := strings.IndexByte(line, '\x1b')
		if start < 0 {
			break
		}
		b.WriteString(line[:start])
		line = line[start:]
		code := cmp.Or(code().FindString(line), line[:1])
		line = line[len(code):]
		link, isLink := strings.CutPrefix(code, "\x1b]8;")
		switch _, target, _ := strings.Cut(link, ";"); {
		case !isLink:
			if texts.IsFailure(code) || strings.Contains(code, "://") || strings.Contains(code, "[ref=") {
				b.WriteString(strings.NewReplacer("\x1b", "", "\a", "").Replace(code))
			}
		case url != "":
			b.WriteString(" <" + url + ">")
			fallthrough
		default:
			url = strings.TrimRight(target, "\x1b\\\a")
		}
	}
	b.WriteString(line)
	if url != "" {
		b.WriteString(" <" + url + ">")
	}
	if out := b.String(); texts.IsFailure(out) || !texts.IsFailure(whole) {
		return out
	}
	return whole
}
