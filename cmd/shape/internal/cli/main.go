// Package cli is the command shape: a filter over standard input or files, and the
// commands around the envelopes and the configuration that it knows.
package cli

import (
	"io"
	"os"
	"syscall"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/progress"
)

// Main runs the command of this process.
func Main() {
	deepen()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// deepen has the stack grow to what most runs take. It would double three times on the
// way, and be copied each time, which is a twentieth of a short run.
//
//go:noinline
func deepen() byte {
	var room [20 << 10]byte
	return room[len(os.Args)&1]
}

// app is one run of the command.
type app struct {
	gate   *output.Gate
	ear    *ear
	stdin  io.Reader
	stdout *output.Stream
	talk   *output.Stream // to which stderr speaks
	stderr *notice.Voice

	now      func() time.Time
	progress *progress.Line // nil where nobody looks on

	args []string
}

// run is the whole program; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newApp(args, stdin, stdout, stderr).run()
}

func newApp(args []string, stdin io.Reader, stdout, stderr io.Writer) *app {
	g := output.NewGate()
	talk := g.Stream(stderr)
	a := &app{
		args:   args,
		now:    time.Now,
		gate:   g,
		stdin:  stdin,
		stdout: g.Stream(output.UnlessClosed(stdout)),
		talk:   talk,
		stderr: notice.New(talk, talk.IsTerminal()),
	}
	a.ear = &ear{heard: a.endBy}
	g.Guard(a.ear.open)
	return a
}

// run runs the program. SIGTERM and SIGINT end it between two documents and leave no
// temporary file; a second one ends it where it stands.
func (a *app) run() int {
	later := time.AfterFunc(short, a.ear.open)
	err := a.guarded()
	later.Stop()
	a.ear.close() // a signal that came has the last word
	return a.finish(err)
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
