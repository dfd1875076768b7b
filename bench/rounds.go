package bench

import "slices"

// InTurn runs each of n contestants once in each round. The first contestant changes
// from round to round. Contestants that take turns share the noise of the machine, so
// their times can be compared.
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

// Samples holds the measurements of one contestant, one per round. Less is better.
type Samples []float64

// Best returns the measurement with the least noise.
func (s Samples) Best() float64 { return slices.Min(s) }

// Median returns the middle measurement, or the upper one of two.
func (s Samples) Median() float64 { return slices.Sorted(slices.Values(s))[len(s)/2] }
