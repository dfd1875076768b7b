package output

import (
	"bytes"
	"io"
)

// Comparison is a target that writes nothing and compares the bytes with a reader.
type Comparison struct {
	With io.Reader // nil compares nothing

	buf   []byte
	other bool
}

// Write compares the next bytes.
func (c *Comparison) Write(p []byte) (int, error) {
	if c.With == nil || c.other {
		return len(p), nil
	}
	c.buf = append(c.buf[:0], p...)
	n, err := io.ReadFull(c.With, c.buf)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, err
	}
	c.other = n < len(p) || !bytes.Equal(c.buf, p)
	return len(p), nil
}

// Same reports whether the written bytes equal those of With.
func (c *Comparison) Same() bool {
	var more [1]byte
	n, _ := io.ReadFull(c.With, more[:])
	return !c.other && n == 0
}

// Commit does nothing.
func (c *Comparison) Commit() error { return nil }

// Discard does nothing.
func (c *Comparison) Discard() {}
