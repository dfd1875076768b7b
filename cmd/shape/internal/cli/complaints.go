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

// complain says on standard error what went wrong.
func (a *app) complain(err error) {
	for _, n := range noticesOf(err, a.stderr.IsTerminal()) {
		a.stderr.Tell(n)
	}
}

// fromCall is how profiles names the origin of what a call says.
var fromCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcall /([a-z_]+)(/[^\s:)]*)?`) })

// byFlags names such origins by the flag that said it.
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
	"repeats":                "repeats",
}

// caution says what is wrong and does not end the run.
func (a *app) caution(err error) {
	for _, n := range noticesOf(err, a.stderr.IsTerminal()) {
		n.Level, n.Exit = notice.Warning, 0
		a.stderr.Tell(n)
	}
}

// warn says what is dubious about the configuration in use.
func (a *app) warn(all config.Diagnostics) {
	for _, d := range all {
		a.stderr.Tell(diagnosticNotice(d, a.stderr.IsTerminal()))
	}
}

// printProblems prints the problems of a configuration, one to a line. On a
// terminal the place in the file is shown below each.
func (a *app) printProblems(all config.Diagnostics) {
	for _, d := range all {
		terminal.Say(a.stdout, "%s", d.Error())
		if a.stdout.IsTerminal() && d.Line > 0 {
			fmt.Fprint(a.stdout, excerptAt(d.File, d.Line, d.Column).In(a.stdout.Colours()))
		}
	}
}

// excerptAt shows a place in a file; nothing where the file cannot be read any
// more.
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
