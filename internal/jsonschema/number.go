package jsonschema

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// decimal is a number: ± 0.digits × 10^point. Zero has no digits. Exponents too large to
// be spelled out are equal.
type decimal struct {
	negative bool
	digits   []byte // first and last are no zero; the decimal point may be among them
	count    int    // of digits
	point    int64
}

const farExponent = 1 << 60

// decimalOf reads a JSON number.
func decimalOf(raw []byte) (d decimal) {
	if raw[0] == '-' {
		d.negative, raw = true, raw[1:]
	}
	mantissa, exponent := cutExponent(raw)
	first, last, whole := -1, -1, len(mantissa)
	for i, c := range mantissa {
		switch {
		case c == '.':
			whole = i
		case c != '0':
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return decimal{}
	}
	d.digits = mantissa[first : last+1]
	d.count, d.point = len(d.digits), int64(whole-first)+exponent
	switch {
	case first > whole:
		d.point++ // the point precedes all digits
	case whole < last:
		d.count-- // among them
	}
	return d
}

// cutExponent splits a number. It limits an exponent out of range to the range.
func cutExponent(raw []byte) (mantissa []byte, exponent int64) {
	for i, c := range raw {
		if c|0x20 != 'e' {
			continue
		}
		mantissa, raw = raw[:i], raw[i+1:]
		negative := raw[0] == '-'
		for _, c := range raw {
			if c >= '0' && exponent < farExponent {
				exponent = 10*exponent + int64(c-'0')
			}
		}
		if exponent = min(exponent, farExponent); negative {
			exponent = -exponent
		}
		return mantissa, exponent
	}
	return raw, 0
}

// digit returns the digit at digits[i] and the index of the next; 0 beyond the
// last.
func (d decimal) digit(i int) (digit byte, next int) {
	if i < len(d.digits) && d.digits[i] == '.' {
		i++
	}
	if i >= len(d.digits) {
		return '0', i
	}
	return d.digits[i], i + 1
}

// sign is -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.count == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compare orders two numbers.
func (d decimal) compare(other decimal) int {
	sign := d.sign()
	if c := cmp.Compare(sign, other.sign()); c != 0 || sign == 0 {
		return c
	}
	if c := cmp.Compare(d.point, other.point); c != 0 {
		return c * sign
	}
	for i, k := 0, 0; i < len(d.digits) || k < len(other.digits); {
		var a, b byte
		a, i = d.digit(i)
		b, k = other.digit(k)
		if c := cmp.Compare(a, b); c != 0 {
			return c * sign
		}
	}
	return 0
}

// isInteger reports whether the number has no fraction, in any notation.
func (d decimal) isInteger() bool { return int64(d.count) <= d.point || d.count == 0 }

// small is the digits as one number, if it fits 64 bits.
func (d decimal) small() (n uint64, ok bool) {
	if d.count > 19 {
		return 0, false
	}
	for i := 0; i < len(d.digits); {
		var c byte
		c, i = d.digit(i)
		n = 10*n + uint64(c-'0')
	}
	return n, true
}

// divisor is the number of "multipleOf": n × 10^exponent.
type divisor struct {
	n        uint64
	exponent int64
}

// divides reports whether a number is a multiple. The last digit of either is no zero. So
// no number is a multiple of a divisor with a higher power of ten.
func (by divisor) divides(d decimal) bool {
	if d.count == 0 {
		return true
	}
	shift := d.point - int64(d.count) - by.exponent
	if shift < 0 {
		return false
	}
	rest := uint64(0)
	for i := 0; i < len(d.digits); {
		var c byte
		c, i = d.digit(i)
		rest = (by.times(rest, 10) + uint64(c-'0')%by.n) % by.n
	}
	return by.times(rest, by.power(shift)) == 0
}

// times is a product modulo n.
func (by divisor) times(a, b uint64) uint64 {
	high, low := bits.Mul64(a%by.n, b%by.n)
	_, rest := bits.Div64(high, low, by.n)
	return rest
}

// power is 10^e modulo n.
func (by divisor) power(e int64) uint64 {
	result, base := 1%by.n, 10%by.n
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = by.times(result, base)
		}
		base = by.times(base, base)
	}
	return result
}

// appendCanonical appends a canonical form of a value. Two values share it exactly if they
// are equal (JSON Schema core §4.2.2). Names are in order, strings unescaped, and numbers
// reduced to significant digits.
func (d *document) appendCanonical(dst []byte, v value) []byte {
	kind := d.kind(v)
	dst = append(dst, byte(kind))
	switch kind {
	case text:
		var scratch []byte
		return appendSized(dst, d.text(v, &scratch))
	case number:
		return appendDecimal(dst, decimalOf(d.raw(v)))
	case array:
		for c := d.in(v); c.next(); {
			dst = d.appendCanonical(dst, c.value)
		}
		return append(dst, 0) // 0 is no kind
	case object:
		return d.appendMembers(dst, v)
	}
	return append(dst, d.src[v.at]) // true, false or null
}

func (d *document) appendMembers(dst []byte, v value) []byte {
	type member struct {
		name  []byte
		value value
	}
	var members []member
	for c := d.in(v); c.next(); {
		var scratch []byte
		members = append(members, member{d.text(c.name, &scratch), c.value})
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.name, b.name) })
	dst = binary.AppendUvarint(dst, uint64(len(members)))
	for _, m := range members {
		dst = d.appendCanonical(appendSized(dst, m.name), m.value)
	}
	return dst
}

func appendSized(dst, text []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func appendDecimal(dst []byte, d decimal) []byte {
	dst = append(dst, byte(1+d.sign()))
	dst = binary.AppendVarint(dst, d.point)
	dst = binary.AppendUvarint(dst, uint64(d.count))
	for i := 0; i < len(d.digits); {
		var c byte
		c, i = d.digit(i)
		dst = append(dst, c)
	}
	return dst
}
