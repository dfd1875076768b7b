//go:build !linux && !darwin

package output

// lostAttribute returns "": extended attributes are not read on this system.
func lostAttribute(_, _ string) (string, error) { return "", nil }
