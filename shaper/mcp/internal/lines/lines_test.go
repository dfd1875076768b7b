package lines

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"testing/iotest"
)

// Lines come whole, however they are read.
func TestLines(t *testing.T) {
	want := []string{"a\n", "\n", string(bytes.Repeat([]byte("b"), 3*leastRoom)) + "\n", "c\n", "no end"}
	text := []byte(want[0] + want[1] + want[2] + want[3] + want[4])
	for name, from := range map[string]io.Reader{"at once": bytes.NewReader(text), "by halves": iotest.HalfReader(bytes.NewReader(text)), "with the end": iotest.DataErrReader(bytes.NewReader(text))} {
		var got []string
		r := New(from, limit)
		for {
			line, goesOn, err := r.Next()
			if err != nil || goesOn {
				break
			}
			got = append(got, string(line))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d lines, want %d", name, len(got), len(want))
		}
	}
}

// The room of large lines is kept as long as they come, within bounds.
func TestRoom(t *testing.T) {
	large, small := line(1<<20), line(10)
	for _, c := range []struct {
		name string
		text []byte
		kept bool // after the last line
	}{
		{"a large line", large, true},
		{"small ones among large ones", slices.Concat(large, bytes.Repeat(small, mostSmall), large, bytes.Repeat(small, mostSmall)), true},
		{"small ones alone", slices.Concat(large, bytes.Repeat(small, 1<<14)), false},
		{"a line that is too large", line(mostIdle), false},
	} {
		r := New(bytes.NewReader(c.text), limit)
		for {
			if _, _, err := r.Next(); err != nil {
				break
			}
		}
		if kept := len(r.room) > leastRoom; kept != c.kept {
			t.Errorf("%s: %d bytes of room are left", c.name, len(r.room))
		}
	}
}

const limit = 64 << 20

func line(size int) []byte { return append(bytes.Repeat([]byte("x"), size), '\n') }
