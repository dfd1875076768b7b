package app

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app/progress"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// ArgCount limits the number of arguments. Its error shows the usage.
func ArgCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("usage: %s", cmd.UseLine())
		}
		return nil
	}
}

// Reading runs a command on the named files or on standard input. Without arguments on a
// terminal it prints help. It shows the progress on a terminal that can overwrite a line, unless
// the user types the input there.
func (a *App) Reading(run func(files []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, files []string) error {
		if len(files) == 0 && cmd.Flags().NFlag() == 0 && terminal.Is(a.Stdin) {
			if !cmd.HasParent() {
				_, err := io.WriteString(a.Stdout, a.Brief)
				return err
			}
			return cmd.Help()
		}
		if len(files) == 0 {
			files = []string{"-"}
		}
		typed := slices.Contains(files, "-") && terminal.Is(a.Stdin)
		if a.Stderr.IsTerminal() && !typed && a.getenv("TERM") != "dumb" {
			if a.Stdout.IsTerminal() {
				a.Stdout.Before(a.Stderr.Clear)
			}
			a.Progress = progress.New(sizeOf(a, files), a.Now, func(text string) {
				a.Stderr.Pass(text[:min(len(text), max(a.stderrStream.Columns()-1, 0))])
			})
		}
		return run(files)
	}
}

// Group returns a command that holds subcommands.
func Group(name, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: name + " COMMAND", Short: short, DisableFlagsInUseLine: true, RunE: OnlyGroup}
	cmd.AddCommand(commands...)
	return cmd
}

// OnlyGroup runs a group without a subcommand.
func OnlyGroup(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	known := CommandsOf(cmd)
	return words.Hinted(fmt.Errorf("unknown command %q for %q; known: %s", args[0], cmd.CommandPath(), words.Abridge(known)), args[0], known)
}

// Require makes a command refuse to run without a flag that takes known words.
func Require(cmd *cobra.Command, flag string) {
	cmd.PreRunE = func(*cobra.Command, []string) error {
		f := cmd.Flags().Lookup(flag)
		if known, ok := f.Value.(*Choice); ok && !f.Changed {
			return fmt.Errorf("name --%s: one of %s", flag, strings.Join(known.Known, ", "))
		}
		return nil
	}
}

// CommandsOf returns the names of the commands below cmd.
func CommandsOf(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}

// Endless reports whether an input is not a regular file, so it may never end.
func (a *App) Endless(files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info == nil && name == "-" || info != nil && !info.Mode().IsRegular()
	})
}

// Reads reports whether a file is an input.
func (a *App) Reads(files []string, file fs.FileInfo) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info != nil && os.SameFile(info, file)
	})
}

// stat describes an input. It returns nil for a missing file or a stream.
func (a *App) stat(name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file, ok := a.Stdin.(*os.File); ok {
		info, _ = file.Stat()
	}
	return info
}

// sizeOf returns the bytes of all inputs, or 0 if a size is unknown.
func sizeOf(a *App, files []string) (total int64) {
	for _, name := range files {
		info := a.stat(name)
		if info == nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
