//go:build !windows

package output

// takesColours reports whether a terminal obeys the sequences that stand for
// colours.
func takesColours(any) bool { return true }
