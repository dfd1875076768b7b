package o200k

// A merger encodes a piece by its bytes. It merges the neighbours of the lowest rank, the
// first pair first, until no pair is a token. Its memory is reused from piece to piece.
type merger struct {
	ranks map[string]uint32
	parts []part
	queue queue
}

// part begins at a byte. A part merged into the one before it has no rank.
type part struct {
	before, after int32  // where its neighbours begin
	rank          uint32 // of the token that it would be with the one after it
}

const unknown = 1<<32 - 1

// count is the number of tokens of a piece.
func (m *merger) count(piece []byte) int {
	if _, ok := m.ranks[string(piece)]; ok {
		return 1
	}
	m.divide(piece)
	n := len(piece)
	for len(m.queue) > 0 {
		if rank, i := m.queue.pop(); m.parts[i].rank == rank {
			m.merge(piece, i)
			n--
		}
	}
	return n
}

// divide makes each byte a part.
func (m *merger) divide(piece []byte) {
	m.parts, m.queue = m.parts[:0], m.queue[:0]
	for i := range int32(len(piece)) {
		m.parts = append(m.parts, part{i - 1, i + 1, unknown})
	}
	for i := range m.parts {
		m.rate(piece, int32(i))
	}
}

// merge makes a part and the one after it one.
func (m *merger) merge(piece []byte, i int32) {
	gone := m.parts[i].after
	after := m.parts[gone].after
	m.parts[gone].rank = unknown
	m.parts[i].after = after
	if int(after) < len(m.parts) {
		m.parts[after].before = i
	}
	m.rate(piece, i)
	if before := m.parts[i].before; before >= 0 {
		m.rate(piece, before)
	}
}

// rate finds the rank of a part with the one after it, and queues it.
func (m *merger) rate(piece []byte, i int32) {
	p := &m.parts[i]
	p.rank = unknown
	if int(p.after) == len(m.parts) {
		return
	}
	if rank, ok := m.ranks[string(piece[i:m.parts[p.after].after])]; ok {
		p.rank = rank
		m.queue.push(rank, i)
	}
}
