// Package output writes documents whole or not at all, and files in one step. It reports each
// error.
package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// Gate delays a signal until a document or a file operation is complete. Writers hold it while
// they write, and while they make or remove a temporary file. The zero Gate is open.
type Gate struct {
	Force bool // replacements may lose owners, access control lists and attributes

	mu    sync.Mutex
	temps map[string]bool // existing temporary files
}

// Shut waits for the current write, removes the temporary files and blocks all further writes.
func (g *Gate) Shut() {
	g.mu.Lock()
	g.sweep()
}

// Sweep removes the remaining temporary files.
func (g *Gate) Sweep() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sweep()
}

func (g *Gate) sweep() {
	for name := range g.temps {
		os.Remove(name)
	}
}

// Pass runs do, and no signal interrupts it.
func (g *Gate) Pass(do func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return do()
}

// Target takes the output of a command. Commit makes it final. Discard gives it up, and has no
// effect after Commit.
type Target interface {
	io.Writer
	Commit() error
	Discard()
}

// Stream is an output that is written as it comes. After the first error all writes fail, and
// Commit returns that error.
type Stream struct {
	gate     *Gate
	w        io.Writer
	err      error
	closed   bool
	coloured bool
	before   func()
}

func (g *Gate) Stream(w io.Writer) *Stream { return &Stream{gate: g, w: w} }

// Write writes all of p, or returns the first error of the stream.
func (s *Stream) Write(p []byte) (n int, err error) {
	err = s.pass(func() (err error) {
		n, err = s.w.Write(p)
		return err
	})
	return n, err
}

// Colour decides about the colours of documents, by the flag --color and the environment, and
// reports whether there are any. Other text has none.
func (s *Stream) Colour(flag string, getenv func(string) string) bool {
	s.coloured = terminal.Coloured(flag, getenv, func() bool { return terminal.Is(s.w) && takesColours(s.w) })
	return s.coloured
}

// Before sets a function to call before each write.
func (s *Stream) Before(do func()) { s.before = do }

// Colours reports whether documents are coloured.
func (s *Stream) Colours() bool { return s.coloured }

// WriteDocuments writes whole documents.
func (s *Stream) WriteDocuments(text []byte) error {
	return s.pass(func() (err error) {
		if s.coloured {
			return paint(s.w, text)
		}
		_, err = s.w.Write(text)
		return err
	})
}

// pass writes through the gate if no earlier write failed.
func (s *Stream) pass(write func() error) error {
	if s.before != nil {
		s.before()
	}
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	if s.err == nil {
		s.err = Fault(write())
	}
	return s.err
}

// Commit closes the output if it is a file, since some systems report a failed write only then.
func (s *Stream) Commit() error {
	if file := s.File(); file != nil && s.err == nil && !s.closed {
		s.err = Fault(file.Close())
		s.closed = true
	}
	return s.err
}

// Discard closes the output. Written bytes stay.
func (s *Stream) Discard() { s.Commit() }

// Err returns the first error of the stream, or nil.
func (s *Stream) Err() error { return s.err }

// File returns the file of the stream, or nil.
func (s *Stream) File() *os.File {
	file, _ := s.w.(*os.File)
	return file
}

func (s *Stream) IsTerminal() bool { return terminal.Is(s.w) }

// Columns returns the width of the terminal.
func (s *Stream) Columns() int { return terminal.Columns(s.w) }

// Error is an output that cannot be written. It has no message if the reader went away: on most
// systems SIGPIPE ends the process first.
type Error struct{ err error }

func (e *Error) Error() string {
	if errors.Is(e.err, syscall.EPIPE) {
		return ""
	}
	return e.err.Error()
}

func (e *Error) Unwrap() error { return e.err }

// Fault marks an error as one of an output; nil stays nil.
func Fault(err error) error {
	if _, marked := errors.AsType[*Error](err); err == nil || marked {
		return err
	}
	return &Error{err}
}

// WriteNew writes a new file. If the file exists, it returns fs.ErrExist and changes nothing.
// A file that cannot be written whole goes again.
func WriteNew(name string, text []byte, mode fs.FileMode) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		_, err = file.Write(text)
		if err = errors.Join(err, file.Close()); err != nil {
			os.Remove(name)
		}
	}
	return err
}
