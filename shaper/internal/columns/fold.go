package columns

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// Fold folds the lists of objects in a valid text without white space, where a table is
// smaller than the list, and returns how many it folded: none in a text that holds a
// table, or something that looks like one. No more than depth containers are then open
// at once.
func Fold(text []byte, depth int) (folded []byte, tables int) {
	if Marked(text) || bytes.IndexByte(text, '[') < 0 {
		return text, 0
	}
	f := folder{Copier: nodes.Copier{Tree: nodes.Grow(text)}}
	f.value(0, depth-f.Deepest)
	if f.tables == 0 {
		return text, 0
	}
	f.UpTo(uint32(len(text)))
	return f.Out, f.tables
}

// folder writes a text with tables in it.
type folder struct {
	nodes.Copier
	tables int
}

// value folds what is in a value. A table takes one container more than its list, of
// which there may be room more.
func (f *folder) value(n uint32, room int) {
	if room > 0 {
		if x, ok := tableOf(f.Tree, n); ok {
			f.table(n, &x, room-1)
			return
		}
	}
	for c := range f.Inside(n) {
		if f.Nodes[c].Next > c+1 {
			f.value(c, room)
		}
	}
}

// table writes a table in the place of a list.
func (f *folder) table(list uint32, x *table, room int) {
	f.tables++
	f.UpTo(f.Nodes[list].Start)
	f.head(x)
	for row := range f.Inside(list) {
		f.List(row > list+1)
		f.row(row, x, room)
	}
	f.Out = append(f.Out, "]}"...)
	f.From = f.Nodes[list].End
}

func (f *folder) head(x *table) {
	f.Out = append(f.Out, `{`+marker+`:[`...)
	f.Out = append(f.Out, bytes.Join(x.names, []byte{','})...)
	f.Out = append(f.Out, ']', ',')
	if x.absent != nil {
		f.Out = append(append(append(f.Out, absent+`:`...), x.absent...), ',')
	}
	f.Out = append(f.Out, rows+`:[`...)
}

func (f *folder) row(row uint32, x *table, room int) {
	f.Out = append(f.Out, '[')
	next := 0
	for m := range f.Inside(row) {
		for f.List(next > 0); !bytes.Equal(x.names[next], f.Name(m)); next++ {
			f.Out = append(append(f.Out, x.absent...), ',')
		}
		next++
		f.From = f.Nodes[m].Start
		f.value(m, room)
		f.UpTo(f.Nodes[m].End)
	}
	f.Out = append(f.Out, ']')
}
