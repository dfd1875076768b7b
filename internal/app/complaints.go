package app

import (
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// PrintError writes err to standard error.
func (a *App) PrintError(err error) {
	for _, n := range noticesOf(err, a.Stderr.IsTerminal()) {
		a.Stderr.Tell(n)
	}
}

// fromCall matches the origin of a setting that a call gave, as package profiles writes it.
var fromCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcall /([a-z_]+)(/[^\s:)]*)?`) })

// ByFlags replaces each such origin by the name of the flag.
func ByFlags(text string) string {
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
func (a *App) printWarning(err error) {
	for _, n := range noticesOf(err, a.Stderr.IsTerminal()) {
		n.Level, n.Exit = notice.Warning, 0
		a.Stderr.Tell(n)
	}
}

// Warn prints problems of the configuration.
func (a *App) Warn(all config.Diagnostics) {
	for _, d := range all {
		a.Stderr.Tell(diagnosticNotice(d, a.Stderr.IsTerminal()))
	}
}
