package cli

import (
	"strings"

	"github.com/spf13/pflag"
)

// The flags of every command.
const (
	errorFormat = "error-format"
	colour      = "color"
)

// addStyle adds the flags for colours and for the format of messages.
func (a *app) addStyle(fs *pflag.FlagSet) {
	fs.Var(&choice{set: a.setMessageForm, known: []string{"text", "json"}}, errorFormat, "print errors, warnings and signals as lines or JSON objects: `text|json`")
	fs.Var(&choice{set: a.colour, known: []string{"auto", "always", "never"}}, colour, "colour documents and carets: `auto|always|never`; auto on a terminal")
}

func (a *app) setMessageForm(form string) { a.stderr.SpeakJSON(form == "json") }

// colour sets the colours of both streams: auto, always or never.
func (a *app) colour(flag string) {
	a.stdout.Colour(a.stdout.TakesColours(flag, a.getenv))
	a.stderr.Colour(a.stderrStream.TakesColours(flag, a.getenv))
}

// readStyle applies these flags before the arguments are parsed, for errors of the parser.
func (a *app) readStyle() {
	a.setMessageForm(lastOf(a.args, errorFormat))
	a.colour(lastOf(a.args, colour))
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
