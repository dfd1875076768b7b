package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// addFace adds the flags that every command has: how it looks, and in which form it
// says what it has to say beside its output.
func (a *app) addFace(fs *pflag.FlagSet) {
	form := func(word string) { a.stderr.SpeakJSON(word == "json") }
	fs.Var(&choice{set: form, known: []string{"text", "json"}}, errorFormat, "say errors, warnings and signals in lines or JSON objects: `text|json`")
}

const errorFormat = "error-format"

// wantsJSON reports whether arguments ask for errors as JSON. They may be such as
// cannot be parsed.
func wantsJSON(args []string) (asked bool) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		value, set := strings.CutPrefix(arg, "--"+errorFormat+"=")
		if arg == "--"+errorFormat && i+1 < len(args) {
			value, set = args[i+1], true
		}
		if set {
			asked = value == "json"
		}
	}
	return asked
}
