package plan

import (
	"slices"
	"strings"
	"sync/atomic"
	"weak"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// recent remembers calls with their content. Most calls repeat. A repeated call finds its plan
// by one comparison and needs no key. It compares content and not addresses, since a caller
// may change its lists between calls.
//
// Each call has one spot. It takes the spot if it comes twice before the call there comes
// once. So alternating calls do not evict each other, and calls that never repeat are not
// stored. Reads take no lock.
type recent struct {
	seed  words.Seed
	spots [1 << 10]spot
}

type spot struct {
	met    atomic.Pointer[recalled]
	missed atomic.Uint64 // mix of the last call that found another one here; 0 is none
}

// recalled is a remembered call with its plan before anything is read.
type recalled struct {
	call     Call               // a deep copy without its settings
	settings string             // as appendSettings spells them
	base     weak.Pointer[Plan] // weak, since the cache bounds the plans
}

// longestCall bounds the bytes of a remembered call: its key, and the names that the key
// replaces by their entries.
const longestCall = 1 << 12

// spotOf returns the spot of a call and its mix, a hash that is not 0. Equal calls have equal
// hashes.
func (r *recent) spotOf(c *Call) (at *spot, mix uint64) {
	mix = uint64(r.seed.Hash([]byte(c.Tool)))
	if c.IsError || c.Quiet || c.Open || c.Budgeted || c.Uncut || c.Transit {
		mix++
	}
	for _, list := range [...][]string{c.Include, c.Exclude, c.Fields} {
		if n := len(list); n > 0 {
			mix = mix*31 + uint64(r.seed.Hash([]byte(list[n-1]))) + uint64(n)
		}
	}
	return &r.spots[mix%uint64(len(r.spots))], mix | 1
}

// find returns the plan of a call, or nil. It uses scratch as memory and may grow it.
func (s *spot) find(c *Call, scratch *[]byte) *Plan {
	r := s.met.Load()
	if r == nil || !r.matches(c, scratch) {
		return nil
	}
	if s.missed.Load() != 0 {
		s.missed.Store(0)
	}
	return r.base.Value()
}

// recall makes a deep copy of a call.
func recall(c *Call, base *Plan) *recalled {
	r := &recalled{call: *c, settings: string(appendSettings(nil, &c.Settings)), base: weak.Make(base)}
	k := &r.call
	k.Settings = profiles.Settings{}
	for _, text := range [...]*string{&k.Server, &k.Tool, &k.Tier, &k.Profile, &k.Mode, &k.Dialect} {
		*text = strings.Clone(*text)
	}
	for _, list := range [...]*[]string{&k.Include, &k.Exclude, &k.Fields} {
		*list = slices.Clone(*list)
		for i, mask := range *list {
			(*list)[i] = strings.Clone(mask)
		}
	}
	return r
}

// matches reports whether a call equals the remembered one.
func (r *recalled) matches(c *Call, scratch *[]byte) bool {
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

// same compares texts. Most are empty; those need no call of the runtime.
func same(a, b string) bool { return len(a) == len(b) && (len(a) == 0 || a == b) }

// sameList distinguishes a nil list from an empty one.
func sameList(a, b []string) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

func (c *Call) sameFlags(other *Call) bool {
	return c.IsError == other.IsError && c.FromClient == other.FromClient && c.Strict == other.Strict &&
		c.Quiet == other.Quiet && c.Private == other.Private && c.Budgeted == other.Budgeted && c.Open == other.Open && c.Uncut == other.Uncut && c.Transit == other.Transit
}
