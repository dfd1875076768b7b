package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/cli"
)

// writeMarkdown writes a page for each command into a folder, and makes the folder.
func writeMarkdown(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	root := cli.Root()
	root.InitDefaultVersionFlag()
	return writeCommand(folder, root)
}

// writeCommand writes the page of a command and those of the commands below it.
func writeCommand(folder string, cmd *cobra.Command) error {
	cmd.InitDefaultHelpFlag()
	if err := os.WriteFile(filepath.Join(folder, pageName(cmd)), []byte(commandPage(cmd)), 0o666); err != nil {
		return err
	}
	for _, below := range available(cmd) {
		if err := writeCommand(folder, below); err != nil {
			return err
		}
	}
	return nil
}

// pageName returns the file of a command: its names, joined by dashes.
func pageName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".md"
}

func available(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// commandPage returns the help of a command as Markdown. Each flag has a heading with the
// anchor #flag-NAME.
func commandPage(cmd *cobra.Command) string {
	flags := cmd.LocalFlags() // UseLine looks for them
	page := "# " + cmd.CommandPath() + "\n\n" + prose(cmp.Or(cmd.Long, cmd.Short)) + "## Usage\n\n" + fenced("text", cmd.UseLine())
	if cmd.Example != "" {
		page += "## Examples\n\n" + fenced("text", margin.ReplaceAllString(cmd.Example, ""))
	}
	if below := available(cmd); len(below) > 0 {
		page += "## Commands\n\n"
		for _, c := range below {
			page += fmt.Sprintf("- [%s](%s): %s\n", c.CommandPath(), pageName(c), escaped(c.Short))
		}
		page += "\n"
	}
	page += "## Flags\n\n"
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		names := strings.TrimSpace("--" + f.Name + " " + value)
		if f.Shorthand != "" {
			names = "-" + f.Shorthand + ", " + names
		}
		if !slices.Contains([]string{"", "0", "0s", "[]", "false"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		page += fmt.Sprintf("### `%s` {#flag-%s}\n\n%s\n\n", names, f.Name, escaped(usage))
	})
	var above []string
	for c := cmd.Parent(); c != nil; c = c.Parent() {
		c.PersistentFlags().VisitAll(func(f *pflag.Flag) {
			above = append(above, fmt.Sprintf("[`--%s`](%s#flag-%s)", f.Name, pageName(c), f.Name))
		})
	}
	if len(above) > 0 {
		page += "Flags of the commands above it: " + strings.Join(above, ", ") + ".\n"
	}
	return page
}

// prose returns the paragraphs of a help text. Those with indented lines become blocks.
func prose(text string) (page string) {
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") {
			page += fenced("text", paragraph)
		} else {
			page += escaped(paragraph) + "\n\n"
		}
	}
	return page
}

func fenced(language, text string) string { return "```" + language + "\n" + text + "\n```\n\n" }

// escaped returns a text without the meaning that its characters have in Markdown.
func escaped(text string) string { return marks.ReplaceAllString(text, `\$0`) }

var (
	marks  = regexp.MustCompile("[\\\\`*_<>\\[\\]|#]")
	margin = regexp.MustCompile(`(?m)^  `)
)
