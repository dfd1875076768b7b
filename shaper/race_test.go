//go:build race

package shaper_test

// slowness is what the race detector costs the tests that measure time.
const slowness = 20
