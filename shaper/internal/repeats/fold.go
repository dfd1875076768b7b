package repeats

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// Fold puts references in the place of what a valid text without white space holds
// already, where that is smaller, and returns how many: none in a text that holds one, or
// something that looks like one.
func Fold(text []byte) (folded []byte, references int) {
	if len(text) < 2*shortest || Marked(text) {
		return text, 0
	}
	t := nodes.Grow(text)
	f := folder{Copier: nodes.Copier{Tree: t}, hashes: hashes(t), first: map[uint64]uint32{}}
	f.value(0)
	if f.references == 0 {
		return text, 0
	}
	f.UpTo(uint32(len(text)))
	return f.Out, f.references
}

// folder writes a text with references in it.
type folder struct {
	nodes.Copier
	hashes     []uint64
	first      map[uint64]uint32 // value with a hash
	places     *places           // nil as long as nothing was found twice
	references int
}

// value looks for what is in a value.
func (f *folder) value(n uint32) {
	at := f.Nodes[n]
	if at.End-at.Start < shortest {
		return // as is all that is in it
	}
	first, again := f.first[f.hashes[n]]
	if again && f.refer(n, first) {
		return
	}
	if !again {
		f.first[f.hashes[n]] = n
	}
	for c := range f.Inside(n) {
		f.value(c)
	}
}

// refer writes a reference to the first value of those that are the same. No reference
// stands around that one: then it would not be the first. One that would have the text
// grow too much is not taken, by what is read of it so far, as Expand will see it.
func (f *folder) refer(n, first uint32) bool {
	if f.places == nil {
		all := placesIn(f.Tree)
		f.places = &all
	}
	pointer := f.places.pointer(n, first)
	at := f.Nodes[n]
	size := len(opening) + len(pointer) + len(closing)
	read := len(f.Out) + int(at.Start-f.From) + size
	if pointer == "" || size >= int(at.End-at.Start) || int(at.End) > mostGrowth*read || !bytes.Equal(f.Value(n), f.Value(first)) {
		return false
	}
	f.references++
	f.UpTo(at.Start)
	f.Out = append(append(append(f.Out, opening...), pointer...), closing...)
	f.From = at.End
	return true
}
