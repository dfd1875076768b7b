package plan

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// A recalled call matches only calls with equal content, settings included.
func TestRecalledCallsDifferInAnyPart(t *testing.T) {
	calls := map[string]Call{"nothing": {}, "an empty list": {Key: profiles.Key{Fields: []string{}}}}
	for name, c := range fields(Call{}, something) {
		calls[name] = c
	}
	for name, k := range fields(profiles.Key{}, something) {
		calls["key "+name] = Call{Key: k}
	}
	for i := range reflect.TypeFor[profiles.Settings]().NumField() {
		var s profiles.Settings
		field := reflect.ValueOf(&s).Elem().Field(i)
		field.Set(reflect.New(field.Type().Elem()))
		calls["setting "+reflect.TypeFor[profiles.Settings]().Field(i).Name] = Call{Key: profiles.Key{Settings: s}}
	}
	calls["a mask"] = Call{Key: profiles.Key{Exclude: []string{"a"}}}
	calls["another mask"] = Call{Key: profiles.Key{Exclude: []string{"b"}}}
	calls["a setting, on"] = Call{Key: profiles.Key{Settings: profiles.Settings{ExcludeNullValues: new(true)}}}
	if len(calls) < 30 {
		t.Fatalf("%d calls", len(calls))
	}
	for name, one := range calls {
		kept := recall(&one, nil)
		for other, c := range calls {
			if kept.matches(&c, new([]byte)) != reflect.DeepEqual(one, c) {
				t.Errorf("%s is taken for %s: %v", other, name, kept.matches(&c, new([]byte)))
			}
		}
	}
}

// base returns the plan of a call after two requests; then the call is remembered.
func base(t testing.TB, c *Cache, call *Call) (p *Plan) {
	t.Helper()
	for range 3 {
		p = planOf(t, c, *call)
	}
	return p
}

// A caller may change its lists between calls. The changed call does not match.
func TestCallersWriteToTheirLists(t *testing.T) {
	c := newCache(t)
	list, elides := []string{"a", "b"}, false
	call := Call{Key: profiles.Key{Exclude: list, Settings: profiles.Settings{ExcludeNullValues: &elides}}}
	first := base(t, c, &call)
	if standsAt(c, call).find(&call, new([]byte)) != first {
		t.Fatal("the call is not remembered")
	}
	list[0] = "x"
	second := base(t, c, &call)
	elides = true
	third := base(t, c, &call)
	if second == first || third == second || third == first {
		t.Error("what the caller wrote to makes no difference")
	}
	list[0], elides = "a", false
	if base(t, c, &call) != first {
		t.Error("the call has another plan than before")
	}
}

// standsAt returns the spot of a call.
func standsAt(c *Cache, call Call) *spot {
	at, _ := c.configured.recent.spotOf(&call)
	return at
}

// Two calls with one spot that alternate do not evict each other. A call that comes twice in a
// row takes the spot.
func TestCallsTakeTurns(t *testing.T) {
	c := newCache(t)
	one := Call{Key: profiles.Key{Exclude: []string{"a"}}}
	other := one
	other.Profile = "debug" // does not change the spot
	if standsAt(c, one) != standsAt(c, other) {
		t.Fatal("they stand at two places")
	}
	first, second := base(t, c, &one), planOf(t, c, other)
	for range 10 {
		if planOf(t, c, one) != first || planOf(t, c, other) != second {
			t.Fatal("a call has another plan than before")
		}
	}
	if standsAt(c, one).met.Load().base.Value() != first {
		t.Error("the first one was driven out")
	}
	if base(t, c, &other); standsAt(c, one).met.Load().base.Value() != second {
		t.Error("the second one, which alone was left, is not remembered")
	}
}

// Calls that do not repeat, and calls that are too large, are not stored.
func TestFewCallsAreRemembered(t *testing.T) {
	c := newCache(t)
	for i := range 3000 {
		planOf(t, c, tool(fmt.Sprint("t", i)))
	}
	large := Call{Key: profiles.Key{Exclude: []string{strings.Repeat("a", longestCall)}}}
	base(t, c, &large)
	for i := range c.configured.recent.spots {
		if c.configured.recent.spots[i].met.Load() != nil {
			t.Fatal("a call is remembered")
		}
	}
}

// The remembered calls do not keep an evicted plan alive.
func TestRecalledPlansAreLetGo(t *testing.T) {
	c := newCache(t)
	masked := func(i int) Call { return Call{Key: profiles.Key{Exclude: []string{fmt.Sprint("a", i)}}} }
	call := masked(0)
	for range 3 {
		base(t, c, &call)
	}
	at := standsAt(c, call).met.Load()
	if at == nil || at.base.Value() == nil {
		t.Fatal("the call is not remembered")
	}
	for i := range 3 * maxConfigured {
		planOf(t, c, masked(i+1))
	}
	if runtime.GC(); at.base.Value() != nil {
		t.Error("the plan is kept, of which the cache let go")
	}
}

// A plan found without its key counts as used. So does a plan that was guessed right.
func TestRecalledPlansAreUsed(t *testing.T) {
	c := newCache(t)
	call := tool("t")
	p := base(t, c, &call)
	p.used.Store(false)
	if planOf(t, c, call); !p.used.Load() {
		t.Error("a plan that was recalled counts as unused")
	}
	p.used.Store(false)
	asked, unread := c.Ask(nil, &call), call.Unread()
	if guess, err := asked.Of(&unread, p); err != nil || guess != p || !p.used.Load() {
		t.Errorf("a guess that is right counts as unused, or as wrong (%v)", err)
	}
	failed := call.Unread()
	failed.IsError = true
	if other, err := asked.Of(&failed, p); err != nil || other == p {
		t.Errorf("a guess that is wrong is taken (%v)", err)
	}
}
