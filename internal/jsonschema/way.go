package jsonschema

import (
	"slices"
	"strconv"
)

// ways tells the way from the root to values of a document that are asked for in its
// order. All of them together take one walk over it.
type ways struct {
	doc   *document
	steps []cursor       // on the way to the last one
	names map[int]string // by where they stand: many ways share their start
}

// ways are those to some values, in the order in which they are given.
func (d *document) ways(values ...value) [][]string {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return values[a].at - values[b].at })
	w, all := ways{doc: d, names: map[int]string{}}, make([][]string, len(values))
	for _, i := range order {
		all[i] = w.to(values[i])
	}
	return all
}

// to is the way to a value: names and indexes.
func (w *ways) to(v value) (path []string) {
	at := w.doc.root()
	for depth := 0; at.at < v.at; depth++ {
		if depth == len(w.steps) {
			w.steps = append(w.steps, w.doc.in(at))
		}
		step := &w.steps[depth]
		for step.value.end <= v.at && step.next() {
			w.steps = w.steps[:depth+1]
		}
		path, at = append(path, w.spell(step)), step.value
	}
	return path
}

func (w *ways) spell(step *cursor) string {
	if w.doc.kind(step.of) == array {
		return strconv.Itoa(step.place)
	}
	name, known := w.names[step.name.at]
	if !known {
		name = w.doc.string(step.name)
		w.names[step.name.at] = name
	}
	return name
}
