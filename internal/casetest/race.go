//go:build race

package casetest

// Slowness is what the race detector costs the tests that measure time; 1
// without it.
const Slowness = 20
