package output

import (
	"errors"
	"syscall"
)

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
