package pass

import "testing"

// A name of a row matches under any white space, except before its colon.
func TestSpaced(t *testing.T) {
	for _, c := range []struct {
		text, src  string
		key, start int
	}{
		{`"a":`, `"a":1`, 0, 4},
		{`"a":`, " \n\"a\": 1", 2, 7},
		{`,"a":`, `,"a":1`, 1, 5},
		{`,"a":`, ",\r\n  \"a\":\n\n1", 5, 11},
		{`,"a":`, `, "a":`, 2, 6},
		{`,"a":`, `, "a" :1`, 2, 8},
		{`,"a":`, `, "b":1`, 2, 7},
		{`,"a":`, `, "a"`, 2, 5},
		{`,"a":`, ` ,"a":1`, 0, 7},
		{`,"a":`, ``, 0, 0},
	} {
		var p Pass
		p.src = []byte(c.src)
		if key, start := p.matchSpaced([]byte(c.text), 0); key != c.key || start != c.start {
			t.Errorf("%s in %q: %d, %d, want %d, %d", c.text, c.src, key, start, c.key, c.start)
		}
	}
}
