package main

import (
	"io"
	"os"
	"os/signal"
	"syscall"
)

// app is one run of the command.
type app struct {
	gate   *gate
	stdin  io.Reader
	stdout *sink
	stderr *sink

	commands []string // their names, which a file name may misspell
}

// run is the whole program; it returns the exit status. SIGTERM and SIGINT end
// it between two documents and leave no temporary file; a second one ends it
// where it stands.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	g := newGate()
	a := &app{
		gate:   g,
		stdin:  stdin,
		stdout: &sink{gate: g, w: unlessClosed(stdout)},
		stderr: &sink{gate: g, w: stderr},
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	done := make(chan error, 1)
	go func() { done <- a.execute(args) }()
	select {
	case err := <-done:
		return a.finish(err)
	case s := <-signals:
		signal.Stop(signals)
		a.gate.shut()
		number, _ := s.(syscall.Signal)
		return 128 + int(number)
	}
}

// finish closes standard output, says what went wrong and returns the exit
// status.
func (a *app) finish(err error) int {
	if closing := a.stdout.commit(); err == nil {
		err = closing
	}
	a.complain(err)
	return exitStatus(err)
}
