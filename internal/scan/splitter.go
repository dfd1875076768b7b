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
	// Size is that of the file that is read; 0 where there is none. It may be wrong.
	Size int64
	// Guess, where it is not nil, has Next hand out a line or the rest of a file unseen
	// where that is most likely one document: see Decline. It is told how much memory
	// the rest takes.
	Guess func(size int64)

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
	guess   guess  // that it is a line, or all that is left
	mixed   bool   // lines are no documents here
	unlined int64  // offset in the stream before which no document begins that is a line
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

// guess is what became of a guess where a document ends.
type guess uint8

const (
	notGuessed  guess = iota
	guessedLine       // a line was handed out
	guessed           // the rest was
	declined          // the rest is not handed out again
)

// Next returns the next document and where it begins. The document is valid
// until the next call. One that the end of input cuts short is returned as it
// is, for validation to say what it lacks; so is an empty one where a byte order
// mark is all there is. The error is io.EOF after the last document, an *Error
// with its place in the stream where a limit is passed, or the reader's own. It
// comes again with each further call, but for an *Error that Skip passes over.
func (s *Splitter) Next() (doc []byte, pos Position, err error) {
	s.goOn()
	if s.guess == guessed {
		return nil, s.pos, s.end
	}
	for {
		if n := s.lineAhead(); n > 0 {
			return s.handOut(guessedLine, n)
		}
		if s.ready() || s.end != nil {
			break
		}
		if s.isRest() && s.readRest() {
			return s.handOut(guessed, len(bytes.TrimRight(s.buf[s.head:], " \t\r\n")))
		}
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

// goOn leaves a line behind that was handed out.
func (s *Splitter) goOn() {
	if s.guess == guessedLine {
		s.take(s.last.size)
	}
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
	s.goOn()
	s.mixed = true // by a line that is not all of a document, Buffered would tell too much
	for s.guess != guessed && !s.ready() && s.end == nil && !s.isRest() {
		s.fill()
	}
	return s.found && s.fault == nil
}

// Lines takes all that was read up to the end of a line and hands it out, with where it
// begins, if each line in it most likely is a document: nil where that is not so, or
// somebody found documents that are none. What is no document has to be given back.
func (s *Splitter) Lines() (text []byte, at Position) {
	s.goOn()
	for s.guess == notGuessed && s.holdsLines() && (s.pos.Offset > 0 || s.gap() || s.end == nil) {
		left := s.buf[s.head:]
		if n := bytes.LastIndexByte(left, '\n') + 1; n > 0 {
			if !beginsWithALine(left) {
				break
			}
			if n < manyLines && len(left)-n <= longestLine && s.end == nil {
				s.fill()
				continue
			}
			text, at = left[:n:n], s.pos
			s.drop(n)
			s.bom = false
			return text, at
		}
		if s.end != nil || len(left) > longestLine {
			break
		}
		s.fill()
	}
	return nil, s.pos
}

// beginsWithALine reports whether the first line of a text that is not blank ends with a
// bracket.
func beginsWithALine(text []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n"))
	line = bytes.TrimRight(line, " \t\r")
	return len(line) > 0 && isCloser(line[len(line)-1])
}

const (
	manyLines   = 256 << 10 // bytes that are taken at once, if there are so many
	longestLine = 64 << 10  // of one that is taken beside others
)

// GiveBack has what Lines handed out last be read again, from a place on, in which it is
// not lines that are documents.
func (s *Splitter) GiveBack(text []byte, at Position) {
	s.buf, s.head = append(text, s.buf[s.head:]...), 0
	s.pos, s.last, s.mixed = at, taken{pos: at}, true
	s.anew()
}

// Detach returns what was read into so far, in which the documents lie that Next has
// returned, and goes on in room, so that they stay valid.
func (s *Splitter) Detach(room []byte) (was []byte) {
	was = s.buf
	s.buf, s.head, s.last = append(room[:0], s.buf[s.head:]...), 0, taken{pos: s.pos}
	return was
}

// Buffered reports whether Next will answer without waiting for the reader, so
// that the caller may put off flushing its own output.
func (s *Splitter) Buffered() bool {
	return s.guess == guessedLine || s.guess != guessed && (s.lineAhead() > 0 || s.ready() || s.end != nil)
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
	s.anew()
	return doc, pos, nil
}

// anew has the end of the document at head looked for.
func (s *Splitter) anew() {
	s.cut, s.found, s.bom, s.checked, s.guess = cut{}, false, false, 0, notGuessed
}

// drop moves head over n bytes. They stay where they are until fill.
func (s *Splitter) drop(n int) {
	s.pos.advance(s.buf[s.head : s.head+n])
	s.head += n
}

// rest is how much of a file there is still to read behind what is left in the buffer,
// where a document that is not over fills so much of it that it most likely holds
// nothing else; 0 is that it does not.
func (s *Splitter) rest() int {
	const most = 64
	left := int64(len(s.buf) - s.head)
	rest := s.Size - s.pos.Offset - left
	if rest <= 0 || rest > most*left || left+rest > int64(s.lim.DocumentBytes) {
		return 0
	}
	return int(rest)
}

// mayGuess reports whether it may be guessed where a document ends: somebody asked for
// that, no framing tells, and nothing broken is being passed over.
func (s *Splitter) mayGuess() bool { return s.asked() && s.Framing == Concatenated }

func (s *Splitter) asked() bool { return s.Guess != nil && s.wreck == nil }

// seesLines reports whether a line may be taken for a document, if one begins at head,
// though no framing tells.
func (s *Splitter) seesLines() bool { return s.Framing == Concatenated && s.holdsLines() }

// holdsLines reports whether a line may be taken for a document, if one begins at head.
func (s *Splitter) holdsLines() bool {
	return s.asked() && s.Framing != Sequence && s.Size != 0 && !s.mixed && s.fault == nil && s.cut.at == 0
}

// isCloser reports whether a bracket closes a container.
func isCloser(c byte) bool { return c == '}' || c == ']' }

// isRest reports whether what is left is most likely one document, the end of which
// is that of the file.
func (s *Splitter) isRest() bool {
	return s.mayGuess() && s.guess == notGuessed && s.cut.at > 0 && s.rest() > 0
}

// readRest reads the rest of a file, and reports whether it was that: it ends there,
// unless a line begins as the document does, which then is most likely another one.
func (s *Splitter) readRest() bool {
	const telling = 4
	if len(s.buf)-s.head < telling {
		return false
	}
	s.Guess(s.Size)
	another := append([]byte("\n"), s.buf[s.head:][:telling]...)
	for size := s.Size; s.end == nil && s.pos.Offset+int64(len(s.buf)-s.head) <= size; {
		seen := len(s.buf) - s.head - telling
		s.fill()
		if bytes.Contains(s.buf[s.head+seen:], another) {
			s.buf, s.head = bytes.Clone(s.buf[s.head:]), 0
			s.Size = 0 // which tells nothing of documents that are many
			return false
		}
	}
	s.guess = declined
	return s.end == io.EOF
}

// lineAhead is how long the line at head is, where it is most likely a document of a file:
// whatever else may hold lines, one that begins and ends with brackets is. It is 0 where
// it is not.
func (s *Splitter) lineAhead() int {
	if !s.seesLines() || !s.gap() || s.pos.Offset < s.unlined {
		return 0
	}
	line, _, ends := bytes.Cut(s.buf[s.head:], []byte("\n"))
	text := bytes.TrimRight(line, " \t\r")
	if ends && isCloser(text[len(text)-1]) {
		return len(text)
	}
	s.unlined = s.pos.Offset + int64(len(line))
	return 0
}

// handOut hands out the n bytes at head, and keeps them.
func (s *Splitter) handOut(g guess, n int) (doc []byte, pos Position, err error) {
	s.guess = g
	s.last = taken{start: s.head, size: n, pos: s.pos}
	return s.buf[s.head : s.head+n : s.head+n], s.pos, nil
}

// Guessed reports whether the last document was a guess.
func (s *Splitter) Guessed() bool { return s.guess == guessed }

// Decline tells that what Next returned last is not one valid document. If that was a
// guess, the next call of Next looks for the end of the document that begins there, and
// Decline returns true.
func (s *Splitter) Decline() bool {
	switch s.guess {
	case guessed:
		s.guess = declined
	case guessedLine:
		s.guess, s.mixed = notGuessed, true
	default:
		return false
	}
	return true
}

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
		more := len(s.buf) + step
		if rest := s.rest(); rest > 0 {
			more = rest + little
		}
		buf := append(Room(len(s.buf)+more), s.buf...) // slices.Grow would touch all of it
		Vacate(s.buf)
		s.buf = buf
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
