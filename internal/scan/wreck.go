package scan

import (
	"bytes"
	"io"
)

// wreck is a broken document that Skip discards line by line. It counts brackets and quotes
// as in a valid document.
type wreck struct {
	fault int // bytes from here to the first fault
	lines int // lines discarded

	open   []byte // open brackets
	opened bool   // a bracket was opened
	text   bool   // the place is inside a string
	last   byte   // the last byte that is no blank
	quote  bool   // in a string, the last byte was a backslash

	lost    bool // the brackets do not show the end
	torn    bool // a string continued behind the end of its line
	first   bool // the fault is on the first line or at its end
	flat    bool // a line behind the first begins with neither a blank nor a closing bracket
	partial bool // a part of this line was read before
	seen    int  // bytes of this line that line searched in vain
}

// Skip discards the rest of the document that Next returned last, or the document at the
// fault that Next returned. The next call of Next finds another document. Skip reports
// whether that document is valid and so has ended. With Lines or Sequence, a broken document
// ends with its line or at the next record separator.
//
// With Concatenated, no byte marks its end. A value inside a broken document must not come
// out as a document: rules that hide values by their path would miss it. The next document
// begins at a line that starts with an opening bracket, behind the fault, if
//
//   - the broken document is laid out and all its brackets are closed; it is laid out if its
//     lines behind the first begin with blanks or closing brackets, or
//   - it is laid out or its brackets are closed, and nothing follows the bracket on its line,
//     or
//   - the line is one document, and behind it comes another line with an opening bracket or
//     the end of the input. Here the broken document is laid out, or its brackets are closed,
//     or its fault is on its first line, or its fault is the bracket in place of a name.
//
// The next document never begins behind a colon. It begins in an open list only if that is
// laid out and waits for no element: there a comma may be missing.
//
// Skip does not keep the discarded bytes, however many. It buffers the current line, since
// it must decide whether the line is one document. Call it before the next Next.
func (s *Splitter) Skip() (valid bool) {
	last := s.last
	s.head, s.pos = last.start, last.pos
	s.cut, s.found, s.bom, s.fault, s.checked = cut{}, false, false, nil, 0
	s.last = returned{start: last.start, pos: last.pos}
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

// firstFault returns the first fault of a document. It is KindEOF if more bytes may mend it.
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

// pass drops n bytes and gives them to Passed.
func (s *Splitter) pass(n int) {
	if s.Passed != nil && n > 0 {
		s.Passed(s.buf[s.head : s.head+n])
	}
	s.drop(n)
}

// resume discards the read part of the wreck, and reports whether another document may begin
// at head.
func (s *Splitter) resume() bool {
	done := false
	if s.Framing == Concatenated {
		done = s.resumeAtLine()
	} else {
		left := s.buf[s.head:]
		n := bytes.IndexByte(left, s.Framing.mark())
		if done = n >= 0; !done {
			n = len(left)
		} else if s.Framing == Lines {
			n++
		}
		s.pass(n)
	}
	if done {
		s.wreck = nil
	}
	return done
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
			w.flat = w.flat || !isSpace(left[0]) && left[0] != '}' && left[0] != ']'
		}
		n := bytes.IndexByte(left, '\n') + 1
		if w.partial = n == 0; w.partial {
			n = len(left)
		}
		w.read(left[:n])
		s.pass(n)
	}
}

// begins reports whether a document begins at a line behind the wreck. known is false if it
// takes more bytes to decide.
func (s *Splitter) begins(text []byte) (begins, known bool) {
	w := s.wreck
	closed, laidOut := !w.lost && len(w.open) == 0, !w.flat && !w.torn
	if !IsOpener(text[0]) || !w.mayEnd(closed || laidOut || w.first) || w.awaits(laidOut) {
		return false, true
	}
	if closed && (laidOut || !w.opened) {
		return true, true
	}
	line, next, known := s.line(text)
	switch {
	case line == nil:
		return false, known
	case Space(line, 1) == len(line):
		return closed || laidOut && w.lines > 1, true
	}
	var c cut
	found, kind := c.find(line, &s.lim)
	isWhole := found && kind == KindNone && Space(line, c.at) == len(line)
	return isWhole && (len(next) == 0 || IsOpener(next[0])), true
}

// mayEnd reports whether the wreck may end at a line. In an object, a bracket in place of a
// name is the fault, and the wreck may end at it.
func (w *wreck) mayEnd(shown bool) bool {
	inObject := len(w.open) > 0 && w.open[len(w.open)-1] == '{'
	return w.fault <= 0 && (shown || w.fault == 0 && inObject)
}

// awaits reports whether a bracket at the line belongs to the wreck. It does as the value of
// a member, and as an element of a list, unless the list is laid out and waits for none.
func (w *wreck) awaits(laidOut bool) bool {
	if w.last == ':' {
		return true
	}
	inList := len(w.open) > 0 && w.open[len(w.open)-1] == '['
	return inList && (w.last == ',' || w.last == '[' || !laidOut || w.lines < 2)
}

// line returns the current line without its end, and the read part of the next one. That
// is empty only at the end of the input. Without a line, known reports that none will come.
func (s *Splitter) line(text []byte) (line, next []byte, known bool) {
	w := s.wreck
	i, end := bytes.IndexByte(text[w.seen:], '\n'), len(text)
	if i >= 0 {
		end = w.seen + i
	}
	switch {
	case end > s.lim.DocumentBytes: // too long for a document
		return nil, nil, true
	case i >= 0 && (end+1 < len(text) || s.end == io.EOF):
		return text[:end], text[end+1:], true
	case s.end == io.EOF:
		return text, nil, true
	}
	w.seen = end
	return nil, nil, s.end != nil
}

// read counts the quotes and brackets of a line or of a part of one. A comma or a colon
// outside all brackets shows that an end was missed.
func (w *wreck) read(line []byte) {
	const maxOpen = 1 << 16
	for _, b := range line {
		last := len(w.open) - 1
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
		case IsOpener(b):
			if len(w.open) == maxOpen {
				w.lost = true
			} else {
				w.open, w.opened = append(w.open, b), true
			}
		case b == '}' || b == ']':
			if last < 0 || w.open[last] != b-2 {
				w.lost = true
			} else {
				w.open = w.open[:last]
			}
		case b == ',' || b == ':':
			w.lost = w.lost || last < 0
		}
		if !isSpace(b) {
			w.last = b
		}
	}
	w.fault -= len(line)
}
