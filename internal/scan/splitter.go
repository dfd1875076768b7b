package scan

import (
	"bytes"
	"io"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Splitter cuts a stream into documents: one document, or many in a [Framing]. It finds the
// end of a document without validation, as soon as its last byte arrives. So an answer
// waits for no newline and no end of input. A number ends with the next byte that no number
// can hold. The limits of depth, strings and documents apply as bytes arrive. A UTF-8 byte
// order mark at the start of the stream is skipped.
//
// A Splitter keeps one document in memory and reuses its buffer. It is not safe for
// concurrent use. Set its exported fields before the first call.
type Splitter struct {
	Framing Framing
	// Early checks a document for faults as its bytes arrive, since a broken one may have
	// no end. It is for callers of Skip.
	Early bool
	// Passed receives the bytes that Skip discards. It may be nil.
	Passed func(text []byte)

	r     io.Reader
	lim   Limits
	buf   []byte   // bytes read
	rest  int      // bytes that the reader still has; 0 or less if unknown
	head  int      // start of the rest in buf
	pos   Position // of the rest in the stream
	cut   cut      // of the document at head
	found bool     // the end of that document is known
	bom   bool     // a byte order mark came before it
	fault *Error   // in that document, before its end
	end   error    // of the reader

	checked int      // bytes of the document at head that Early checked
	last    returned // result of the last Next
	wreck   *wreck   // the broken document that Skip discards
}

// returned is a document that Next returned, or the fault in its place.
type returned struct {
	start, size int // in buf
	pos         Position
	fault       *Error
}

// NewSplitter returns a Splitter that reads from r.
func NewSplitter(r io.Reader, lim Limits) *Splitter {
	return &Splitter{r: r, lim: lim.OrDefault(), pos: Position{Line: 1, Column: 1}}
}

// Expect announces the size of the input. It limits the buffer, and may be wrong.
func (s *Splitter) Expect(size int) { s.rest = size }

// Next returns the next document and its place. The document is valid until the next call.
// A document cut short by the end of input is returned as it is. After a byte order mark
// alone, Next returns an empty document. Validation names the fault of both.
//
// The error is io.EOF after the last document, an *Error for a passed limit, or the error of
// the reader. Each further call returns it again, unless Skip passes over an *Error.
func (s *Splitter) Next() (doc []byte, pos Position, err error) {
	s.Await()
	left := len(s.buf) - s.head
	if s.end == io.EOF && left > 0 && s.Framing.isWord(s.buf[s.head]) && !s.found && s.fault == nil {
		s.fault = NewError(s.buf[s.head:], left, KindEOF).At(s.pos) // the word may be cut short
	}
	switch {
	case s.fault != nil:
		s.last = returned{start: s.head, size: left, pos: s.pos, fault: s.fault}
		return nil, s.pos, s.fault
	case s.found:
		return s.take(s.cut.at)
	case s.end == io.EOF && (left > 0 || s.bom):
		return s.take(left)
	}
	return nil, s.pos, s.end
}

// Read returns the bytes read since the start of the last document. They are valid until the
// next call of Next.
func (s *Splitter) Read() []byte { return s.buf[s.last.start:] }

// Await reads until Next can answer, and reports whether Next will return a whole document.
func (s *Splitter) Await() bool {
	for !s.Buffered() {
		s.fill()
	}
	return s.found && s.fault == nil
}

// Detach gives the buffer to the documents that Next returned, so that they stay valid. The
// Splitter continues in a new buffer.
func (s *Splitter) Detach() {
	s.buf, s.head, s.last = bytes.Clone(s.buf[s.head:]), 0, returned{pos: s.pos}
}

// Buffered reports whether Next will answer without a read. A caller may then delay the
// flush of its own output.
func (s *Splitter) Buffered() bool {
	switch {
	case s.found || s.fault != nil:
		return true
	case s.wreck != nil && !s.resume(), s.cut.at == 0 && !s.gap():
		return s.end != nil
	}
	doc := s.buf[s.head:]
	found, kind := s.cut.frame(s.Framing, doc, &s.lim)
	switch {
	case kind != KindNone:
		s.fault = NewError(doc, s.cut.at, kind).At(s.pos)
	case !found && s.Early && s.Framing == Concatenated && len(doc) >= 2*s.checked:
		s.checked = len(doc) // the next check is due at twice the size
		if at, kind := firstFault(doc, &s.lim); kind != KindNone && kind != KindEOF {
			s.fault = NewError(doc, at, kind).At(s.pos)
		}
	}
	s.found = found
	return found || s.fault != nil || s.end != nil
}

// gap skips the bytes between documents, and reports whether a document begins in the rest.
func (s *Splitter) gap() bool {
	left := s.buf[s.head:]
	if s.pos.Offset == 0 {
		if len(left) < len(words.ByteOrderMark) && strings.HasPrefix(words.ByteOrderMark, string(left)) {
			return false // too short to decide
		}
		if bytes.HasPrefix(left, []byte(words.ByteOrderMark)) {
			s.bom = true
			s.drop(len(words.ByteOrderMark))
			left = s.buf[s.head:]
		}
	}
	n := Space(left, 0)
	for n < len(left) && left[n] == RecordSeparator {
		n = Space(left, n+1)
	}
	s.drop(n)
	return n < len(left)
}

// take returns the n bytes at head.
func (s *Splitter) take(n int) (doc []byte, pos Position, err error) {
	doc, pos = s.buf[s.head:s.head+n:s.head+n], s.pos
	s.last = returned{start: s.head, size: n, pos: pos}
	s.drop(n)
	s.cut, s.found, s.bom, s.checked = cut{}, false, false, 0
	return doc, pos, nil
}

// drop moves head over n bytes. They stay in the buffer until fill.
func (s *Splitter) drop(n int) {
	s.pos.advance(s.buf[s.head : s.head+n])
	s.head += n
}

// fill makes room and reads once. A read is small, so that a limit stops the next read early
// and cut finds the bytes in the cache.
func (s *Splitter) fill() {
	const little, step, emptyReads = 16 << 10, 64 << 10, 100 // as many reads as bufio allows
	if cap(s.buf)-len(s.buf) < little && s.head > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.head:])]
		s.head = 0
	}
	if cap(s.buf)-len(s.buf) < little {
		size := 2*len(s.buf) + step
		if s.rest > 0 { // fewer steps, and no room beyond the input
			size = min(2*size, len(s.buf)+s.rest+little)
		}
		s.buf = append(make([]byte, 0, size), s.buf...) // slices.Grow would write to all of it
	}
	for range emptyReads {
		n, err := s.r.Read(s.buf[len(s.buf):min(len(s.buf)+step, cap(s.buf))])
		s.buf, s.rest = s.buf[:len(s.buf)+n], s.rest-n
		if s.end = err; n > 0 || err != nil {
			return
		}
	}
	s.end = io.ErrNoProgress
}

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
