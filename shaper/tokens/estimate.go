package tokens

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/classes"
)

// Estimate is the default counter; it has no vocabulary. It reads the bytes once and adds the
// average cost of each byte in the o200k_base tokenizer, given the bytes before it. Examples
// are a letter behind a blank, the first of three digits, a sign behind another one.
//
// The weights were fitted on source text and pages of Go and of modules. Further texts come
// from bench/lab/counters: records, logs, paths, base64, hex, numbers and prose in 18
// languages. No text of a server was used. bench/README.md states the error on servers.
// Estimate is an estimate for every model.
type Estimate struct{}

// Name returns "estimate".
func (Estimate) Name() string { return "estimate" }

// Exact returns false.
func (Estimate) Exact() bool { return false }

// Most returns the bytes: a token has one at least.
func (Estimate) Most(bytes int) int { return bytes }

// Count estimates the tokens of a text: one for each byte at most, and at least 1 where
// there is any.
func (Estimate) Count(text []byte) int {
	return min(max((costOf(text)+500)/1000, 1), len(text))
}

// place holds a state after a byte and the byte's cost. The upper half is the cost in
// thousandths of a token; the lower half is the state's row in steps.
type place uint32

// tables lead from a place by a byte to the next place.
type tables struct {
	classes [256]classes.Class
	steps   [rows]place // by the row of a place and a class
}

// filled returns the tables, made on first use.
var filled = sync.OnceValue(func() *tables {
	t := &tables{classes: *classes.Of()}
	for s, row := range classes.Next() {
		for c, next := range row {
			cost := weights[classes.Pair(classes.State(s), classes.Class(c))][c]
			t.steps[int(placeAt(classes.State(s)))+c] = place(cost)<<16 | placeAt(next)
		}
	}
	return t
})

// Both are powers of two. A row and a class form one number, and a mask keeps an index within
// the table.
const (
	row  = 1 << 5
	rows = 1 << 10
)

func placeAt(s classes.State) place { return place(s) * row }

func (t *tables) next(p place, b byte) place { return t.steps[(p|place(t.classes[b]))%rows] }

func (p place) cost() int { return int(p >> 16) }

// costOf is the cost of a text, in thousandths of a token.
func costOf(text []byte) int {
	if len(text) >= apart {
		return costApart(text)
	}
	cost, _ := costInTurn(text, 0)
	return cost
}

// costInTurn is the cost of a text that follows a place, byte by byte, and the place where
// it ends.
func costInTurn(text []byte, from place) (cost int, at place) {
	at, t := from, filled()
	for _, b := range text {
		at = t.next(at, b)
		cost += at.cost()
	}
	return cost, at
}

const (
	parts = 4
	apart = 512 // the least bytes of a text that is read in parts
	reach = 64  // the bytes in which a part finds a beginning
)

// costApart is costOf for a text that is read at four places at once. A step waits for
// the one before it, so the processor takes steps of other parts meanwhile. A part begins
// where the text before it does not change its place.
func costApart(text []byte) (cost int) {
	var starts [parts + 1]int
	var at [parts]place
	starts[parts] = len(text)
	for n := 1; n < parts; n++ {
		if starts[n], at[n] = begin(text, n*len(text)/parts); starts[n] == 0 {
			cost, _ = costInTurn(text, 0)
			return cost
		}
	}
	least := len(text)
	for n := range parts {
		least = min(least, starts[n+1]-starts[n])
	}
	cost = costAbreast(text, &starts, &at, least)
	for n := range parts {
		rest, _ := costInTurn(text[starts[n]+least:starts[n+1]], at[n])
		cost += rest
	}
	return cost
}

// begin returns the first index from i on whose place is known from the two bytes before it.
// It returns 0 if none is within reach.
func begin(text []byte, i int) (start int, before place) {
	known, of := classes.Known(), classes.Of()
	for end := i + reach; i < end; i++ {
		if s := known[of[text[i-2]]][of[text[i-1]]]; s != classes.Begin {
			return i, placeAt(s)
		}
	}
	return 0, 0
}

// costAbreast returns the cost of the first least bytes of each part, and moves the places
// there.
func costAbreast(text []byte, starts *[parts + 1]int, at *[parts]place, least int) (cost int) {
	a, b, c, d := text[:least], text[starts[1]:][:least], text[starts[2]:][:least], text[starts[3]:][:least]
	w, x, y, z, t := at[0], at[1], at[2], at[3], filled()
	for i := range a {
		w, x, y, z = t.next(w, a[i]), t.next(x, b[i]), t.next(y, c[i]), t.next(z, d[i])
		cost += w.cost() + x.cost() + y.cost() + z.cost()
	}
	*at = [parts]place{w, x, y, z}
	return cost
}
