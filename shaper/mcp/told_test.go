package mcp

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// current is a configuration that changes.
type current struct{ atomic.Pointer[profiles.Set] }

func (c *current) Profiles() *profiles.Set { return c.Load() }

// Tools under earlier configurations are forgotten, since their plans take memory.
func TestToldIsCurrent(t *testing.T) {
	rules := new(current)
	change := func() {
		set, err := profiles.New(profiles.Spec{})
		if err != nil {
			t.Fatal(err)
		}
		rules.Store(set)
	}
	change()
	eng, err := shaper.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	server := New(eng)
	for i := range 3 {
		change()
		for _, name := range []string{"a", "b"} {
			server.Session().Tool(fmt.Appendf(nil, `{"name":%q,"title":"%d"}`, name, i))
		}
	}
	if n := len(server.told); n != 2 {
		t.Errorf("%d tools are remembered", n)
	}
}
