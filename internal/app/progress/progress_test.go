package progress

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// clock is a clock that tests set.
type clock struct{ at time.Time }

func (c *clock) now() time.Time          { return c.at }
func (c *clock) passes(ms time.Duration) { c.at = c.at.Add(ms * time.Millisecond) }

// An input that takes a while to read.
type slow struct {
	*clock
	io.Reader
}

func (s slow) Read(p []byte) (int, error) {
	s.passes(600)
	return s.Reader.Read(p)
}

// Nothing is told before a second of work, then as often as eyes can follow.
func TestLine(t *testing.T) {
	c := &clock{time.Unix(0, 0)}
	var told []string
	l := New(4000, c.now, func(text string) { told = append(told, text) })
	r := l.Reader(strings.NewReader(strings.Repeat("x", 4000)), false)
	step := func(ms time.Duration) {
		c.passes(ms)
		io.CopyN(io.Discard, r, 500)
		l.Document()
	}
	for _, ms := range []time.Duration{999, 1, 99, 1, 50, 50, 0, 0} {
		step(ms)
	}
	want := []string{
		"shape: 1.0 kB of 4.0 kB (25 %), 1 document",
		"shape: 2.0 kB of 4.0 kB (50 %), 3 documents",
		"shape: 3.0 kB of 4.0 kB (75 %), 5 documents",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// To wait for an input is no work, unless it is a file.
func TestWaitingIsNoWork(t *testing.T) {
	for waits, want := range map[bool]int{true: 0, false: 1} {
		c := &clock{time.Unix(0, 0)}
		told := 0
		l := New(0, c.now, func(string) { told++ })
		r := l.Reader(slow{c, strings.NewReader("ab")}, waits)
		for range 2 {
			r.Read(make([]byte, 1))
		}
		if told != want {
			t.Errorf("waits %v: told %d times, want %d", waits, told, want)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		line *Line
		want string
	}{
		{&Line{}, "shape: 0 B"},
		{&Line{read: 999, documents: 1}, "shape: 999 B, 1 document"},
		{&Line{read: 999_949, total: 1}, "shape: 999.9 kB"}, // it has grown
		{&Line{read: 999_950, total: 2_000_000_000}, "shape: 1.0 MB of 2.0 GB (0 %)"},
		{&Line{read: 1 << 62, total: 1<<63 - 1}, "shape: 4.6 EB of 9.2 EB (50 %)"},
	} {
		if got := c.line.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
