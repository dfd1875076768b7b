package testkit

import "runtime"

// Allocated is how many bytes are allocated while f runs: all of them, also those
// that are free again before it ends. Unlike time it does not depend on how busy the
// machine is. What other goroutines allocate meanwhile counts as well.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
