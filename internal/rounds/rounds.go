// Package rounds measures contestants in turn: what else the machine does then falls
// on all of them alike, and what they measure can be compared.
package rounds

import "slices"

// InTurn has n contestants run once in each of some rounds. The one that goes first
// changes from round to round.
func InTurn(rounds, n int, run func(contestant int) error) error {
	for round := range rounds {
		for turn := range n {
			if err := run((round + turn) % n); err != nil {
				return err
			}
		}
	}
	return nil
}

// Samples are what one contestant measured, one for each round, where less is better.
type Samples []float64

// Best is what the machine disturbed the least.
func (s Samples) Best() float64 { return slices.Min(s) }

// Median is the middle one, or the upper one of two.
func (s Samples) Median() float64 { return slices.Sorted(slices.Values(s))[len(s)/2] }
