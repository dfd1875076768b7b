package fieldmask

import "unicode/utf8"

// foldTable finds the folded names that a name meets. Most names are ruled out by
// their last two letters.
type foldTable[V any] struct {
	names   map[string]*foldEntry[V]
	lengths uint64     // bit l&63 is set if a folded name has l bytes
	pairs   [32]uint64 // a bit for each pair of last letters
}

// foldEntry is a folded name and whether names meet it by their last parts.
type foldEntry[V any] struct {
	tails bool
	value V
}

func newFoldTable[V any]() *foldTable[V] {
	return &foldTable[V]{names: map[string]*foldEntry[V]{}}
}

// add adds a folded name, or returns the entry that it has.
func (t *foldTable[V]) add(folded string, tails bool) *foldEntry[V] {
	e := t.names[folded]
	if e == nil {
		e = &foldEntry[V]{}
		t.names[folded] = e
		t.lengths |= 1 << (len(folded) & 63)
	}
	t.note(folded, tails)
	e.tails = e.tails || tails
	return e
}

// note adds the last letters of a folded name to the pairs.
func (t *foldTable[V]) note(folded string, tails bool) {
	last := folded[len(folded)-1]
	if len(folded) > 1 {
		word, bit := pairOf(folded[len(folded)-2], last)
		t.pairs[word] |= bit
		return
	}
	for before := 0; tails && before < 256; before++ { // else only a name of one letter meets it
		word, bit := pairOf(byte(before), last)
		t.pairs[word] |= bit
	}
}

// pairOf returns the place of a pair of letters.
func pairOf(before, last byte) (word int, bit uint64) {
	i := (uint(before)*37 + uint(last)) & (32*64 - 1)
	return int(i >> 6), 1 << (i & 63)
}

// plainLetter holds, for each byte that folds to one byte, that byte; 0 for all others.
var plainLetter = func() (letters [256]byte) {
	for c := range rune(utf8.RuneSelf) {
		if k := kindOf(c); k == lower || k == upper {
			letters[c] = byte(lowerASCII(c))
		}
	}
	return letters
}()

// mayMeet reports whether a name may meet a folded one.
func (t *foldTable[V]) mayMeet(name []byte) bool {
	if len(name) < 2 {
		return len(name) == 1
	}
	last, before := plainLetter[name[len(name)-1]], plainLetter[name[len(name)-2]]
	if last == 0 || before == 0 {
		return true
	}
	word, bit := pairOf(before, last)
	return t.pairs[word]&bit != 0
}

// entry returns the entry of folded letters, or nil.
func (t *foldTable[V]) entry(letters []byte) *foldEntry[V] {
	if t.lengths>>(len(letters)&63)&1 == 0 {
		return nil
	}
	return t.names[string(letters)]
}

// each calls yield with the entries that a folded name meets, as a whole or by its
// last parts.
func (t *foldTable[V]) each(f *folding, yield func(e *foldEntry[V], whole bool)) {
	if e := t.entry(f.letters); e != nil {
		yield(e, true)
	}
	for _, part := range f.parts {
		if e := t.entry(f.letters[part:]); e != nil && e.tails {
			yield(e, false)
		}
	}
}
