// Package status holds the commands status and doctor. They show the proxies that run with their
// savings, and the faults of an installation with their mends.
package status

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/internal/running"
)

// overview is the output of status.
type overview struct {
	Now
	Archives   []stored `json:"archives"`
	Recordings stored   `json:"recordings"`
}

// Now is the proxies that run and the savings of all proxies.
type Now struct {
	Proxies []running.Process `json:"proxies"`
	Today   []Saving          `json:"today"`
	Week    []Saving          `json:"week"` // the last seven days with today
}

// Read reads the proxies that run, and the savings until now.
func Read(o config.Options, now time.Time) (Now, error) {
	all, days, err := running.Read(running.Dir(o))
	if err != nil {
		return Now{}, app.InputError(fmt.Errorf("%s: %w", running.Dir(o), err))
	}
	return Now{append([]running.Process{}, all...), since(days, running.DayOf(now)), since(days, running.DayOf(now.AddDate(0, 0, -6)))}, nil
}

// Saving sums the results of one server by one counter.
type Saving struct {
	Server  string `json:"server"`
	Counter string `json:"counter"`
	running.Sums
}

// stored is a folder and the size of its files.
type stored struct {
	Path  string `json:"path"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

const statusLong = `status prints the proxies that run: server, clients, the configuration in force, its last
refusal with the places, entries that fit no tool, and the state of the recording. It sums
the tokens of all proxies, today and in the last seven days, by server: those of the lines
of proxy --report and of shape stats. At last come the sizes of archives and recordings.

A proxy writes these figures a second after a call, into the folder of your state.`

// Command returns the command status.
func Command(a *app.App) *cobra.Command {
	var isJSON bool
	cmd := &cobra.Command{
		Use: "status [flags]", Short: "print the proxies that run, and what they save", Long: statusLong,
		Args: app.ArgCount(0, 0), RunE: func(*cobra.Command, []string) error { return print(a, isJSON) },
	}
	cmd.Flags().BoolVar(&isJSON, "json", false, "print one object of JSON")
	return cmd
}

func print(a *app.App, isJSON bool) error {
	o := config.Options{Getenv: a.Lookup}
	now, err := Read(o, a.Now())
	if err != nil {
		return err
	}
	v := overview{now, []stored{}, sized(record.Dir(o))}
	var places []string
	for _, p := range now.Proxies {
		places = append(places, p.Archive)
	}
	if s, err := config.Load(o); err == nil {
		places = append(places, s.Profiles().Archive().Path)
	}
	slices.Sort(places)
	for _, place := range slices.Compact(places) {
		if filepath.IsAbs(place) {
			v.Archives = append(v.Archives, sized(place))
		}
	}
	if isJSON {
		return a.PrintJSON(v)
	}
	return v.print(a)
}

// since sums the days from one on by servers and counters.
func since(days []running.Day, first string) []Saving {
	all := []Saving{}
	for _, d := range days {
		if d.Day < first {
			continue
		}
		i := slices.IndexFunc(all, func(s Saving) bool { return s.Server == d.Server && s.Counter == d.Counter })
		if i < 0 {
			i = len(all)
			all = append(all, Saving{Server: d.Server, Counter: d.Counter})
		}
		all[i].Add(d.Sums)
	}
	return all
}

// sized returns the number and size of the files in a folder.
func sized(dir string) stored {
	s := stored{Path: dir}
	if dir == "" {
		return s
	}
	filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && entry.Name() != "lock" {
			s.Files++
			s.Bytes += info.Size()
		}
		return nil
	})
	return s
}

func (v overview) print(a *app.App) error {
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	late := "; their calls of the last second may not count yet"
	if len(v.Proxies) == 0 {
		late = ""
	}
	say("proxies that run: %d%s", len(v.Proxies), late)
	for _, p := range v.Proxies {
		say("%s: process %d since %s, version %s", p.Server, p.PID, clock(p.Started), p.Version)
		if len(p.Clients) > 0 {
			say("  clients: %s", strings.Join(p.Clients, ", "))
		}
		say("  configuration: %s, generation %d, %s", p.Rules.State, p.Rules.Generation, cmp.Or(p.Rules.File, "no file"))
		if p.Rules.Refusal != "" {
			say("  last refusal, %s: %s", clock(p.Rules.Refused), strings.ReplaceAll(p.Rules.Refusal, "\n", "\n    "))
		}
		for _, text := range p.Unfit {
			say("  %s", text)
		}
		say("  %s", told(p.Sums))
		if p.RecordsIn != "" {
			say("  recording in %s, %d events dropped", p.RecordsIn, p.Unrecorded)
		}
	}
	for _, part := range []struct {
		name string
		sums []Saving
	}{{"today", v.Today}, {"seven days", v.Week}} {
		if len(part.sums) == 0 {
			say("%s: no calls", part.name)
		}
		for _, s := range part.sums {
			say("%s: %s: %s (%s)", part.name, s.Server, told(s.Sums), s.Counter)
		}
	}
	for _, s := range v.Archives {
		say("archive: %s", s)
	}
	say("recordings: %s", v.Recordings)
	for _, line := range lines {
		for one := range strings.SplitSeq(line, "\n") {
			if err := terminal.Say(a.Stdout, "%s", terminal.Printable(one)); err != nil {
				return err
			}
		}
	}
	return nil
}

// told returns sums as a text.
func told(s running.Sums) string {
	text := terminal.Counted(s.Calls, "call") + ", tokens " + report.Account{In: s.TokensIn, Out: s.TokensOut}.String()
	for _, part := range []struct {
		n    int
		name string
	}{{s.Retrievals, "retrieval"}, {s.Refused, "refusal"}} {
		if part.n > 0 {
			text += ", " + terminal.Counted(part.n, part.name)
		}
	}
	if s.Uncounted > 0 {
		text += fmt.Sprintf("; %d of the calls without tokens", s.Uncounted)
	}
	return text
}

func (s stored) String() string {
	if s.Files == 0 {
		return "none"
	}
	return fmt.Sprintf("%s in %s, %d bytes", terminal.Counted(s.Files, "file"), s.Path, s.Bytes)
}

func clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// exists reports whether a path names a file or a folder.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return path != "" && !errors.Is(err, fs.ErrNotExist)
}
