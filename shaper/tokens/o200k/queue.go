package o200k

// queue is a heap of parts, the lowest rank first, and of equal ones the first part.
// A value is a rank above the place of its part.
type queue []uint64

func (q *queue) push(rank uint32, part int32) {
	h := append(*q, uint64(rank)<<32|uint64(part))
	*q = h
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if h[parent] <= h[i] {
			return
		}
		h[parent], h[i] = h[i], h[parent]
		i = parent
	}
}

func (q *queue) pop() (rank uint32, part int32) {
	h := *q
	first, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	*q = h
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if h[child] < h[least] {
				least = child
			}
		}
		if least == i {
			return uint32(first >> 32), int32(uint32(first))
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
