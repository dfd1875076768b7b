// Package install holds the commands install and uninstall. They edit the files of MCP clients.
package install

import (
	"bufio"
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
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/configcmd"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// installation is the commands install and uninstall.
type installation struct {
	*app.App
	client, file, program string
	isAll, isSure         bool
	isRecorded            bool
	isRemoval             bool // the command is uninstall
	isHook                bool // only the hook

	answers *bufio.Reader
	project string // the configuration of the project, or ""
	starts  string // the folder for a new configuration
	newFile string // the new configuration, or "" for none
}

const installLong = `install puts shape proxy in front of the servers of MCP clients, or of the named ones, in
the files of the clients. Without --client it lists the files and servers that it finds,
and asks on a terminal. It shows the changes first, and writes with --yes or after a yes.
A copy of each file gets the name of the file and .before-shape.

A server over HTTP becomes shape proxy --stdio --upstream URL. Values of its headers
become variables. If a file cannot say that, the entry stays, and a line says why.

Without any configuration, install writes one with "presets": "auto": into the project if
all files are the project's, else into your home. If the project has a configuration,
entries in files outside of it get --config.

--hook adds the hook of Claude Code to its settings, for results of Bash, Grep, LS,
WebFetch and MCP.

The clients and their files: shape help clients.`

const uninstallLong = `uninstall removes shape proxy from the servers in front of which install put it, or from
the named ones. Without other edits since then, each file is the former one byte for byte,
and its copy is removed. With other edits only the entries of install change. Without
named servers the hook goes as well. --hook removes it alone.`

const installExample = `  shape install
  shape install --all --yes
  shape install --client cursor --file cursor.json
  shape install --client claude-code --file mcp.json --yes weather`

const uninstallExample = `  shape uninstall --all --yes
  shape uninstall --client claude-code --file mcp.json --yes`

// Command returns the command install.
func Command(a *app.App) *cobra.Command {
	i := &installation{App: a}
	cmd := i.command("install", "put the proxy in front of the servers of clients", installLong, installExample)
	cmd.Flags().StringVar(&i.program, "program", "", "let the client start `PROGRAM` as the proxy, also in entries of install; else the path of this one")
	cmd.Flags().BoolVar(&i.isRecorded, "record", false, "let the proxies record calls and results, after hiding, also in entries of install")
	return cmd
}

// UninstallCommand returns the command uninstall.
func UninstallCommand(a *app.App) *cobra.Command {
	i := &installation{App: a, isRemoval: true}
	return i.command("uninstall", "take the proxy away from the servers of clients", uninstallLong, uninstallExample)
}

func (i *installation) command(name, short, long, example string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name + " [flags] [SERVER…]",
		Short: short,
		Long:  long, Example: example,
		RunE: func(_ *cobra.Command, servers []string) error { return i.run(servers) },
	}
	names := clientNames()
	cmd.Flags().Var(&app.Choice{Put: func(word string) { i.client = word }, Known: names}, "client", "only this `CLIENT`: "+strings.Join(names, ", "))
	cmd.Flags().Var((*app.FileName)(&i.file), "file", "change `FILE`, of the client")
	cmd.Flags().BoolVar(&i.isAll, "all", false, "change the files of all clients")
	cmd.Flags().BoolVar(&i.isHook, "hook", false, "only the hook of claude-code, for results of the client's own tools")
	cmd.Flags().BoolVarP(&i.isSure, "yes", "y", false, "write without asking")
	return cmd
}

func (i *installation) run(names []string) error {
	if i.isHook && !i.isAll {
		i.client = cmp.Or(i.client, hookClient)
	}
	if err := i.checkFlags(names); err != nil {
		return err
	}
	targets, err := i.targets()
	if len(targets) == 0 {
		return err
	}
	if err := choose(targets, names); err != nil {
		return err
	}
	targets = slices.DeleteFunc(targets, func(t *target) bool { return t.layout.Hooks && len(names) > 0 })
	asks := !i.isSure && terminal.Is(i.Stdin)
	if i.client == "" {
		i.list(targets)
		if !i.isAll && !asks {
			i.note("nothing was written; --all or --client, with --yes, writes it")
			return err
		}
	}
	if !i.isRemoval {
		i.prepare(targets, asks)
	}
	changed := i.plan(targets)
	switch {
	case len(changed) == 0:
		return err
	case !i.isSure && (!asks || !i.isMeant("write "+fileNames(changed)+"?")):
		i.note("nothing was written; --yes writes it")
		return err
	}
	if fault := i.writeAll(changed); fault != nil {
		return fault
	}
	return err
}

// checkFlags returns the error of contradicting flags.
func (i *installation) checkFlags(names []string) error {
	switch {
	case i.isHook && (i.client != hookClient || len(names) > 0):
		return errors.New("--hook is for " + hookClient + " alone, and takes no SERVER (shape help clients)")
	case i.file != "" && i.client == "":
		return errors.New("--file needs --client, the client that reads it")
	case i.isSure && i.client == "" && !i.isAll:
		return errors.New("--yes needs --client or --all")
	case i.isAll && i.client != "":
		return errors.New("--all and --client exclude each other")
	}
	return nil
}

// fileNames lists the paths of files.
func fileNames(targets []*target) string {
	var names []string
	for _, t := range targets {
		names = append(names, terminal.Printable(t.path))
	}
	return strings.Join(names, ", ")
}

// target is a file of a client to change.
type target struct {
	place
	client
	text   []byte
	file   *clientfile.File
	before *clientfile.File // its copy without a proxy, or nil
	chosen []*clientfile.Server
	edits  []clientfile.Edit
	others string // further clients that read the file, such as ", copilot"
}

// targets reads the files of the clients. With an error it returns the other files. A file that
// --file names must have a place for servers.
func (i *installation) targets() (all []*target, err error) {
	if i.isHook {
		return i.hooked()
	}
	if i.isRemoval && i.file == "" && (i.client == "" || i.client == hookClient) {
		all, err = i.hooked()
	}
	tried := len(all)
	seen := map[string]*target{}
	for _, c := range clients() {
		if i.client != "" && i.client != c.name {
			continue
		}
		places := c.places()
		if i.file != "" {
			places = []place{{i.file, filepath.IsLocal(i.file)}}
		}
		for _, p := range places {
			file, fault := filepath.EvalSymlinks(p.path)
			if fault == nil {
				file, fault = filepath.Abs(file)
			}
			tried++
			if t, is := seen[file]; fault == nil && is {
				if t != nil && t.name != c.name { // else the project is the home
					t.others += ", " + c.name
				}
				continue
			}
			t, fault := i.read(c, p)
			if seen[file] = t; fault == nil {
				all = append(all, t)
			}
			err = errors.Join(err, fault)
		}
		if tried == 0 && i.client != "" {
			return nil, app.InputError(errors.Join(err, fmt.Errorf("there is no %s; --file names another", strings.Join(append(c.project, c.user...), ", no "))))
		}
	}
	if tried == 0 {
		err = errors.Join(err, ErrNoFile)
	}
	return all, app.InputError(err)
}

// ErrNoFile is the error of [Survey] if no client has a file.
var ErrNoFile = errors.New("no file of a known client is here (shape help clients); --client and --file name one")

// read reads a file and its copy.
func (i *installation) read(c client, p place) (*target, error) {
	text, err := state.ReadRegular(p.path, mostBytes)
	if err != nil {
		return nil, err
	}
	t := &target{place: p, client: c, text: text}
	if t.file, err = clientfile.Read(text, c.layout); err != nil {
		return nil, fmt.Errorf("%s:%w", terminal.Printable(p.path), err)
	}
	if !t.file.Known && i.file != "" {
		return nil, fmt.Errorf("%s has no %q, the place for servers of %s%s", terminal.Printable(p.path), strings.Join(c.layout.Servers[0], "."), c.name, like(text))
	}
	if kept, err := state.ReadRegular(p.path+keptAs, mostBytes); err == nil {
		t.before, _ = clientfile.Read(kept, c.layout)
	}
	return t, nil
}

// like names the client that a file may be of, as a hint.
func like(text []byte) string {
	for _, c := range clients() {
		if f, err := clientfile.Read(text, c.layout); err == nil && f.Known {
			return " (it may be a file of " + c.name + ")"
		}
	}
	return ""
}

// choose selects the named servers of the files, or all without names.
func choose(targets []*target, names []string) error {
	var all, left []string
	for _, t := range targets {
		for _, s := range t.file.Servers {
			all = append(all, s.Name)
			if len(names) == 0 || slices.Contains(names, s.Name) {
				t.chosen = append(t.chosen, s)
			}
		}
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			left = append(left, fmt.Sprintf("%q", name))
		}
	}
	if len(left) > 0 {
		known := "there are no servers"
		if len(all) > 0 {
			slices.Sort(all)
			known = "the servers are " + terminal.Printable(strings.Join(slices.Compact(all), ", "))
		}
		return fmt.Errorf("no server %s is in %s; %s", strings.Join(left, ", "), fileNames(targets), known)
	}
	return nil
}

var states = map[clientfile.State]string{
	clientfile.Started: "not wrapped", clientfile.Behind: "wrapped", clientfile.Remote: "not wrapped, over HTTP", clientfile.Unknown: "of another kind",
}

// list prints the servers of the files.
func (i *installation) list(targets []*target) {
	table := terminal.Table(i.Stdout)
	for _, t := range targets {
		for _, s := range t.file.Servers {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", t.name+t.others, terminal.Printable(t.path), terminal.Printable(nameOf(s)), states[s.State])
		}
		if t.layout.Hooks {
			fmt.Fprintf(table, "%s\t%s\thook\tinstalled\n", t.name, terminal.Printable(t.path))
		} else if len(t.file.Servers) == 0 {
			fmt.Fprintf(table, "%s\t%s\t\tno servers\n", t.name+t.others, terminal.Printable(t.path))
		}
	}
	table.Flush()
}

// nameOf returns the name of a server with its project.
func nameOf(s *clientfile.Server) string {
	if len(s.Path) > 1 {
		return s.Name + " in " + s.Path[1]
	}
	return s.Name
}

// prepare finds the configuration. If a server can get a proxy, it asks about a new
// configuration and about recordings.
func (i *installation) prepare(targets []*target, asks bool) {
	i.project, _ = config.ProjectFile(config.Options{})
	if !slices.ContainsFunc(targets, (*target).hasDirect) {
		return
	}
	if s, err := config.Load(config.Options{}); err == nil && s.Path() == "" {
		if slices.ContainsFunc(targets, func(t *target) bool { return !t.isProject }) {
			i.starts = state.InHome()
		}
		i.newFile = filepath.Join(i.starts, config.FolderName, config.FileName)
		if asks && !i.isMeant("there is no configuration; write "+terminal.Printable(i.newFile)+` with "presets": "auto"?`) {
			i.newFile = ""
		}
	}
	if asks && !i.isRecorded {
		i.isRecorded = i.isMeant("record calls and results, after hiding, to learn from?")
	}
}

// hasDirect reports whether a chosen server has no proxy and can get one.
func (t *target) hasDirect() bool {
	return slices.ContainsFunc(t.chosen, func(s *clientfile.Server) bool {
		return s.State == clientfile.Started || s.State == clientfile.Remote
	})
}

// plan prints the changes and returns the files with changes.
func (i *installation) plan(targets []*target) (changed []*target) {
	for _, t := range targets {
		for _, s := range t.chosen {
			edits, err := i.edits(t, s)
			if err != nil {
				i.note(fmt.Sprintf("%s: %s stays: %v", terminal.Printable(t.path), terminal.Printable(nameOf(s)), err))
				continue
			}
			t.edits = append(t.edits, edits...)
		}
		if t.layout.Hooks {
			var err error
			if i.isRemoval {
				t.edits, err = t.file.Unhook()
			} else { // shells on Windows read slashes as well, and one of them no backslash
				t.edits, err = t.file.Hook(terminal.Quoted(filepath.ToSlash(cmp.Or(i.program, OwnPath()))))
			}
			if err != nil {
				i.note(fmt.Sprintf("%s stays: %v", terminal.Printable(t.path), err))
				continue
			}
		}
		if len(t.edits) == 0 {
			i.note(terminal.Printable(t.path) + ": there is nothing to change")
			continue
		}
		changed = append(changed, t)
		if t.text == nil {
			i.note(terminal.Printable(t.path) + " is new")
		}
		fmt.Fprint(i.Stdout, t.file.Difference(terminal.Printable(t.path), t.edits))
	}
	if i.newFile != "" && len(changed) > 0 {
		i.note(terminal.Printable(i.newFile) + ` is new, with "presets": "auto"`)
	}
	return changed
}

// edits returns the edits of one server.
func (i *installation) edits(t *target, s *clientfile.Server) ([]clientfile.Edit, error) {
	if i.isRemoval {
		return t.file.Unwrap(s, t.before)
	}
	p := clientfile.Proxy{Program: i.program}
	if i.isRecorded {
		p.Flags = append(p.Flags, "--record")
	}
	if s.State == clientfile.Behind {
		return t.file.Wrap(s, p)
	}
	p.Program = cmp.Or(p.Program, OwnPath())
	if i.project != "" && !t.isProject && len(s.Path) == 1 {
		p.Flags = append(p.Flags, "--config", i.project)
	}
	return t.file.Wrap(s, p)
}

func (i *installation) note(text string) {
	i.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "install", Message: text})
}

// isMeant asks the user on a terminal.
func (i *installation) isMeant(question string) bool {
	if i.answers == nil {
		i.answers = bufio.NewReader(i.Stdin)
	}
	fmt.Fprintf(i.Stdout, "%s [y/N] ", question)
	answer, _ := i.answers.ReadString('\n')
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y")
}

// writeAll writes a new configuration and the files.
func (i *installation) writeAll(changed []*target) error {
	release, err := lock(i.Lookup)
	if err != nil {
		return err
	}
	defer release()
	if i.newFile != "" {
		if err := configcmd.Start(i.App, i.starts); err != nil {
			return err
		}
	}
	for _, t := range changed {
		if err := i.write(t); err != nil {
			return err
		}
	}
	return nil
}

// OwnPath returns the path of this program in PATH, or else of the executable.
func OwnPath() string {
	own, err := os.Executable()
	if err != nil {
		return "shape"
	}
	found, err := exec.LookPath("shape") // a relative path comes with an error
	a, fault := os.Stat(own)
	b, missing := os.Stat(found)
	if err == nil && fault == nil && missing == nil && os.SameFile(a, b) {
		return found
	}
	return own
}
