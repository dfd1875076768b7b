package plan

import (
	"strings"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Cache holds the plans of one generation of the configuration, apart by who
// decides how many there are.
//
// What a call says beside its own masks is bounded by the configuration: unknown
// profiles, modes and settings are refused, unknown tiers count as one, a dialect
// is named or not, and of a tool only the entries that apply to it matter. Includes
// and excludes are the operator's. What a caller may make up is [Call.Fields], one
// plan for each list: these plans have a place of their own, so that a flood of
// them moves nothing that the operator configured.
type Cache struct {
	set        *profiles.Set
	tools      *clock[named] // by tool and server
	configured shelf
	called     shelf // for lists of fields
	censor     censor
}

// shelf holds plans, and the calls that repeat.
type shelf struct {
	*clock[*Plan]
	recent recent
}

// ready makes room for so many plans. A shelf is made where it will be: it is too large
// to go over the stack.
func (s *shelf) ready(size int) {
	s.clock = newClock[*Plan](size)
	s.used = func(p *Plan) *atomic.Bool { return &p.used }
	s.recent.seed = words.NewSeed()
}

// named is what the name of a tool decides.
type named struct {
	entries string // which entries apply to it: the same for all tools to which the same ones do
	nearest string // the entry that was meant, where none does
}

// What is kept for one generation.
const (
	maxTools      = 1 << 12
	maxConfigured = 1 << 9
	maxCalled     = 1 << 8

	longestTool = 1 << 8 // bytes of a name that is remembered, with its server's
)

// NewCache returns a cache for a configuration.
func NewCache(set *profiles.Set) *Cache {
	c := &Cache{set: set, tools: newClock[named](maxTools)}
	c.configured.ready(maxConfigured)
	c.called.ready(maxCalled)
	return c
}

// Set is the configuration.
func (c *Cache) Set() *profiles.Set { return c.set }

// Asked is a call whose plans can be looked up.
type Asked struct {
	cache *Cache
	call  *Call
	shelf *shelf
	key   []byte // of the call, once one was needed; what the answer adds comes behind it
}

// Ask readies the look-up of the plans for a call. scratch is memory to use,
// which [Asked.Scratch] gives back.
func (c *Cache) Ask(scratch []byte, call *Call) Asked {
	a := Asked{cache: c, call: call, shelf: &c.configured, key: scratch[:0]}
	if call.Fields != nil {
		a.shelf = &c.called
	}
	return a
}

// Base returns the plan for a call of which nothing was read yet, as [Asked.Plan] does
// for [Call.Unread]: at once for a call that repeats.
func (a *Asked) Base() (*Plan, error) {
	at, mix := a.shelf.recent.at(a.call)
	if p := at.find(a.call, &a.key); p != nil {
		touch(&p.used)
		return p, nil
	}
	p, err := a.Plan(a.call.Unread())
	if err == nil {
		at.note(mix, a.call, p)
	}
	return p, err
}

// Of returns the plan for an answer, which the guess mostly is: a plan that the same
// call needed before, or nil.
func (a *Asked) Of(answer *Answer, guess *Plan) (*Plan, error) {
	if guess == nil || guess.answer != *answer {
		return a.Plan(*answer)
	}
	touch(&guess.used)
	return guess, nil
}

// Nearest is the entry of tool_overrides that was meant for a call to which none
// applies, as [profiles.Set.Nearest] finds it. scratch is memory to use.
func (c *Cache) Nearest(scratch []byte, call *Call) string { return c.named(scratch[:0], call).nearest }

func (c *Cache) named(scratch []byte, call *Call) named {
	key := append(appendText(scratch, call.Server), call.Tool...)
	if known, ok := c.tools.get(key); ok {
		return known
	}
	n := named{string(c.set.AppendEntries(nil, call.Server, call.Tool)), c.set.Nearest(call.Server, call.Tool)}
	if len(key) > longestTool {
		return n
	}
	return c.tools.put(key, n)
}

// Scratch is the memory of the look-up, for the next one.
func (a *Asked) Scratch() []byte { return a.key[:0] }

// Plan returns the plan for an answer, and makes it where it is new. The error is
// that of the call, which asks for what there is not.
func (a *Asked) Plan(answer Answer) (*Plan, error) {
	if len(a.key) == 0 {
		entries := a.cache.named(a.key, a.call).entries
		a.key = appendCall(a.key, a.call, entries)
	}
	asked := len(a.key)
	key := appendAnswer(a.key, answer)
	a.key = key[:asked]
	if p, ok := a.shelf.get(key); ok {
		return p, nil
	}
	p, err := a.cache.make(a.call, answer)
	if err != nil {
		return nil, err
	}
	return a.shelf.put(key, p), nil
}

func (c *Cache) make(call *Call, answer Answer) (*Plan, error) {
	resolved, err := c.set.Resolve(call.key(answer))
	if err != nil {
		return nil, err
	}
	p, err := newPlan(resolved, call, answer, &c.censor)
	if err != nil {
		return nil, err
	}
	p.ErrorMatters = resolved.OnError
	p.answer = answer
	p.answer.Tier = strings.Clone(answer.Tier) // the caller's, with whatever it is a part of
	return p, nil
}
