package testkit

import "runtime"

// Allocated returns the bytes allocated while f runs, including those freed before it
// ends. Unlike time, this does not depend on the load of the machine. Allocations of other
// goroutines count too.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
