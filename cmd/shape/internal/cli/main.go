// Package cli is the command shape: a filter over standard input or files, and the
// commands around the envelopes and the configuration that it knows.
package cli

import (
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/progress"
)

// Main runs the command of this process.
func Main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// app is one run of the command.
type app struct {
	gate   *output.Gate
	stdin  io.Reader
	stdout *output.Stream
	talk   *output.Stream // to which stderr speaks
	stderr *notice.Voice

	now      func() time.Time
	progress *progress.Line // nil where nobody looks on

	args []string

	ignoreSignals func() // ends endOnSignal; more calls have no effect
}

// run is the whole program; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newApp(args, stdin, stdout, stderr).run()
}

func newApp(args []string, stdin io.Reader, stdout, stderr io.Writer) *app {
	g := output.NewGate()
	talk := g.Stream(stderr)
	return &app{
		args:   args,
		now:    time.Now,
		gate:   g,
		stdin:  stdin,
		stdout: g.Stream(output.UnlessClosed(stdout)),
		talk:   talk,
		stderr: notice.New(talk, talk.IsTerminal()),

		ignoreSignals: func() {},
	}
}

// run runs the program. SIGTERM and SIGINT end it between two documents and leave no
// temporary file; a second one ends it where it stands.
func (a *app) run() int {
	a.endOnSignal()
	err := a.guarded()
	a.ignoreSignals() // a signal that came has the last word
	return a.finish(err)
}

// endOnSignal ends the process at the first SIGINT or SIGTERM, until ignoreSignals.
func (a *app) endOnSignal() {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(done)
		if s, came := <-signals; came {
			signal.Stop(signals)
			a.endBy(s)
		}
	}()
	a.ignoreSignals = sync.OnceFunc(func() {
		signal.Stop(signals)
		close(signals)
		<-done
	})
}

// endBy ends the process by a signal.
func (a *app) endBy(s os.Signal) {
	a.stderr.Hush()
	a.gate.Shut()
	number, _ := s.(syscall.Signal)
	os.Exit(128 + int(number))
}

// finish closes standard output, says what went wrong and returns the exit
// status.
func (a *app) finish(err error) int {
	if closing := a.stdout.Commit(); err == nil {
		err = closing
	}
	a.complain(err)
	a.stderr.Hush()
	return exitStatus(err)
}
