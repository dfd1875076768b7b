package pass

import "sync"

// Scratch is how many bytes of any scratch memory outlive a response with all that
// else does.
const Scratch = 4 << 20

// Buffer is scratch memory for a text. Where it grew beyond [Scratch] it is let go of
// after the response, and found again by the next one that needs as much: the collector
// takes it if there is none.
type Buffer struct {
	Text []byte
	box  *[]byte // in which Text came, if it is large
}

var large sync.Pool

// Ready is the memory, empty, for a text that may be so long.
func (b *Buffer) Ready(size int) []byte {
	if size > Scratch && cap(b.Text) <= Scratch {
		if box, ok := large.Get().(*[]byte); ok {
			b.Text, b.box = *box, box
		}
	}
	return b.Text[:0]
}

// Forget lets go of memory that is too large to keep. Nobody may look at it any more.
func (b *Buffer) Forget() {
	if cap(b.Text) <= Scratch {
		return
	}
	if b.box == nil {
		b.box = new([]byte)
	}
	*b.box = b.Text
	large.Put(b.box)
	*b = Buffer{}
}
