package dialects

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// ErrNoObject is the error of a document that is no envelope of any dialect.
var ErrNoObject = errors.New("an envelope is a JSON object")

// ErrNoWrap is the error of a dialect that has no envelope to build.
var ErrNoWrap = errors.New("the dialect has no envelope")

// UnknownError is a name that no dialect has. It is the program's or a
// configuration's, and no content of a document.
type UnknownError struct{ Name string }

// Error lists the names that there are, and the one that may be meant.
func (e *UnknownError) Error() string {
	names := make([]string, len(table))
	for i, d := range table {
		names[i] = d.Name()
	}
	said := fmt.Sprintf("unknown dialect %q, known are auto, %s", e.Name, strings.Join(names, ", "))
	return words.Hinted(errors.New(said), e.Name, names).Error()
}

// NoCodecError is a dialect that has no envelope to convert.
type NoCodecError struct{ Dialect string }

func (e *NoCodecError) Error() string {
	return fmt.Sprintf("dialect %s is no envelope to convert", e.Dialect)
}
