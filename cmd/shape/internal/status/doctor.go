package status

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/install"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/internal/running"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// Levels of a finding.
const (
	levelOK    = "ok"
	levelNote  = "note" // not as it could be
	levelFault = "fault"
)

// finding is the result of one check.
type finding struct {
	Level   string `json:"level"`
	Check   string `json:"check"` // client, state, configuration, proxy, server
	Place   string `json:"place"`
	Message string `json:"message"`
	Mend    string `json:"mend,omitempty"` // a command
}

// doctor is the command doctor.
type doctor struct {
	*app.App
	isJSON, starts bool
	own            app.Build
	found          []finding
}

const doctorLong = `doctor checks the entries of the proxy in the files of all clients: that the program is
there and has this version, and that the program of the server is there. The program of a
hook in the settings of Claude Code is checked alike. It checks the
rights of the folder of your state, of trust, recordings and archive. It reports the
problems of the configuration, and running proxies of another version. --start starts each
server behind a proxy as its client does, and waits for its first answer.

Each fault comes with the command that mends it. Exit status: 1 with a fault, else 0.`

// DoctorCommand returns the command doctor.
func DoctorCommand(a *app.App) *cobra.Command {
	d := &doctor{App: a}
	cmd := &cobra.Command{
		Use: "doctor [flags]", Short: "check the installation, and print how to mend it", Long: doctorLong,
		Args: app.ArgCount(0, 0), RunE: func(*cobra.Command, []string) error { return d.run() },
	}
	cmd.Flags().BoolVar(&d.isJSON, "json", false, "print a line of JSON for each check")
	cmd.Flags().BoolVar(&d.starts, "start", false, "start the servers behind proxies")
	return cmd
}

func (d *doctor) run() error {
	d.own = app.BuiltFrom(debug.ReadBuildInfo())
	o := config.Options{Getenv: d.Lookup}
	d.clients()
	d.hooks()
	d.configuration(o)
	d.rights(o)
	d.proxies(o)
	faults := 0
	lines := output.New(d.Stdout, output.Layout{})
	for _, f := range d.found {
		if f.Level == levelFault {
			faults++
		}
		if d.isJSON {
			if err := lines.Value(f); err != nil {
				return err
			}
			continue
		}
		terminal.Say(d.Stdout, "%-5s  %-13s  %s: %s", f.Level, f.Check, terminal.Printable(f.Place), terminal.Printable(f.Message))
		if f.Mend != "" {
			terminal.Say(d.Stdout, "       mend: %s", terminal.Printable(f.Mend))
		}
	}
	if err := lines.End(nil); d.isJSON && err != nil {
		return err
	}
	if faults > 0 {
		return &app.Failure{Status: app.ExitNothing}
	}
	return nil
}

func (d *doctor) add(level, check, place, message, mend string) {
	d.found = append(d.found, finding{level, check, place, message, mend})
}

// clients checks the entries in the files of clients.
func (d *doctor) clients() {
	entries, err := install.Survey(d.App)
	if errors.Is(err, install.ErrNoFile) {
		d.add(levelNote, "client", "clients", err.Error(), "")
	} else if err != nil {
		for text := range strings.SplitSeq(err.Error(), "\n") {
			d.add(levelFault, "client", "clients", text, "")
		}
	}
	for _, e := range entries {
		place := e.Client + ", " + e.File + ", " + e.Name
		of := " --client " + e.Client + " --file " + terminal.Quoted(e.File) + " --yes"
		words, at := e.Command()
		name := " " + terminal.Quoted(e.Name)
		switch {
		case e.State == clientfile.Unknown:
			d.add(levelNote, "client", place, "its entry is of another kind", "")
		case e.State != clientfile.Behind:
			d.add(levelNote, "client", place, "no proxy stands in front of it", "shape install"+of+name)
		case !d.isProgram(place, words[0], "shape install"+of+" --program "+terminal.Quoted(install.OwnPath())+name):
		case at >= 0 && !isThere(words[at]):
			d.add(levelFault, "client", place, "its program "+words[at]+" is not there", "")
		case d.starts:
			if err := d.start(words, e.Env); err != nil {
				d.add(levelFault, "server", place, err.Error(), "")
			} else {
				d.add(levelOK, "server", place, "it starts and answers", "")
			}
		default:
			d.add(levelOK, "client", place, "it stands behind the proxy", "")
		}
	}
}

// hooks checks the programs of the hooks.
func (d *doctor) hooks() {
	hooks, err := install.SurveyHooks(d.App)
	if err != nil {
		for text := range strings.SplitSeq(err.Error(), "\n") {
			d.add(levelFault, "client", "hooks", text, "")
		}
	}
	for _, h := range hooks {
		place, of := "claude-code, "+h.File+", hook", " --hook --yes --file "+terminal.Quoted(h.File)
		if d.isProgram(place, h.Program, "shape uninstall"+of+" && shape install"+of) {
			d.add(levelOK, "client", place, "its program can run", "")
		}
	}
}

func isThere(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// isProgram checks the program of a proxy and reports whether it can run.
func (d *doctor) isProgram(place, program, mend string) bool {
	path, err := exec.LookPath(program)
	if err != nil {
		d.add(levelFault, "client", place, program+" is not there", mend)
		return false
	}
	b, isKnown := app.BuildOf(path)
	if !isKnown { // such as a script
		d.add(levelNote, "client", place, "the version of "+program+" is not known", "")
		return true
	}
	if b.Version != d.own.Version || b.Commit != d.own.Commit {
		d.add(levelFault, "client", place, program+" is "+b.Version+", and this program is "+d.own.Version, mend)
		return false
	}
	return true
}

// configuration checks the configuration in force here.
func (d *doctor) configuration(o config.Options) {
	s, err := config.Load(o)
	if err != nil {
		for text := range strings.SplitSeq(err.Error(), "\n") {
			d.add(levelFault, "configuration", "here", text, "shape config check")
		}
		return
	}
	switch text := app.Untrusted(s); {
	case s.Path() == "":
		d.add(levelNote, "configuration", "here", "no file is in force", "shape config init")
	case text != "":
		d.add(levelNote, "configuration", s.Path(), fmt.Sprintf("%d of its keys are set aside", len(s.SetAside())), "shape config trust "+terminal.Quoted(s.Path()))
	default:
		d.add(levelOK, "configuration", s.Path(), "in force", "")
	}
	for _, warning := range s.Warnings() {
		d.add(levelNote, "configuration", s.Path(), strings.TrimPrefix(warning.Error(), s.Path()+":"), "")
	}
	switch in := s.Profiles().Archive(); {
	case in.Store == app.InDirectory:
		d.folder(in.Path)
	case in.IsShared():
		d.add(levelNote, "archive", in.Place(), "the store is in shape-serve, not in this program", "")
	}
}

// rights checks the folder of state.
func (d *doctor) rights(o config.Options) {
	for _, dir := range []string{config.StateDir(o), record.Dir(o), running.Dir(o)} {
		d.folder(dir)
	}
	file := config.TrustFile(o)
	info, err := os.Lstat(file)
	switch {
	case file == "" || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		d.add(levelFault, "state", file, err.Error(), "")
	case state.Private(info) != nil:
		d.add(levelFault, "state", file, state.Private(info).Error(), closing(file))
	default:
		d.add(levelOK, "state", file, "it is yours alone", "")
	}
}

// folder checks the rights of a folder that exists.
func (d *doctor) folder(dir string) {
	if !exists(dir) {
		return
	}
	folder, err := state.OpenFolder(dir)
	if err != nil {
		d.add(levelFault, "state", dir, err.Error(), closing(dir))
		return
	}
	folder.Close()
	d.add(levelOK, "state", dir, "it is yours alone", "")
}

// closing returns the command that takes the rights of others on a path.
func closing(path string) string {
	if runtime.GOOS == "windows" {
		return `icacls "` + path + `" /inheritance:r /grant:r %USERNAME%:(OI)(CI)F`
	}
	return "chmod go= " + terminal.Quoted(path)
}

// proxies checks the proxies that run.
func (d *doctor) proxies(o config.Options) {
	all, _, err := running.Read(running.Dir(o))
	if err != nil {
		d.add(levelFault, "proxy", running.Dir(o), err.Error(), "rm "+terminal.Quoted(filepath.Join(running.Dir(o), "savings.json")))
	}
	for _, p := range all {
		place := fmt.Sprintf("%s, process %d", p.Server, p.PID)
		switch {
		case p.Rules.State == "refused" || p.Rules.State == "broken":
			d.add(levelFault, "proxy", place, p.Rules.Refusal, "shape config check "+terminal.Quoted(p.Rules.File))
		case p.Version != d.own.Version:
			d.add(levelNote, "proxy", place, "it runs version "+p.Version+" until its client starts it again", "")
		default:
			d.add(levelOK, "proxy", place, "it runs", "")
		}
	}
}

// patience is the time for the first answer of a server.
const patience = 30 * time.Second

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"shape-doctor","version":"1"}}}` + "\n"

// start starts a server with its proxy and waits for the answer to initialize.
func (d *doctor) start(words, env []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env, cmd.WaitDelay = append(os.Environ(), env...), time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return errors.New("it cannot be started")
	}
	_, err = io.WriteString(in, hello)
	isAnswered := err == nil && answers(out)
	in.Close()
	if isAnswered {
		time.AfterFunc(2*time.Second, cancel)
	} else {
		cancel()
	}
	cmd.Wait()
	switch {
	case isAnswered:
		return nil
	case ctx.Err() == context.DeadlineExceeded:
		return fmt.Errorf("it gives no answer in %s", patience)
	}
	return errors.New("it ends without an answer to initialize; start it in a terminal to read its messages")
}

// mostAnswer bounds the output of a server before its answer.
const mostAnswer = 1 << 20

// answers reports whether a server accepts initialize.
func answers(out io.Reader) bool {
	lines := bufio.NewReader(io.LimitReader(out, mostAnswer))
	for {
		line, err := lines.ReadBytes('\n')
		var answer struct {
			ID     json.RawMessage `json:"id"`
			Result json.RawMessage `json:"result"`
		}
		if json.Unmarshal(line, &answer) == nil && bytes.Equal(answer.ID, []byte("1")) {
			return answer.Result != nil
		}
		if err != nil {
			return false
		}
	}
}
