// Command mutants asks the tests whether they would notice:
//
//	go run ./internal/mutants [-known FILE] PACKAGE[+PACKAGE…]…
//
// It turns comparisons, signs and sums of a package around, each in its turn, and
// runs the package's tests against each such mutant, and where it lives those of
// the packages after a plus sign. One that no test kills is
// a line of code that could be wrong unseen: it is printed, with its place, unless
// the list of known ones says why nobody could tell it from the original.
//
// All mutants of a package are compiled into one test binary, which an environment
// variable makes one of them; and only tests that reach a mutant are run against
// it, the fast ones first. That is what makes it ten times as fast as compiling
// each (decisions, mutants).
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// options are what the command is asked for.
type options struct {
	known    string        // a file that lists mutants which are equivalent
	efficacy float64       // the share of mutants to be killed, in per cent
	patience time.Duration // with the tests of one mutant, beside what they take
	longest  time.Duration // that a test may have a processor to be among them
}

func main() {
	var o options
	flag.StringVar(&o.known, "known", "internal/mutants/known.txt", "the list of mutants that are like the original")
	flag.Float64Var(&o.efficacy, "efficacy", 95, "the least share of mutants to be killed, in per cent")
	flag.DurationVar(&o.patience, "patience", 20*time.Second, "how long the tests of a mutant may take beyond ten times the usual")
	flag.DurationVar(&o.longest, "longest", 5*time.Second, "how long a test may have a processor; those that take longer are left out")
	flag.Parse()
	if err := o.run(flag.Args(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run judges the tests of packages, one after the other.
func (o options) run(packages []string, out io.Writer) error {
	all, err := readKnown(o.known)
	if err != nil {
		return err
	}
	short := 0
	for _, names := range packages {
		p, err := o.judge(strings.Split(names, "+"))
		if err != nil {
			return err
		}
		if r := report(out, p, all); r.efficacy() < o.efficacy || r.stale > 0 {
			short++
		}
	}
	if short > 0 {
		return fmt.Errorf("%d of %d packages are below %v %%, or list what is no survivor", short, len(packages), o.efficacy)
	}
	return nil
}

// judge judges the tests of packages on the mutants of the first one.
func (o options) judge(packages []string) (*pkg, error) {
	p, err := load(packages[0])
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "shape-mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	binaries, err := p.compile(folder, packages)
	if err != nil {
		return nil, err
	}
	return p, o.try(binaries, p.mutants)
}
