package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestSample judges the tests of a package that has mutants of each kind. The
// boundary of a generic function is none, and neither is a sum of strings; a mutant
// that does not end is killed.
func TestSample(t *testing.T) {
	known := t.TempDir() + "/known.txt"
	list := `# internal/mutants/testdata/sample
sample.go Forever CONDITIONALS_BOUNDARY: n > 0 -- a last turn adds nothing
sample.go Larger CONDITIONALS_NEGATION: a > b -- no survivor, so that the list is stale
`
	if err := os.WriteFile(known, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	o := options{known: known, efficacy: 80, patience: 5 * time.Second, longest: time.Hour}
	err := o.run([]string{"./testdata/sample"}, &out)
	const want = `unreached  internal/mutants/testdata/sample/sample.go:12:35	sample.go Below CONDITIONALS_BOUNDARY: n < limit
unreached  internal/mutants/testdata/sample/sample.go:56:53	sample.go Nobody CONDITIONALS_NEGATION: a+"x" >= b
unreached  internal/mutants/testdata/sample/sample.go:56:53	sample.go Nobody CONDITIONALS_BOUNDARY: a+"x" >= b
listed, but no survivor: sample.go Larger CONDITIONALS_NEGATION: a > b
internal/mutants/testdata/sample: 25 mutants, 21 killed, 0 lived, 3 unreached, 1 equivalent: efficacy 87.5 %
`
	if out.String() != want || err == nil {
		t.Errorf("got %v and\n%s\nwant\n%s", err, out.String(), want)
	}
}

// What counts is how long a test has a processor: one that waits, as all do on a busy
// machine, takes nothing.
func TestTimeOfTests(t *testing.T) {
	waits := t.TempDir() + "/waits"
	if err := os.WriteFile(waits, []byte("#!/bin/sh\nsleep 0.5\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if passed, took := (binary{file: waits}).run(0, nil, time.Hour); !passed || took >= time.Second/2 {
		t.Errorf("passed %v, in %v", passed, took)
	}
}

func TestKnownThatIsNone(t *testing.T) {
	for _, list := range []string{"a key -- a reason", "# p\na key", "# p\na key -- "} {
		name := t.TempDir() + "/known.txt"
		if err := os.WriteFile(name, []byte(list), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readKnown(name); err == nil {
			t.Errorf("%q is a list", list)
		}
	}
}
