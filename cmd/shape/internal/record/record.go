// Package record is the command record: it lists, shows, exports and removes the sessions that
// proxies recorded.
package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// recorder is the command record.
type recorder struct {
	*app.App
	dir    string
	values bool
	json   bool
	all    bool
}

// Command returns the command record.
func Command(a *app.App) *cobra.Command {
	r := &recorder{App: a}
	show := &cobra.Command{
		Use: "show [flags] [SESSION]", Short: "print a session, a line for each call and result; by default the last one",
		Args: app.ArgCount(0, 1), RunE: func(_ *cobra.Command, names []string) error { return r.show(names) },
	}
	export := &cobra.Command{
		Use: "export [flags] [SESSION…]", Short: "print sessions as lines that suggest reads; by default all",
		Args: cobra.ArbitraryArgs, RunE: func(_ *cobra.Command, names []string) error { return r.export(names) },
	}
	for _, cmd := range []*cobra.Command{show, export} {
		cmd.Flags().BoolVar(&r.values, "values", false, "print the values, not their types")
	}
	list := &cobra.Command{
		Use: "list [flags]", Short: "print the recorded sessions, the oldest first",
		Args: app.ArgCount(0, 0), RunE: func(*cobra.Command, []string) error { return r.list() },
	}
	list.Flags().BoolVar(&r.json, "json", false, "print a line of JSON for each")
	remove := &cobra.Command{
		Use: "rm SESSION… | --all", Short: "remove sessions", DisableFlagsInUseLine: true,
		Args: cobra.ArbitraryArgs, RunE: func(_ *cobra.Command, names []string) error { return r.remove(names) },
	}
	remove.Flags().BoolVar(&r.all, "all", false, "remove all sessions that no proxy writes")
	cmd := app.Group("record", "list, show, export, and remove recorded sessions", list, show, export, remove)
	cmd.PersistentFlags().Var((*app.FileName)(&r.dir), "dir", "the `DIR` of sessions, as given to proxy --record")
	return cmd
}

// open opens the folder and lists its sessions, the oldest first. It makes no folder.
func (r *recorder) open() (*os.Root, []record.Stored, error) {
	dir := r.dir
	if dir == "" {
		dir = record.Dir(config.Options{Getenv: r.Lookup})
	}
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) && r.dir == "" {
		return nil, nil, app.InputError(errors.New("no session is recorded (shape proxy --record does that)"))
	} else if err != nil {
		return nil, nil, app.InputError(err)
	}
	folder, err := state.OpenFolder(dir)
	if err != nil {
		return nil, nil, app.InputError(fmt.Errorf("%s: %w", dir, err))
	}
	all, err := record.List(folder)
	return folder, all, app.InputError(err)
}

// chosen returns the named files of sessions.
func chosen(all []record.Stored, names []string) (some []record.Stored, err error) {
	for _, name := range names {
		i := slices.IndexFunc(all, func(s record.Stored) bool { return s.ID() == name || s.Name == name })
		if i < 0 {
			return nil, app.InputError(fmt.Errorf("%s: no such session; shape record list names them", terminal.Printable(name)))
		}
		some = append(some, all[i])
	}
	return some, nil
}

// errEnough ends the reading of a file.
var errEnough = errors.New("enough")

// read visits the events of a file, and warns if its end is torn.
func (r *recorder) read(folder *os.Root, of record.Stored, visit func(e *session.Event) error) error {
	file, err := state.Open(folder, of.Name)
	if err != nil {
		return app.InputError(err)
	}
	defer file.Close()
	isTorn, err := session.Read(file, visit)
	if isTorn {
		r.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "record", Message: of.ID() + ": the end is torn, and is not read"})
	}
	if errors.Is(err, errEnough) {
		return nil
	} else if err != nil {
		return app.InputError(fmt.Errorf("%s: %w", of.ID(), err))
	}
	return nil
}

// listed is a session in the list.
type listed struct {
	Session string `json:"session"`
	Written string `json:"written"` // of the last event
	Bytes   int64  `json:"bytes"`
	Server  string `json:"server"`
	Client  string `json:"client"`
	Live    bool   `json:"live"` // a proxy writes it
}

func (r *recorder) list() error {
	folder, all, err := r.open()
	if err != nil {
		return err
	}
	defer folder.Close()
	table, lines := terminal.Table(r.Stdout), output.New(r.Stdout, output.Layout{})
	if len(all) > 0 && !r.json {
		fmt.Fprintln(table, "session\twritten\tbytes\tserver\tclient\tstate")
	}
	for _, one := range all {
		l := listed{Session: one.ID(), Written: clock(one.Written), Bytes: one.Size, Live: record.IsLive(folder, one.Name)}
		err := r.read(folder, one, func(e *session.Event) error {
			l.Server, l.Client = party(e.Server), party(e.Client)
			return errEnough
		})
		if err != nil {
			r.PrintError(err)
		}
		if r.json {
			if err := lines.Value(l); err != nil {
				return err
			}
			continue
		}
		state := "ended"
		if l.Live {
			state = "live"
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\t%s\n", l.Session, l.Written, l.Bytes, terminal.Printable(l.Server), terminal.Printable(l.Client), state)
	}
	if r.json {
		return lines.End(nil)
	}
	return table.Flush()
}

func clock(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// party returns a name and a version as a text.
func party(p *session.Party) string {
	if p == nil {
		return ""
	}
	return strings.TrimSpace(p.Name + " " + p.Version)
}

func (r *recorder) show(names []string) error {
	folder, all, err := r.open()
	if err != nil {
		return err
	}
	defer folder.Close()
	if len(names) == 0 && len(all) > 0 {
		names = []string{all[len(all)-1].ID()}
	}
	some, err := chosen(all, names)
	if err != nil {
		return err
	}
	for _, one := range some {
		if err := r.read(folder, one, func(e *session.Event) error { return r.print(e) }); err != nil {
			return err
		}
	}
	return nil
}

// print prints an event as a line.
func (r *recorder) print(e *session.Event) error {
	if !r.values {
		e.WithTypes()
	}
	what, body := e.Tool, ""
	switch {
	case e.Kind == session.KindSession:
		what = fmt.Sprintf("part %d, server %q, client %q, protocol %q", e.Part, party(e.Server), party(e.Client), e.Protocol)
	case e.Kind == session.KindTools:
		text, err := json.Marshal(e.Tools)
		if err != nil {
			return err
		}
		body = string(text)
	case e.Kind == session.KindLost:
		what = terminal.Counted(e.Events, "event")
	case e.Arguments != nil:
		body = string(e.Arguments)
	case e.Result != nil:
		body = string(e.Result)
	case e.Kind == session.KindResult:
		body = fmt.Sprintf("(%d bytes without content)", e.Bytes)
	}
	line := strings.TrimSpace(what + "  " + body)
	return terminal.Say(r.Stdout, "%s  %-7s  %s", time.UnixMilli(e.At).UTC().Format("2006-01-02T15:04:05.000Z"), e.Kind, terminal.Printable(line))
}

// export prints the lines of sessions in the form of recordings.
func (r *recorder) export(names []string) error {
	folder, all, err := r.open()
	if err != nil {
		return err
	}
	defer folder.Close()
	if len(names) > 0 {
		if all, err = chosen(all, names); err != nil {
			return err
		}
	}
	lines := output.New(r.Stdout, output.Layout{})
	for _, one := range all {
		err := r.read(folder, one, func(e *session.Event) error {
			if !r.values {
				e.WithTypes()
			}
			return lines.Value(e)
		})
		if err != nil {
			return err
		}
	}
	return lines.End(nil)
}

func (r *recorder) remove(names []string) error {
	if r.all == (len(names) > 0) {
		return errors.New("usage: shape record rm SESSION… | --all")
	}
	folder, all, err := r.open()
	if err != nil {
		return err
	}
	defer folder.Close()
	if !r.all {
		if all, err = chosen(all, names); err != nil {
			return err
		}
	}
	for _, one := range all {
		switch {
		case !record.IsLive(folder, one.Name):
			if err := folder.Remove(one.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return app.InputError(err)
			}
		case !r.all:
			return app.InputError(fmt.Errorf("%s: a proxy writes it", one.ID()))
		default:
			r.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "record", Message: one.ID() + " stays: a proxy writes it"})
		}
	}
	return nil
}
