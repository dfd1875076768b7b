package scan

import (
	"bytes"
	"io"
)

// wreck is a broken document that is being passed over, line by line. Brackets
// and quotes are counted on, as if all were well.
type wreck struct {
	fault int // what is left up to its first fault, from here
	lines int // that were passed

	open   []byte // brackets that are open
	opened bool   // one was
	text   bool   // inside a string
	last   byte   // outside of strings, but blanks
	quote  bool   // a backslash was the last byte there

	lost    bool // brackets do not tell where it ends
	torn    bool // a string went on behind a line
	first   bool // it broke on its first line, or where that ended
	flat    bool // a line of it but the first begins with what no layout puts there
	partial bool // the line at hand was begun before
	seen    int  // of the line at hand, where that does not tell enough
}

// Skip passes over the rest of the document that Next returned last, or ended
// with, so that the next call finds another one. It reports whether that document is
// valid, and so at its end already. Where a framing was named, a broken one goes on
// up to the end of its line, or to the next record separator.
//
// Else that is nowhere written, and what stands in a broken document must not
// come out as one of its own: rules that hide something by its place would not
// meet it. The next document begins where a line begins with a bracket that opens
// (and not before the fault), and
//
//   - the broken one is laid out, and all its brackets are closed; it is laid out
//     where its lines but the first begin with blanks or closing brackets, or
//   - it is laid out, or its brackets are closed, and nothing follows the bracket
//     on its line, or
//   - it is laid out, or its brackets are closed, or it broke on its first line, or
//     at that bracket where an object can only have a name or its end; the line is
//     one document, and behind it comes another line that begins so, or the end of
//     the input. Elements of a list are followed by a comma or a bracket instead.
//
// It never begins behind a colon, nor in a list that is open, unless that is laid out
// and waits for no element: there commas may have been forgotten.
//
// What is passed over is not kept, however long it is; a line is, of which that
// has to be told.
//
// It is called before the next Next.
func (s *Splitter) Skip() (valid bool) {
	last := s.last
	s.head, s.pos = last.start, last.pos
	s.cut, s.found, s.bom, s.fault, s.checked = cut{}, false, false, nil, 0
	s.last = taken{start: last.start, pos: last.pos}
	doc := s.buf[last.start : last.start+last.size]
	at, kind := firstFault(doc, &s.lim)
	if last.fault != nil {
		at = min(at, last.fault.Offset-int(last.pos.Offset))
	} else if kind == KindNone {
		s.pass(last.size)
		return true
	}
	begun := bytes.TrimRight(doc[:at], " \t\r\n")
	s.wreck = &wreck{fault: at, first: bytes.IndexByte(begun, '\n') < 0}
	return false
}

// firstFault looks for the first fault of a document; KindEOF where more of it
// may come.
func firstFault(doc []byte, lim *Limits) (at int, kind Kind) {
	var skip Skipper
	at, kind = skip.Value(doc, Space(doc, 0), 0, lim)
	if kind == KindNone {
		if at = Space(doc, at); at < len(doc) {
			kind = KindTrailing
		}
	}
	return at, kind
}

// pass drops n bytes, and hands them on.
func (s *Splitter) pass(n int) {
	if s.Passed != nil && n > 0 {
		s.Passed(s.buf[s.head : s.head+n])
	}
	s.drop(n)
}

// resume passes over the wreck as far as it was read, and reports whether another
// document may begin at head.
func (s *Splitter) resume() bool {
	done := false
	if s.Framing == Concatenated {
		done = s.resumeAtLine()
	} else {
		done = s.resumeAtMark()
	}
	if done {
		s.wreck = nil
	}
	return done
}

func (s *Splitter) resumeAtMark() bool {
	left := s.buf[s.head:]
	i := bytes.IndexByte(left, s.Framing.mark())
	if i < 0 {
		s.pass(len(left))
		return false
	}
	if s.Framing == Lines {
		i++
	}
	s.pass(i)
	return true
}

func (s *Splitter) resumeAtLine() bool {
	w := s.wreck
	for {
		left := s.buf[s.head:]
		if len(left) == 0 {
			return false
		}
		if !w.partial && w.lines > 0 {
			begins, known := s.begins(left)
			if begins || !known {
				return begins
			}
			w.seen = 0
			w.look(left[0])
		}
		n := bytes.IndexByte(left, '\n') + 1
		if w.partial = n == 0; w.partial {
			n = len(left)
		}
		w.read(left[:n])
		s.pass(n)
	}
}

// begins reports whether a document begins at a line that does not belong to the
// wreck any more; known is false where more must be read to tell.
func (s *Splitter) begins(text []byte) (begins, known bool) {
	w := s.wreck
	over, maybe := w.isOver()
	if !IsOpener(text[0]) || !maybe || w.awaits() {
		return false, true
	}
	if over {
		return true, true
	}
	line, next, known := s.line(text)
	switch {
	case line == nil:
		return false, known
	case Space(line, 1) == len(line):
		return w.isClosed() || w.isLaidOut() && w.lines > 1, true
	}
	return isWhole(line, &s.lim) && (len(next) == 0 || IsOpener(next[0])), true
}

// isOver reports whether the wreck is over at a line, or may be: that is for the line
// to say then.
func (w *wreck) isOver() (over, maybe bool) {
	if w.fault > 0 {
		return false, false
	}
	closed, laidOut := w.isClosed(), w.isLaidOut()
	return closed && (laidOut || !w.opened), closed || laidOut || w.first || w.inObject()
}

// awaits reports whether a bracket at the line belongs to the wreck: it is the value
// of a member, or an element of a list, unless that is laid out and does not wait for
// one.
func (w *wreck) awaits() bool {
	if w.last == ':' {
		return true
	}
	inList := len(w.open) > 0 && w.open[len(w.open)-1] == '['
	return inList && (w.last == ',' || w.last == '[' || !w.isLaidOut() || w.lines < 2)
}

func (w *wreck) isClosed() bool  { return !w.lost && len(w.open) == 0 }
func (w *wreck) isLaidOut() bool { return !w.flat && !w.torn }

// line returns the line at hand without its end, and what was read of the next one,
// of which there is something, unless the input ends. Without a line, known tells
// whether there will be none.
func (s *Splitter) line(text []byte) (line, next []byte, known bool) {
	w := s.wreck
	i, end := bytes.IndexByte(text[w.seen:], '\n'), len(text)
	if i >= 0 {
		end = w.seen + i
	}
	switch {
	case end > s.lim.DocumentBytes: // and so it is no document
		return nil, nil, true
	case i >= 0 && (end+1 < len(text) || s.end == io.EOF):
		return text[:end], text[end+1:], true
	case s.end == io.EOF:
		return text, nil, true
	}
	w.seen = end
	return nil, nil, s.end != nil
}

// inObject reports whether the first fault is here, in an object: no member begins
// with a bracket.
func (w *wreck) inObject() bool {
	return w.fault == 0 && len(w.open) > 0 && w.open[len(w.open)-1] == '{'
}

// isWhole reports whether a line is a document as far as its brackets tell.
func isWhole(line []byte, lim *Limits) bool {
	var c cut
	found, kind := c.find(line, lim)
	return found && kind == KindNone && Space(line, c.at) == len(line)
}

// look takes in how a line begins.
func (w *wreck) look(b byte) {
	if !isSpace(b) && !isCloser(b) {
		w.flat = true
	}
}

// read takes in a line, or a part of one.
func (w *wreck) read(line []byte) {
	for _, b := range line {
		switch {
		case b == '\n':
			w.lines++
			w.lost, w.torn = w.lost || w.text, w.torn || w.text
			w.text, w.quote = false, false
		case w.text:
			w.text = b != '"' || w.quote
			w.quote = b == '\\' && !w.quote
		case b == '"':
			w.text = true
		default:
			w.bracket(b)
		}
		if !isSpace(b) {
			w.last = b
		}
	}
	w.fault -= len(line)
}

// bracket takes in a byte outside strings. What belongs between values, and is
// found outside of all brackets, tells that an end was passed before.
func (w *wreck) bracket(b byte) {
	const most = 1 << 16 // that are told apart
	last := len(w.open) - 1
	switch b {
	case '{', '[':
		if len(w.open) == most {
			w.lost = true
			return
		}
		w.open, w.opened = append(w.open, b), true
	case '}', ']':
		if last < 0 || w.open[last] != b-2 {
			w.lost = true
			return
		}
		w.open = w.open[:last]
	case ',', ':':
		w.lost = w.lost || last < 0
	}
}
