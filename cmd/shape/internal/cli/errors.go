package cli

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The exit statuses. Errors of usage, configuration and masks, and any error without a status,
// exit with exitUsage.
const (
	exitNothing = 1 // -e: nothing is left; invalid envelope; handle without a document; config migrate --check with changes
	exitUsage   = 2
	exitInput   = 3   // an input cannot be read
	exitWrite   = 4   // an output cannot be written
	exitJSON    = 5   // a document is not JSON, or cannot be used
	exitOver    = 6   // --fail-over, and a document is over its budget
	exitFault   = 70  // a fault of shape itself
	exitUnable  = 126 // a program cannot be run
	exitMissing = 127 // no such program
	exitPipe    = 128 + int(syscall.SIGPIPE)
)

// failure is an error with an exit status. If err is nil, it has no message.
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

// inputError returns the error of an input that cannot be read; nil stays nil.
func inputError(err error) error {
	if err == nil {
		return nil
	}
	return &failure{exitInput, err}
}

// badDocument is the error of a document that could not be shaped, with its place.
type badDocument struct {
	file    string
	at      scan.Position // of its beginning
	placed  bool          // the message includes at, since it is one of many
	fault   *scan.Error   // the place in the input; nil if the document as a whole is at fault
	hint    string        // the format that it resembles, or ""
	err     error
	excerpt terminal.Excerpt // shown on a terminal only
}

// Error begins with the place, as compilers do. It is one line and holds no content.
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

// exitStatus returns the exit status of an error.
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
