package lexis

// Prices are what bytes cost by the state before them and their class, laid out so that
// blocks of ASCII are priced at once: in place of their states, which follow one from the
// other, two bytes before each tell what has a say in its price, but for digits by threes,
// which are counted apart.
type Prices struct {
	tables [tables]byte
	group  int // what a digit costs more that begins another three
}

// Where the tables are: the class of a byte, and eight times that; eight times the row of
// two classes; and the halves of the price of a row and a class.
const (
	classAt  = 0
	classAt8 = classAt + 128
	rowAt8   = classAt8 + 128
	lowAt    = rowAt8 + 64
	highAt   = lowAt + 128
	tables   = highAt + 128

	narrow = 8 // classes of ASCII, the first ones
)

// NewPrices has each byte cost what price says of [Pair] and its class.
func NewPrices(price func(before State, c Class) uint16) *Prices {
	p := &Prices{group: int(price(AfterDigit3, Digit)) - int(price(AfterDigit, Digit))}
	for b := range 128 {
		p.tables[classAt+b], p.tables[classAt8+b] = byte(Classes[b]), narrow*byte(Classes[b])
	}
	rows := map[State]int{}
	for two := range narrow * narrow {
		before := after(Class(two/narrow), Class(two%narrow))
		row, known := rows[before]
		if !known {
			row = narrow * len(rows)
			rows[before] = row
			p.setRow(row, before, price)
		}
		p.tables[rowAt8+two] = byte(row)
	}
	return p
}

// setRow sets the prices of the classes behind a state.
func (p *Prices) setRow(row int, before State, price func(State, Class) uint16) {
	for c := range narrow {
		cost := price(Pair(before, Class(c)), Class(c))
		p.tables[lowAt+row+c], p.tables[highAt+row+c] = byte(cost), byte(cost>>8)
	}
}

// Blocks is what blocks of a text cost from i on, which is 3 at least, and where it stopped:
// before the first bytes that are not ASCII, or where less than a block is left. It goes
// nowhere where the processor cannot do that. at is the state at i, and stopped that where it did.
func (p *Prices) Blocks(text []byte, i int, at State) (cost, next int, stopped State) {
	if !kernel {
		return 0, i, at
	}
	digits := 0
	if at >= AfterDigit && at <= AfterDigit3 {
		digits = int(at-AfterDigit) + 1
	}
	cost, groups, next, digits := priceBlocks(text, i, digits, &p.tables)
	switch {
	case next == i:
	case digits > 0:
		at = AfterDigit + State(digits-1)
	default:
		at = after(Classes[text[next-2]], Classes[text[next-1]])
	}
	return cost + groups*p.group, next, at
}
