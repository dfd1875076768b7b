package jsonschema

import (
	"math/big"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Numbers are compared as they are written, whatever their length.
func TestNumbers(t *testing.T) {
	numbers := []string{"0", "-0", "0.0e9", "1", "-1", "1.0", "10e-1", "0.1", "0.01", "1e-2", "100", "1e2", "12.5", "125e-1", "-12.5",
		"9007199254740993", "9007199254740992", "12345678901234567890.5", "1e400", "1e-400", "99.99", "100.01", "120", "1.2E+2"}
	for _, a := range numbers {
		for _, b := range numbers {
			x, _ := new(big.Rat).SetString(a)
			y, _ := new(big.Rat).SetString(b)
			if got := decimalOf([]byte(a)).compare(decimalOf([]byte(b))); got != x.Cmp(y) {
				t.Errorf("%s and %s compare as %d", a, b, got)
			}
			d := decimalOf([]byte(b))
			n, ok := d.small()
			if d.sign() <= 0 || !ok {
				continue
			}
			got := divisor{n, d.point - int64(d.count)}.divides(decimalOf([]byte(a)))
			if want := new(big.Rat).Quo(x, y).IsInt(); got != want {
				t.Errorf("%s is a multiple of %s: %v", a, b, got)
			}
		}
		x, _ := new(big.Rat).SetString(a)
		if got := decimalOf([]byte(a)).isInteger(); got != x.IsInt() {
			t.Errorf("%s is an integer: %v", a, got)
		}
	}
	huge := "1e" + strings.Repeat("9", 40)
	if d := decimalOf([]byte(huge)); d.compare(decimalOf([]byte("1e999999"))) != 1 || !d.isInteger() {
		t.Errorf("%s is not large", huge)
	}
	if d := decimalOf([]byte("1e-" + strings.Repeat("9", 40))); d.compare(decimalOf([]byte("1e-999999"))) != -1 || d.isInteger() {
		t.Error("a number is not small")
	}
}

// FuzzLawsNumber: order, multiples and wholeness are those of exact fractions.
func FuzzLawsNumber(f *testing.F) {
	f.Add("0.30", "1e-1")
	f.Add("-120", "1.2E+2")
	f.Add("12345678901234567890123", "0.003")
	f.Add("-0.0e5", "7")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := exact(a), exact(b)
		if x == nil || y == nil {
			return
		}
		d, other := decimalOf([]byte(a)), decimalOf([]byte(b))
		if got, want := d.compare(other), x.Cmp(y); got != want {
			t.Errorf("%s and %s compare as %d, not %d", a, b, got, want)
		}
		if got, want := d.isInteger(), x.IsInt(); got != want {
			t.Errorf("%s is an integer: %v", a, got)
		}
		n, small := other.small()
		if other.sign() <= 0 || !small {
			return
		}
		by := divisor{n, other.point - int64(other.count)}
		if got, want := by.divides(d), new(big.Rat).Quo(x, y).IsInt(); got != want {
			t.Errorf("%s is a multiple of %s: %v", a, b, got)
		}
		if got, want := string(appendDecimal(nil, d)) == string(appendDecimal(nil, other)), x.Cmp(y) == 0; got != want {
			t.Errorf("%s and %s have one form: %v", a, b, got)
		}
	})
}

// exact reads a JSON number; nil where it is none, or too long to write out.
func exact(number string) *big.Rat {
	if scan.Check([]byte(number), scan.Limits{}, false) != nil || kindOf(number[0]) != kindOf('1') || len(number) > 60 {
		return nil
	}
	if _, exponent := cutExponent([]byte(number)); exponent > 200 || exponent < -200 {
		return nil
	}
	x, _ := new(big.Rat).SetString(number)
	return x
}
