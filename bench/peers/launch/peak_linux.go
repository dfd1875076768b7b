package main

import (
	"os"
	"syscall"
)

// peak is the most memory that a process had, in bytes.
func peak(state *os.ProcessState) int64 {
	use, _ := state.SysUsage().(*syscall.Rusage)
	return use.Maxrss << 10
}
