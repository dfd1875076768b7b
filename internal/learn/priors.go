package learn

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Priors count tasks by the names of members: those with a value under a name, and those
// that took one up. A name is one name, or two: "date of author".
type Priors map[string]Count

// Count counts tasks.
type Count struct{ Tasks, Taken int }

// shrink is the number of tasks that a less exact prior counts as.
const shrink = 5

// byClass are the chances of places by their values alone, measured on the recordings of
// [Shipped].
var byClass = [classes]float64{Empty: 0.0005, Truth: 0.01, Number: 0.03, Time: 0.03, URL: 0.003, Opaque: 0.05, Word: 0.08, Text: 0.2}

// chance is the prior of a place: that of its class, then of its name, then of its last two
// names. A place with one value in all results has a twentieth of the chance of its class.
func chance(p *Place, by Priors) float64 {
	c := byClass[p.class()]
	if !p.stat.differs && p.Results > 1 {
		c /= 20
	}
	for _, name := range namesOf(p) {
		n := by[name]
		c = (float64(n.Taken) + shrink*c) / (float64(n.Tasks) + shrink)
	}
	return c
}

func (c Count) add(o Count) Count { return Count{c.Tasks + o.Tasks, c.Taken + o.Taken} }

// namesOf returns the last name of a place, and the last two in one.
func namesOf(p *Place) (names []string) {
	for _, name := range slices.Backward(p.Path) {
		switch {
		case name == anyName:
		case names == nil:
			names = []string{name}
		default:
			return append(names, names[0]+" of "+name)
		}
	}
	return names
}

// priorsOf are the counts of some tools. A task counts once for a name.
func priorsOf(tools []*Tool) Priors {
	tasks := map[string]map[string]bool{}
	for _, t := range tools {
		for _, p := range t.Places {
			for _, name := range namesOf(p) {
				if tasks[name] == nil {
					tasks[name] = map[string]bool{}
				}
				for task, taken := range p.tasks {
					tasks[name][task] = tasks[name][task] || taken
				}
			}
		}
	}
	all := Priors{}
	for name, of := range tasks {
		n, k := counted(of)
		all[name] = Count{n, k}
	}
	return all
}

// Priors returns the counts of the sessions of some tasks.
func (e *Evidence) Priors(of func(task string) bool) Priors {
	return priorsOf(e.Decide(of, Options{Priors: Priors{}}))
}

// Add adds counts of other tasks.
func (p Priors) Add(others Priors) {
	for name, n := range others {
		p[name] = p[name].add(n)
	}
}

//go:embed priors.tsv
var shippedText string

// Shipped returns the counts that ship with the product. They are made from public recordings
// of four servers (docs/suggestions.md).
var Shipped = sync.OnceValue(func() Priors {
	all := Priors{}
	for line := range strings.Lines(shippedText) {
		var n Count
		name, counts, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		if _, err := fmt.Sscanf(counts, "%d\t%d", &n.Tasks, &n.Taken); err != nil {
			panic(fmt.Sprintf("priors.tsv: %q: %v", line, err))
		}
		all[name] = n
	}
	return all
})

// Write writes the counts of names in two tasks or more, in the order of the names.
func (p Priors) Write(to io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if n := p[name]; n.Tasks > 1 && !strings.ContainsAny(name, "\t\n") {
			if _, err := fmt.Fprintf(to, "%s\t%d\t%d\n", name, n.Tasks, n.Taken); err != nil {
				return err
			}
		}
	}
	return nil
}
