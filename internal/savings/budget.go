package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/rounds"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// budget prints how long results take under a budget of tokens that they are within, beside
// none: under the configuration that is proposed for them, and under no rules.
func budget(w io.Writer, folder string, tokens int) error {
	set, err := recordings.Read([]string{folder}, "")
	if err != nil {
		return err
	}
	with, err := proposed(set.Calls)
	if err != nil {
		return err
	}
	none, err := profiles.New(profiles.Spec{})
	if err != nil {
		return err
	}
	without, err := shaper.New(none)
	if err != nil {
		return err
	}
	for _, side := range []struct {
		name   string
		engine *shaper.Engine
	}{{"proposed configuration", with}, {"no rules", without}} {
		var p pace
		for _, c := range set.Calls {
			if err := p.add(side.engine, c, tokens); err != nil {
				return fmt.Errorf("%s: %w", c.File, err)
			}
		}
		fmt.Fprintf(w, "%s: %d of %d results are within %d tokens, %d of them surely; they take %.2f × the time without a budget\n",
			side.name, p.within, len(set.Calls), tokens, p.surely, p.seconds[1]/p.seconds[0])
	}
	return nil
}

// pace is how long results take that are within a budget, without it and with it.
type pace struct {
	within, surely int // results, and those of which nothing has to be counted
	seconds        [2]float64
}

// add adds the best of some rounds, in turn.
func (p *pace) add(engine *shaper.Engine, c recordings.Call, tokens int) error {
	asked := [2]shaper.Request{}
	for i := range asked {
		asked[i] = shaper.Request{Server: c.Server, Tool: c.Tool, Body: c.Body, Reads: profiles.ReadsStructured}
	}
	asked[1].Budget = profiles.Budget{MaxTokens: tokens}
	out, err := engine.Shape(context.Background(), asked[1])
	if fit := out.Report.Fit; err != nil || len(fit.Steps) > 0 || fit.Over {
		return err
	}
	p.within++
	if len(out.Body) <= tokens {
		p.surely++
	}
	many := max(1, 200_000/(len(c.Body)+1000)) // small ones take a moment together
	var times [2]rounds.Samples
	err = rounds.InTurn(20, 2, func(side int) error {
		began := time.Now()
		for range many {
			if _, err := engine.Shape(context.Background(), asked[side]); err != nil {
				return err
			}
		}
		times[side] = append(times[side], time.Since(began).Seconds()/float64(many))
		return nil
	})
	if err != nil {
		return err
	}
	for side, all := range times {
		p.seconds[side] += all.Best()
	}
	return nil
}
