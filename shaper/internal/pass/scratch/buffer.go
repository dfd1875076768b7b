// Package scratch holds memory of a text that outlives a response, up to a bound.
package scratch

import "sync"

// Most bounds the bytes of one scratch memory that outlive a response.
const Most = 4 << 20

// Buffer is scratch memory for a text. Memory beyond [Most] goes to a pool after the
// response. The next response with a large text finds it there, until the collector takes it.
type Buffer struct {
	Text []byte
	box  *[]byte // the pool's box of a large Text
}

var large sync.Pool

// Ready returns the memory, empty, for a text of at most size bytes.
func (b *Buffer) Ready(size int) []byte {
	if size > Most && cap(b.Text) <= Most {
		if box, ok := large.Get().(*[]byte); ok {
			b.Text, b.box = *box, box
		}
	}
	return b.Text[:0]
}

// Forget gives large memory to the pool. The text is not valid any more.
func (b *Buffer) Forget() {
	if cap(b.Text) <= Most {
		return
	}
	if b.box == nil {
		b.box = new([]byte)
	}
	*b.box = b.Text
	large.Put(b.box)
	*b = Buffer{}
}
