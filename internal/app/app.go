// Package app is the base of a command line. It holds the streams and signals of a run, exit
// statuses, notices and common flags. It makes engines from the configuration.
package app

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/progress"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Env is the surroundings of a run.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	LookupEnv      func(name string) (value string, isSet bool)
}

// Process returns the surroundings of this process.
func Process() Env { return Env{os.Stdin, os.Stdout, os.Stderr, os.LookupEnv} }

// App is one run of a command: its streams, arguments and signals.
type App struct {
	Gate         *output.Gate
	Lookup       func(variable string) (value string, isSet bool)
	Stdin        io.Reader
	Stdout       *output.Stream
	stderrStream *output.Stream // the stream of stderr
	Stderr       *notice.Voice

	Now      func() time.Time
	Progress *progress.Line // nil without a terminal

	Args     []string
	Brief    string          // printed instead of the help of a root without arguments
	Commands func() []string // names that an error of a missing file may suggest

	Shared SharedArchive // set by a program that links shared stores

	IgnoreSignals func() // undoes endOnSignal; more calls have no effect
}

// New returns a run with arguments.
func New(env Env, args []string) *App {
	g := new(output.Gate)
	stderrStream := g.Stream(env.Stderr)
	return &App{
		Args: args, Now: time.Now, Gate: g, Lookup: env.LookupEnv, Stdin: env.Stdin,
		Stdout: g.Stream(output.UnlessClosed(env.Stdout)), stderrStream: stderrStream,
		Stderr:        notice.New(stderrStream, stderrStream.IsTerminal()),
		IgnoreSignals: func() {},
	}
}

// Run runs execute and returns the exit status. SIGTERM and SIGINT end it between two documents
// and leave no temporary file. A second signal ends it at once.
func (a *App) Run(execute func(*App) error) int {
	a.endOnSignal()
	err := a.runSafely(execute)
	a.IgnoreSignals() // waits for the end by a signal that came already
	if closing := a.Stdout.Commit(); err == nil {
		err = closing
	}
	if err != nil {
		a.PrintError(err)
	}
	a.Stderr.Hush()
	if err != nil {
		return ExitStatus(err)
	}
	return 0
}

// endOnSignal ends the process at the first SIGINT or SIGTERM, until IgnoreSignals.
func (a *App) endOnSignal() {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(done)
		if s, came := <-signals; came {
			signal.Stop(signals)
			a.Stderr.Hush()
			a.Gate.Shut()
			number, _ := s.(syscall.Signal)
			os.Exit(128 + int(number))
		}
	}()
	a.IgnoreSignals = sync.OnceFunc(func() {
		signal.Stop(signals)
		close(signals)
		<-done
	})
}

// getenv returns the value of a variable of the environment, "" if it is not set.
func (a *App) getenv(name string) string {
	value, _ := a.Lookup(name)
	return value
}

// PrintJSON prints a value as one line of JSON.
func (a *App) PrintJSON(v any) error {
	out := output.New(a.Stdout, output.Layout{})
	return out.End(out.Value(v))
}

// runSafely runs the command. A panic becomes an error that names its place. The error holds
// neither the stack nor the value of the panic, since that may be content.
func (a *App) runSafely(execute func(*App) error) (err error) {
	defer func() {
		if recover() != nil {
			a.Gate.Sweep()
			err = PanicError()
		}
	}()
	return execute(a)
}

// PanicError returns the error of a panic. Call it during recovery.
func PanicError() error {
	return &Failure{ExitFault, fmt.Errorf("%s; please report it with %s", words.Fault(), BuiltFrom(debug.ReadBuildInfo()))}
}
