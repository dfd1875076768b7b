package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/bench"
)

// yardstick divides all rates, so that machines can be compared.
const yardstick = "gjson.Valid"

// effort is how much is measured.
type effort struct {
	rounds int
	turn   time.Duration // of one entrant in one round, of a processor
	size   int           // of documents of middle size, in bytes
}

// figure is the measurement of one entrant.
type figure struct {
	rate   float64 // MB of the documents in a second of a processor
	allocs float64 // in the mean of a document
}

// result is the result of a contest.
type result struct {
	work, corpus string
	figures      map[string]figure // by entrant, the yardstick among them
}

// ratio is how many times faster than another shape is.
func (r result) ratio(other string) float64 { return r.figures[ours].rate / r.figures[other].rate }

// validating are contestants that only tell whether a document is valid.
func validating(name string, valid func([]byte) bool) entrant {
	return entrant{name, []shaper{func(dst, doc []byte) ([]byte, error) {
		if !valid(doc) {
			return dst, errInvalid
		}
		return dst, nil
	}}}
}

// run lets all entrants do the contest in turn, and takes the medians. It first compares
// their outputs, except for a large document, since that repeats smaller ones.
func (c contest) run(e effort) (result, error) {
	const large = 4 << 20
	if len(c.docs[0]) < large {
		if err := c.agree(); err != nil {
			return result{}, err
		}
	}
	all := append([]entrant{validating(yardstick, gjson.ValidBytes)}, c.entrants...)
	lanes := make([]lane, len(all))
	bytes := 0
	for _, doc := range c.docs {
		bytes += len(doc)
	}
	for i, entrant := range all {
		lanes[i] = lane{contest: c, entrant: entrant, dst: make([]byte, 0, 2*bytes/len(c.docs)+1<<10)}
		if err := lanes[i].warm(e.turn); err != nil {
			return result{}, err
		}
	}
	if err := bench.InTurn(e.rounds, len(lanes), func(i int) error { return lanes[i].run() }); err != nil {
		return result{}, err
	}
	r := result{c.work, c.corpus, map[string]figure{}}
	for _, l := range lanes {
		r.figures[l.entrant.name] = figure{float64(bytes) / l.times.Median() * 1e3, l.allocs.Best() / float64(len(c.docs))}
	}
	return r, nil
}

// lane is where one entrant runs.
type lane struct {
	contest contest
	entrant entrant
	dst     []byte
	passes  int // over the documents, in a turn
	slow    bool

	times, allocs bench.Samples // ns and allocations of a pass
}

// warm finds out how many passes fill a turn.
func (l *lane) warm(turn time.Duration) error {
	l.passes = 1
	for range 2 { // while caches and buffers grow, the first is slower
		l.times, l.allocs = nil, nil
		if err := l.run(); err != nil {
			return err
		}
		if l.slow = l.times[0] > float64(time.Second)/4; l.slow {
			break
		}
	}
	l.passes = max(1, int(float64(turn)/l.times[0]))
	l.times, l.allocs = nil, nil
	return nil
}

// slowRounds is the number of rounds for a very slow entrant. Some take seconds for a
// deeply nested document.
const slowRounds = 2

// run is one turn. Before it, the garbage of others is collected, and a fast entrant fills
// its pools again. All threads of the process count: some libraries parse in two, and
// garbage costs its collection.
func (l *lane) run() error {
	if l.slow && len(l.times) == slowRounds {
		return nil
	}
	runtime.GC()
	if len(l.times) > 0 && l.times[0]*float64(l.passes) < float64(100*time.Millisecond) {
		if err := l.pass(); err != nil {
			return err
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := bench.ProcessTime()
	for range l.passes {
		if err := l.pass(); err != nil {
			return err
		}
	}
	took := bench.ProcessTime() - start
	runtime.ReadMemStats(&after)
	l.times = append(l.times, float64(max(took, 1))/float64(l.passes))
	l.allocs = append(l.allocs, float64(after.Mallocs-before.Mallocs)/float64(l.passes))
	return nil
}

// pass has the entrant do each document once.
func (l *lane) pass() error {
	for i := range l.contest.docs {
		if _, err := l.contest.shape(l.entrant, i, l.dst); err != nil {
			return fmt.Errorf("%s on %s, %s: %w", l.contest.work, l.contest.corpus, l.entrant.name, err)
		}
	}
	return nil
}
