// Package buckets has the bounds of the histograms of responses, for every exporter.
package buckets

// Seconds are the bounds for times. They begin at 10 µs, the time of a small response.
var Seconds = []float64{.00001, .000025, .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Bytes are those of sizes.
var Bytes = []float64{256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20}
