package repeats

import (
	"hash/maphash"
	"math/bits"

	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// seed keeps anybody from finding values with the same hash. It is never seen: what has
// the same hash is compared.
var seed = maphash.MakeSeed()

// hashes are those of all values, each from those inside it, so that no byte is looked at
// twice.
func hashes(t *nodes.Tree) []uint64 {
	all := make([]uint64, len(t.Nodes))
	for n := uint32(len(all)); n > 0; {
		n--
		if t.Nodes[n].Next == n+1 {
			all[n] = maphash.Bytes(seed, t.Value(n))
			continue
		}
		hash := uint64(t.Kind(n))
		for c := range t.Inside(n) {
			hash = mix(hash^all[c], maphash.Bytes(seed, t.Name(c)))
		}
		all[n] = hash
	}
	return all
}

func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0xa0761d6478bd642f, b^0xe7037ed1a0b428db)
	return high ^ low
}
