//go:build !unix && !windows

package state

import (
	"io/fs"
	"os"
)

// makePrivate makes a folder, and those above it.
func makePrivate(path string) error { return os.MkdirAll(path, 0o700) }

func checkFolder(string, fs.FileInfo) error { return nil }

// Private knows no owners and no modes on this system.
func Private(fs.FileInfo) error { return nil }
