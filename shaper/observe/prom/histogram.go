package prom

import "slices"

// histogram counts values by the bucket that they fit in.
type histogram struct {
	bounds []float64
	counts []uint64 // the last one of values that fit in none
	sum    float64
}

func newHistogram(bounds []float64) histogram {
	return histogram{bounds: bounds, counts: make([]uint64, len(bounds)+1)}
}

func (h *histogram) observe(value float64) {
	i, _ := slices.BinarySearch(h.bounds, value)
	h.counts[i]++
	h.sum += value
}
