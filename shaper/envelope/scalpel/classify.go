package scalpel

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// The error codes of Code Scalpel (REQUIREMENTS 2.1).
const (
	ScalpelInvalidArgument       = "invalid_argument"
	ScalpelInvalidPath           = "invalid_path"
	ScalpelForbidden             = "forbidden"
	ScalpelNotFound              = "not_found"
	ScalpelTimeout               = "timeout"
	ScalpelTooLarge              = "too_large"
	ScalpelResourceExhausted     = "resource_exhausted"
	ScalpelNotImplemented        = "not_implemented"
	ScalpelUpgradeRequired       = "upgrade_required"
	ScalpelDependencyUnavailable = "dependency_unavailable"
	ScalpelInternalError         = "internal_error"
	ScalpelCorrectionNeeded      = "correction_needed"
)

var scalpelCodes = []string{
	ScalpelInvalidArgument, ScalpelInvalidPath, ScalpelForbidden, ScalpelNotFound,
	ScalpelTimeout, ScalpelTooLarge, ScalpelResourceExhausted, ScalpelNotImplemented,
	ScalpelUpgradeRequired, ScalpelDependencyUnavailable, ScalpelInternalError,
	ScalpelCorrectionNeeded,
}

// ScalpelErrorCodes returns the registry of error codes. Other codes are
// allowed; the validator warns about them.
func ScalpelErrorCodes() []string { return slices.Clone(scalpelCodes) }

// messageClues are looked for in this order, in lower case.
var messageClues = []struct {
	code  string
	clues []string
}{
	{ScalpelNotFound, []string{"file not found", "no such file"}},
	{ScalpelInvalidArgument, []string{"not a file", "must be", "cannot be empty"}},
	{ScalpelInvalidPath, []string{"invalid path", "path traversal"}},
	{ScalpelForbidden, []string{"permission", "forbidden"}},
	{ScalpelTimeout, []string{"timeout"}},
	{ScalpelUpgradeRequired, []string{"requires pro tier", "requires enterprise tier", "upgrade:", "upgrade at"}},
	{ScalpelTooLarge, []string{"too large", "exceeds maximum"}},
	{ScalpelNotImplemented, []string{"not implemented"}},
}

// ClassifyMessage finds the error code of a failure text: the first clue that
// the text contains in any case, else internal_error.
func ClassifyMessage(message string) string {
	message = strings.ToLower(message)
	for _, c := range messageClues {
		for _, clue := range c.clues {
			if strings.Contains(message, clue) {
				return c.code
			}
		}
	}
	return ScalpelInternalError
}

// ClassifyException finds the error code of a failure by the name of its kind,
// with or without a module in front ("asyncio.TimeoutError").
func ClassifyException(kind string) string {
	switch raw.BaseName(kind) {
	case "ValueError", "TypeError":
		return ScalpelInvalidArgument
	case "FileNotFoundError":
		return ScalpelNotFound
	case "PermissionError":
		return ScalpelForbidden
	case "TimeoutError", "CancelledError":
		return ScalpelTimeout
	case "NotImplementedError":
		return ScalpelNotImplemented
	case "MemoryError":
		return ScalpelResourceExhausted
	}
	return ScalpelInternalError
}

// ClassifyError is [ClassifyException] for Go errors.
func ClassifyError(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ScalpelNotFound
	case errors.Is(err, fs.ErrPermission):
		return ScalpelForbidden
	case errors.Is(err, fs.ErrInvalid):
		return ScalpelInvalidArgument
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled),
		errors.Is(err, os.ErrDeadlineExceeded):
		return ScalpelTimeout
	case errors.Is(err, errors.ErrUnsupported):
		return ScalpelNotImplemented
	}
	return ScalpelInternalError
}
