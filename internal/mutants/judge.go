package main

import (
	"runtime"
	"sync"
	"time"
)

// fate is what became of a mutant.
type fate int

const (
	unreached fate = iota // no test runs it
	lived
	killed // a test fails, or does not end
)

// try runs against each mutant the tests that reach it, those of the first
// binary before those of the next.
func (o options) try(binaries []binary, mutants []*mutant) error {
	for _, b := range binaries {
		tests, err := b.tests(o.longest)
		if err != nil {
			return err
		}
		var workers sync.WaitGroup
		queue := make(chan *mutant)
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for m := range queue {
					m.fate = max(m.fate, b.fate(m.id, tests, o.patience))
				}
			})
		}
		for _, m := range mutants {
			if m.fate != killed {
				queue <- m
			}
		}
		close(queue)
		workers.Wait()
	}
	return nil
}

// fate runs the tests that reach a mutant, in batches of which each may take four
// times as long as the one before: most mutants are killed at once.
func (b binary) fate(id int, tests []test, patience time.Duration) fate {
	what := unreached
	var names []string
	var took, enough time.Duration = 0, 50 * time.Millisecond
	for i, one := range tests {
		if one.reaches[id] {
			names = append(names, one.name)
			took += one.took
		}
		if len(names) == 0 || i+1 < len(tests) && took < enough {
			continue
		}
		if passed, _ := b.run(id, names, patience+10*took); !passed {
			return killed
		}
		what, names, took, enough = lived, nil, 0, 4*enough
	}
	return what
}
