package clients_test

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/clients"
)

// Of clients those are kept that were seen last, and no more than may be.
func TestClientsAreForgotten(t *testing.T) {
	made := 0
	r := clients.New(3, func() int { made++; return made })
	first, second := r.Of("1"), r.Of("2")
	for i := range 100 {
		r.Of(fmt.Sprint("x", i))
		if r.Of("1") != first {
			t.Fatalf("a client that is seen all the time was forgotten after %d others", i)
		}
		if r.Len() > 3 {
			t.Fatalf("%d clients are kept", r.Len())
		}
	}
	if r.Of("2") == second {
		t.Error("a client that was not seen for long is still kept")
	}
	r.Put("1", second)
	if r.Of("1") != second {
		t.Error("a client is not the one that was put in its place")
	}
	if r.Drop("1"); r.Of("1") == second {
		t.Error("a client that was dropped is still kept")
	}
}
