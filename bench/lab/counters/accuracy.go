package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed-7aa78ce4/shape/bench/lab/captures"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// few is the number of tokens under which a text has no relative error, since a single
// token would change it too much.
const few = 50

// accuracy is the errors of the estimate over the texts of a server.
type accuracy struct {
	server   string
	relative []float64 // of texts of few tokens or more, the least first
	smaller  int       // texts
	off      int       // tokens, at most, over the smaller ones
}

// accuracies are those of each server, in the order of their names.
func accuracies(texts []captures.Text) (all []accuracy) {
	for _, t := range texts {
		i, known := slices.BinarySearchFunc(all, t.Server, func(e accuracy, name string) int { return cmp.Compare(e.server, name) })
		if !known {
			all = slices.Insert(all, i, accuracy{server: t.Server})
		}
		all[i].add(t.Text)
	}
	for _, e := range all {
		slices.Sort(e.relative)
	}
	return all
}

func (e *accuracy) add(text []byte) {
	exact := o200k.Counter{}.Count(text)
	off := tokens.Estimate{}.Count(text) - exact
	if exact < few {
		e.smaller++
		e.off = max(e.off, off, -off)
		return
	}
	e.relative = append(e.relative, math.Abs(float64(off))/float64(exact))
}

func (e *accuracy) mean() float64 {
	sum := 0.0
	for _, r := range e.relative {
		sum += r
	}
	return sum / float64(len(e.relative))
}

// within is the error that so great a share of the texts does not exceed.
func (e *accuracy) within(share float64) float64 {
	return e.relative[int(math.Ceil(share*float64(len(e.relative))))-1]
}
