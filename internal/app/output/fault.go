package output

import (
	"errors"
	"io/fs"
	"os"
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
