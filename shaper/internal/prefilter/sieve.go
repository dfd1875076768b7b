// Package prefilter tells cheaply that none of some regular expressions fits a text, nor
// anything that the text says as a string with escapes in it, in which there may be
// strings again.
//
// From each expression it takes fragments of which every match holds one, such as
// AKIA, or a digit, a point, a digit. It looks at four bytes at a time, and compares
// a fragment only where four of its bytes may stand. Where the sieve finds nothing,
// nothing fits; where it finds something, the expression itself must be asked.
package prefilter

import (
	"math"
	"math/bits"
	"regexp"
	"regexp/syntax"
)

// Sieve is made of expressions. It is immutable.
type Sieve struct {
	bytes   [size][256]uint64 // by a byte: the windows in which it may be that one
	windows [][]site          // where each stands in fragments
	numbers map[window]int    // of the windows
	always  Fits              // these are asked for any text
}

// site is where a window begins in a fragment, and what fits where that stands.
type site struct {
	fragment
	at  int
	fit Fits
}

// Fits tells which expressions may fit a text, by their numbers. Of more than 63
// some share a bit.
type Fits uint64

// Has reports whether an expression may.
func (f Fits) Has(i int) bool { return f&bit(i) != 0 }

func bit(i int) Fits { return 1 << (i % 63) }

// New makes a sieve of expressions, none of which matches the empty text.
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

// telling is how rare the fragments of an expression must be to be looked for.
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

// put has the sieve look for a fragment. It looks at every fourth place, and so at one
// of four windows, wherever the fragment stands.
func (s *Sieve) put(f fragment, fit Fits) {
	pivot := f.pivot()
	for at := pivot; at < pivot+size; at++ {
		s.site(f.window(at), site{f, at, fit})
	}
}

// site has a fragment compared where a window of it stands.
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

// Fits returns which expressions may fit a text.
func (s *Sieve) Fits(text []byte) Fits {
	fits := s.always
	for i, windows := s.look(text, 0); i < len(text); i, windows = s.look(text, i+size) {
		fits |= s.compare(text, i, windows)
	}
	return fits
}

// Next returns the first place of a text, from one on, at which something may stand
// that fits; the end where there is none. A part of the text that begins no earlier
// than from, and ends no later than that place, holds nothing that fits.
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

// look returns the first place, from one on and by steps of four, at which windows may
// stand, and which.
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
		if windows = s.standing(text[i:min(i+size, len(text))]); windows != 0 {
			return i, windows
		}
	}
	return len(text), 0
}

// standing are the windows that may stand where so many bytes do. Where they are
// fewer, the text ends behind them, and there may be any in a window.
func (s *Sieve) standing(text []byte) uint64 {
	windows := uint64(math.MaxUint64)
	for n, b := range text {
		windows &= s.bytes[n][b]
	}
	return windows
}

// compare returns what fits where windows may stand.
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
