package bench

import (
	"errors"
	"slices"
	"testing"
)

// Each contestant runs once in a round, and none is always first.
func TestInTurn(t *testing.T) {
	var order []int
	err := InTurn(4, 3, func(i int) error {
		order = append(order, i)
		return nil
	})
	if want := []int{0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2}; err != nil || !slices.Equal(order, want) {
		t.Errorf("got %v, %v", order, err)
	}
	failed := errors.New("failed")
	runs := 0
	err = InTurn(4, 3, func(i int) error {
		runs++
		return failed
	})
	if err != failed || runs != 1 {
		t.Errorf("got %v after %d runs", err, runs)
	}
}

func TestSamples(t *testing.T) {
	s := Samples{30, 10, 20, 40}
	if s.Best() != 10 || s.Median() != 30 || s[0] != 30 {
		t.Errorf("best %v, median %v of %v", s.Best(), s.Median(), s)
	}
}
