package words

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// Seed is the secret of a hash table of names. Without it, an input cannot select names
// that share a slot. The zero Seed is no secret.
type Seed struct{ a, b uint64 }

// NewSeed returns a random seed.
func NewSeed() Seed {
	return Seed{maphash.Comparable(maphash.MakeSeed(), 1), maphash.Comparable(maphash.MakeSeed(), 2)}
}

// Hash mixes all bytes of a name. It takes sixteen at a time, by one multiplication with
// folded halves, and the last sixteen or fewer at once. Names are short, and for them this
// is several times faster than hash/maphash.
func (s Seed) Hash(name []byte) uint32 {
	n := len(name)
	mixed := s.b ^ uint64(n)
	for ; len(name) > 16; name = name[16:] {
		mixed = fold(binary.LittleEndian.Uint64(name)^s.a, binary.LittleEndian.Uint64(name[8:])^mixed)
	}
	var first, last uint64
	switch k := len(name); {
	case k >= 8:
		first, last = binary.LittleEndian.Uint64(name), binary.LittleEndian.Uint64(name[k-8:])
	case k >= 4:
		first, last = uint64(binary.LittleEndian.Uint32(name)), uint64(binary.LittleEndian.Uint32(name[k-4:]))
	case k > 0:
		first = uint64(name[0])<<16 | uint64(name[k/2])<<8 | uint64(name[k-1])
	}
	all := fold(first^s.a, last^mixed)
	return uint32(all ^ all>>32)
}

// fold multiplies to 128 bits and folds the halves.
func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}
