package logs

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

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
		code, _, n, state := ansi.DecodeSequence(line, ansi.NormalState, nil)
		if state != ansi.NormalState || n == 0 {
			code, n = line[:1], 1
		}
		line = line[n:]
		link, isLink := strings.CutPrefix(code, "\x1b]8;")
		switch _, target, _ := strings.Cut(link, ";"); {
		case !isLink:
			if hides(code) {
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

// hides reports whether a code holds text that a law protects.
func hides(code string) bool {
	return texts.IsFailure(code) || strings.Contains(code, "://") || strings.Contains(code, "[ref=")
}
