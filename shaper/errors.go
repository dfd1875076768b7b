package shaper

import (
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
)

// Error is a response that could not be shaped. It names the place and never
// holds content.
type Error struct {
	// Reason is a machine-readable word: invalid_json, duplicate_name or
	// too_large for the body, unreadable for one that holds private values in a
	// text that is no JSON (on_unreadable), parts for that of [Engine.Wrap], value for
	// a Go value without JSON ([Engine.ShapeValue]), schema for what does not fit
	// [Request.Schema], over_budget for what is larger than a budget that refuses, config for a dialect
	// that is unknown or cannot be built, or a counter that the engine does not have.
	Reason string
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("shape: %s: %v", e.Reason, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// Offset is the byte of the body at which it is wrong; -1 where the body is not
// the fault.
func (e *Error) Offset() int {
	if s, ok := errors.AsType[*scan.Error](e.Err); ok {
		return s.Offset
	}
	return -1
}

// Pointer is the JSON Pointer (RFC 6901) of the value that is wrong; "" where
// that is the whole body, or the body is not the fault.
func (e *Error) Pointer() string {
	if s, ok := errors.AsType[*scan.Error](e.Err); ok {
		return s.Place()
	}
	return ""
}

// publicError returns an error of the pipeline as a caller sees it.
func publicError(err error) error {
	if s, ok := errors.AsType[*scan.Error](err); ok {
		return &Error{Reason: s.Kind.Reason(), Err: err}
	}
	if p, ok := errors.AsType[*pipeline.Error](err); ok {
		return &Error{Reason: p.Reason, Err: p.Err}
	}
	return err
}
