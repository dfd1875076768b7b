package words

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// PanicPlace returns the place of a panic. Call it during recovery.
func PanicPlace() string {
	const module = "github.com/seed-7aa78ce4/shape/"
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicked := false; ; {
		f, more := frames.Next()
		if panicked && strings.HasPrefix(f.Function, module) {
			return fmt.Sprintf("%s:%d", path.Join(path.Base(path.Dir(f.File)), path.Base(f.File)), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
