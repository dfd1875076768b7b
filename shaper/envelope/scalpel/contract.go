package scalpel

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// semver is the form of versions that semver.org defines.
var semver = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
})

// Validate checks an envelope against seed 001. It checks types (RULES R7), the error model
// (RULES R10), the absence of code (RULES R11), and hints (RULES R13). data must be there
// unless an error is set, and no time may be negative (RULES D35).
//
// Warnings are codes outside the registry, versions that are not semantic, and keys that the
// seed does not name.
func (Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	return contract.Validate(doc, edition, func(v *kit.Validation, d *envelope.Doc) {
		failure := d.Value("error")
		if !d.Has("data") && kit.Kind(failure) != "object" {
			v.Fail("data", "is required where no error is set")
		}
		checkError(v, failure)
		if version := kit.Text(d.Value("tool_version")); version != "" && !semver().MatchString(version) {
			v.Warn("tool_version", "should be a semantic version")
		}
		v.CheckNames(d, "is not a key of this envelope")
	})
}

func checkError(v *kit.Validation, failure []byte) {
	d := envelope.Index(failure)
	if code := kit.Text(d.Value("error_code")); code != "" && !slices.Contains(codes, code) {
		v.Warn("error.error_code", "is not in the registry of error codes")
	}
	if details := d.Value("error_details"); kit.Kind(details) == "object" {
		c := codeCutter{src: details, blank: true, most: envelope.MostFindings + 1} // one above the limit
		c.run()
		for _, path := range c.paths {
			v.Fail(kit.Join("error.error_details", path), "may hold code contents")
		}
	}
}

// The error codes of Code Scalpel (RULES R3).
const (
	CodeInvalidArgument       = "invalid_argument"
	CodeInvalidPath           = "invalid_path"
	CodeForbidden             = "forbidden"
	CodeNotFound              = "not_found"
	CodeTimeout               = "timeout"
	CodeTooLarge              = "too_large"
	CodeResourceExhausted     = "resource_exhausted"
	CodeNotImplemented        = "not_implemented"
	CodeUpgradeRequired       = "upgrade_required"
	CodeDependencyUnavailable = "dependency_unavailable"
	CodeInternalError         = "internal_error"
	CodeCorrectionNeeded      = "correction_needed"
)

var codes = []string{
	CodeInvalidArgument, CodeInvalidPath, CodeForbidden, CodeNotFound,
	CodeTimeout, CodeTooLarge, CodeResourceExhausted, CodeNotImplemented,
	CodeUpgradeRequired, CodeDependencyUnavailable, CodeInternalError,
	CodeCorrectionNeeded,
}

// Codes returns the registry of error codes. Other codes are
// allowed; the validator warns about them.
func Codes() []string { return slices.Clone(codes) }

// messageClues are looked for in this order, in lower case.
var messageClues = []struct {
	code  string
	clues []string
}{
	{CodeNotFound, []string{"file not found", "no such file"}},
	{CodeInvalidArgument, []string{"not a file", "must be", "cannot be empty"}},
	{CodeInvalidPath, []string{"invalid path", "path traversal"}},
	{CodeForbidden, []string{"permission", "forbidden"}},
	{CodeTimeout, []string{"timeout"}},
	{CodeUpgradeRequired, []string{"requires pro tier", "requires enterprise tier", "upgrade:", "upgrade at"}},
	{CodeTooLarge, []string{"too large", "exceeds maximum"}},
	{CodeNotImplemented, []string{"not implemented"}},
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
	return CodeInternalError
}

// ClassifyException returns the error code for the name of an exception or type, with or
// without a module in front ("asyncio.TimeoutError"). Names that spell a code of the
// registry have that code: "UpgradeRequiredError" is upgrade_required. Any other name is
// internal_error (RULES R3).
func ClassifyException(kind string) string {
	switch kit.BaseName(kind) {
	case "ValueError", "TypeError":
		return CodeInvalidArgument
	case "FileNotFoundError":
		return CodeNotFound
	case "PermissionError":
		return CodeForbidden
	case "TimeoutError", "CancelledError":
		return CodeTimeout
	case "NotImplementedError":
		return CodeNotImplemented
	case "MemoryError":
		return CodeResourceExhausted
	}
	for _, code := range codes {
		if stem(code) == stem(kit.BaseName(kind)) {
			return code
		}
	}
	return CodeInternalError
}

// stem returns a name of an error in lower case. It removes underscores, and a final "Error"
// or "Exception": "TooLargeError" and "too_large" both become "toolarge".
func stem(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "")
	return strings.TrimSuffix(strings.TrimSuffix(name, "error"), "exception")
}

// Classify returns the error code of a failure by the name of its kind. If that is not known,
// it uses the message.
func Classify(kind, message string) string {
	if code := ClassifyException(kind); code != CodeInternalError {
		return code
	}
	return ClassifyMessage(message)
}

// ClassifyError is [Classify] for Go errors: by the types that they wrap, or else by their
// text.
func ClassifyError(err error) string {
	var timeout interface{ Timeout() bool }
	switch {
	case err == nil:
		return CodeInternalError
	case errors.Is(err, fs.ErrNotExist):
		return CodeNotFound
	case errors.Is(err, fs.ErrPermission):
		return CodeForbidden
	case errors.Is(err, fs.ErrInvalid):
		return CodeInvalidArgument
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled),
		errors.Is(err, os.ErrDeadlineExceeded):
		return CodeTimeout
	case errors.Is(err, errors.ErrUnsupported):
		return CodeNotImplemented
	case errors.As(err, &timeout) && timeout.Timeout():
		return CodeTimeout
	}
	return ClassifyMessage(err.Error())
}
