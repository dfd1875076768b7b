package terminal

import "strings"

// Colour is what a terminal is told to write in it.
type Colour string

// The colours that are used, and the end of any.
const (
	Red     Colour = "\x1b[1;31m"
	Green   Colour = "\x1b[32m"
	Magenta Colour = "\x1b[35m"
	Cyan    Colour = "\x1b[36m"
	Blue    Colour = "\x1b[1;34m"
	Reset   Colour = "\x1b[0m"
)

// Coloured decides whether there are colours: as the flag says (always or never),
// else none where NO_COLOR is set, else some where CLICOLOR_FORCE is set and not 0,
// else none where TERM is dumb, else where somebody looks on at a terminal.
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

// In is the excerpt, with its caret in colour where there are colours.
func (e Excerpt) In(colours bool) Excerpt {
	text, isCaret := strings.CutSuffix(string(e), "^\n")
	if !colours || !isCaret {
		return e
	}
	return Excerpt(text + string(Red) + "^" + string(Reset) + "\n")
}
