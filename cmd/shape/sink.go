package main

import (
	"io"
	"os"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// target takes what a command writes. What was written counts from commit on;
// discard gives it up, and does nothing after commit.
type target interface {
	io.Writer
	commit() error
	discard()
}

// sink is an output that is written as it comes. The first fault ends all
// writing, so that no caller can overlook it: commit tells it again.
type sink struct {
	gate   *gate
	w      io.Writer
	err    error
	closed bool
}

func (s *sink) Write(p []byte) (n int, err error) {
	err = s.gate.pass(func() error {
		if s.err == nil {
			n, s.err = s.w.Write(p)
			s.err = writeError(s.err)
		}
		return s.err
	})
	return n, err
}

// commit closes the output where it is a file: some systems tell only then that
// a write failed.
func (s *sink) commit() error {
	if file, ok := s.w.(*os.File); ok && s.err == nil && !s.closed {
		s.err = writeError(file.Close())
		s.closed = true
	}
	return s.err
}

func (s *sink) discard() { s.commit() }

func (s *sink) isTerminal() bool { return terminal.Is(s.w) }
