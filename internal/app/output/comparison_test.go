package output

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

// Bytes are the same only up to the end of both, in pieces of any size.
func TestComparison(t *testing.T) {
	for _, c := range []struct {
		there   string
		written []string
		same    bool
	}{
		{"", nil, true}, {"ab\n", []string{"a", "b\n"}, true}, {"ab", []string{"a"}, false},
		{"ab", []string{"abc"}, false}, {"ab", []string{"b", "b"}, false}, {"", []string{"a"}, false},
	} {
		to := &Comparison{With: iotest.OneByteReader(strings.NewReader(c.there))}
		for _, text := range c.written {
			if n, err := to.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("%q: %d, %v", text, n, err)
			}
		}
		if to.Same() != c.same {
			t.Errorf("%q over %q: same %t", c.written, c.there, to.Same())
		}
	}
	broken := errors.New("broken")
	if _, err := (&Comparison{With: iotest.ErrReader(broken)}).Write([]byte("a")); err != broken {
		t.Errorf("got %v", err)
	}
}
