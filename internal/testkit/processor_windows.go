package testkit

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process so far.
func processorTime() time.Duration {
	var begun, ended, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err == nil {
		err = syscall.GetProcessTimes(self, &begun, &ended, &kernel, &user)
	}
	if err != nil {
		panic(err)
	}
	return hundreds(kernel) + hundreds(user)
}

// hundreds are the hundreds of nanoseconds of a span. Filetime.Nanoseconds
// would take it for a date.
func hundreds(f syscall.Filetime) time.Duration {
	return time.Duration(int64(f.HighDateTime)<<32|int64(f.LowDateTime)) * 100
}
