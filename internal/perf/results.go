package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/rounds"
)

// results are what one side measured in all rounds, by benchmark, in the order
// of their first appearance.
type results struct {
	names   []string
	samples map[string]*samples
}

func newResults() results { return results{samples: map[string]*samples{}} }

// samples are the measurements of one benchmark.
type samples struct {
	times  rounds.Samples // ns of an operation
	allocs rounds.Samples
}

// line is that of a benchmark: its name, without the number of processors, how often
// it ran, and pairs of a value and a unit.
var line = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.+)$`)

// read adds what a benchmark binary printed.
func (r *results) read(out string) error {
	found := false
	for text := range strings.Lines(out) {
		m := line.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			continue
		}
		metrics, err := parseMetrics(m[2])
		if err != nil {
			return fmt.Errorf("%s: %w", m[1], err)
		}
		r.add(m[1], metrics)
		found = true
	}
	if !found {
		return fmt.Errorf("no benchmark in %q", out)
	}
	return nil
}

func (r *results) add(name string, metrics map[string]float64) {
	s := r.samples[name]
	if s == nil {
		s = &samples{}
		r.samples[name], r.names = s, append(r.names, name)
	}
	time, ok := metrics["cpu-ns/op"] // of a processor: others that use it do not count
	if !ok {
		time = metrics["ns/op"]
	}
	s.times = append(s.times, time)
	s.allocs = append(s.allocs, metrics["allocs/op"])
}

// parseMetrics reads pairs of a value and a unit.
func parseMetrics(text string) (map[string]float64, error) {
	fields := strings.Fields(text)
	metrics := map[string]float64{}
	for pair := range slices.Chunk(fields, 2) {
		if len(pair) < 2 {
			return nil, fmt.Errorf("a value without a unit: %q", text)
		}
		value, err := strconv.ParseFloat(pair[0], 64)
		if err != nil {
			return nil, err
		}
		metrics[pair[1]] = value
	}
	return metrics, nil
}

// summary is what the rounds of one benchmark come to.
type summary struct {
	best, median float64 // ns
	allocs       float64 // the fewest
}

func (s *samples) summary() summary {
	return summary{s.times.Best(), s.times.Median(), s.allocs.Best()}
}
