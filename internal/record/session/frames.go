// Package session is the format of recorded sessions: events as lines of JSON, in frames of zstd.
// A crash cannot spoil a file: each write is one frame with a checksum, and a frame that is not
// whole is not read.
package session

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Extension ends the names of such files.
const Extension = ".jsonl.zst"

// Most is the largest content of one frame in bytes.
const Most = 64 << 20

// ErrTorn is the error of a file that ends within a frame, or whose next bytes are no frame of
// this package. A writer that was killed leaves such a file.
var ErrTorn = errors.New("the rest is no whole frame")

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<20))
	if err != nil {
		panic(err) // of the options above
	}
	return e
})

var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(Most))
	if err != nil {
		panic(err) // of the options above
	}
	return d
})

// Append appends the frame of content to dst.
func Append(dst, content []byte) []byte { return encoder().EncodeAll(content, dst) }

// Reader reads the contents of frames.
type Reader struct {
	from    *bufio.Reader
	frame   []byte
	content []byte
}

// NewReader returns a reader of a file.
func NewReader(from io.Reader) *Reader { return &Reader{from: bufio.NewReaderSize(from, 64<<10)} }

// Next returns the content of the next frame, valid until the next call. The error is io.EOF at
// the end of a file without a fault, and [ErrTorn] if no more frames are whole.
func (r *Reader) Next() ([]byte, error) {
	start, err := r.from.Peek(zstd.HeaderMaxSize)
	if len(start) == 0 {
		return nil, err
	}
	var h zstd.Header
	if h.Decode(start) != nil || h.Skippable || !h.HasCheckSum || h.FrameContentSize > Most {
		return nil, ErrTorn
	}
	r.frame = r.frame[:0]
	if err := r.take(h.HeaderSize); err != nil {
		return nil, err
	}
	for isLast := false; !isLast; {
		const sizeOfHeader, checksum = 3, 4
		if err := r.take(sizeOfHeader); err != nil {
			return nil, err
		}
		header := r.frame[len(r.frame)-sizeOfHeader:]
		bits := uint32(binary.LittleEndian.Uint16(header)) | uint32(header[2])<<16
		size := int(bits >> 3)
		if kind := bits >> 1 & 3; kind == 1 { // one byte, repeated
			size = 1
		}
		if isLast = bits&1 == 1; isLast {
			size += checksum
		}
		if err := r.take(size); err != nil {
			return nil, err
		}
	}
	if r.content, err = decoder().DecodeAll(r.frame, r.content[:0]); err != nil {
		return nil, ErrTorn
	}
	return r.content, nil
}

// take reads n more bytes of the frame.
func (r *Reader) take(n int) error {
	had := len(r.frame)
	if had+n > Most+Most/8 {
		return ErrTorn
	}
	r.frame = append(r.frame, make([]byte, n)...)
	if _, err := io.ReadFull(r.from, r.frame[had:]); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrTorn
	} else if err != nil {
		return err
	}
	return nil
}
