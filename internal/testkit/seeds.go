package testkit

import "os"

// Seeds returns the number of seeds that a law begins with, of n. All run if SHAPE_SEEDS is
// "all", as they do every night, and else a tenth.
func Seeds(n uint64) uint64 {
	if AllSeeds() {
		return n
	}
	return max(1, n/10)
}

// AllSeeds reports whether SHAPE_SEEDS is "all".
func AllSeeds() bool { return os.Getenv("SHAPE_SEEDS") == "all" }
