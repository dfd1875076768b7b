// Package prefilter tells cheaply that no regular expression of a set matches a text. It
// covers the text, and the content of the text as a string with escapes, at any nesting depth.
//
// From each expression it derives fragments. Every match contains one of them, such as AKIA,
// or a digit, a point, a digit. The search reads four bytes at a time. It compares a fragment
// only where four of its bytes may match. If the sieve finds nothing, no expression matches.
// If it finds something, run the expression itself.
package prefilter

import (
	"math"
	"math/bits"
	"regexp"
	"regexp/syntax"
)

// Sieve searches texts for the fragments of expressions. It is immutable.
type Sieve struct {
	bytes   [size][256]uint64 // by position and byte: the windows that allow the byte
	windows [][]site          // the sites of each window
	numbers map[window]int    // the index of each window
	always  Fits              // the expressions that may match any text
}

// site is the position of a window in a fragment, with the result of a match.
type site struct {
	fragment
	at  int
	fit Fits
}

// Fits is the set of expressions that may match a text, by number. Above 63 expressions, some
// share a bit.
type Fits uint64

// Has reports whether expression i may match.
func (f Fits) Has(i int) bool { return f&bit(i) != 0 }

func bit(i int) Fits { return 1 << (i % 63) }

// New compiles a sieve for expressions. None of them may match the empty text.
func New(expressions []*regexp.Regexp) *Sieve {
	s := &Sieve{numbers: map[window]int{}}
	var all doubts
	for i, x := range expressions {
		d := s.add(x.String(), bit(i))
		all.fold, all.slash = all.fold || d.fold, all.slash || d.slash
	}
	all.put(s)
	return s
}

// telling bounds the chance of fragments. More frequent fragments are not searched for.
const telling = 0.1

func (s *Sieve) add(expression string, fit Fits) (d doubts) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		s.always |= fit
		return d
	}
	r := reading{left: mostRead}
	found := fragments(re, &r, 0)
	if found.chance > telling {
		s.always |= fit
		return d
	}
	for _, f := range found.fragments {
		s.put(f, fit)
		r.slash = r.slash || f.holds('/')
	}
	return r.doubts
}

// put adds a fragment. The search stops at every fourth offset, so it meets one of four
// adjacent windows wherever the fragment is.
func (s *Sieve) put(f fragment, fit Fits) {
	pivot := f.pivot()
	for at := pivot; at < pivot+size; at++ {
		s.site(f.window(at), site{f, at, fit})
	}
}

// site makes the sieve compare a fragment at each match of a window.
func (s *Sieve) site(w window, at site) {
	n, known := s.numbers[w]
	if !known {
		n = len(s.windows)
		s.numbers[w] = n
		s.windows = append(s.windows, nil)
		for i := range w {
			for b := range w[i].all() {
				s.bytes[i][b] |= 1 << (n % 64)
			}
		}
	}
	s.windows[n] = append(s.windows[n], at)
}

// Fits returns the expressions that may match a text.
func (s *Sieve) Fits(text []byte) Fits {
	fits := s.always
	for i, windows := s.look(text, 0); i < len(text); i, windows = s.look(text, i+size) {
		fits |= s.compare(text, i, windows)
	}
	return fits
}

// Next returns the first offset, at or after from, at which an expression may match, or
// len(text). No part of the text between from and the offset contains a match.
func (s *Sieve) Next(text []byte, from int) int {
	if s.always != 0 {
		return from
	}
	i, windows := s.look(text, from)
	for i < len(text) && s.compare(text, i, windows) == 0 {
		i, windows = s.look(text, i+size)
	}
	return i
}

// look returns the first offset, from i on in steps of four, at which windows may match. It
// also returns these windows as bits.
func (s *Sieve) look(text []byte, i int) (at int, windows uint64) {
	for ; i < len(text)-15; i += 16 {
		t := text[i : i+16]
		a := s.bytes[0][t[0]] & s.bytes[1][t[1]] & s.bytes[2][t[2]] & s.bytes[3][t[3]]
		b := s.bytes[0][t[4]] & s.bytes[1][t[5]] & s.bytes[2][t[6]] & s.bytes[3][t[7]]
		c := s.bytes[0][t[8]] & s.bytes[1][t[9]] & s.bytes[2][t[10]] & s.bytes[3][t[11]]
		d := s.bytes[0][t[12]] & s.bytes[1][t[13]] & s.bytes[2][t[14]] & s.bytes[3][t[15]]
		switch {
		case a|b|c|d == 0:
		case a != 0:
			return i, a
		case b != 0:
			return i + size, b
		case c != 0:
			return i + 2*size, c
		default:
			return i + 3*size, d
		}
	}
	for ; i < len(text); i += size {
		windows = math.MaxUint64 // behind the end of the text, any byte matches
		for n, b := range text[i:min(i+size, len(text))] {
			windows &= s.bytes[n][b]
		}
		if windows != 0 {
			return i, windows
		}
	}
	return len(text), 0
}

// compare returns the expressions that may match at an offset, for the given windows.
func (s *Sieve) compare(text []byte, i int, windows uint64) (fits Fits) {
	for ; windows != 0; windows &= windows - 1 {
		for n := bits.TrailingZeros64(windows); n < len(s.windows); n += 64 {
			for _, at := range s.windows[n] {
				if at.isAt(text, i-at.at) {
					fits |= at.fit
				}
			}
		}
	}
	return fits
}
