package jsonish

// brackets is the stack of the containers that are open, a bit each.
type brackets struct {
	bits  []uint64 // 1 is an object
	depth int
}

// keptWords is how much of the stack is kept for the next text.
const keptWords = 1 << 10

func (b *brackets) reset() {
	b.depth = 0
	if cap(b.bits) > keptWords {
		b.bits = nil
	}
}

func (b *brackets) push(object bool) {
	word, bit := b.depth>>6, uint64(1)<<(b.depth&63)
	if word == len(b.bits) {
		b.bits = append(b.bits, 0)
	}
	b.bits[word] &^= bit
	if object {
		b.bits[word] |= bit
	}
	b.depth++
}

// object reports whether the innermost container is an object.
func (b *brackets) object() bool {
	top := b.depth - 1
	return top >= 0 && b.bits[top>>6]>>(top&63)&1 == 1
}
