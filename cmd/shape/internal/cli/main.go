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

// Env is the surroundings of a run.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	LookupEnv      func(name string) (value string, isSet bool)
}

// Process returns the surroundings of this process.
func Process() Env { return Env{os.Stdin, os.Stdout, os.Stderr, os.LookupEnv} }

// app is one run of a command: its streams, arguments and signals.
type app struct {
	gate         *output.Gate
	lookup       func(variable string) (value string, isSet bool)
	stdin        io.Reader
	stdout       *output.Stream
	stderrStream *output.Stream // the stream of stderr
	stderr       *notice.Voice

	now      func() time.Time
	progress *progress.Line // nil without a terminal

	args     []string
	brief    string          // printed instead of the help of a root without arguments
	commands func() []string // names that an error of a missing file may suggest

	ignoreSignals func() // ends endOnSignal; more calls have no effect
}

// newApp returns a run with arguments.
func newApp(env Env, args []string) *app {
	g := output.NewGate()
	stderrStream := g.Stream(env.Stderr)
	return &app{
		args:         args,
		now:          time.Now,
		gate:         g,
		lookup:       env.LookupEnv,
		stdin:        env.Stdin,
		stdout:       g.Stream(output.UnlessClosed(env.Stdout)),
		stderrStream: stderrStream,
		stderr:       notice.New(stderrStream, stderrStream.IsTerminal()),

		ignoreSignals: func() {},
	}
}

// run runs execute and returns the exit status. SIGTERM and SIGINT end it between two documents and leave no temporary
// file. A second signal ends it at once.
func (a *app) run(execute func(*app) error) int {
	a.endOnSignal()
	err := a.runSafely(execute)
	a.ignoreSignals() // waits for the end by a signal that came already
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

// getenv returns the value of a variable of the environment, "" if it is not set.
func (a *app) getenv(name string) string {
	value, _ := a.lookup(name)
	return value
}

// endBy ends the process by a signal.
func (a *app) endBy(s os.Signal) {
	a.stderr.Hush()
	a.gate.Shut()
	number, _ := s.(syscall.Signal)
	os.Exit(128 + int(number))
}

// finish closes standard output, prints the error and returns the exit status.
func (a *app) finish(err error) int {
	if closing := a.stdout.Commit(); err == nil {
		err = closing
	}
	a.printError(err)
	a.stderr.Hush()
	return exitStatus(err)
}
