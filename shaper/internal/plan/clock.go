package plan

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// clock is a bounded map with second-chance eviction. Reads take no lock and do not allocate.
// In a full map, a hand goes round the entries. It spares and unmarks each entry that was
// read since its last visit, and evicts the first other one. The hash has a random seed, so
// that no input can aim at one bucket. Use [newClock]: the zero value is not ready.
type clock[V any] struct {
	seed    maphash.Seed
	buckets []atomic.Pointer[entry[V]]
	used    func(V) *atomic.Bool // the mark inside a value; nil puts it into the entry

	mu   sync.Mutex // guards ring, hand and each change of a chain
	ring []*entry[V]
	hand int
}

// entry is a key with its value, in the chain of its bucket.
type entry[V any] struct {
	key   string
	hash  uint64
	value V
	used  *atomic.Bool // the entry was read since the last visit of the hand
	next  atomic.Pointer[entry[V]]
}

// newClock returns a map of at most size entries; size is a power of two.
func newClock[V any](size int) *clock[V] {
	return &clock[V]{seed: maphash.MakeSeed(), buckets: make([]atomic.Pointer[entry[V]], size)}
}

func (c *clock[V]) bucket(hash uint64) *atomic.Pointer[entry[V]] {
	return &c.buckets[hash&uint64(len(c.buckets)-1)]
}

// get returns the value of a key.
func (c *clock[V]) get(key []byte) (v V, ok bool) {
	e := c.find(maphash.Bytes(c.seed, key), key)
	if e == nil {
		return v, false
	}
	touch(e.used)
	return e.value, true
}

// touch sets a mark. It writes only if needed, since most marks are set already.
func touch(used *atomic.Bool) {
	if !used.Load() {
		used.Store(true)
	}
}

func (c *clock[V]) find(hash uint64, key []byte) *entry[V] {
	for e := c.bucket(hash).Load(); e != nil; e = e.next.Load() {
		if e.hash == hash && e.key == string(key) {
			return e
		}
	}
	return nil
}

// put adds a value and returns the value of the key. Of two concurrent values the first stays.
func (c *clock[V]) put(key []byte, value V) V {
	hash := maphash.Bytes(c.seed, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.find(hash, key); e != nil {
		return e.value
	}
	e := &entry[V]{key: string(key), hash: hash, value: value}
	if c.used != nil {
		e.used = c.used(value)
	} else {
		e.used = new(atomic.Bool)
	}
	if len(c.ring) < len(c.buckets) {
		c.ring = append(c.ring, e)
	} else {
		c.ring[c.evict()] = e
	}
	bucket := c.bucket(hash)
	e.next.Store(bucket.Load())
	bucket.Store(e)
	return value
}

// evict removes an entry and returns its index in the ring.
func (c *clock[V]) evict() int {
	for {
		at := c.hand
		c.hand = (at + 1) % len(c.ring)
		if e := c.ring[at]; !e.used.Swap(false) {
			c.unlink(e)
			return at
		}
	}
}

// unlink removes an entry from its chain. Concurrent readers continue from the entry.
func (c *clock[V]) unlink(e *entry[V]) {
	at := c.bucket(e.hash)
	for at.Load() != e {
		at = &at.Load().next
	}
	at.Store(e.next.Load())
}
