package envelope

import (
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// SyntaxError is a text that cannot be read, and the place of its fault. It
// carries no content but the names of members, in Pointer.
type SyntaxError struct {
	// Reason is invalid_json, duplicate_name, or too_large where a limit is
	// broken.
	Reason  string
	Offset  int    // of the first byte that cannot be right
	Line    int    // from 1
	Column  int    // from 1, in bytes
	Pointer string // RFC 6901, of the value that was being read; "" is the whole

	fault *scan.Error
}

// syntaxError makes the scanner's fault one that a program can match.
func syntaxError(err error) error {
	fault, ok := errors.AsType[*scan.Error](err)
	if !ok {
		return err
	}
	return &SyntaxError{fault.Kind.Reason(), fault.Offset, fault.Line, fault.Column, fault.Place(), fault}
}

// Error names the place first, in the way of compilers.
func (e *SyntaxError) Error() string {
	if e.fault == nil {
		return e.Reason
	}
	return e.fault.Error()
}

// Unwrap is for the engine, which counts places on from there.
func (e *SyntaxError) Unwrap() error { return e.fault }

// FieldError says which argument of a builder cannot be used, and why. It
// carries no value.
type FieldError struct {
	Field   string // dotted path, as the envelope spells it; "" is all of it
	Problem string
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return e.Problem
	}
	return e.Field + ": " + e.Problem
}

// EditionError names an edition that a dialect does not have.
type EditionError struct{ Dialect, Edition string }

func (e *EditionError) Error() string {
	return fmt.Sprintf("dialect %s has no edition %q", e.Dialect, e.Edition)
}
