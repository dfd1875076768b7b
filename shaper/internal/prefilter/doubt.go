package prefilter

import "math"

// doubt marks texts with content that the sieve does not decode.
const doubt Fits = 1 << 63

// doubts lists the spellings that the sieve does not decode. It never decodes numeric escapes
// of ASCII. Numeric escapes of other characters end a fragment, so they need no decoding. The
// fields depend on the expressions.
type doubts struct {
	slash bool // an escaped slash, written by few producers
	fold  bool // the letters outside ASCII that fold to s or k
}

// put makes a sieve search for the doubts.
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

// written returns the fragment of a text.
func written(text string) (f fragment) {
	for _, b := range []byte(text) {
		var c class
		c.add(b)
		f = f.then(c)
	}
	return f
}
