package testkit

import "os"

// Seeds returns the number of seeds that a law begins with, of n. All run if SHAPE_SEEDS is
// "all", as they do every night. A tenth runs if it is "few", or under the race detector,
// since laws are slow there and have one goroutine. Else a third runs.
func Seeds(n uint64) uint64 {
	switch asked := os.Getenv("SHAPE_SEEDS"); {
	case asked == "all":
		return n
	case asked == "few" || Race:
		return max(1, n/10)
	}
	return max(1, n/3)
}
