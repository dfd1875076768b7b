package scan

import "bytes"

// Framing is the way a stream separates its documents.
type Framing uint8

// The framings.
const (
	Concatenated Framing = iota // each document ends by its own syntax
	Lines                       // each line holds one document
	Sequence                    // a record separator leads each document (RFC 7464)
)

// RecordSeparator leads each document of a JSON text sequence (RFC 7464 §2.2).
const RecordSeparator = 0x1E

// mark returns the byte that ends a frame or leads the next one.
func (f Framing) mark() byte {
	if f == Lines {
		return '\n'
	}
	return RecordSeparator
}

// isWord reports whether a document that begins with b ends at whitespace. In a sequence,
// a number or a literal without whitespace behind it may be cut short.
func (f Framing) isWord(b byte) bool {
	return f == Sequence && b != '{' && b != '[' && b != '"'
}

// cut searches the end of the document at the head of a stream. It resumes as bytes arrive.
// Offsets count from the first byte of the document.
type cut struct {
	at    int // bytes read
	depth int // open containers
	text  int // start of the text of the open string, or 0
}

// frame looks for the end of the document that src begins with, under framing f. A document
// that its frame cuts short ends with the frame.
func (c *cut) frame(f Framing, src []byte, lim *Limits) (found bool, kind Kind) {
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
		for c.at < len(frame) && !isSpace(frame[c.at]) {
			c.at++
		}
		if found = c.at < len(frame); ended && !found {
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

// find looks for the end of the document that src begins with. It reports whether c.at is
// the end, or returns the fault at c.at. It checks limits only.
func (c *cut) find(src []byte, lim *Limits) (found bool, kind Kind) {
	switch first := src[0]; {
	case first == '{' || first == '[' || first == '"':
		found, kind = c.structure(src, lim)
	case first == '-' || first-'0' <= 9:
		for c.at < len(src) && (src[c.at]-'0' <= 9 || src[c.at]|0x20 == 'e' || bytes.IndexByte([]byte("-+."), src[c.at]) >= 0) {
			c.at++
		}
		found = c.at < len(src)
	case literalOf(first) != "":
		for name := literalOf(first); c.at < len(src) && !found; c.at++ {
			// A wrong byte goes with the document, so that validation points to it.
			found = src[c.at] != name[c.at] || c.at == len(name)-1
		}
	default:
		c.at, found = 1, true // no document, as validation finds
	}
	if c.at > lim.DocumentBytes {
		c.at, kind = lim.DocumentBytes, KindSize
	}
	return found, kind
}

// structure looks for the bracket or the quote that closes the document.
func (c *cut) structure(src []byte, lim *Limits) (found bool, kind Kind) {
	for c.at < len(src) {
		if c.text > 0 {
			next, closed := stringEnd(src, c.at)
			size := next - c.text
			if closed {
				size--
			}
			if size > lim.StringBytes {
				c.at = c.text + lim.StringBytes
				return false, KindStringSize
			}
			if c.at = next; !closed {
				return false, KindNone
			}
			c.text = 0
		} else {
			for c.at < len(src) && !structural[src[c.at]] {
				c.at++
			}
			if c.at == len(src) {
				return false, KindNone
			}
			switch src[c.at] {
			case '"':
				c.text = c.at + 1
			case '{', '[':
				if c.depth >= lim.Depth {
					return false, KindDepth
				}
				c.depth++
			default:
				c.depth--
			}
			c.at++
		}
		if c.depth <= 0 && c.text == 0 {
			return true, KindNone
		}
	}
	return false, KindNone
}

var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}
