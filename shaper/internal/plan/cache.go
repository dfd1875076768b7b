package plan

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Cache holds the plans of one snapshot of the configuration, in two shelves.
//
// The configuration bounds the number of plans for calls without [Call.Fields]: unknown
// profiles, modes and settings are refused. Unknown tiers count as one. The key of a tool is
// the set of entries that apply to it. Includes and excludes come from the operator.
//
// A caller can invent any number of field lists, and each makes a plan. These plans have a
// shelf of their own. A flood of them evicts no plan of the operator.
type Cache struct {
	set        *profiles.Set
	tools      *clock[toolEntries] // by tool and server
	configured shelf
	called     shelf // for calls with a list of fields
	censor     censor
}

// shelf holds plans, and recent calls with their plans.
type shelf struct {
	*clock[*Plan]
	recent recent
}

// toolEntries describes the configuration entries of a tool.
type toolEntries struct {
	entries string // the entries that apply; equal for all tools with the same entries
	nearest string // the entry that was probably meant, if none applies
}

// The bounds of a cache.
const (
	maxTools      = 1 << 12
	maxConfigured = 1 << 9
	maxCalled     = 1 << 8

	longestTool = 1 << 8 // bytes of a remembered tool name with its server's name
)

// NewCache returns a cache for a configuration.
func NewCache(set *profiles.Set) *Cache {
	c := &Cache{set: set, tools: newClock[toolEntries](maxTools)}
	for s, size := range map[*shelf]int{&c.configured: maxConfigured, &c.called: maxCalled} {
		s.clock, s.recent.seed = newClock[*Plan](size), words.NewSeed()
		s.used = func(p *Plan) *atomic.Bool { return &p.used }
	}
	return c
}

// Set returns the configuration.
func (c *Cache) Set() *profiles.Set { return c.set }

// Asked looks up the plans for one call.
type Asked struct {
	cache *Cache
	call  *Call
	shelf *shelf
	base  *Plan
	Key   []byte // of the call, made on first use; its memory serves the next look-up
}

// Ask starts the look-up of plans for a call. It uses scratch as memory, and
// leaves it in [Asked.Key].
func (c *Cache) Ask(scratch []byte, call *Call) Asked {
	a := Asked{cache: c, call: call, shelf: &c.configured, Key: scratch[:0]}
	if call.Fields != nil {
		a.shelf = &c.called
	}
	return a
}

// Base returns the plan for a call before the response is read, as [Asked.Plan] does for
// [Call.Unread]. A repeated call finds it without a key.
func (a *Asked) Base() (*Plan, error) {
	at, mix := a.shelf.recent.spotOf(a.call)
	if p := at.find(a.call, &a.Key); p != nil {
		touch(&p.used)
		a.base = p
		return p, nil
	}
	p, err := a.Plan(a.call.Unread())
	a.base = p
	size := len(a.Key) + len(a.call.Server) + len(a.call.Tool) + len(a.call.Tier) + len(a.call.Dialect)
	if err == nil && at.missed.Swap(mix) == mix && size <= longestCall {
		at.missed.Store(0)
		at.met.Store(recall(a.call, p))
	}
	return p, err
}

// Of returns the plan for an answer. It returns guess, a plan that the same call needed
// before, if it fits; guess may be nil.
func (a *Asked) Of(answer *Answer, guess *Plan) (*Plan, error) {
	if guess == nil || guess.answer != *answer {
		return a.Plan(*answer)
	}
	touch(&guess.used)
	return guess, nil
}

// Nearest returns the entry of tool_overrides that was probably meant if none applies to the
// call. See [profiles.Set.Nearest]. It uses scratch as memory.
func (c *Cache) Nearest(scratch []byte, call *Call) string {
	return c.entriesOf(scratch[:0], call).nearest
}

func (c *Cache) entriesOf(scratch []byte, call *Call) toolEntries {
	key := append(appendText(scratch, call.Server), call.Tool...)
	if known, ok := c.tools.get(key); ok {
		return known
	}
	n := toolEntries{entries: string(c.set.AppendEntries(nil, call.Server, call.Tool))}
	if c.set.HasTools() {
		n.nearest = c.set.Nearest(call.Server, call.Tool)
	}
	if len(key) > longestTool {
		return n
	}
	return c.tools.put(key, n)
}

// Plan returns the plan for an answer, and makes a new one if needed. It fails if the call
// names an unknown setting.
func (a *Asked) Plan(answer Answer) (*Plan, error) {
	p, err := a.Outline(answer)
	if err == nil {
		err = p.compiled()
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Outline is like Plan, but the rules of the plan may not be compiled. It serves
// [Plan.Cuts], [Plan.Omits], [Plan.MayHide], [Plan.IsInert] and [Plan.IsFailed].
func (a *Asked) Outline(answer Answer) (*Plan, error) {
	if len(a.Key) == 0 {
		entries := a.cache.entriesOf(a.Key, a.call).entries
		a.Key = appendCall(a.Key, a.call, entries)
	}
	asked := len(a.Key)
	key := appendAnswer(a.Key, answer)
	a.Key = key[:asked]
	if p, ok := a.shelf.get(key); ok {
		return p, nil
	}
	var resolved *profiles.Resolved
	if b := a.base; b != nil && b.answer.Tier == answer.Tier && (b.answer.IsError == answer.IsError || !b.Resolved.OnError) {
		resolved = b.Resolved
	} else {
		var err error
		if resolved, err = a.cache.set.Resolve(a.call.key(answer)); err != nil {
			return nil, err
		}
	}
	answer.Tier = strings.Clone(answer.Tier) // it may alias a larger text of the caller
	return a.shelf.put(key, newPlan(resolved, a.call, answer, &a.cache.censor)), nil
}

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
