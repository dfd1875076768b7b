package app

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// runSafely runs the command. A panic becomes an error that names its place. The error holds
// neither the stack nor the value of the panic, since that may be content.
func (a *App) runSafely(execute func(*App) error) (err error) {
	defer func() {
		if recover() != nil {
			a.Gate.Sweep()
			err = PanicError()
		}
	}()
	return execute(a)
}

// PanicError returns the error of a panic. Call it during recovery.
func PanicError() error {
	return &Failure{ExitFault, fmt.Errorf("a fault of shape itself, at %s; please report it with %s", panicPlace(), BuiltFrom(debug.ReadBuildInfo()))}
}

// panicPlace returns the place of a panic. Call it during recovery.
func panicPlace() string {
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
