package prefilter

import "math"

// doubt stands where the text says something that is not looked through.
const doubt Fits = 1 << 63

// doubts are what the sieve does not look through. ASCII by number it never does (other
// numbers are of characters behind which no fragment goes on), and what follows only
// where an expression gives cause to look for it.
type doubts struct {
	slash bool // the slash with a backslash, which few producers write
	fold  bool // the letters outside ASCII that are an s or a k but for case
}

// put has a sieve look for the doubts.
func (d doubts) put(s *Sieve) {
	var digits class
	digits.span('2', '7')
	s.put(written(`\u00`).then(digits), doubt)
	if d.slash {
		s.put(written(`\/`), doubt)
	}
	if d.fold {
		s.put(written(`\u017`), doubt)
		s.put(written(`\u212`), doubt)
		s.put(written(string(longS)), math.MaxUint64)
		s.put(written(string(kelvin)), math.MaxUint64)
	}
}

const (
	longS  = '\u017f'
	kelvin = '\u212a'
)

// written is the fragment of a text.
func written(text string) (f fragment) {
	for _, b := range []byte(text) {
		var c class
		c.add(b)
		f = f.then(c)
	}
	return f
}
