package output

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColours makes a console obey colour sequences and reports whether it does.
func takesColours(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	var mode uint32
	console := windows.Handle(file.Fd())
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
