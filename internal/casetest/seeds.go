package casetest

import "os"

// Seeds is how many seeds a law begins with: n, and a tenth of them under the race
// detector, for which it is slow and races with nobody, or if SHAPE_SEEDS is "few".
func Seeds(n uint64) uint64 {
	if Race || os.Getenv("SHAPE_SEEDS") == "few" {
		return n / 10
	}
	return n
}
