package web

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Of clients those are kept that were seen last, and no more than may be.
func TestSessionsAreForgotten(t *testing.T) {
	s := newSessions(mcp.New(engineOf(t, plain)), 3)
	first, second := s.of("1"), s.of("2")
	for i := range 100 {
		s.of(fmt.Sprint("x", i))
		if s.of("1") != first {
			t.Fatalf("a client that is seen all the time was forgotten after %d others", i)
		}
		if len(s.by) > 3 || s.order.Len() != len(s.by) {
			t.Fatalf("%d clients are kept, %d in order", len(s.by), s.order.Len())
		}
	}
	if s.of("2") == second {
		t.Error("a client that was not seen for long is still kept")
	}
	s.put("1", second)
	if s.of("1") != second {
		t.Error("a client is not the one that was put in its place")
	}
	if s.drop("1"); s.of("1") == second {
		t.Error("a client that was dropped is still kept")
	}
}
