// Command retrieval measures shape_retrieve on recorded runs of agents. A script acts as the
// model. For each used value that a shaped result does not show, it asks once and looks for the
// value in the answer. See [query] for its words.
//
//	go run ./retrieval -runs FOLDER [-misses]  # run it in bench/lab
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

func main() {
	folder := flag.String("runs", "", "the folder with a file of runs for each set")
	misses := flag.Bool("misses", false, "print each value that does not come back")
	flag.Parse()
	if err := run(*folder, *misses); err != nil {
		fmt.Fprintln(os.Stderr, "retrieval:", err)
		os.Exit(1)
	}
}

// set is a file of runs.
type set struct {
	name     string
	sessions []*recordings.Session
	evidence learn.Evidence
}

// arm is a way to shape the results of a set.
type arm struct {
	name string
	of   func(s *set, all []*set) (suggest.Arm, error)
}

var arms = []arm{
	{"shape suggest", learned(0, false)},
	{"retrievals at 100 tokens", learned(100, false)},
	{"other sets' priors", learned(0, true)},
	{"5 rows, 200 bytes a text", func(*set, []*set) (suggest.Arm, error) {
		rules, err := config.Parse("rules", []byte(`{"global":{"max_items":5,"max_string":200,"archive":{"store":"memory"}}}`))
		if err != nil {
			return nil, err
		}
		shape, err := suggest.By(rules, suggest.Options{})
		return func(string) suggest.Shape { return shape }, err
	}},
	{"nothing shown", func(*set, []*set) (suggest.Arm, error) { return func(string) suggest.Shape { return nil }, nil }},
}

// run prints the figures of each arm and set.
func run(folder string, misses bool) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || files == nil {
		return cmp.Or(err, fmt.Errorf("%q: a folder without .jsonl files", folder))
	}
	var sets []*set
	for _, file := range files {
		s, err := readSet(file)
		if err != nil {
			return err
		}
		sets = append(sets, s)
	}
	for _, a := range arms {
		total := figures{}
		for _, s := range sets {
			f := figures{}
			if misses {
				f.misses = os.Stdout
			}
			shape, err := a.of(s, sets)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			for _, of := range s.sessions {
				if err := f.measure(of, shape(learn.Task(of))); err != nil {
					return fmt.Errorf("%s: %w", s.name, err)
				}
			}
			fmt.Printf("%-26s%-20s%s\n", a.name, s.name, f)
			total.add(f)
		}
		fmt.Printf("%-26s%-20s%s\n", a.name, "all", total)
	}
	return nil
}

func readSet(file string) (*set, error) {
	s := &set{name: strings.TrimSuffix(filepath.Base(file), ".jsonl")}
	_, err := recordings.Sessions([]string{file}, "", func(of *recordings.Session) error {
		kept := *of
		kept.Events = slices.Clone(of.Events)
		s.sessions = append(s.sessions, &kept)
		s.evidence.Add(of)
		return nil
	})
	return s, err
}

// learned proposes by the other thirds of the tasks, as a proxy records them. cost is that of a
// retrieval, 0 for the default.
func learned(cost int, isForeign bool) func(*set, []*set) (suggest.Arm, error) {
	return func(s *set, all []*set) (suggest.Arm, error) {
		o := suggest.Options{Counter: o200k.Counter{}, Aim: suggest.Aim, Floor: suggest.Floor}
		o.Retrieval = cost
		l, err := suggest.Learn(s.withoutTexts, o)
		if err != nil {
			return nil, err
		}
		arm, err := l.Arm(func(fold int) learn.Priors {
			priors := learn.Priors{}
			for _, other := range all {
				if !isForeign || other != s {
					priors.Add(other.evidence.Priors(func(task string) bool { return suggest.Fold(task) != fold }))
				}
			}
			return priors
		})
		if arm == nil {
			return nil, cmp.Or(err, errors.New("too few runs or tasks"))
		}
		return arm, err
	}
}

func (s *set) withoutTexts(visit func(*recordings.Session) error) error {
	for _, of := range s.sessions {
		recorded := *of
		recorded.Events = slices.DeleteFunc(slices.Clone(of.Events), func(e recordings.Event) bool {
			return e.Kind == recordings.User || e.Kind == recordings.Model
		})
		if err := visit(&recorded); err != nil {
			return err
		}
	}
	return nil
}
