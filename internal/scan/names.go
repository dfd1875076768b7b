package scan

import "github.com/seed-7aa78ce4/shape/internal/words"

// Names finds duplicate member names in a stack of open objects. Each level of
// the stack has a hash table of its own, which the objects of that level use in
// turn; the hash has a random seed, so that no input can aim at one slot. Names
// compare byte for byte after unescaping. It keeps its memory between documents,
// and is not safe for concurrent use. The zero value is ready.
type Names struct {
	seed   words.Seed
	levels []nameTable
	depth  int    // objects open
	used   int    // levels that were, since the last reset
	text   []byte // scratch: a name unescaped
	other  []byte // scratch: the name that it is compared with
}

// nameTable holds the names of one object: open addressing, at most half full.
// A slot belongs to the object whose number it has; all others are free.
type nameTable struct {
	slots  []nameSlot
	object uint32
	count  int
}

type nameSlot struct {
	object uint32
	hash   uint32
	start  int // of the name in the document; it is read again where hashes agree
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
		if len(n.levels[i].slots) > most {
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
	n.levels[n.depth].begin()
	n.depth++
	n.used = max(n.used, n.depth)
}

// Close ends the innermost object.
func (n *Names) Close() { n.depth-- }

// Add adds a name to the innermost object and reports whether it was there. The
// name is src[start:end], a valid string without its quotes (which stand around
// it in src), and src is the same text while the object is open.
func (n *Names) Add(src []byte, start, end int, escaped bool) (dup bool) {
	_, dup = n.put(src, start, end, escaped)
	return dup
}

// Move is [Names.Add] that puts a name which was there already at its new place, and
// returns the one before.
func (n *Names) Move(src []byte, start, end int, escaped bool) (before int, dup bool) {
	s, dup := n.put(src, start, end, escaped)
	before, s.start = s.start, start
	return before, dup
}

// put returns the slot of a name, which it has now or had before.
func (n *Names) put(src []byte, start, end int, escaped bool) (slot *nameSlot, dup bool) {
	name := src[start:end]
	if escaped {
		n.text = AppendUnquote(n.text[:0], name)
		name = n.text
	}
	t := &n.levels[n.depth-1]
	if 2*t.count >= len(t.slots) {
		n.grow(t)
	}
	hash := n.seed.Hash(name)
	i, mask := int(hash), len(t.slots)-1
	for ; t.slots[i&mask].object == t.object; i++ {
		if s := &t.slots[i&mask]; s.hash == hash && n.same(src, s.start, name) {
			return s, true
		}
	}
	slot = &t.slots[i&mask]
	*slot = nameSlot{t.object, hash, start}
	t.count++
	return slot, false
}

// same reports whether the earlier name at start is text, once unescaped.
func (n *Names) same(src []byte, start int, text []byte) bool {
	end, _ := stringEnd(src, start)
	n.other = AppendUnquote(n.other[:0], src[start:end-1])
	return string(n.other) == string(text)
}

// begin makes the table that of a new object, which frees every slot.
func (t *nameTable) begin() {
	t.count = 0
	if t.object++; t.object == 0 { // after four billion objects
		clear(t.slots)
		t.object = 1
	}
}

// grow doubles a table, or makes its first one.
func (n *Names) grow(t *nameTable) {
	if n.seed == (words.Seed{}) {
		n.seed = words.NewSeed()
	}
	old := t.slots
	t.slots = make([]nameSlot, max(firstSlots, 2*len(old)))
	mask := len(t.slots) - 1
	for _, s := range old {
		if s.object != t.object {
			continue
		}
		i := int(s.hash)
		for t.slots[i&mask].object == t.object {
			i++
		}
		t.slots[i&mask] = s
	}
}
