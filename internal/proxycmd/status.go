package proxycmd

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/internal/running"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// introductions records, and tells the journal of new clients.
type introductions struct {
	*record.Recorder
	journal *running.Journal // or nil
}

func (i introductions) Record(one mcp.Record) {
	if one.Kind == mcp.RecordServer && i.journal != nil {
		i.journal.Introduced(one.Session)
	}
	i.Recorder.Record(one)
}

// refusal is the last refusal of a configuration.
type refusal struct {
	sync.Mutex
	text string
	at   time.Time
}

// keep keeps the fault of a configuration, if it has one.
func (r *refusal) keep(s config.Status, now time.Time) {
	if fault := faultOf(s); fault != "" {
		r.Lock()
		defer r.Unlock()
		r.text, r.at = fault, now
	}
}

// journal returns the journal for shape status, or nil without a folder of state.
func (p *proxy) journal(l *listings, recorder *record.Recorder, args []string) *running.Journal {
	dir := running.Dir(p.config)
	if dir == "" {
		return nil
	}
	var last refusal
	changes, _ := l.source.Subscribe() // until it is closed
	last.keep(l.source.Status(), p.Now())
	started, version := p.Now(), app.BuiltFrom(debug.ReadBuildInfo()).Version
	program, _ := os.Executable()
	journal := running.New(dir, app.CounterOf(p.counter), p.Now, func() running.Process {
		status := l.source.Status()
		now := running.Process{
			PID: os.Getpid(), Version: version, Program: program, Started: started, Server: l.serverOr(args),
			Archive: l.source.Profiles().Archive().Place(),
			Rules:   running.Rules{State: conditionOf(status).Configuration, File: status.Path, Generation: status.Generation, Loaded: status.LoadedAt},
		}
		now.RecordsIn, now.Unrecorded = recorder.Condition()
		l.mu.Lock()
		now.Unfit = slices.Clone(l.unfit)
		l.mu.Unlock()
		last.Lock()
		now.Rules.Refusal, now.Rules.Refused = last.text, last.at
		last.Unlock()
		return now
	}, func(err error) { p.note("status", "shape status does not show this proxy: "+err.Error()) })
	l.heard = journal.Changed
	go func() {
		for c := range changes {
			last.keep(c.Status, p.Now())
			journal.Changed()
		}
	}()
	return journal
}

// serverOr returns the name of the server, or else of its program.
func (l *listings) serverOr(args []string) string {
	if name := l.server.Name(); name != "" || len(args) == 0 {
		return name
	}
	return filepath.Base(args[0])
}
