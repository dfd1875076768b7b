package cli

import (
	"strings"

	"github.com/spf13/pflag"
)

// The flags that every command has.
const (
	errorFormat = "error-format"
	colour      = "color"
)

// addFace adds the flags of how every command looks, and of the form in which it
// says what it has to say beside its output.
func (a *app) addFace(fs *pflag.FlagSet) {
	fs.Var(&choice{set: a.speak, known: []string{"text", "json"}}, errorFormat, "say errors, warnings and signals in lines or JSON objects: `text|json`")
	fs.Var(&choice{set: a.colour, known: []string{"auto", "always", "never"}}, colour, "colour documents and carets: `auto|always|never`; auto on a terminal")
}

func (a *app) speak(form string) { a.stderr.SpeakJSON(form == "json") }

func (a *app) colour(flag string) {
	a.stdout.Colour(a.stdout.TakesColours(flag, a.getenv))
	a.stderr.Colour(a.talk.TakesColours(flag, a.getenv))
}

// face takes on what the arguments say of it though they cannot be parsed.
func (a *app) face() {
	a.speak(lastOf(a.args, errorFormat))
	a.colour(lastOf(a.args, colour))
}

// lastOf is the last value that arguments give to a flag; "" where there is none.
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
