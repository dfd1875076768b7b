package casetest

// Seeds is how many seeds a law begins with: n, and a tenth of them under the race
// detector, for which it is slow and races with nobody.
func Seeds(n uint64) uint64 {
	if Race {
		return n / 10
	}
	return n
}
