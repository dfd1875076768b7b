package output

import (
	"io"
	"os"
	"runtime"

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

// atOnce is how much a pipe takes in one write all or nothing of, whatever signal comes: what POSIX asks of every system (_POSIX_PIPE_BUF), and what Linux gives (pipe(7)).
var atOnce = map[bool]int{true: 4096, false: 512}[runtime.GOOS == "linux"]

// Write writes all of p, or fails as every later call will.
func (s *Stream) Write(p []byte) (n int, err error) {
	through := s.gate.Pass
	if len(p) <= atOnce && s.isPipe() {
		through = s.gate.whole
	}
	err = s.pass(through, func() (err error) {
		n, err = s.w.Write(p)
		return err
	})
	return n, err
}

// isPipe reports whether the output is a pipe, or memory. Files and terminals take a write
// page by page, and a signal may come in between.
func (s *Stream) isPipe() bool {
	file := s.File()
	if file == nil {
		return true
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
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
		return s.pass(s.gate.Pass, func() error { return paint(s.w, text) })
	}
	_, err := s.Write(text)
	return err
}

// WriteAtOnce writes what takes several writes as if it were one.
func (s *Stream) WriteAtOnce(write func(io.Writer) error) error {
	return s.pass(s.gate.Pass, func() error { return write(s.w) })
}

// pass writes through the gate where nothing failed before.
func (s *Stream) pass(through func(func() error) error, write func() error) error {
	if s.before != nil {
		s.before()
	}
	return through(func() error {
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
