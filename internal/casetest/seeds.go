package casetest

import "os"

// Seeds is how many seeds a law begins with: n, and a tenth of them under the race
// detector, under which it is slow and has one goroutine, or if SHAPE_SEEDS is "few".
func Seeds(n uint64) uint64 {
	if Race || os.Getenv("SHAPE_SEEDS") == "few" {
		return n / 10
	}
	return n
}
