package plan

import (
	"slices"
	"strings"
	"sync/atomic"
	"weak"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// recent remembers calls with all that they hold. Most calls repeat, and one that
// does finds its plan by a comparison with the last one like it, where a key of it
// would have to be made, hashed and compared. Nothing is taken for the same by where
// it lies in memory: a caller may write to its lists from one call to the next.
//
// Each call has one place, and takes it where it comes twice before the one that stands
// there comes once. So calls that take turns do not drive each other out, and calls
// that never repeat leave nothing behind. It is read without a lock.
type recent struct {
	seed  words.Seed
	spots [1 << 10]spot
}

type spot struct {
	met    atomic.Pointer[recalled]
	missed atomic.Uint64 // mix of the call that last found another one here; 0 is none
}

// recalled is a call that was asked for, and the plan for it before anything is read.
type recalled struct {
	call     Call               // a copy, but for its settings
	settings string             // as appendSettings spells them
	base     weak.Pointer[Plan] // which the cache bounds
}

// longestCall is how many bytes the texts of a call that is remembered may have.
const longestCall = 1 << 12

// at is where a call stands if it is remembered. The mix is not 0.
func (r *recent) at(c *Call) (at *spot, mix uint64) {
	mix = c.mix(r.seed)
	return &r.spots[mix%uint64(len(r.spots))], mix | 1
}

// find returns the plan of a call, or nil. scratch is memory to use, of which there may be
// more then.
func (s *spot) find(c *Call, scratch *[]byte) *Plan {
	r := s.met.Load()
	if r == nil || !r.is(c, scratch) {
		return nil
	}
	if s.missed.Load() != 0 {
		s.missed.Store(0)
	}
	return r.base.Value()
}

// note notes a call that was not found, and its plan.
func (s *spot) note(mix uint64, c *Call, base *Plan) {
	if s.missed.Swap(mix) == mix && c.size() <= longestCall {
		s.missed.Store(0)
		s.met.Store(recall(c, base))
	}
}

// recall copies a call, with all that it shares with the caller.
func recall(c *Call, base *Plan) *recalled {
	r := &recalled{call: *c, settings: string(appendSettings(nil, &c.Settings)), base: weak.Make(base)}
	r.call.Settings = profiles.Settings{}
	for _, text := range r.call.texts() {
		*text = strings.Clone(*text)
	}
	for _, list := range r.call.lists() {
		*list = slices.Clone(*list)
		for i, mask := range *list {
			(*list)[i] = strings.Clone(mask)
		}
	}
	return r
}

// is reports whether a call holds what the one that was asked for held.
func (r *recalled) is(c *Call, scratch *[]byte) bool {
	k := &r.call
	return same(k.Tool, c.Tool) && same(k.Server, c.Server) && same(k.Tier, c.Tier) && same(k.Profile, c.Profile) &&
		same(k.Mode, c.Mode) && same(k.Dialect, c.Dialect) && k.sameFlags(c) && sameList(k.Include, c.Include) &&
		sameList(k.Exclude, c.Exclude) && sameList(k.Fields, c.Fields) && r.hasSettings(&c.Settings, scratch)
}

func (r *recalled) hasSettings(s *profiles.Settings, scratch *[]byte) bool {
	if len(r.settings) == 1 { // there were none
		return *s == profiles.Settings{}
	}
	spelled := appendSettings((*scratch)[:0], s)
	*scratch = spelled[:0]
	return r.settings == string(spelled)
}

// same compares texts of which most are empty: it calls nobody for these.
func same(a, b string) bool { return len(a) == len(b) && (len(a) == 0 || a == b) }

// sameList tells a nil list from an empty one.
func sameList(a, b []string) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// mix is a number that calls share which hold the same, and few others.
func (c *Call) mix(seed words.Seed) uint64 {
	mix := uint64(seed.Hash([]byte(c.Tool)))
	if c.IsError || c.Quiet || c.Open || c.Budgeted || c.Uncut || c.Transit {
		mix++
	}
	for _, list := range [...][]string{c.Include, c.Exclude, c.Fields} {
		if n := len(list); n > 0 {
			mix = mix*31 + uint64(seed.Hash([]byte(list[n-1]))) + uint64(n)
		}
	}
	return mix
}

func (c *Call) sameFlags(other *Call) bool {
	return c.IsError == other.IsError && c.FromClient == other.FromClient && c.Strict == other.Strict &&
		c.Quiet == other.Quiet && c.Private == other.Private && c.Budgeted == other.Budgeted && c.Open == other.Open && c.Uncut == other.Uncut && c.Transit == other.Transit
}

// size is how many bytes the texts of a call have.
func (c *Call) size() (n int) {
	for _, text := range c.texts() {
		n += len(*text)
	}
	for _, list := range c.lists() {
		for _, mask := range *list {
			n += len(mask)
		}
	}
	return n + len(appendSettings(nil, &c.Settings))
}

func (c *Call) texts() [6]*string {
	return [...]*string{&c.Server, &c.Tool, &c.Tier, &c.Profile, &c.Mode, &c.Dialect}
}

func (c *Call) lists() [3]*[]string { return [...]*[]string{&c.Include, &c.Exclude, &c.Fields} }
