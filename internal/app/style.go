package app

import (
	"strings"

	"github.com/spf13/pflag"
)

// The flags of every command.
const (
	errorFormat = "error-format"
	colour      = "color"
)

// AddStyle adds the flags for colours and for the format of messages.
func (a *App) AddStyle(fs *pflag.FlagSet) {
	fs.Var(&Choice{Put: a.setMessageForm, Known: []string{"text", "json"}}, errorFormat, "print errors, warnings and signals as lines or JSON objects: `text|json`")
	fs.Var(&Choice{Put: a.Colour, Known: []string{"auto", "always", "never"}}, colour, "colour documents and carets: `auto|always|never`; auto on a terminal")
}

func (a *App) setMessageForm(form string) { a.Stderr.SpeakJSON(form == "json") }

// Colour sets the colours of both streams: auto, always or never.
func (a *App) Colour(flag string) {
	a.Stdout.Colour(a.Stdout.TakesColours(flag, a.getenv))
	a.Stderr.Colour(a.stderrStream.TakesColours(flag, a.getenv))
}

// readStyle applies these flags before the arguments are parsed, for errors of the parser.
func (a *App) readStyle() {
	a.setMessageForm(lastOf(a.Args, errorFormat))
	a.Colour(lastOf(a.Args, colour))
}

// lastOf returns the last value of a flag in args, or "".
func lastOf(args []string, flag string) (value string) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if said, ok := strings.CutPrefix(arg, "--"+flag+"="); ok {
			value = said
		} else if arg == "--"+flag && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return value
}
