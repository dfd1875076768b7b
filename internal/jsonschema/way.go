package jsonschema

import (
	"slices"
	"strconv"
)

// ways tells the way from the root to each value of a tape.
type ways struct {
	tape    *tape
	holders []int32          // the container that each value stands in
	places  []int32          // its place there: 0 for the first
	names   map[int32]string // by their entries: many faults share the start of their way
}

// up looks for the ways once for all values.
func (t *tape) up() ways {
	w := ways{t, make([]int32, len(t.entries)), make([]int32, len(t.entries)), map[int32]string{}}
	for v := range t.entries {
		holder := &t.entries[v]
		before := 0 // entries before each value
		switch holder.kind {
		case object:
			before = 1
		case array:
		default:
			continue
		}
		for c, place := v+1+before, int32(0); c < int(holder.next); place++ {
			w.holders[c], w.places[c] = int32(v), place
			c = t.next(c) + before
		}
	}
	return w
}

// to is the way from the root to a value: names and indexes.
func (w *ways) to(v int) (path []string) {
	for ; v != 0; v = int(w.holders[v]) {
		if w.tape.entries[w.holders[v]].kind == object {
			path = append(path, w.name(int32(v-1)))
		} else {
			path = append(path, strconv.Itoa(int(w.places[v])))
		}
	}
	slices.Reverse(path)
	return path
}

func (w *ways) name(v int32) string {
	name, known := w.names[v]
	if !known {
		name = w.tape.string(int(v))
		w.names[v] = name
	}
	return name
}
