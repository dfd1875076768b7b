package main

import (
	"errors"
	"runtime"
	"time"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/bench"
	"github.com/seed-7aa78ce4/shape/internal/rounds"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// ratio is how many times faster than gjson.Valid W2 goes through a corpus.
func ratio(c bench.Corpus, n int, turn time.Duration) (float64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	docs := c.Bodies()
	shape, err := shaping(c, docs)
	if err != nil {
		return 0, err
	}
	sides := [2]func(doc []byte) error{shape, valid}
	var samples [2]rounds.Samples
	err = rounds.InTurn(n, len(sides), func(side int) error {
		perPass, err := timed(docs, turn, sides[side])
		samples[side] = append(samples[side], perPass)
		return err
	})
	return samples[1].Best() / samples[0].Best(), err
}

// shaping is W2, into a buffer that is there.
func shaping(c bench.Corpus, docs [][]byte) (func(doc []byte) error, error) {
	eng, err := shaper.New(profiles.Builtin(), shaper.FailClosed())
	if err != nil {
		return nil, err
	}
	request := c.Works()[1].Request
	dst := make([]byte, 0, 2*len(docs[0]))
	return func(doc []byte) error {
		request.Body = doc
		out, _, err := eng.AppendShape(dst, request)
		if err == nil && len(out) == 0 {
			err = errors.New("nothing came out")
		}
		return err
	}, nil
}

func valid(doc []byte) error {
	if !gjson.ValidBytes(doc) {
		return errors.New("gjson.Valid refuses the corpus")
	}
	return nil
}

// timed passes over the documents for a turn at least, and returns what one pass takes
// of this thread, in ns.
func timed(docs [][]byte, turn time.Duration, each func(doc []byte) error) (float64, error) {
	start := bench.ThreadTime()
	for passes := 1; ; passes++ {
		for _, doc := range docs {
			if err := each(doc); err != nil {
				return 0, err
			}
		}
		if took := bench.ThreadTime() - start; took >= turn && took > 0 {
			return float64(took) / float64(passes), nil
		}
	}
}
