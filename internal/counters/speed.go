package main

import (
	"encoding/json"
	"runtime"

	"github.com/seed-7aa78ce4/shape/bench"
	"github.com/seed-7aa78ce4/shape/internal/captures"
	"github.com/seed-7aa78ce4/shape/internal/rounds"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

func estimate(text []byte) { tokens.Estimate{}.Count(text) }
func exact(text []byte)    { o200k.Counter{}.Count(text) }
func valid(text []byte)    { json.Valid(text) }

// ratio is how many times the processor time of json.Valid something takes, over those of
// the texts that are JSON: of the best of some rounds, which it takes turns in.
func ratio(texts []captures.Text, something func(text []byte)) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all [][]byte
	for _, t := range texts {
		if json.Valid(t.Text) {
			all = append(all, t.Text)
		}
	}
	sides := [2]func([]byte){something, valid}
	var samples [2]rounds.Samples
	rounds.InTurn(20, len(sides), func(side int) error {
		began := bench.ThreadTime()
		for _, text := range all {
			sides[side](text)
		}
		samples[side] = append(samples[side], float64(bench.ThreadTime()-began))
		return nil
	})
	return samples[0].Best() / samples[1].Best()
}
