package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/cli"
)

// Every command has a page that names its flags, and every topic has one.
func TestManualIsComplete(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	page := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		return strings.ReplaceAll(string(text), `\-`, "-")
	}
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		text := page(strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("%s: --%s is not there", cmd.CommandPath(), f.Name)
			}
		})
		for _, example := range strings.Split(cmd.Example, "\n") {
			if first, _, _ := strings.Cut(strings.TrimSpace(example), "'"); !strings.Contains(text, first) {
				t.Errorf("%s: %q is not there", cmd.CommandPath(), first)
			}
		}
		for _, below := range cmd.Commands() {
			if below.IsAvailableCommand() {
				check(below)
			}
		}
	}
	check(cli.Root())
	for name := range cli.Topics() {
		if text := page("shape-" + name + ".7"); !strings.Contains(text, ".SH NAME\nshape-"+name+" - ") {
			t.Errorf("%s has no name for whatis: %.200s", name, text)
		}
	}
}
