//go:build race

package testkit

// Race tells that the race detector is at work, which allocates and keeps books:
// what a test measures then is not the product's.
const Race = true
