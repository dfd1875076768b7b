//go:build race

package fieldmask

// slowness is what the race detector costs the tests that measure time.
const slowness = 20
