// Package buckets has the bounds of the histograms in which responses are counted, for
// whatever writes them down.
package buckets

// Seconds are those of times, from 10 µs on, which a small response takes.
var Seconds = []float64{.00001, .000025, .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Bytes are those of sizes.
var Bytes = []float64{256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20}
