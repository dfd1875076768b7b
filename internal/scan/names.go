package scan

import "github.com/seed-7aa78ce4/shape/internal/words"

// Names finds duplicate member names in a stack of open objects. Each level of the stack
// has a hash table that the objects of that level reuse. The hash has a random seed, so
// that no input can aim at one slot. Names compare byte for byte after unescaping. Names
// keeps its memory between documents, and is not safe for concurrent use. The zero value
// is ready.
type Names struct {
	seed   words.Seed
	levels []nameTable
	depth  int    // objects open
	used   int    // levels that were, since the last reset
	text   []byte // scratch: a name unescaped
	other  []byte // scratch: the name that it is compared with
}

// nameTable holds the names of one object, and finds them by their hashes: open
// addressing, at most half full.
type nameTable struct {
	names []heldName
	slots []uint32 // numbers of names from 1 on, or 0
}

type heldName struct {
	hash  uint32
	start uint32 // in the document; it is compared again if hashes agree
}

const (
	firstSlots = 32
	keptSlots  = 1 << 10 // larger tables are not kept between documents,
	keptLevels = 1 << 5  // nor are those of deeper levels, but for their first slots,
	deepLevels = 1 << 10 // of so many levels
)

// Reset forgets all open objects.
func (n *Names) Reset() {
	for i := range n.used {
		most := keptSlots
		if i >= keptLevels {
			most = firstSlots
		}
		if cap(n.levels[i].slots) > most {
			n.levels[i] = nameTable{}
		}
	}
	if len(n.levels) > deepLevels {
		clear(n.levels[deepLevels:])
		n.levels = n.levels[:deepLevels]
	}
	n.depth, n.used = 0, 0
}

// Open begins an object inside those that are open.
func (n *Names) Open() {
	if n.depth == len(n.levels) {
		n.levels = append(n.levels, nameTable{})
	}
	t := &n.levels[n.depth] // the names of the object before have paid for the cost of clear
	if len(t.slots) > firstSlots && 8*len(t.names) < len(t.slots) {
		t.slots = t.slots[:len(t.slots)/2]
	}
	t.names = t.names[:0]
	clear(t.slots)
	n.depth++
	n.used = max(n.used, n.depth)
}

// Close ends the innermost object.
func (n *Names) Close() { n.depth-- }

// Add adds a name to the innermost object, and reports whether the object had it. The name
// is src[start:end], the text of a valid string whose quotes surround it in src. src stays
// the same while the object is open.
func (n *Names) Add(src []byte, start, end int, escaped bool) (dup bool) {
	_, dup = n.put(src, start, end, escaped)
	return dup
}

// Move is [Names.Add] that also moves a known name to its new place. It returns the place
// before.
func (n *Names) Move(src []byte, start, end int, escaped bool) (before int, dup bool) {
	held, dup := n.put(src, start, end, escaped)
	before, held.start = int(held.start), uint32(start)
	return before, dup
}

// put adds a name and returns its entry, or returns the entry of the same name.
func (n *Names) put(src []byte, start, end int, escaped bool) (held *heldName, dup bool) {
	name := src[start:end]
	if escaped {
		n.text = AppendUnquote(n.text[:0], name)
		name = n.text
	}
	t := &n.levels[n.depth-1]
	if 2*len(t.names) >= len(t.slots) {
		n.grow(t)
	}
	hash := n.seed.Hash(name)
	last := len(t.slots) - 1
	i := int(hash) & last
	for ; t.slots[i] != 0; i = (i + 1) & last {
		if held = &t.names[t.slots[i]-1]; held.hash == hash && n.isSameName(src, int(held.start), name) {
			return held, true
		}
	}
	t.names = append(t.names, heldName{hash, uint32(start)})
	t.slots[i] = uint32(len(t.names))
	return &t.names[len(t.names)-1], false
}

// isSameName reports whether the earlier name at start is text, once unescaped.
func (n *Names) isSameName(src []byte, start int, text []byte) bool {
	end, _ := stringEnd(src, start)
	n.other = AppendUnquote(n.other[:0], src[start:end-1])
	return string(n.other) == string(text)
}

// grow doubles the slots of a table, or makes its first ones.
func (n *Names) grow(t *nameTable) {
	if n.seed == (words.Seed{}) {
		n.seed = words.NewSeed()
	}
	t.slots = make([]uint32, max(firstSlots, 2*len(t.slots)))
	for number, held := range t.names {
		i, last := int(held.hash), len(t.slots)-1
		for t.slots[i&last] != 0 {
			i++
		}
		t.slots[i&last] = uint32(number) + 1
	}
}
