package pass

import "testing"

// A derived field shows code points, not bytes, and says where it was cut.
func TestBeginning(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 1, ""}, {"a", 1, "a"}, {"ab", 1, "a..."}, {"abc", 3, "abc"}, {"é😀x", 2, "é😀..."}, {"é😀", 2, "é😀"}, {"\xff\xfe", 1, "\xff..."},
	} {
		text := []byte(c.text)
		if got := string(beginning(text, c.n)); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
		if string(text) != c.text {
			t.Errorf("%q was written to: %q", c.text, text)
		}
	}
}
