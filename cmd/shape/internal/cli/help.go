package cli

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	topics "github.com/seed-7aa78ce4/shape/docs"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// printHelp prints the help of a command. With a template of cobra the linker would keep every
// exported method of the program, and the program would start later.
func printHelp(cmd *cobra.Command, _ []string) {
	local, inherited := cmd.LocalFlags(), cmd.InheritedFlags() // UseLine looks for both
	text := cmp.Or(cmd.Long, cmd.Short) + "\n\n"
	if cmd.Example != "" {
		text += "Examples:\n" + cmd.Example + "\n\n"
	}
	text += "Usage:\n  " + cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		text += "\n\nCommands:"
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				text += fmt.Sprintf("\n  %-12s%s", c.Name(), c.Short)
			}
		}
	}
	switch {
	case cmd.Annotations != nil:
		text += "\n\nFlags (shape help flags explains each):\n" + cmd.Annotations["flags"]
	case local.HasAvailableFlags():
		text += "\n\nFlags:\n" + local.FlagUsagesWrapped(90)
	}
	if inherited.HasAvailableFlags() {
		text += "\nFlags of every command:\n" + inherited.FlagUsagesWrapped(90)
	}
	io.WriteString(cmd.OutOrStdout(), text)
}

// topicNames returns the topics in order.
func topicNames() []string {
	names := []string{"guarantees"}
	pages, _ := topics.Pages.ReadDir(".") // embedded
	for _, page := range pages {
		names = append(names, strings.TrimSuffix(page.Name(), ".md"))
	}
	slices.Sort(names)
	return names
}

// Topics returns the pages of the topics by their names, as Markdown.
func Topics() map[string]string {
	all := map[string]string{}
	for _, name := range topicNames() {
		all[name], _ = topicPage(name)
	}
	return all
}

// topic returns a page in the form for a terminal.
func topic(name string) (text string, ok bool) {
	page, ok := topicPage(name)
	return plain(laidOut(page)), ok
}

// topicPage returns a page as Markdown, without the parts for contributors.
func topicPage(name string) (page string, ok bool) {
	if name == "guarantees" { // the engine embeds it
		return indented(forUsers(shaper.Guarantees())), true
	}
	text, err := topics.Pages.ReadFile(name + ".md")
	return indented(string(text)), err == nil
}

// indented returns a page with indented blocks for its fences, and texts for its links and
// images.
func indented(page string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced && line != "\n":
			b.WriteString("    " + strings.ReplaceAll(line, "\t", "    "))
		case strings.HasPrefix(line, "    "):
			b.WriteString(line)
		default:
			b.WriteString(link().ReplaceAllString(line, "$1"))
		}
	}
	return b.String()
}

// forUsers removes the paragraphs and columns that name tests, and comments of whole lines.
func forUsers(page string) string {
	page = comments().ReplaceAllString(page, "")
	return rewritten(page, func(paragraph string) string {
		title, _, _ := strings.Cut(paragraph, "\n")
		switch {
		case strings.HasPrefix(paragraph, "Tests: "):
			return ""
		case strings.HasSuffix(title, " | tests |"):
			return lastColumn().ReplaceAllString(paragraph, "|")
		}
		return paragraph
	})
}

var comments = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^<!--.*-->\n`) })
var lastColumn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)\|[^|]*\|$`) })

// laidOut returns a page with blocks for its tables.
func laidOut(page string) string {
	return rewritten(page, func(paragraph string) string {
		if strings.HasPrefix(paragraph, "| ") {
			return "    " + strings.ReplaceAll(tableText(strings.ReplaceAll(paragraph, "`", "")), "\n", "\n    ")
		}
		return paragraph
	})
}

// tableText aligns the columns of a Markdown table.
func tableText(table string) string {
	var text strings.Builder
	columns := terminal.Table(&text)
	for line := range strings.SplitSeq(table, "\n") {
		if row := strings.Trim(line, "| "); !strings.HasPrefix(row, "---") { // below the titles
			fmt.Fprintln(columns, strings.ReplaceAll(row, " | ", "\t"))
		}
	}
	columns.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// rewritten applies a function to each paragraph and removes empty results.
func rewritten(page string, paragraph func(string) string) string {
	var kept []string
	for p := range strings.SplitSeq(strings.TrimSuffix(page, "\n"), "\n\n") {
		if p = paragraph(p); p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n\n") + "\n"
}

var link = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`!?\[([^]]*)\]\([^)]*\)`) })

// plain removes the marks of Markdown: the title, and quotes around code. Headings become
// capitals, and blocks keep two blanks.
func plain(page string) string {
	var b strings.Builder
	for line := range strings.Lines(page) {
		switch block, isBlock := strings.CutPrefix(line, "    "); {
		case isBlock:
			b.WriteString("  " + block)
		case strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "## "):
			b.WriteString(strings.ToUpper(line[len("## "):]))
		case line == "\n" && b.Len() == 0: // below the title
		default:
			b.WriteString(strings.ReplaceAll(line, "`", ""))
		}
	}
	return b.String()
}

func helpCommand() *cobra.Command {
	names := append(topicNames(), "flags")
	slices.Sort(names)
	return &cobra.Command{
		Use:                   "help [COMMAND | TOPIC]",
		Short:                 "explain a command, or a topic",
		Long:                  "help explains a command, or a topic:\n\n  " + strings.Join(names, "\n  "),
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(app.CommandsOf(cmd.Root()), names...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			text, ok := topic(strings.Join(args, " "))
			if len(args) == 1 && args[0] == "flags" {
				text, ok = cmd.Root().LocalFlags().FlagUsagesWrapped(90), true
			}
			if ok {
				_, err := fmt.Fprint(cmd.OutOrStdout(), text)
				return err
			}
			about, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				known := append(app.CommandsOf(about), names...)
				err = words.Hinted(fmt.Errorf("no help on %q; shape help lists all topics", strings.Join(args, " ")), rest[0], known)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
