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

// Every command has a page of Markdown, with a heading for each flag and a link to each command
// below it.
func TestMarkdownIsComplete(t *testing.T) {
	dir := t.TempDir()
	if err := writeMarkdown(dir); err != nil {
		t.Fatal(err)
	}
	flags := 0
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		text, err := os.ReadFile(filepath.Join(dir, pageName(cmd)))
		if err != nil {
			t.Error(err)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			flags++
			if heading := " {#flag-" + f.Name + "}\n\n"; strings.Contains(string(text), heading) == f.Hidden {
				t.Errorf("%s: --%s: hidden %v", cmd.CommandPath(), f.Name, f.Hidden)
			}
		})
		for _, below := range available(cmd) {
			check(below)
			if !strings.Contains(string(text), "]("+pageName(below)+")") {
				t.Errorf("%s has no link to %s", cmd.CommandPath(), below.Name())
			}
		}
	}
	check(cli.Root())
	if flags < 200 {
		t.Errorf("%d flags", flags)
	}
}

// A page shows paragraphs as prose, lists as blocks, and no mark of Markdown in a text.
func TestCommandPage(t *testing.T) {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "root", Short: "about *it*"}
	root.PersistentFlags().Bool("all", false, "a flag of all")
	leaf := &cobra.Command{Use: "leaf X", Long: "One.\n\n  a  b_c\n", Example: "  root leaf 1", Run: run}
	leaf.Flags().IntP("number", "n", 3, "take `N` of x|y")
	root.AddCommand(leaf, &cobra.Command{Use: "secret", Hidden: true, Run: run})
	for cmd, want := range map[*cobra.Command]string{
		root: "# root\n\nabout \\*it\\*\n\n## Usage\n\n```text\nroot [flags]\n```\n\n## Commands\n\n- [root leaf](root-leaf.md): \n\n" +
			"## Flags\n\n### `--all` {#flag-all}\n\na flag of all\n\n",
		leaf: "# root leaf\n\nOne.\n\n```text\n  a  b_c\n```\n\n## Usage\n\n```text\nroot leaf X [flags]\n```\n\n## Examples\n\n```text\nroot leaf 1\n```\n\n" +
			"## Flags\n\n### `-n, --number N` {#flag-number}\n\ntake N of x\\|y (default 3)\n\nFlags of the commands above it: [`--all`](root.md#flag-all).\n",
	} {
		if got := commandPage(cmd); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
