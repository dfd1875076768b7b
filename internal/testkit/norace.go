//go:build !race

package testkit

// Race reports whether the race detector is on. It allocates memory itself, so that
// measurements of a test are not those of the product.
const Race = false
