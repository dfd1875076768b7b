// Package install holds the commands install and uninstall. They edit the files of MCP clients.
package install

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// installation is the commands install and uninstall.
type installation struct {
	*app.App
	client, file, program string
	isSure                bool

	edits func(*clientfile.File, []*clientfile.Server) []clientfile.Edit
	keeps func(*clientfile.File) bool // reports whether to back up the file
}

const installLong = `install puts shape proxy in front of the servers that an MCP client starts, or of the
named ones, in the client's own configuration file. It shows the changes, asks on a
terminal, and writes with --yes. It keeps a copy under the name of the file and
.before-shape. Comments and layout stay, and uninstall reverts the changes.

The file is the first that exists of
  claude-code  .mcp.json, ~/.claude.json with its servers for this folder
  vscode       .vscode/mcp.json, Code/User/mcp.json of your settings
  cursor       .cursor/mcp.json, ~/.cursor/mcp.json
  codex        $CODEX_HOME/config.toml, ~/.codex/config.toml
unless --file names one. Servers over HTTP do not change: use shape proxy --listen for
those.`

const uninstallLong = `uninstall removes shape proxy from the servers in front of which install put it, or from
the named ones. Without other edits since then, the file is the former one byte for byte,
and its copy is removed.`

const installExample = `  shape install --client cursor --file cursor.json
  shape install --client claude-code --file mcp.json --yes weather`

const uninstallExample = `  shape uninstall --client claude-code --file mcp.json --yes`

// Command returns the command install.
func Command(a *app.App) *cobra.Command {
	i := &installation{App: a, keeps: func(f *clientfile.File) bool { return !slices.ContainsFunc(f.Servers, (*clientfile.Server).Wrapped) }}
	i.edits = func(f *clientfile.File, servers []*clientfile.Server) []clientfile.Edit {
		return f.Wrap(servers, i.program)
	}
	cmd := i.command("install", "put the proxy in front of a client's servers", installLong, installExample)
	cmd.Flags().StringVar(&i.program, "program", "", "let the client start `PROGRAM` as the proxy; else the path of this one")
	return cmd
}

// UninstallCommand returns the command uninstall.
func UninstallCommand(a *app.App) *cobra.Command {
	i := &installation{App: a, edits: (*clientfile.File).Unwrap, keeps: func(*clientfile.File) bool { return false }}
	return i.command("uninstall", "take it away from them", uninstallLong, uninstallExample)
}

func (i *installation) command(name, short, long, example string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " --client CLIENT [flags] [SERVER…]",
		Short: short,
		Long:  long, Example: example,
		RunE: func(_ *cobra.Command, servers []string) error { return i.run(servers) },
	}
	cmd.Flags().Var(&app.Choice{Put: func(word string) { i.client = word }, Known: clientNames()}, "client", "the `CLIENT`: "+strings.Join(clientNames(), ", "))
	cmd.Flags().Var((*app.FileName)(&i.file), "file", "change `FILE`")
	cmd.Flags().BoolVarP(&i.isSure, "yes", "y", false, "write without asking")
	cmd.MarkFlagRequired("client")
	return cmd
}

func (i *installation) run(names []string) error {
	client := clientFiles[i.client]
	name, text, err := i.read(client)
	if err != nil {
		return err
	}
	f, err := client.read(text)
	if err != nil {
		return app.InputError(fmt.Errorf("%s:%w", terminal.Printable(name), err))
	}
	servers, err := chosenServers(f, name, names)
	if err != nil {
		return err
	}
	if i.program == "" {
		i.program = ownPath()
	}
	edits := i.edits(f, servers)
	for _, s := range servers {
		if s.Remote {
			i.note(terminal.Printable(s.Name) + " is asked by HTTP, and left alone: shape proxy --listen stands in front of it")
		}
	}
	if len(edits) == 0 {
		i.note(terminal.Printable(name) + ": there is nothing to change")
		return nil
	}
	fmt.Fprint(i.Stdout, f.Difference(terminal.Printable(name), edits))
	if !i.isSure && !i.isMeant(name) {
		i.note("nothing was written; --yes writes it")
		return nil
	}
	return i.write(name, f.Apply(edits), i.keeps(f))
}

// read reads the file of --file, or the first existing file of the client.
func (i *installation) read(client clientFile) (name string, text []byte, err error) {
	if i.file != "" {
		text, err = os.ReadFile(i.file)
		return i.file, text, app.InputError(err)
	}
	var tried []string
	for _, name := range client.places() {
		if text, err = os.ReadFile(name); err == nil {
			return name, text, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", nil, app.InputError(err)
		}
		tried = append(tried, name)
	}
	return "", nil, app.InputError(fmt.Errorf("there is no %s; --file names another", strings.Join(tried, ", no ")))
}

// chosenServers returns the named servers, or all without names.
func chosenServers(f *clientfile.File, file string, names []string) ([]*clientfile.Server, error) {
	if len(names) == 0 {
		return f.Servers, nil
	}
	var all []string
	for _, s := range f.Servers {
		all = append(all, s.Name)
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("%s has no server %q; it has %s", terminal.Printable(file), name, terminal.Printable(cmp.Or(strings.Join(all, ", "), "none")))
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Servers), func(s *clientfile.Server) bool { return !slices.Contains(names, s.Name) }), nil
}

func (i *installation) note(text string) {
	i.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "install", Message: text})
}

// isMeant asks the user on a terminal.
func (i *installation) isMeant(name string) bool {
	if !terminal.Is(i.Stdin) {
		return false
	}
	fmt.Fprintf(i.Stdout, "write %s? [y/N] ", terminal.Printable(name))
	answer, _ := bufio.NewReader(i.Stdin).ReadString('\n')
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y")
}

// keptAs is the suffix of the backup.
const keptAs = ".before-shape"

// write replaces the file in one step. It removes a backup that equals the new text.
func (i *installation) write(name string, text []byte, keeps bool) error {
	to, err := i.Gate.Edit(name)
	if err != nil {
		return err
	}
	defer to.Discard()
	if _, err := to.Write(text); err != nil {
		return output.Fault(err)
	}
	if keeps {
		if err := i.Gate.Backup(name+keptAs, to.Target); err != nil {
			return err
		}
	}
	if err := to.Commit(); err != nil {
		return err
	}
	if kept, err := os.ReadFile(name + keptAs); err == nil && bytes.Equal(kept, text) {
		return output.Fault(os.Remove(name + keptAs))
	}
	return nil
}

// ownPath returns the path of this program in PATH, or else of the executable.
func ownPath() string {
	own, err := os.Executable()
	if err != nil {
		return "shape"
	}
	found, err := exec.LookPath("shape")
	if err != nil {
		return own
	}
	if found, err = filepath.Abs(found); err != nil {
		return own
	}
	a, err := os.Stat(own)
	b, fault := os.Stat(found)
	if err == nil && fault == nil && os.SameFile(a, b) {
		return found
	}
	return own
}
