package jsonschema

import (
	"slices"
	"strconv"
)

// ways tells the way from the root to values of a tape that are asked for in its
// order. All of them together take one walk over it.
type ways struct {
	tape  *tape
	steps []step         // on the way to the last one
	names map[int]string // by their entries: many ways share their start
}

// step is the way from a container to something in it.
type step struct {
	holder, child, place int
}

// ways are those to some values, in the order in which they are given.
func (t *tape) ways(values ...int) [][]string {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return values[a] - values[b] })
	w, all := ways{tape: t, names: map[int]string{}}, make([][]string, len(values))
	for _, i := range order {
		all[i] = w.to(values[i])
	}
	return all
}

// to is the way to a value: names and indexes.
func (w *ways) to(v int) (path []string) {
	for len(w.steps) > 0 && v >= w.tape.next(w.steps[len(w.steps)-1].holder) {
		w.steps = w.steps[:len(w.steps)-1]
	}
	if len(w.steps) == 0 {
		w.enter(0)
	}
	for depth := 0; v > 0; depth++ {
		if depth == len(w.steps) {
			w.enter(w.steps[depth-1].child)
		}
		s := &w.steps[depth]
		before := w.before(s.holder)
		for v >= w.tape.next(s.child) {
			s.child, s.place = w.tape.next(s.child)+before, s.place+1
			w.steps = w.steps[:depth+1]
		}
		path = append(path, w.spell(s))
		if s.child >= v {
			break
		}
	}
	return path
}

// enter goes to the first of what a container holds.
func (w *ways) enter(holder int) {
	w.steps = append(w.steps, step{holder: holder, child: holder + 1 + w.before(holder)})
}

// before is how many entries stand before each value of a container: its name.
func (w *ways) before(holder int) int {
	if w.tape.entries[holder].kind == object {
		return 1
	}
	return 0
}

func (w *ways) spell(s *step) string {
	if w.before(s.holder) == 0 {
		return strconv.Itoa(s.place)
	}
	name, known := w.names[s.child-1]
	if !known {
		name = w.tape.string(s.child - 1)
		w.names[s.child-1] = name
	}
	return name
}
