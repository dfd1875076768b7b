package terminal

import "strings"

// Colour is a control sequence of a terminal.
type Colour string

// The colours, and the sequence that ends each.
const (
	Red     Colour = "\x1b[1;31m"
	Green   Colour = "\x1b[32m"
	Magenta Colour = "\x1b[35m"
	Cyan    Colour = "\x1b[36m"
	Blue    Colour = "\x1b[1;34m"
	Reset   Colour = "\x1b[0m"
)

// Coloured reports whether to use colours. The flag decides (always or never). Else NO_COLOR
// disables them, CLICOLOR_FORCE other than 0 enables them, and TERM=dumb disables them. Else a
// terminal has colours.
func Coloured(flag string, getenv func(string) string, looksOn func() bool) bool {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case flag == "always":
		return true
	case flag == "never", getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return getenv("TERM") != "dumb" && looksOn()
}

// In returns the excerpt with a coloured caret if colours is true.
func (e Excerpt) In(colours bool) Excerpt {
	text, isCaret := strings.CutSuffix(string(e), "^\n")
	if !colours || !isCaret {
		return e
	}
	return Excerpt(text + string(Red) + "^" + string(Reset) + "\n")
}
