package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const before = `goos: linux
pkg: example.com/x/bench
BenchmarkShape/W2/1KB-2         	    4821	      7000 ns/op	 116.49 MB/s	       116.1 cpu-MB/s	      6000 cpu-ns/op	       0 B/op	       2 allocs/op
BenchmarkShape/10MB-2           	       3	  30000000 ns/op	       0 B/op	       0 allocs/op
BenchmarkGone-2                 	       3	  30 ns/op
PASS
`

const after = `BenchmarkShape/10MB-2           	       3	  20000000 ns/op	       0 B/op	       0 allocs/op
BenchmarkShape/W2/1KB           	    4821	      9000 ns/op	      8000 cpu-ns/op	       0 B/op	       3 allocs/op
BenchmarkNew-16                 	       3	  30 ns/op
`

// measured are the results of rounds whose output is given.
func measured(t *testing.T, rounds ...string) results {
	t.Helper()
	r := newResults()
	for _, out := range rounds {
		if err := r.read(out); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestCompare(t *testing.T) {
	slow := strings.ReplaceAll(before, "6000 cpu-ns/op", "8000 cpu-ns/op")
	slower := strings.ReplaceAll(before, "6000 cpu-ns/op", "9000 cpu-ns/op")
	rows := compare(measured(t, slow, before, slower), measured(t, after))
	want := []row{
		{"Shape/10MB", summary{30e6, 30e6, 0}, summary{20e6, 20e6, 0}},
		{"Shape/W2/1KB", summary{6000, 8000, 2}, summary{8000, 8000, 3}},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("got %v, want %v", rows, want)
	}
	var out strings.Builder
	table(&out, rows)
	const printed = "" +
		"  base best  median  tree best  median  ratio  allocs  benchmark\n" +
		"       30ms    30ms       20ms    20ms  1.500       0  Shape/10MB\n" +
		"        6µs     8µs        8µs     8µs  0.750   2 → 3  Shape/W2/1KB\n"
	if out.String() != printed {
		t.Errorf("got\n%s\nwant\n%s", out.String(), printed)
	}
}

func TestFailures(t *testing.T) {
	o := options{threshold: 0.97}
	of := func(name string, base, tree, baseAllocs, treeAllocs float64) row {
		return row{name, summary{best: base, allocs: baseAllocs}, summary{best: tree, allocs: treeAllocs}}
	}
	got := o.failures([]row{
		of("as before", 100, 100, 1, 1),
		of("hardly slower", 100, 103, 1, 1),
		of("slower", 100, 104, 1, 1),
		of("allocates", 100, 50, 0, 1),
		of("allocates as much but for a few", 100, 100, 100, 101),
		of("allocates less", 100, 100, 2, 1),
	})
	if want := []string{"slower", "allocates"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, out := range []string{"", "PASS\n", "BenchmarkX-2  1  2 ns/op 3\n", "BenchmarkX-2  1  x ns/op\n"} {
		r := newResults()
		if r.read(out) == nil {
			t.Errorf("%q was taken", out)
		}
	}
}

// standIn names the environment variable that makes this test binary stand in for
// a benchmark binary: it appends its own name to the file of that path.
const standIn = "SHAPE_PERF_STAND_IN"

func TestMain(m *testing.M) {
	order := os.Getenv(standIn)
	if order == "" {
		os.Exit(m.Run())
	}
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), filepath.Ext(os.Args[0]))
	f, err := os.OpenFile(order, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, name)
	fmt.Println("BenchmarkX 1 2 ns/op")
}

// The binaries run in turn, and neither of them always first.
func TestInterleave(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var sides [2]string
	for i, name := range []string{"base", "tree"} {
		sides[i] = filepath.Join(dir, name+filepath.Ext(self))
		copyFile(t, sides[i], self)
	}
	t.Setenv(standIn, filepath.Join(dir, "order"))
	results, err := interleave(sides, 3, nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	order, err := os.ReadFile(filepath.Join(dir, "order"))
	if want := "base\ntree\ntree\nbase\nbase\ntree\n"; err != nil || string(order) != want {
		t.Errorf("the order is %q, %v", order, err)
	}
	if n := len(results[1].samples["X"].times); n != 3 {
		t.Errorf("%d measurements of the tree, want 3", n)
	}
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestRunNeedsABase(t *testing.T) {
	if err := (options{}).run(nil, nil); err == nil || !strings.Contains(err.Error(), "BASE=") {
		t.Errorf("got %v", err)
	}
}
