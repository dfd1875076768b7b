// Package sample has every kind of mutant: some that its tests kill, one that
// lives, some that nothing reaches, one that nobody can tell from the original.
package sample

import "time"

type count uint8

const limit = 1<<4 - 1 // a constant has no mutants

// Below is tested on either side of the boundary, and not at it.
func Below(n int) bool { return n < limit }

// AtMost is tested at the boundary.
func AtMost(n count) bool { return n <= limit }

// Last has a sum in an index, and a number turned around.
func Last(list []string) (string, int) { return list[len(list)-1], -len(list) }

// Same compares what has no order.
func Same(a, b error) bool { return a == nil && b == nil || a == b }

// Shifted keeps the type of a constant that is shifted.
func Shifted(n uint) uint64 { return 1<<n - 1 }

// Half is no number of its own type alone.
func Half(d time.Duration) time.Duration { return -d / 2 }

// Steps counts up and down, in a loop and in a map.
func Steps(n int) (up count, down map[string]int) {
	down = map[string]int{}
	for i := 0; i < n; i++ {
		up++
		down["x"]--
	}
	return up, down
}

// Larger takes any ordered type.
func Larger[T int | string](a, b T) T {
	if a > b {
		return a
	}
	return b
}

// Forever ends only as it is.
func Forever(n int) (sum int) {
	for n > 0 {
		n, sum = n-1, sum+n%3
	}
	return sum
}

// Nobody calls it.
func Nobody(a string, b string) bool { return a+"x" >= b }
