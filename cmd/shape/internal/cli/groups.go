package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// flagGroups lists the flags of the filter by purpose. Any other flag is in the last group.
var flagGroups = []struct{ purpose, flags string }{
	{"fields", "exclude include omit fields unmatched emptied drop strict"},
	{"size", "budget counter fail-over max-string max-items rows shorten columns repeats"},
	{"call", "tool server tier profile mode arguments is-error dialect client-request-id"},
	{"configuration", "config no-config"},
	{"input", "lines seq jobs on-invalid skip-invalid"},
	{"output", "output in-place force as compact indent tab sort-keys exit-status"},
	{"pages", "cursor page-size query"},
	{"reports", "stats report report-rules dry-run diff"},
	{"all commands", "color error-format help version"},
}

const otherFlags = "other"

// groupedFlags returns the names of flags in groups, one line or more for each.
func groupedFlags(flags *pflag.FlagSet) string {
	var b strings.Builder
	left := flagNames(flags)
	group := func(purpose string, names []string) {
		line := fmt.Sprintf("  %-14s", purpose)
		for _, name := range names {
			text := " --" + name
			if short := flags.Lookup(name).Shorthand; short != "" {
				text = " -" + short + "," + text
			}
			if len(line)+len(text) > 90 {
				b.WriteString(line + "\n")
				line = strings.Repeat(" ", 16)
			}
			line += text
		}
		if len(names) > 0 {
			b.WriteString(line + "\n")
		}
	}
	for _, g := range flagGroups {
		names := slices.DeleteFunc(strings.Fields(g.flags), func(name string) bool { return !slices.Contains(left, name) })
		left = slices.DeleteFunc(left, func(name string) bool { return slices.Contains(names, name) })
		group(g.purpose, names)
	}
	group(otherFlags, left)
	return b.String()
}

func flagNames(flags *pflag.FlagSet) (names []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// brief is the help of the command without arguments on a terminal.
const brief = rootAbout + `

Examples:
` + rootExample + `

shape --help       the commands, the flags by purpose and the exit statuses
shape help flags   each flag
shape help TOPIC   a topic, such as masks or configuration
`
