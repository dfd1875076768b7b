//go:build !windows

package output

// takesColours reports whether a terminal obeys colour sequences.
func takesColours(any) bool { return true }
