package plan

import (
	"fmt"
	"sync"
	"testing"
)

func key(i int) []byte { return fmt.Appendf(nil, "key %d", i) }

func finds(c *clock[int], i int) bool {
	v, ok := c.get(key(i))
	return ok && v == i
}

// Entries in frequent use stay, whatever else is added.
func TestClockSparesWhatIsUsed(t *testing.T) {
	c := newClock[int](64)
	for i := range 8 {
		c.put(key(i), i)
	}
	for i := range 10_000 {
		c.put(key(100+i), 100+i)
		for used := range 8 {
			if !finds(c, used) {
				t.Fatalf("key %d is gone after %d others", used, i)
			}
		}
	}
	if c.len() != 64 {
		t.Errorf("%d entries", c.len())
	}
}

// The map is never emptied: entries used once are evicted one by one.
func TestClockGoesRound(t *testing.T) {
	const size = 32
	c := newClock[int](size)
	for i := range 1000 {
		c.put(key(i), i)
		kept := 0
		for _, e := range c.ring {
			if _, ok := c.peek(e.key); ok {
				kept++
			}
		}
		if want := min(i+1, size); kept != want || c.len() != want {
			t.Fatalf("after %d: %d of %d entries are found", i, kept, c.len())
		}
	}
}

// len returns the number of entries.
func (c *clock[V]) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.ring)
}

// peek is get without a mark.
func (c *clock[V]) peek(key string) (v V, ok bool) {
	for i := range c.buckets {
		for e := c.buckets[i].Load(); e != nil; e = e.next.Load() {
			if e.key == key {
				return e.value, true
			}
		}
	}
	return v, false
}

// Of two values for one key, the first stays.
func TestClockPutTwice(t *testing.T) {
	c := newClock[int](4)
	if c.put(key(1), 1) != 1 || c.put(key(1), 2) != 1 || c.len() != 1 {
		t.Error("the second value took the place of the first")
	}
}

// unlink removes an entry at any position of its chain.
func TestClockUnlink(t *testing.T) {
	for gone := range 3 {
		c := newClock[int](1)
		c.ring = make([]*entry[int], 0, 3)
		for i := range 3 {
			e := &entry[int]{key: string(key(i)), value: i}
			e.next.Store(c.buckets[0].Load())
			c.buckets[0].Store(e)
			c.ring = append(c.ring, e)
		}
		c.unlink(c.ring[gone])
		for i := range 3 {
			if _, ok := c.peek(string(key(i))); ok == (i == gone) {
				t.Errorf("without %d: %d found %v", gone, i, ok)
			}
		}
	}
}

// Concurrent reads and writes find the right value for each key.
func TestClockAtOnce(t *testing.T) {
	c := newClock[int](16)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 2000 {
				k := (i*7 + worker*13) % 40
				if v, ok := c.get(key(k)); ok && v != k {
					t.Errorf("key %d holds %d", k, v)
					return
				}
				c.put(key(k), k)
			}
		})
	}
	wg.Wait()
	if c.len() != 16 {
		t.Errorf("%d entries", c.len())
	}
}

func TestClockReadsWithoutAllocation(t *testing.T) {
	c, k := newClock[int](16), key(1)
	c.put(k, 1)
	if n := testing.AllocsPerRun(100, func() { c.get(k) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
