package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/bench"
)

// measuring returns these ratios, one after the other, and counts.
func measuring(ratios ...float64) (measure func() (float64, error), times *int) {
	times = new(int)
	return func() (float64, error) {
		*times++
		return ratios[min(*times, len(ratios))-1], nil
	}, times
}

// What is too slow fails, after it was measured anew; one good measurement is enough.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		name     string
		ratios   []float64
		measured int
		fails    bool
	}{
		{"as recorded", []float64{2}, 1, false},
		{"faster", []float64{3}, 1, false},
		{"hardly slower", []float64{1.6}, 1, false},
		{"disturbed", []float64{1, 1.59, 1.61}, 3, false},
		{"slower", []float64{1.59}, attempts, true},
	} {
		measure, times := measuring(c.ratios...)
		_, err := holds(2, measure)
		if (err != nil) != c.fails || *times != c.measured {
			t.Errorf("%s: %v after %d measurements", c.name, err, *times)
		}
	}
	failed := errors.New("failed")
	if _, err := holds(2, func() (float64, error) { return 0, failed }); err != failed {
		t.Errorf("got %v", err)
	}
}

// What was recorded is held from then on, and other architectures keep theirs.
func TestRecord(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"vax":{"a":9}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	corpora := bench.Corpora(1 << 10)[:1]
	at := func(ratio float64) func(bench.Corpus) (float64, error) {
		return func(bench.Corpus) (float64, error) { return ratio, nil }
	}
	var out strings.Builder
	if err := run(&out, corpora, false, at(0)); err != nil || !strings.Contains(out.String(), "nothing is recorded for "+runtime.GOARCH) {
		t.Errorf("%q, %v", out.String(), err)
	}
	if err := run(io.Discard, corpora, true, at(2)); err != nil {
		t.Fatal(err)
	}
	if err := run(io.Discard, corpora, false, at(1.6)); err != nil {
		t.Error(err)
	}
	if err := run(io.Discard, corpora, false, at(1.5)); err == nil {
		t.Error("a fall by a quarter was taken")
	}
	if all, err := read(); err != nil || all["vax"]["a"] != 9 {
		t.Errorf("%v, %v", all, err)
	}
}

// The ratio is one of two times that were measured.
func TestRatio(t *testing.T) {
	for _, c := range bench.Corpora(1 << 10)[:3] {
		if got, err := ratio(c, 1, time.Microsecond); err != nil || got <= 0 {
			t.Errorf("%s: %v, %v", c.Name, got, err)
		}
	}
}
