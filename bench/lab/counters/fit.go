package main

import (
	"math"

	"github.com/seed-7aa78ce4/shape/internal/classes"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// most is the largest cost of a byte. tokens.Estimate.Most relies on it.
const most = 2

// pairs are the classes behind the states, one row for each of these.
const pairs = int(classes.NumStates) * int(classes.NumClasses)

// example is a text as the fit sees it: how often each class comes behind each state, for
// each token. Times the weights that comes to 1 where the estimate is right.
type example struct {
	visits [pairs]float64
	say    float64
}

func examples(l lesson) (all []example) {
	for _, text := range l.texts {
		exact := float64(o200k.Counter{}.Count([]byte(text)))
		if exact < few {
			continue
		}
		var x example
		at := classes.Begin
		for _, b := range []byte(text) {
			c := classes.Of()[b]
			x.visits[pairOf(at, c)] += 1 / exact
			at = classes.Next()[at][c]
		}
		all = append(all, x)
	}
	for i := range all {
		all[i].say = 1 / float64(len(all))
	}
	return all
}

func pairOf(before classes.State, c classes.Class) int {
	return int(classes.Pair(before, c))*int(classes.NumClasses) + int(c)
}

// normal are the equations of the weights with the least squares of the relative errors of
// all examples. They are solved for one weight after the other, within its bounds, until
// none changes.
type normal struct {
	a [pairs][pairs]float64
	b [pairs]float64
}

func (n *normal) add(x *example) {
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

// solve finds the weights near others: of a pair that was hardly met there is little to
// learn.
func (n *normal) solve(near [pairs]float64) (weights [pairs]float64) {
	const ridge, enough, rounds = 1e-4, 1e-7, 100_000
	for range rounds {
		changed := 0.0
		for i := range weights {
			sum := n.b[i] + n.a[i][i]*weights[i]
			for j, w := range weights {
				sum -= n.a[i][j] * w
			}
			better := min(max((sum+ridge*near[i])/(n.a[i][i]+ridge), 0), most)
			changed = max(changed, math.Abs(better-weights[i]))
			weights[i] = better
		}
		if changed < enough {
			break
		}
	}
	return weights
}

// byClass are the weights where no more than the class of a byte has a say.
func byClass(all []example) (weights [pairs]float64) {
	var n normal
	for _, x := range all {
		var alike example
		alike.say = x.say
		for i, v := range x.visits {
			alike.visits[i%int(classes.NumClasses)] += v
		}
		n.add(&alike)
	}
	solved := n.solve(weights)
	for i := range weights {
		weights[i] = solved[i%int(classes.NumClasses)]
	}
	return weights
}

// fitWeights fits the weights, and writes them.
func fitWeights() error {
	all, err := lessons()
	if err != nil {
		return err
	}
	var met []example
	for _, l := range all {
		met = append(met, examples(l)...)
	}
	n := new(normal)
	for i := range met {
		n.add(&met[i])
	}
	return writeWeights("../../shaper/tokens/weights.go", n.solve(byClass(met)))
}
