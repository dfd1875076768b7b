package bmcis

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// The codes of errors (RULES R88 and D24); other codes are allowed.
const (
	CodeInvalidFields   = "INVALID_FIELDS"
	CodeInvalidCursor   = "INVALID_CURSOR"
	CodeValidationError = "VALIDATION_ERROR" // as response-v2 has it
)

// Codes returns the registry of error codes.
func Codes() []string { return slices.Clone(codes) }

var codes = []string{CodeInvalidFields, CodeInvalidCursor, CodeValidationError}

// Failure is the answer to a request that failed. The code is in SCREAMING_SNAKE_CASE,
// the message for people.
func Failure(meta Metadata, code, message string) Envelope[NoResults] {
	meta.Status, meta.Message = StatusError, message
	return Envelope[NoResults]{Metadata: meta, Error: &Error{Code: code, Message: message}}
}

// InvalidFields is the answer to a request for fields that its mode does not
// show (RULES R88). meta names the tool and the request.
func InvalidFields(meta Metadata, fault *InvalidFieldsError) Envelope[NoResults] {
	e := Failure(meta, CodeInvalidFields, fault.Error())
	e.Metadata.Message, e.Error.AllowedFields = "Invalid fields for response_mode", fault.Allowed
	return e
}

// Refusal is the answer to a request that cannot be met, by what this package says of
// it: an [*InvalidFieldsError] or a [*RefusedCursorError], each with its code, or any
// other error, whose text it tells as a VALIDATION_ERROR.
func Refusal(meta Metadata, err error) Envelope[NoResults] {
	if fields, ok := errors.AsType[*InvalidFieldsError](err); ok {
		return InvalidFields(meta, fields)
	}
	if cursor, ok := errors.AsType[*RefusedCursorError](err); ok {
		return Failure(meta, CodeInvalidCursor, "The cursor "+cursor.Reason)
	}
	return Failure(meta, CodeValidationError, strings.ReplaceAll(err.Error(), "\n", "; "))
}

// Took says how long the request was worked on. The contract wants more than 0 ms, so
// that a microsecond is the least.
func (e Envelope[T]) Took(d time.Duration) Envelope[T] {
	e.ExecutionContext.ExecutionTimeMS = float64(max(d.Microseconds(), 1)) / 1000
	return e
}
