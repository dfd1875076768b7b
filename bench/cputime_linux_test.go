package bench

import (
	"syscall"
	"time"
)

// threadTime is the processor time that this thread has used.
func threadTime() time.Duration {
	var use syscall.Rusage
	const thisThread = 1 // RUSAGE_THREAD
	if err := syscall.Getrusage(thisThread, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
