package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// complain says on standard error what went wrong. The text that is at fault is
// shown where it is the user's own argument, else only on a terminal: logs must
// not fill with content.
func (a *app) complain(err error) {
	if err == nil || err.Error() == "" {
		return
	}
	interactive := a.stderr.IsTerminal()
	if all, ok := errors.AsType[config.Diagnostics](err); ok {
		writeDiagnostics(a.stderr, all, interactive)
		return
	}
	if bad, ok := errors.AsType[*badDocument](err); ok {
		terminal.Say(a.stderr, "%v", bad)
		if interactive && bad.fault != nil {
			fmt.Fprint(a.stderr, bad.excerpt)
		}
		return
	}
	if bad, ok := errors.AsType[*shaper.Error](err); ok {
		err = bad.Err
	}
	if bad, ok := errors.AsType[*profiles.FieldsError](err); ok {
		err = fmt.Errorf("--fields: %w; available: %s", bad, strings.Join(bad.Allowed, ", "))
	}
	for line := range strings.Lines(byFlags(err.Error())) {
		terminal.Say(a.stderr, "shape: %s", strings.TrimSuffix(line, "\n"))
	}
	if bad, ok := errors.AsType[*badMask](err); ok && bad.err.Input != "" {
		fmt.Fprint(a.stderr, terminal.ExcerptOf([]byte(bad.err.Input), bad.err.Offset))
	}
}

// fromCall is how profiles names the origin of what a call says.
var fromCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcall /([a-z_]+)(/\d+)?`) })

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
}

// writeDiagnostics prints the problems of a configuration, one to a line. On a
// terminal the place in the file is shown below each.
func writeDiagnostics(w io.Writer, all config.Diagnostics, interactive bool) {
	for _, d := range all {
		terminal.Say(w, "%s", d.Error())
		if interactive && d.Line > 0 {
			fmt.Fprint(w, excerptAt(d.File, d.Line, d.Column))
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
