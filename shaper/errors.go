package shaper

import (
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
)

// Error reports a response that could not be shaped. It names the place and never holds
// content.
type Error struct {
	// Reason is a machine-readable word. Those for the body:
	//
	//   - invalid_json, duplicate_name, too_large
	//   - unreadable: a text that is no JSON holds private values (on_unreadable)
	//   - over_budget: a budget refuses larger responses
	//   - fault: a fault of the engine, or of a function that the program gave it
	//
	// Those for the rest of the call:
	//
	//   - parts: the parts of [Engine.Wrap] are wrong
	//   - value: a Go value has no JSON ([Engine.ShapeValue])
	//   - schema: the output does not fit [Request.Schema]
	//   - config: the dialect is unknown or cannot be built, or the counter is unknown
	Reason string
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("shape: %s: %v", e.Reason, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// Offset returns the byte offset of the fault in the body, -1 if the body is not at fault.
func (e *Error) Offset() int {
	if s, ok := errors.AsType[*scan.Error](e.Err); ok {
		return s.Offset
	}
	return -1
}

// Pointer returns the JSON Pointer (RFC 6901) of the wrong value. It returns "" if the whole
// body is wrong, or if the body is not at fault.
func (e *Error) Pointer() string {
	if s, ok := errors.AsType[*scan.Error](e.Err); ok {
		return s.Place()
	}
	return ""
}

// publicError returns the public form of a pipeline error.
func publicError(err error) error {
	if s, ok := errors.AsType[*scan.Error](err); ok {
		return &Error{Reason: s.Kind.Reason(), Err: err}
	}
	if p, ok := errors.AsType[*pipeline.Error](err); ok {
		return &Error{Reason: p.Reason, Err: p.Err}
	}
	return err
}
