package report

import (
	"fmt"
	"io"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Setting is a setting in force and its origin.
type Setting struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Origin  string `json:"origin"`
}

// SettingsOf returns decisions in their printed form.
func SettingsOf(decided []profiles.Decision) []Setting {
	all := make([]Setting, len(decided))
	for i, d := range decided {
		all[i] = Setting{d.Setting, d.Value, app.ByFlags(d.Origin.String())}
	}
	return all
}

// WriteSettings prints a row for each setting.
func WriteSettings(table io.Writer, all []Setting, files *terminal.Legend) {
	for _, s := range all {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", s.Setting, terminal.Printable(s.Value), terminal.Printable(files.Shorten(s.Origin)))
	}
}
