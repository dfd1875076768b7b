package words

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Fault returns the sentence about a panic, with its place. Call it during recovery.
func Fault() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicked := false; ; {
		f, more := frames.Next()
		if panicked && strings.HasPrefix(f.Function, "github.com/seed-7aa78ce4/shape/") {
			return fmt.Sprintf("a fault of shape itself, at %s:%d", path.Join(path.Base(path.Dir(f.File)), path.Base(f.File)), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return "a fault of shape itself"
		}
	}
}
