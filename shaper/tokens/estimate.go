package tokens

import "github.com/seed-7aa78ce4/shape/internal/lexis"

// Estimate is the default counter. It knows no vocabulary: it goes over the bytes once,
// and has each cost what its like cost on average in the o200k_base tokenizer: a first
// letter, one far into a word, a digit, a sign after another one. The weights were fitted
// on source text and pages of Go and of modules, and on records, logs, paths, base64,
// hex, numbers and prose in 18 languages that internal/counters makes, and on nothing of a
// server. What the error is for servers stands in bench/README.md. It is an estimate for
// every model.
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
	var cost int
	if len(text) >= apart {
		cost = costApart(text)
	} else {
		cost, _ = costOf(text, 0)
	}
	return min(max((cost+500)/1000, 1), len(text))
}

// place is where a byte stands, and what it costs there, in thousandths of a token: the
// cost in the upper half, and in the lower one the row of steps from there.
type place uint32

// steps lead from the row of a place by a class to the next place.
var steps = func() (table [rows]place) {
	for s, row := range lexis.Next {
		for c, next := range row {
			table[s*int(lexis.NumClasses)+c] = placeOf(next)
		}
	}
	return table
}()

// rows is a power of two, so that a mask keeps what is looked up within the table.
const rows = 1 << 10

func placeOf(s lexis.State) place {
	return place(weights[s])<<16 | place(s)*place(lexis.NumClasses)
}

func (p place) next(b byte) place { return steps[(p|place(lexis.Classes[b]))%rows] }
func (p place) cost() int         { return int(p >> 16) }

// costOf is what a text costs that goes on from a place, and where it ends.
func costOf(text []byte, from place) (cost int, at place) {
	at = from
	for _, b := range text {
		at = at.next(b)
		cost += at.cost()
	}
	return cost, at
}

const (
	parts = 4
	apart = 512 // bytes of a text that is read in parts
	reach = 64  // in which a part finds a beginning
)

// costApart is what a text costs that is read at four places at once: a processor waits
// for each step, and takes others meanwhile. A part begins where what stands before it
// has no say in its place.
func costApart(text []byte) int {
	var starts [parts + 1]int
	var at [parts]place
	starts[parts] = len(text)
	for n := 1; n < parts; n++ {
		if starts[n], at[n] = begin(text, n*len(text)/parts); starts[n] == 0 {
			cost, _ := costOf(text, 0)
			return cost
		}
	}
	least := len(text)
	for n := range parts {
		least = min(least, starts[n+1]-starts[n])
	}
	cost := costAbreast(text, &starts, &at, least)
	for n := range parts {
		rest, _ := costOf(text[starts[n]+least:starts[n+1]], at[n])
		cost += rest
	}
	return cost
}

// begin is the first byte from i on of which the place before it is known; 0 where none is
// within reach.
func begin(text []byte, i int) (start int, before place) {
	known := lexis.Known()
	for end := i + reach; i < end; i++ {
		if s := known[lexis.Classes[text[i-2]]][lexis.Classes[text[i-1]]]; s != lexis.Begin {
			return i, placeOf(s)
		}
	}
	return 0, 0
}

// costAbreast is what the first bytes of each part cost; it goes on to where they end.
func costAbreast(text []byte, starts *[parts + 1]int, at *[parts]place, least int) (cost int) {
	a, b, c, d := text[:least], text[starts[1]:][:least], text[starts[2]:][:least], text[starts[3]:][:least]
	w, x, y, z := at[0], at[1], at[2], at[3]
	for i := range a {
		w, x, y, z = w.next(a[i]), x.next(b[i]), y.next(c[i]), z.next(d[i])
		cost += w.cost() + x.cost() + y.cost() + z.cost()
	}
	*at = [parts]place{w, x, y, z}
	return cost
}
