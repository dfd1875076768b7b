package output

import (
	"errors"
	"syscall"
)

// Error is an output that cannot be written. Of a reader that went away it says
// nothing, since that is no fault to speak of: most systems end the process with
// SIGPIPE at once.
type Error struct{ err error }

func (e *Error) Error() string {
	if errors.Is(e.err, syscall.EPIPE) {
		return ""
	}
	return e.err.Error()
}

func (e *Error) Unwrap() error { return e.err }

// Fault marks an error as that of an output, once; nil stays nil.
func Fault(err error) error {
	if _, marked := errors.AsType[*Error](err); err == nil || marked {
		return err
	}
	return &Error{err}
}
