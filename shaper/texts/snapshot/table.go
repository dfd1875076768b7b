package snapshot

import (
	"fmt"
	"strconv"
	"strings"
)

// table writes subtrees of one form. Its first line holds the form, with a star for each value
// of a row. Each further line holds the values of one row, with tabs between them:
//
//	2 × row [ref=*+3] (cell "*", cell (button "Refund" [ref=*]))
//	e41	paid	e44
//	e45	open	e48
//
// [ref=*+3] says that the row has the references from e41 to e44.
type table struct {
	nodes []*node
	width int // nodes of a row
	refs  int // of a row that numbers them one by one, else 0
}

func newTable(nodes []*node, width int) *table {
	t := &table{nodes: nodes, width: width, refs: span(nodes[:width])}
	for at := 0; at < len(nodes); at += width {
		if span(nodes[at:at+width]) != t.refs || nodes[at].ref == "" {
			t.refs = 0
		}
	}
	return t
}

// span counts the references of a row. It is 0 if they are not numbered one by one.
func span(row []*node) (refs int) {
	last := ""
	for _, n := range row {
		if n.ref == "" {
			continue
		}
		if refs > 0 && n.ref != next(last) {
			return 0
		}
		last = n.ref
		refs++
	}
	return refs
}

// next returns the reference after one that ends in a number; e10 follows e9.
func next(ref string) string {
	letters := strings.TrimRight(ref, "0123456789")
	n, err := strconv.ParseUint(ref[len(letters):], 10, 32)
	if err != nil {
		return ""
	}
	return letters + strconv.FormatUint(n+1, 10)
}

// write writes the lines of the table behind a column.
func (t *table) write(b *strings.Builder, column int) {
	var show [][3]bool // of each place: the values that a row lists, as in values
	for place, n := range t.nodes[:t.width] {
		var lists [3]bool
		for at := place; at < len(t.nodes); at += t.width {
			lists[0] = lists[0] || t.nodes[at].name != n.name
			lists[2] = lists[2] || t.nodes[at].text != n.text
		}
		lists[1] = n.ref != "" && (place == 0 || t.refs == 0 || n.canAct())
		show = append(show, lists)
	}
	fmt.Fprintf(b, "- %d × ", len(t.nodes)/t.width)
	t.writeForm(b, show)
	b.WriteByte('\n')
	for at := 0; at < len(t.nodes); at += t.width {
		row := t.nodes[at : at+t.width]
		var cells []string
		for place, n := range row {
			for i, value := range [3]string{bare(n.name), n.ref, n.text} {
				if show[place][i] {
					cells = append(cells, value)
				}
			}
		}
		if len(cells) > 0 {
			b.WriteString(strings.Repeat(" ", column+1) + strings.Join(cells, "\t") + "\n")
		}
	}
}

// bare returns a name without its quotes, unless escapes need them.
func bare(name string) string {
	if name == "" || strings.ContainsAny(name, "\\\t") || strings.TrimSpace(name[1:len(name)-1]) == "" {
		return name
	}
	return name[1 : len(name)-1]
}

// writeForm writes the first row with stars, and children in parentheses.
func (t *table) writeForm(b *strings.Builder, show [][3]bool) {
	var ends []int // of the open parentheses, as places
	for place, n := range t.nodes[:t.width] {
		closed := 0
		for ; len(ends) > 0 && ends[len(ends)-1] <= place; closed++ {
			ends = ends[:len(ends)-1]
		}
		b.WriteString(strings.Repeat(")", closed))
		if place > 0 && t.nodes[place-1].size == 1 {
			b.WriteString(", ")
		}
		form := node{role: n.role, name: n.name, states: n.states, text: n.text}
		if show[place][0] {
			form.name = `"*"`
		}
		if show[place][1] {
			form.ref = "*"
		}
		if place == 0 && t.refs > 1 {
			form.ref += "+" + strconv.Itoa(t.refs-1)
		}
		if show[place][2] {
			form.text = "*"
		}
		b.WriteString(form.String())
		if n.size > 1 {
			b.WriteString(" (")
			ends = append(ends, place+n.size)
		}
	}
	b.WriteString(strings.Repeat(")", len(ends)))
}
