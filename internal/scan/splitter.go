package scan

import (
	"bytes"
	"io"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Splitter cuts a stream into its documents: one, or many that are concatenated,
// one to a line, or led by a record separator (RFC 7464). It finds the end of a
// document without validating it, as soon as the last byte is there, so that an
// answer waits for no newline and no end of input. A number, which might go on,
// ends with the next byte that can be in none. Depth, string and document
// limits are enforced as the bytes arrive. A UTF-8 byte order mark that begins
// the stream is passed over.
//
// A Splitter keeps one document in memory, and uses its buffer again. It is not
// safe for concurrent use. Its exported fields are set before the first call.
type Splitter struct {
	Framing Framing
	// Early has broken documents found as their bytes arrive, where they may have
	// no end. It is for callers of Skip.
	Early bool
	// Passed is given what Skip passes over, where it is not nil.
	Passed func(text []byte)

	r     io.Reader
	lim   Limits
	buf   []byte   // what was read
	head  int      // of what is left, in buf
	pos   Position // of what is left, in the stream
	cut   cut      // of the document at head
	found bool     // its end
	bom   bool     // came before it
	fault *Error   // that ends it before its end
	end   error    // of the reader

	checked int    // of the document at head, for faults
	last    taken  // what Next returned last
	wreck   *wreck // that is being passed over
}

// taken is a document that was handed out, or the fault in its place.
type taken struct {
	start, size int // in buf
	pos         Position
	fault       *Error
}

// NewSplitter returns a Splitter of what r reads.
func NewSplitter(r io.Reader, lim Limits) *Splitter {
	return &Splitter{r: r, lim: lim.OrDefault(), pos: Position{Line: 1, Column: 1}}
}

// Next returns the next document and where it begins. The document is valid
// until the next call. One that the end of input cuts short is returned as it
// is, for validation to say what it lacks; so is an empty one where a byte order
// mark is all there is. The error is io.EOF after the last document, an *Error
// with its place in the stream where a limit is passed, or the reader's own. It
// comes again with each further call, but for an *Error that Skip passes over.
func (s *Splitter) Next() (doc []byte, pos Position, err error) {
	for !s.ready() && s.end == nil {
		s.fill()
	}
	left := len(s.buf) - s.head
	if s.isTorn() {
		s.fault = NewError(s.buf[s.head:], left, KindEOF).At(s.pos)
	}
	switch {
	case s.fault != nil:
		s.last = taken{start: s.head, size: left, pos: s.pos, fault: s.fault}
		return nil, s.pos, s.fault
	case s.found:
		return s.take(s.cut.at)
	case s.end == io.EOF && (left > 0 || s.bom):
		return s.take(left)
	}
	return nil, s.pos, s.end
}

// isTorn reports whether the end of input may have cut a word short.
func (s *Splitter) isTorn() bool {
	return s.end == io.EOF && s.head < len(s.buf) && s.Framing.isWord(s.buf[s.head]) && !s.found && s.fault == nil
}

// Read returns what was read from the beginning of the last document on. It is valid
// until the next call of Next.
func (s *Splitter) Read() []byte { return s.buf[s.last.start:] }

// Await reads until a document is whole, and reports whether one is: then that is what
// Next returns. Else Next tells what there is instead.
func (s *Splitter) Await() bool {
	for !s.ready() && s.end == nil {
		s.fill()
	}
	return s.found && s.fault == nil
}

// Detach leaves the buffer to the documents that Next has returned, so that they stay
// valid. The Splitter goes on in a new buffer.
func (s *Splitter) Detach() {
	s.buf, s.head, s.last = bytes.Clone(s.buf[s.head:]), 0, taken{pos: s.pos}
}

// Buffered reports whether Next will answer without waiting for the reader, so
// that the caller may put off flushing its own output.
func (s *Splitter) Buffered() bool {
	return s.ready() || s.end != nil
}

// ready looks for the end of the document in what was read.
func (s *Splitter) ready() bool {
	switch {
	case s.found || s.fault != nil:
		return true
	case s.wreck != nil && !s.resume():
		return false
	case s.cut.at == 0 && !s.gap():
		return false
	}
	doc := s.buf[s.head:]
	found, kind := s.Framing.find(&s.cut, doc, &s.lim)
	if kind == KindNone && !found {
		s.lookEarly(doc)
	} else if kind != KindNone {
		s.fault = NewError(doc, s.cut.at, kind).At(s.pos)
	}
	s.found = found
	return found || s.fault != nil
}

// lookEarly looks for faults in a document of which more is to come, each time it
// has doubled.
func (s *Splitter) lookEarly(doc []byte) {
	if !s.Early || s.Framing != Concatenated || len(doc) < 2*s.checked {
		return
	}
	s.checked = len(doc)
	if at, kind := firstFault(doc, &s.lim); kind != KindNone && kind != KindEOF {
		s.fault = NewError(doc, at, kind).At(s.pos)
	}
}

// RecordSeparator leads each document of a JSON text sequence (RFC 7464 §2.2).
const RecordSeparator = 0x1E

// gap passes over what may stand between documents, and reports whether one
// begins in what was read.
func (s *Splitter) gap() bool {
	left := s.buf[s.head:]
	if s.pos.Offset == 0 {
		if len(left) < len(words.ByteOrderMark) && strings.HasPrefix(words.ByteOrderMark, string(left)) {
			return false // no telling yet
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

// take hands out the n bytes at head.
func (s *Splitter) take(n int) (doc []byte, pos Position, err error) {
	doc, pos = s.buf[s.head:s.head+n:s.head+n], s.pos
	s.last = taken{start: s.head, size: n, pos: pos}
	s.drop(n)
	s.cut, s.found, s.bom, s.checked = cut{}, false, false, 0
	return doc, pos, nil
}

// drop moves head over n bytes. They stay where they are until fill.
func (s *Splitter) drop(n int) {
	s.pos.advance(s.buf[s.head : s.head+n])
	s.head += n
}

// isCloser reports whether a bracket closes a container.
func isCloser(c byte) bool { return c == '}' || c == ']' }

// fill reads once, after making room. One read is small, so that a limit stops
// the next ones early, and so that cut finds the bytes in the cache.
func (s *Splitter) fill() {
	const (
		little     = 16 << 10
		step       = 64 << 10
		emptyReads = 100 // as many as bufio allows
	)
	if cap(s.buf)-len(s.buf) < little && s.head > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.head:])]
		s.head = 0
	}
	if cap(s.buf)-len(s.buf) < little {
		s.buf = append(make([]byte, 0, 2*len(s.buf)+step), s.buf...) // slices.Grow writes to all of it
	}
	for range emptyReads {
		n, err := s.r.Read(s.buf[len(s.buf):min(len(s.buf)+step, cap(s.buf))])
		s.buf = s.buf[:len(s.buf)+n]
		if s.end = err; n > 0 || err != nil {
			return
		}
	}
	s.end = io.ErrNoProgress
}
