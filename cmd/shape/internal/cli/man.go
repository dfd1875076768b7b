package cli

import (
	"cmp"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/roff"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "print the page of the manual, made of these help texts",
		Example: "  shape man > shape.1",
		Args:    takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(a.stdout, manual(cmd.Root(), builtFrom(debug.ReadBuildInfo())))
			return err
		},
	}
}

// manual is the page of the manual.
func manual(root *cobra.Command, b build) string {
	p := roff.New("shape", b.day(), "shape "+b.Version)
	p.Section("name")
	p.Paragraph("shape - make the JSON that tools return small, safe and true")
	p.Section("synopsis")
	p.Literal(strings.Join(usages(root), "\n"))
	p.Section("description")
	describe(p, rootAbout, root.Example)
	p.Section("options")
	options(p, root.LocalFlags(), nil)
	p.Section("commands")
	for _, cmd := range root.Commands() {
		command(p, cmd, root.LocalFlags())
	}
	for _, name := range topicNames() {
		page, _ := topicPage(name)
		p.Markdown(page)
	}
	return p.String()
}

// day is when the program's source was committed, or else when the program was
// written.
func (b build) day() string {
	if day, _, ok := strings.Cut(b.Time, "T"); ok {
		return day
	}
	if name, err := os.Executable(); err == nil {
		if info, err := os.Stat(name); err == nil {
			return info.ModTime().UTC().Format(time.DateOnly)
		}
	}
	return time.Now().UTC().Format(time.DateOnly)
}

// usages are the usage lines of a command and of those below it that run.
func usages(cmd *cobra.Command) (lines []string) {
	if !isGroup(cmd) {
		lines = append(lines, cmd.UseLine())
	}
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() && !speaksForOthers(cmd) {
			lines = append(lines, usages(below)...)
		}
	}
	return lines
}

// describe writes what a command is, and its examples.
func describe(p *roff.Page, about, examples string) {
	for paragraph := range strings.SplitSeq(about, "\n\n") {
		p.Paragraph(paragraph)
	}
	for line := range strings.Lines(examples) {
		example, explained, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if explained = strings.TrimSpace(explained); explained != "" {
			p.Paragraph(explained + ":")
		}
		p.Example(example)
	}
}

// command writes a command, or those that it only holds. Flags that are those of
// the filter are named alone.
func command(p *roff.Page, cmd *cobra.Command, above *pflag.FlagSet) {
	if !cmd.IsAvailableCommand() {
		return
	}
	if isGroup(cmd) {
		for _, below := range cmd.Commands() {
			command(p, below, above)
		}
		return
	}
	p.Part(cmd.CommandPath())
	describe(p, cmp.Or(cmd.Long, strings.ToUpper(cmd.Short[:1])+cmd.Short[1:]+"."), cmd.Example)
	options(p, cmd.LocalNonPersistentFlags(), above)
}

// isGroup reports whether a command only holds others, and says nothing itself.
func isGroup(cmd *cobra.Command) bool { return cmd.HasSubCommands() && cmd.Example == "" }

// speaksForOthers reports whether a command says all that there is to say of those
// that it holds.
func speaksForOthers(cmd *cobra.Command) bool { return cmd.HasParent() && cmd.Example != "" }

// options writes flags, and names those that mean the same above.
func options(p *roff.Page, flags, above *pflag.FlagSet) {
	var same []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" && above != nil {
			return
		}
		if above != nil {
			if known := above.Lookup(f.Name); known != nil && known.Usage == f.Usage {
				same = append(same, "`--"+f.Name+"`")
				return
			}
		}
		p.Item(spelling(f), meaning(f))
	})
	if same != nil {
		p.Paragraph("It also takes, as above, " + strings.Join(same, ", ") + ".")
	}
}

// spelling is how a flag is written.
func spelling(f *pflag.Flag) string {
	text := "--" + f.Name
	if f.Shorthand != "" {
		text = "-" + f.Shorthand + ", " + text
	}
	if value, _ := pflag.UnquoteUsage(f); value != "" {
		text += " " + value
	}
	return text
}

func meaning(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	return usage
}
