package app

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// The exit statuses. Errors of usage, configuration and masks, and any error without a status,
// exit with ExitUsage.
const (
	ExitNothing = 1 // -e: nothing is left; invalid envelope; handle without a document; config migrate --check with changes
	ExitUsage   = 2
	ExitInput   = 3   // an input cannot be read
	ExitWrite   = 4   // an output cannot be written
	ExitJSON    = 5   // a document is not JSON, or cannot be used
	ExitOver    = 6   // --fail-over, and a document is over its budget
	ExitFault   = 70  // a fault of shape itself
	ExitUnable  = 126 // a program cannot be run
	ExitMissing = 127 // no such program
	ExitPipe    = 128 + int(syscall.SIGPIPE)
)

// Failure is an error with an exit status. If err is nil, it has no message.
type Failure struct {
	Status int
	Err    error
}

func (f *Failure) Error() string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Error()
}

func (f *Failure) Unwrap() error { return f.Err }

// InputError returns the error of an input that cannot be read; nil stays nil.
func InputError(err error) error {
	if err == nil {
		return nil
	}
	return &Failure{ExitInput, err}
}

// BadDocument is the error of a document that could not be shaped, with its place.
type BadDocument struct {
	File    string
	At      scan.Position // of its beginning
	Placed  bool          // the message includes at, since it is one of many
	Fault   *scan.Error   // the place in the input; nil if the document as a whole is at fault
	Hint    string        // the format that it resembles, or ""
	Err     error
	Excerpt terminal.Excerpt // shown on a terminal only
}

// Error begins with the place, as compilers do. It is one line and holds no content.
func (b *BadDocument) Error() string {
	file := terminal.Printable(b.File)
	if b.Fault == nil && b.Placed {
		return fmt.Sprintf("%s:%d:%d: %v", file, b.At.Line, b.At.Column, b.Err)
	}
	if b.Fault == nil {
		return file + ": " + b.Err.Error()
	}
	text := file + ":" + b.Fault.Error()
	if b.Hint != "" {
		text += " (" + b.Hint + ")"
	}
	return text
}

func (b *BadDocument) Unwrap() error { return b.Err }

// ExitStatus returns the exit status of an error.
func ExitStatus(err error) int {
	if err == nil {
		return 0
	}
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.Status
	}
	if fault, ok := errors.AsType[*output.Error](err); ok {
		if errors.Is(fault, syscall.EPIPE) {
			return ExitPipe
		}
		return ExitWrite
	}
	if shaped, ok := errors.AsType[*shaper.Error](err); ok && shaped.Reason == "fault" {
		return ExitFault
	}
	if _, ok := errors.AsType[*BadDocument](err); ok {
		return ExitJSON
	}
	return ExitUsage
}
