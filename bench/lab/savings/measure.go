package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// set is a file of runs with its figures.
type set struct {
	name    string // of the file, without its ending
	runs    int
	tasks   map[string]bool
	servers map[string]bool
	Arms    []arm
	Curve   []suggest.Point // the arm that counts, by the cost of a retrieval, the cheapest first

	source   suggest.Source
	evidence learn.Evidence
	priors   []learn.Priors // by the third that they do without
}

// arm is a way to shape the results of a set.
type arm struct {
	Name string
	suggest.Figures
}

// The arms of shape. A proxy records calls and results, and no text of a model.
const (
	asRecorded  = "shape suggest"
	withTexts   = "with the model's texts"
	otherPriors = "other servers' priors"
	asPreset    = "a preset, without cuts"
	untouched   = "none"
	ofClient    = "a client's "
)

// costs are tokens of a retrieval, beside those of the arm that counts. A high cost keeps more.
var costs = []int{10, 100, 500, 5000, 100000}

// measure measures the sets of a folder.
func measure(folder string) ([]*set, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || files == nil {
		return nil, cmp.Or(err, fmt.Errorf("%q: a folder without .jsonl files", folder))
	}
	var sets []*set
	for _, file := range files {
		s, err := readSet(file)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	counter := &memo{Counter: o200k.Counter{}}
	for _, s := range sets {
		others := slices.DeleteFunc(slices.Clone(sets), s.sharesServer)
		counter.known.Clear()
		if err := s.measure(counter, sets, others); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return sets, nil
}

func readSet(file string) (*set, error) {
	s := &set{name: strings.TrimSuffix(filepath.Base(file), ".jsonl"), tasks: map[string]bool{}, servers: map[string]bool{}}
	s.source = func(visit func(*recordings.Session) error) error {
		_, err := recordings.Sessions([]string{file}, "", visit)
		return err
	}
	err := s.source(func(of *recordings.Session) error {
		s.runs++
		s.tasks[learn.Task(of)] = true
		for _, e := range of.Events {
			if e.Kind == recordings.Result {
				s.servers[e.Server] = true
			}
		}
		s.evidence.Add(of)
		return nil
	})
	for k := range suggest.Folds {
		s.priors = append(s.priors, s.evidence.Priors(func(task string) bool { return suggest.Fold(task) != k }))
	}
	return s, err
}

func (s *set) sharesServer(with *set) bool {
	for name := range with.servers {
		if s.servers[name] {
			return true
		}
	}
	return false
}

// measure adds the arms and the curve. The test is always on the whole runs.
func (s *set) measure(counter tokens.Counter, all, others []*set) error {
	learnFrom := func(from suggest.Source) (*suggest.Learner, error) {
		return suggest.Learn(from, suggest.Options{Counter: counter, Aim: suggest.Aim, Floor: suggest.Floor})
	}
	recorded, err := learnFrom(s.withoutTexts)
	if err != nil {
		return err
	}
	whole, err := learnFrom(s.source)
	if err != nil {
		return err
	}
	proposals := []proposal{
		{name: asRecorded, by: recorded, priors: all},
		{name: withTexts, by: whole, priors: all},
		{name: otherPriors, by: recorded, priors: others},
		{name: asPreset, by: recorded, priors: all, leftOut: cuts},
	}
	for _, cost := range costs {
		proposals = append(proposals, proposal{name: fmt.Sprintf("%d tokens a retrieval", cost), by: recorded, priors: all, cost: cost})
	}
	var arms []suggest.Arm
	for _, p := range proposals {
		arm, err := p.arm()
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", p.name, err)
		case arm == nil:
			return fmt.Errorf("%d runs of %d tasks are too few", s.runs, len(s.tasks))
		}
		arms = append(arms, arm)
	}
	caps, ofCaps := suggest.CapArms()
	figures, err := suggest.MeasureAll(s.source, suggest.Options{Counter: counter}, append(arms, ofCaps...)...)
	if err != nil {
		return err
	}
	for i, f := range figures {
		switch at := i - len(proposals); {
		case at >= 0:
			s.add(ofClient+caps[at], *f)
		case proposals[i].cost > 0:
			s.Curve = append(s.Curve, suggest.Point{Retrieval: proposals[i].cost, Figures: *f})
		default:
			s.add(proposals[i].name, *f)
		}
	}
	s.Curve = append(s.Curve, suggest.Point{Retrieval: learn.DefaultRetrieval, Figures: s.Own().Figures})
	slices.SortFunc(s.Curve, func(a, b suggest.Point) int { return cmp.Compare(a.Retrieval, b.Retrieval) })
	none := s.Arms[0].Figures
	none.After, none.Shaped, none.Kept, none.Back, none.Lost, none.Retrievals = none.Before, none.Prompt, none.Taken, 0, 0, 0
	s.add(untouched, none)
	return nil
}

// proposal is a configuration that a learner proposes.
type proposal struct {
	name    string
	by      *suggest.Learner
	priors  []*set
	cost    int      // of a retrieval, in tokens; 0 for the default
	leftOut []string // keys of lines
}

// arm learns the proposal from two thirds of the tasks for the other one.
func (p proposal) arm() (suggest.Arm, error) {
	l := *p.by
	l.Retrieval = p.cost
	return l.Arm(func(without int) learn.Priors {
		sum := learn.Priors{}
		for _, s := range p.priors {
			sum.Add(s.priors[without])
		}
		return sum
	}, p.leftOut...)
}

// cuts are the keys of lines that a preset lacks.
var cuts = []string{"rows", "max_items", "max_string", "shorten", "budget", "low_priority"}

func (s *set) add(name string, f suggest.Figures) { s.Arms = append(s.Arms, arm{name, f}) }

// withoutTexts calls visit with the sessions as a proxy records them.
func (s *set) withoutTexts(visit func(*recordings.Session) error) error {
	return s.source(func(of *recordings.Session) error {
		recorded := *of
		recorded.Events = slices.DeleteFunc(slices.Clone(of.Events), func(e recordings.Event) bool {
			return e.Kind == recordings.User || e.Kind == recordings.Model
		})
		return visit(&recorded)
	})
}

// memo counts each text once, or twice if it is asked side by side.
type memo struct {
	tokens.Counter
	known sync.Map // tokens, by the hash of the text
}

func (m *memo) Count(text []byte) int {
	key := sha256.Sum256(text)
	n, ok := m.known.Load(key)
	if !ok {
		n = m.Counter.Count(text)
		m.known.Store(key, n)
	}
	return n.(int)
}
