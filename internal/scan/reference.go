package scan

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
	"math"
)

// A text may be abridged: a part of it that stands in another text, its source, is not in
// it, but a reference to that. This begins with a zero, which stands in no JSON.

// referenceSize is that of a zero, the place in the source, and how many bytes there.
const referenceSize = 1 + 4 + 4

// LongestSource is how long the source of an abridged text may be.
const LongestSource = math.MaxUint32

// appendReference appends a reference to n bytes of the source, from some place on.
func appendReference(dst []byte, from, n int) []byte {
	dst = binary.LittleEndian.AppendUint32(append(dst, 0), uint32(from))
	return binary.LittleEndian.AppendUint32(dst, uint32(n))
}

// Unabridged yields an abridged text as it is without its source, in pieces.
func Unabridged(source, text []byte) iter.Seq[[]byte] {
	return func(yield func(piece []byte) bool) {
		for len(text) > 0 {
			piece, rest := text, text[len(text):]
			if n := bytes.IndexByte(text, 0); n > 0 {
				piece, rest = text[:n], text[n:]
			} else if n == 0 {
				from, size := binary.LittleEndian.Uint32(text[1:]), binary.LittleEndian.Uint32(text[5:])
				piece, rest = source[from:][:size], text[referenceSize:]
			}
			if !yield(piece) {
				return
			}
			text = rest
		}
	}
}

// WriteUnabridged writes an abridged text as it is without its source, in pieces of some
// size.
func WriteUnabridged(w io.Writer, source, text []byte) (written int64, err error) {
	const some = 64 << 10
	room := make([]byte, 0, some)
	write := func(piece []byte) bool {
		var n int
		if len(piece) > 0 && err == nil {
			n, err = w.Write(piece)
		}
		written += int64(n)
		return err == nil
	}
	for piece := range Unabridged(source, text) {
		if len(room)+len(piece) > some {
			write(room)
			room = room[:0]
		}
		if len(piece) < some {
			room = append(room, piece...)
		} else if !write(piece) {
			break
		}
	}
	write(room)
	return written, err
}
