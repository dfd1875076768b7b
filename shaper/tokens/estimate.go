package tokens

import "github.com/seed-7aa78ce4/shape/internal/lexis"

// Estimate is the default counter. It knows no vocabulary: it goes over the bytes once,
// and has each cost what its like cost on average in the o200k_base tokenizer behind what
// stands before it: a letter behind a blank or a letter, the first of three digits, a sign
// behind another one. The weights were fitted on source text and pages of Go and of
// modules, and on records, logs, paths, base64, hex, numbers and prose in 18 languages that
// bench/lab/counters makes, and on nothing of a server. What the error is for servers stands
// in bench/README.md. It is an estimate for every model.
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

// place is where a byte leads, and what it costs, in thousandths of a token: the cost in
// the upper half, and in the lower one the row of steps from there.
type place uint32

// steps lead from the row of a place by a class to the next place.
var steps = func() (table [rows]place) {
	for s, row := range lexis.Next {
		for c, next := range row {
			cost := weights[lexis.Pair(lexis.State(s), lexis.Class(c))][c]
			table[int(placeAt(lexis.State(s)))+c] = place(cost)<<16 | placeAt(next)
		}
	}
	return table
}()

// Both are powers of two, so that a row and a class are one number, and a mask keeps what
// is looked up within the table.
const (
	row  = 1 << 5
	rows = 1 << 10
)

func placeAt(s lexis.State) place { return place(s) * row }

func (p place) state() lexis.State { return lexis.State(p % rows / row) }

func (p place) next(b byte) place { return steps[(p|place(lexis.Classes[b]))%rows] }
func (p place) cost() int         { return int(p >> 16) }

// prices are those of blocks.
var prices = lexis.NewPrices(func(before lexis.State, c lexis.Class) uint16 { return weights[before][c] })

const (
	leadIn = 3       // bytes before the first block
	block  = 64      // bytes that are gone over where a block cannot be priced
	most   = 4 << 10 // and no more of them before the next one is tried
)

// costOf is what a text costs, in thousandths of a token: most of it in blocks, where the
// processor can do that, and what is between them byte by byte.
func costOf(text []byte) (sum int) {
	var at place
	for i, n := 0, leadIn; i < len(text); {
		end := min(i+n, len(text))
		cost, after := costFrom(text[i:end], at)
		more, next, state := prices.Blocks(text, end, after.state())
		sum += cost + more
		at = placeAt(state)
		if n = block; next == end {
			n = min(2*(end-i)+block, most)
		}
		i = next
	}
	return sum
}

// costFrom is what a text costs that goes on from a place, and where it ends.
func costFrom(text []byte, from place) (cost int, at place) {
	if len(text) >= apart {
		return costApart(text, from)
	}
	return costInTurn(text, from)
}

// costInTurn is costFrom, byte by byte.
func costInTurn(text []byte, from place) (cost int, at place) {
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

// costApart is costFrom for a text that is read at four places at once: a processor waits
// for each step, and takes others meanwhile. A part begins where what stands before it
// has no say in its place.
func costApart(text []byte, from place) (cost int, _ place) {
	var starts [parts + 1]int
	at := [parts]place{from}
	starts[parts] = len(text)
	for n := 1; n < parts; n++ {
		if starts[n], at[n] = begin(text, n*len(text)/parts); starts[n] == 0 {
			return costInTurn(text, from)
		}
	}
	least := len(text)
	for n := range parts {
		least = min(least, starts[n+1]-starts[n])
	}
	cost = costAbreast(text, &starts, &at, least)
	for n := range parts {
		rest, end := costInTurn(text[starts[n]+least:starts[n+1]], at[n])
		cost += rest
		at[n] = end
	}
	return cost, at[parts-1]
}

// begin is the first byte from i on of which the place before it is known; 0 where none is
// within reach.
func begin(text []byte, i int) (start int, before place) {
	known := lexis.Known()
	for end := i + reach; i < end; i++ {
		if s := known[lexis.Classes[text[i-2]]][lexis.Classes[text[i-1]]]; s != lexis.Begin {
			return i, placeAt(s)
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
