package scan

import "bytes"

// Framing says how a stream tells where its documents begin and end.
type Framing uint8

// The framings that there are.
const (
	Concatenated Framing = iota // by their own ends, whatever is between them
	Lines                       // each line holds one
	Sequence                    // a record separator leads each (RFC 7464)
)

// find looks for the end of the document at the head of src. Of one that the
// framing cuts short that is where it does.
func (f Framing) find(c *cut, src []byte, lim *Limits) (found bool, kind Kind) {
	from := c.at
	frame, ended := src, false
	if f != Concatenated {
		if i := bytes.IndexByte(src[from:], f.mark()); i >= 0 {
			frame, ended = src[:from+i], true
		}
	}
	switch {
	case f == Lines:
		c.at = len(frame)
		found = ended
	case f.isWord(src[0]):
		if found = c.word(frame); ended && !found {
			return false, KindEOF // it may have been longer (RFC 7464 §2.4)
		}
	default:
		found, kind = c.find(frame, lim)
		return found || ended, kind
	}
	if c.at > lim.DocumentBytes {
		c.at, kind = lim.DocumentBytes, KindSize
	}
	return found, kind
}

// mark is the byte that ends a frame, or leads the next one.
func (f Framing) mark() byte {
	if f == Lines {
		return '\n'
	}
	return RecordSeparator
}

// isWord reports whether a document that begins with b ends where whitespace says
// so: in a sequence, a number or a literal that nothing follows may be cut short.
func (f Framing) isWord(b byte) bool {
	return f == Sequence && b != '{' && b != '[' && b != '"'
}

// word looks for the whitespace behind a word.
func (c *cut) word(src []byte) (found bool) {
	for c.at < len(src) && !isSpace(src[c.at]) {
		c.at++
	}
	return c.at < len(src)
}
