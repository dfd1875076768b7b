//go:build !linux

package scan

func preferLargePages([]byte) {}
