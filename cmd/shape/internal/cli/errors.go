package cli

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The exit statuses. Status 2 is that of every error without one of its own:
// usage, configuration, masks.
const (
	exitNothing = 1 // -e, and nothing is left; an envelope that is not valid; a handle that gives nothing
	exitUsage   = 2
	exitInput   = 3   // an input cannot be read
	exitWrite   = 4   // an output cannot be written
	exitJSON    = 5   // a document is not JSON, or cannot be used
	exitOver    = 6   // --fail-over, and a document is over its budget
	exitFault   = 70  // a fault of shape itself
	exitUnable  = 126 // a program cannot be run
	exitMissing = 127 // there is no such program
	exitPipe    = 128 + int(syscall.SIGPIPE)
)

// failure is an error with an exit status. A nil err has nothing to say.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string {
	if f.err == nil {
		return ""
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

func inputError(err error) error {
	if err == nil {
		return nil
	}
	return &failure{exitInput, err}
}

// badDocument is a document that could not be shaped, and where in which input.
type badDocument struct {
	file    string
	at      scan.Position // where it begins
	placed  bool          // and that is told: it is one of many
	fault   *scan.Error   // in the input; nil where the document is at fault as a whole
	hint    string        // what it looks like; "" where nothing is known
	err     error
	excerpt terminal.Excerpt // never shown but on a terminal
}

// Error names the place first, in the way of compilers, and holds no content. It is
// one line, whatever the file is called.
func (b *badDocument) Error() string {
	file := terminal.Printable(b.file)
	if b.fault == nil && b.placed {
		return fmt.Sprintf("%s:%d:%d: %v", file, b.at.Line, b.at.Column, b.err)
	}
	if b.fault == nil {
		return file + ": " + b.err.Error()
	}
	text := file + ":" + b.fault.Error()
	if b.hint != "" {
		text += " (" + b.hint + ")"
	}
	return text
}

func (b *badDocument) Unwrap() error { return b.err }

// exitStatus is the exit status that an error asks for.
func exitStatus(err error) int {
	if err == nil {
		return 0
	}
	if f, ok := errors.AsType[*failure](err); ok {
		return f.status
	}
	if fault, ok := errors.AsType[*output.Error](err); ok {
		if errors.Is(fault, syscall.EPIPE) {
			return exitPipe
		}
		return exitWrite
	}
	if _, ok := errors.AsType[*badDocument](err); ok {
		return exitJSON
	}
	return exitUsage
}
