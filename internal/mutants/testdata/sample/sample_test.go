package sample

import (
	"io"
	"testing"
	"time"
)

func want[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBelow(t *testing.T) {
	want(t, Below(1), true)
	want(t, Below(100), false)
}

func TestAtMost(t *testing.T) {
	want(t, AtMost(15), true)
	want(t, AtMost(16), false)
}

func TestLast(t *testing.T) {
	last, n := Last([]string{"a", "b"})
	want(t, last, "b")
	want(t, n, -2)
}

func TestSame(t *testing.T) {
	want(t, Same(nil, nil), true)
	want(t, Same(io.EOF, io.EOF), true)
	want(t, Same(nil, io.EOF), false)
	want(t, Same(io.EOF, nil), false)
}

func TestShifted(t *testing.T) { want(t, Shifted(40), 1<<40-1) }

func TestHalf(t *testing.T) { want(t, Half(4*time.Second), -2*time.Second) }

func TestSteps(t *testing.T) {
	up, down := Steps(3)
	want(t, up, 3)
	want(t, down["x"], -3)
}

func TestLarger(t *testing.T) {
	want(t, Larger(1, 2), 2)
	want(t, Larger("b", "a"), "b")
}

func TestForever(t *testing.T) { want(t, Forever(4), 1+0+2+1) }
