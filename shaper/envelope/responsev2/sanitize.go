package responsev2

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The texts for clients in place of an error's own text.
const (
	sayNotFound    = "Required file or resource not found"
	sayForbidden   = "Access to the resource was refused"
	sayTimeout     = "The operation timed out"
	sayCancelled   = "The operation was cancelled"
	sayBadJSON     = "The data is not valid JSON"
	sayInvalid     = "The input is not valid"
	sayMissingKey  = "A required field is missing"
	sayNetwork     = "A network error occurred"
	sayFileAccess  = "A file could not be read or written"
	sayUnsupported = "The operation is not supported"
	sayExhausted   = "The server ran out of memory"
	sayInternal    = "An internal error occurred"
)

// Sanitize returns a text for clients that names only the kind of an error
// (sanitize_error_message). It repeats nothing of the error's own text, so no path, stack
// trace or value of the server gets out.
func Sanitize(err error) string {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	var network interface { // net.Error; package net would link libc
		Timeout() bool
		Temporary() bool
	}
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return sayNotFound
	case errors.Is(err, fs.ErrPermission):
		return sayForbidden
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return sayTimeout
	case errors.Is(err, context.Canceled):
		return sayCancelled
	case errors.As(err, &syntax), errors.As(err, &mismatch):
		return sayBadJSON
	case errors.Is(err, fs.ErrInvalid):
		return sayInvalid
	case errors.Is(err, errors.ErrUnsupported):
		return sayUnsupported
	case errors.As(err, &network):
		return sayNetwork
	case errors.As(err, &path):
		return sayFileAccess
	}
	return sayInternal
}

// SanitizeException is [Sanitize] for failures that come by the
// name of their kind, with or without a module in front.
func SanitizeException(kind string) string {
	switch kit.BaseName(kind) {
	case "FileNotFoundError":
		return sayNotFound
	case "PermissionError":
		return sayForbidden
	case "TimeoutError", "TimeoutExpired":
		return sayTimeout
	case "CancelledError":
		return sayCancelled
	case "JSONDecodeError":
		return sayBadJSON
	case "ValueError", "TypeError":
		return sayInvalid
	case "KeyError":
		return sayMissingKey
	case "ConnectionError", "ConnectionRefusedError", "ConnectionResetError":
		return sayNetwork
	case "OSError", "IOError":
		return sayFileAccess
	case "NotImplementedError":
		return sayUnsupported
	case "MemoryError":
		return sayExhausted
	}
	return sayInternal
}
