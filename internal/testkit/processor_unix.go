//go:build unix

package testkit

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process so far.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // no memory of ours could make it fail
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
