package cli

import (
	"fmt"
	"os"
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
)

// printError writes err to standard error.
func (a *app) printError(err error) {
	for _, n := range noticesOf(err, a.stderr.IsTerminal()) {
		a.stderr.Tell(n)
	}
}

// fromCall matches the origin of a setting that a call gave, as package profiles writes it.
var fromCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcall /([a-z_]+)(/[^\s:)]*)?`) })

// byFlags replaces each such origin by the name of the flag.
func byFlags(text string) string {
	return fromCall().ReplaceAllStringFunc(text, func(origin string) string {
		key := fromCall().FindStringSubmatch(origin)[1]
		if flag, ok := flagOf[key]; ok {
			return "--" + flag
		}
		return "--" + key
	})
}

var flagOf = map[string]string{
	"include_only":           "include",
	"exclude_fields":         "exclude",
	"response_mode":          "mode",
	"duplicates_scope":       "strict",
	"exclude_null_values":    "drop",
	"exclude_empty_arrays":   "drop",
	"exclude_empty_objects":  "drop",
	"exclude_default_values": "drop",
	"max_string":             "max-string",
	"max_items":              "max-items",
	"shorten":                "shorten",
	"columns":                "columns",
}

// printWarning writes err as a warning.
func (a *app) printWarning(err error) {
	for _, n := range noticesOf(err, a.stderr.IsTerminal()) {
		n.Level, n.Exit = notice.Warning, 0
		a.stderr.Tell(n)
	}
}

// warn prints problems of the configuration.
func (a *app) warn(all config.Diagnostics) {
	for _, d := range all {
		a.stderr.Tell(diagnosticNotice(d, a.stderr.IsTerminal()))
	}
}

// printProblems prints one problem per line. On a terminal an excerpt of the file follows each.
func printProblems(a *app, all config.Diagnostics) {
	for _, d := range all {
		terminal.Say(a.stdout, "%s", d.Error())
		if a.stdout.IsTerminal() && d.Line > 0 {
			fmt.Fprint(a.stdout, excerptAt(d.File, d.Line, d.Column).In(a.stdout.Colours()))
		}
	}
}

// excerptAt returns an excerpt of a file, or "" if the file cannot be read.
func excerptAt(name string, line, column int) terminal.Excerpt {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	offset := 0
	for n := 1; offset < len(text) && n < line; offset++ {
		if text[offset] == '\n' {
			n++
		}
	}
	return terminal.ExcerptOf(text, offset+column-1)
}
