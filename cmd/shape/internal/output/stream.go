package output

import (
	"io"
	"os"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// Target takes what a command writes. What was written counts from Commit on;
// Discard gives it up, and does nothing after Commit.
type Target interface {
	io.Writer
	Commit() error
	Discard()
}

// Stream is an output that is written as it comes. The first fault ends all
// writing, so that no caller can overlook it: Commit tells it again.
type Stream struct {
	gate     *Gate
	w        io.Writer
	err      error
	closed   bool
	coloured bool
	before   func()
}

// Stream returns an output that writes to w.
func (g *Gate) Stream(w io.Writer) *Stream { return &Stream{gate: g, w: w} }

// Write writes all of p, or fails as every later call will.
func (s *Stream) Write(p []byte) (n int, err error) {
	err = s.pass(func() (err error) {
		n, err = s.w.Write(p)
		return err
	})
	return n, err
}

// Colour makes documents coloured from now on. What is written otherwise is not.
func (s *Stream) Colour(on bool) { s.coloured = on }

// Before has something done before each write.
func (s *Stream) Before(do func()) { s.before = do }

// Colours reports whether documents are coloured.
func (s *Stream) Colours() bool { return s.coloured }

// WriteDocuments writes whole documents.
func (s *Stream) WriteDocuments(text []byte) error {
	if s.coloured {
		return s.pass(func() error { return paint(s.w, text) })
	}
	_, err := s.Write(text)
	return err
}

// pass writes through the gate where nothing failed before.
func (s *Stream) pass(write func() error) error {
	if s.before != nil {
		s.before()
	}
	return s.gate.Pass(func() error {
		if s.err == nil {
			s.err = Fault(write())
		}
		return s.err
	})
}

// Commit closes the output where it is a file: some systems tell only then that
// a write failed.
func (s *Stream) Commit() error {
	if file := s.File(); file != nil && s.err == nil && !s.closed {
		s.err = Fault(file.Close())
		s.closed = true
	}
	return s.err
}

// Discard ends the output; what was written is out.
func (s *Stream) Discard() { s.Commit() }

// Err is the fault that ended the writing, or nil.
func (s *Stream) Err() error { return s.err }

// File is the file that is written; nil where it is something else.
func (s *Stream) File() *os.File {
	file, _ := s.w.(*os.File)
	return file
}

// IsTerminal reports whether somebody looks on.
func (s *Stream) IsTerminal() bool { return terminal.Is(s.w) }

// Columns is how wide the terminal is.
func (s *Stream) Columns() int { return terminal.Columns(s.w) }

// TakesColours reports whether it is to be coloured, as the flag --color and the
// environment have it.
func (s *Stream) TakesColours(flag string, getenv func(string) string) bool {
	return terminal.Coloured(flag, getenv, func() bool { return terminal.Is(s.w) && takesColours(s.w) })
}
