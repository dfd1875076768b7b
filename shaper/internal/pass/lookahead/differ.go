package lookahead

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const (
	mostColumns = 64  // that Differ compares
	mostValues  = 8   // of a column of few values
	longestCell = 24  // bytes of a value or name that a spread spells
	longestLine = 120 // bytes of a spread
)

// Rules bound the comparison of rows. A column counts if Column admits its name, and Value each
// of its strings as written, with quotes.
type Rules struct {
	Column func(name []byte) bool
	Value  func(text []byte) bool
}

// column holds the values of the members of one name in the rows of a list.
type column struct {
	name   string
	isOut  bool
	rows   int // that have it
	values []classed
	isMany bool // values counts null and all others
	number numbers
}

// numbers are the numbers of a column. isOne tells that it holds nothing but them and null.
type numbers struct {
	isOne, rises, falls bool
	count               int
	last, min, max, sum float64
}

// classed is a value with the number of its rows. A nil text stands for rows without the member.
type classed struct {
	text []byte
	rows int
}

// Choice marks the elements of an array that stay in a cut. The zero Choice keeps the first ones.
type Choice struct {
	Stays    []bool
	IsRanked bool   // by their numbers, else they differ
	Spread   string // of the columns of all elements
}

// mostAround is the number of compared lists around another one: each is read ahead whole.
const mostAround = 4

// Differ marks most rows of the array at src[i]. Rows with a rare value come first, then rows of
// the head and the tail in turn. A value is rare if another one of its column has twice
// the rows. Spread spells the values of the columns with their rows, and the range and the sum of
// columns of numbers:
//
//	level: info=480, warn=12, error=8; ms: 3 to 900, sum 12345
//
// The rows of most-1 are among those of most. The result is zero if the array has no more than
// most rows, or if a row is no object. It is zero inside of four lists that were compared.
func (l *Lookahead) Differ(i, most int, rules Rules) (c Choice) {
	l.around = slices.DeleteFunc(l.around, func(end int) bool { return end <= i })
	if len(l.around) == mostAround {
		return c
	}
	l.around = append(l.around, l.Skip.End(l.src, i))
	var all []*column
	byName := map[string]*column{}
	rows, ok := l.eachCell(i, func(_ int, name []byte, value int) {
		c := byName[string(name)]
		if c == nil && len(all) < mostColumns {
			c = &column{name: string(name), isOut: !rules.Column(name), number: numbers{isOne: true, rises: true, falls: true}}
			all, byName[c.name] = append(all, c), c
		}
		if c != nil && !c.isOut {
			c.add(l.cell(value), rules)
		}
	})
	if !ok || rows <= most {
		return c
	}
	for _, c := range all {
		if c.rows < rows {
			c.values = append(c.values, classed{nil, rows - c.rows})
		}
	}
	rank := make([]int, rows)
	for row := range rank {
		rank[row] = math.MaxInt
	}
	l.eachCell(i, func(row int, name []byte, value int) {
		if c := byName[string(name)]; c != nil && !c.isOut {
			rank[row] = min(rank[row], c.rank(c.classOf(l.cell(value))))
		}
	})
	return Choice{Stays: chosen(rank, most), Spread: spell(all)}
}

// eachCell visits the members of the rows of an array, and counts the rows. ok is false if a row
// is no object.
func (l *Lookahead) eachCell(i int, visit func(row int, name []byte, value int)) (rows int, ok bool) {
	ok = true
	l.Skip.EachElement(l.src, i, func(at int) bool {
		if ok = at < len(l.src) && l.src[at] == '{'; !ok {
			return false
		}
		if !scan.IsEmpty(l.src, at) {
			l.members(at, func(name []byte, value int) { visit(rows, name, value) })
		}
		rows++
		return true
	})
	return rows, ok
}

// members visits the members of the object at src[i] that count.
func (l *Lookahead) members(i int, visit func(name []byte, value int)) {
	l.Skip.EachMember(l.src, i, func(name []byte, key, value int) bool {
		if value < len(l.src) && !l.obsolete.has(key) {
			visit(name, value)
		}
		return true
	})
}

// cell returns a scalar as it is written, and the first byte of a container.
func (l *Lookahead) cell(i int) []byte {
	if scan.IsOpener(l.src[i]) {
		return l.src[i : i+1]
	}
	end, _ := scan.Scalar(l.src, i, l.lim.StringBytes)
	return l.src[i:max(end, i+1)] // the pass reports a fault
}

// add adds a value.
func (c *column) add(text []byte, rules Rules) {
	c.rows++
	c.number.add(text)
	at := c.classOf(text)
	if at < 0 {
		switch at = len(c.values); {
		case at == mostValues || scan.IsOpener(text[0]) || len(text) > 4*longestCell:
			c.merge()
			at = 0
		case text[0] == '"' && !rules.Value(text):
			c.isOut = true
			return
		default:
			c.values = append(c.values, classed{text: text})
		}
	}
	c.values[at].rows++
}

// merge makes one class of all values except null.
func (c *column) merge() {
	nulls, others := classed{text: []byte("null")}, classed{text: []byte("some")}
	for _, v := range c.values {
		if string(v.text) == "null" {
			nulls.rows += v.rows
		} else {
			others.rows += v.rows
		}
	}
	c.values, c.isMany = []classed{others, nulls}, true
}

// classOf returns the index of a value, -1 if it is new.
func (c *column) classOf(text []byte) int {
	if c.isMany && string(text) == "null" {
		return 1
	} else if c.isMany {
		return 0
	}
	return slices.IndexFunc(c.values, func(v classed) bool { return v.text != nil && bytes.Equal(v.text, text) })
}

// rank returns the rows of a value, times the values of its column. It returns the largest
// number if the value is not rare, or no row has it.
func (c *column) rank(class int) int {
	if class < 0 || c.values[class].rows == 0 || 2*c.values[class].rows > c.most() {
		return math.MaxInt
	}
	return c.values[class].rows * len(c.values)
}

// most returns the rows of the most frequent value.
func (c *column) most() (most int) {
	for _, v := range c.values {
		most = max(most, v.rows)
	}
	return most
}

// add adds a value of a column.
func (n *numbers) add(text []byte) {
	if string(text) == "null" {
		return
	}
	at, err := strconv.ParseFloat(string(text), 64)
	if n.isOne = n.isOne && err == nil && (text[0] == '-' || text[0]-'0' < 10); !n.isOne {
		return
	}
	if n.count++; n.count == 1 {
		n.last, n.min, n.max, n.sum = at, at, at, at
		return
	}
	n.rises, n.falls = n.rises && at > n.last, n.falls && at < n.last
	n.last, n.min, n.max, n.sum = at, min(n.min, at), max(n.max, at), n.sum+at
}

// chosen marks the rows of the lowest ranks, then rows of the head and the tail in turn.
func chosen(rank []int, most int) []bool {
	order := make([]int, len(rank))
	for i := range order {
		if order[i] = i / 2; i%2 == 1 {
			order[i] = len(rank) - 1 - i/2
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if isRare := min(rank[a], rank[b]) < math.MaxInt; isRare {
			return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(a, b))
		}
		return 0
	})
	stays := make([]bool, len(rank))
	for _, row := range order[:most] {
		stays[row] = true
	}
	return stays
}

// spell returns the spread of the columns, those with the rarest value first.
func spell(all []*column) string {
	lowest := func(c *column) (low int) {
		low = math.MaxInt
		for class := range c.values {
			low = min(low, c.rank(class))
		}
		return low
	}
	slices.SortStableFunc(all, func(a, b *column) int { return cmp.Compare(lowest(a), lowest(b)) })
	var line string
	for _, c := range all {
		if part := c.spell(); part != "" && len(line)+len(part) < longestLine {
			line += "; " + part
		}
	}
	return strings.TrimPrefix(line, "; ")
}

// spell returns the values of a column, or its range. It is empty if all rows have one value or
// each its own, and if a word has a mark of the spread.
func (c *column) spell() string {
	n := &c.number
	switch {
	case c.isOut || len(c.values) < 2 || !isWord(c.name):
		return ""
	case n.isOne && c.isMany:
		if n.rises || n.falls || math.IsInf(n.sum, 0) {
			return "" // a key or a time
		}
		return c.name + ": " + figure(n.min) + " to " + figure(n.max) + ", sum " + figure(n.sum)
	case c.isMany && c.values[0].rows == c.rows && len(c.values) < 3, c.most() == 1:
		return ""
	}
	values := slices.SortedStableFunc(slices.Values(c.values), func(a, b classed) int { return cmp.Compare(b.rows, a.rows) })
	var words []string
	for _, v := range values {
		text := "none"
		if v.text != nil {
			text = strings.Trim(string(v.text), `"`)
		}
		if !isWord(text) {
			return ""
		}
		if v.rows > 0 {
			words = append(words, text+"="+strconv.Itoa(v.rows))
		}
	}
	return c.name + ": " + strings.Join(words, ", ")
}

// isWord reports whether a spread can spell a name or value.
func isWord(text string) bool {
	return text != "" && len(text) <= longestCell && !strings.ContainsFunc(text, func(r rune) bool {
		return !(r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("_-+./ ", r))
	})
}

// figure spells a number in a few characters.
func figure(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 6, 64)
}
