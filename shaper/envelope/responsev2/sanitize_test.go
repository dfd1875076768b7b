package responsev2_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// TestSanitizedMessagesTellNothing: for any error the client reads one of a few fixed texts.
func TestSanitizedMessagesTellNothing(t *testing.T) {
	var bad struct{ N int }
	syntax := json.Unmarshal([]byte(`{"N": secret}`), &bad)
	mismatch := json.Unmarshal([]byte(`{"N": "secret"}`), &bad)
	for _, tt := range []struct {
		err  error
		kind string
	}{
		{&fs.PathError{Op: "open", Path: "/secret", Err: fs.ErrNotExist}, "FileNotFoundError"},
		{&fs.PathError{Op: "open", Path: "/secret", Err: fs.ErrPermission}, "PermissionError"},
		{&fs.PathError{Op: "read", Path: "/secret", Err: errors.New("secret")}, "OSError"},
		{fmt.Errorf("secret: %w", context.DeadlineExceeded), "TimeoutError"},
		{os.ErrDeadlineExceeded, "TimeoutExpired"},
		{fmt.Errorf("secret: %w", context.Canceled), "asyncio.CancelledError"},
		{syntax, "json.JSONDecodeError"},
		{mismatch, "JSONDecodeError"},
		{fmt.Errorf("secret: %w", fs.ErrInvalid), "ValueError"},
		{errors.ErrUnsupported, "NotImplementedError"},
		{&net.OpError{Op: "dial", Err: errors.New("secret")}, "ConnectionError"},
		{errors.New("secret\nTraceback"), "RuntimeError"},
		{nil, ""},
	} {
		got, want := responsev2.Sanitize(tt.err), responsev2.SanitizeException(tt.kind)
		if got != want || got == "" || strings.Contains(got, "secret") {
			t.Errorf("%v: %q, %s: %q", tt.err, got, tt.kind, want)
		}
	}
	for _, kind := range []string{"KeyError", "MemoryError", "TypeError", "IOError"} {
		if responsev2.SanitizeException(kind) == responsev2.SanitizeException("") {
			t.Errorf("%s has no text of its own", kind)
		}
	}
}
