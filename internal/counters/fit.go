package main

import (
	"math"

	"github.com/seed-7aa78ce4/shape/internal/lexis"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// most is the most that a byte may cost, which tokens.Estimate.Most goes by.
const most = 2

// example is a text as the fit sees it: how often each state is visited, for each token.
// Times the weights that comes to 1 where the estimate is right.
type example struct {
	visits [lexis.NumStates]float64
	say    float64
}

func examples(l lesson) (all []example) {
	for _, text := range l.texts {
		exact := float64(o200k.Counter{}.Count([]byte(text)))
		if exact < few {
			continue
		}
		var x example
		at := lexis.Begin
		for _, b := range []byte(text) {
			at = lexis.Next[at][lexis.Classes[b]]
			x.visits[at] += 1 / exact
		}
		all = append(all, x)
	}
	for i := range all {
		all[i].say = 1 / float64(len(all))
	}
	return all
}

// normal are the equations of the weights for which the squares of the relative errors of
// all examples are least. They are solved for one weight after the other, within its
// bounds, until none changes.
type normal struct {
	a [lexis.NumStates][lexis.NumStates]float64
	b [lexis.NumStates]float64
}

func (n *normal) add(x example) {
	for i, v := range x.visits {
		if v == 0 {
			continue
		}
		n.b[i] += x.say * v
		for j, w := range x.visits {
			n.a[i][j] += x.say * v * w
		}
	}
}

func (n *normal) solve() (weights [lexis.NumStates]float64) {
	const ridge, enough, rounds = 1e-4, 1e-7, 100_000 // what little there is to learn from weighs nothing
	for range rounds {
		changed := 0.0
		for i := range weights {
			sum := n.b[i] + n.a[i][i]*weights[i]
			for j, w := range weights {
				sum -= n.a[i][j] * w
			}
			better := min(max(sum/(n.a[i][i]+ridge), 0), most)
			changed = max(changed, math.Abs(better-weights[i]))
			weights[i] = better
		}
		if changed < enough {
			break
		}
	}
	return weights
}

// fitWeights fits the weights, and writes them.
func fitWeights() error {
	all, err := lessons()
	if err != nil {
		return err
	}
	var n normal
	for _, l := range all {
		for _, x := range examples(l) {
			n.add(x)
		}
	}
	return writeWeights("shaper/tokens/weights.go", n.solve())
}
