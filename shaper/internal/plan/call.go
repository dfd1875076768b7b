package plan

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"weak"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Call holds the requests of a caller for one response and its nested documents.
type Call struct {
	profiles.Key
	Dialect    string // the named dialect; "" uses the configuration
	FromClient bool   // the request id is the client's own
	Strict     bool   // duplicate names matter in values that are copied whole, too
	Quiet      bool   // the answered call is unknown: only hiding rules act
	Private    bool   // only privacy and tier rules act
	Budgeted   bool   // the caller sets a budget
	Open       bool   // the operator's include lists and omit_fields are off; the caller's fields stay
	Uncut      bool   // no string and no list is shortened: the form for the archive
}

// Answer holds the facts of a response that select its plan.
type Answer struct {
	Dialect envelope.Dialect
	Layout  *envelope.Layout // of its form
	Own     bool             // the content shows the dialect; a label alone does not count
	Look    envelope.Dialect // the dialect that a plain document resembles; nil if none, or if nothing is hidden
	Tier    string           // of the caller or the envelope, in one spelling; "" uses the configuration
	IsError bool             // the call or the envelope reports a failure
	Failed  bool             // the envelope reports a failure
	Factual bool             // errors are shown as they are: include lists are off
}

// Of returns the answer for a document of a dialect in its usual form, before the document
// is read further.
func Of(d envelope.Dialect) Answer { return Answer{Dialect: d, Layout: d.Layout(), Own: true} }

// Unread returns the answer for a response before it is read.
func (c *Call) Unread() Answer {
	a := Of(envelope.Plain{})
	a.Tier, a.IsError = tierOf(c.Tier), c.IsError
	return a
}

// tierOf returns the canonical spelling of a tier, or "" for no tier.
func tierOf(said string) string {
	if said == "" {
		return ""
	}
	return profiles.CanonicalTier(said)
}

// Read completes the answer with the facts of the document. part means that the document is
// part of another one that keeps the facts of errors.
func (c *Call) Read(a *Answer, doc *envelope.Doc, part bool) {
	facts := a.Dialect.Facts(doc)
	if a.Look != nil {
		facts.Tier = a.Look.Facts(doc).Tier
	}
	a.Tier, a.IsError, a.Failed = tierOf(cmp.Or(c.Tier, facts.Tier)), c.IsError || facts.IsError, facts.IsError
	a.Factual = a.IsError && (part || a.Layout.Carries())
	if a.Failed && a.Layout.Failure != nil {
		a.Layout = a.Layout.Failure
	}
}

// key returns the key for the resolution of profiles.
func (c *Call) key(a Answer) profiles.Key {
	k := c.Key
	k.Tier, k.IsError = a.Tier, a.IsError
	if c.Strict {
		everywhere := "everywhere"
		k.Settings.DuplicatesScope = &everywhere
	}
	return k
}

// appendCall appends everything in a call that its plans depend on. The tool counts by the
// entries that apply to it, the dialect by whether one was named. Each part has a length
// prefix, so two different calls have different keys.
func appendCall(b []byte, c *Call, entries string) []byte {
	b = appendText(b, entries)
	b = appendText(b, c.Profile)
	b = appendText(b, c.Mode)
	for _, list := range [...][]string{c.Include, c.Exclude, c.Fields} {
		b = appendList(b, list)
	}
	named := c.Dialect != "" && !IsAuto(c.Dialect)
	b = appendFlags(b, c.Dialect == "", named, c.FromClient, c.Strict, c.Quiet, c.Private, c.Open, c.Budgeted)
	b = appendFlags(b, c.Uncut, c.Transit)
	return appendSettings(b, &c.Settings)
}

// appendAnswer appends everything that distinguishes the answers to one call.
func appendAnswer(b []byte, a Answer) []byte {
	b = appendText(b, a.Dialect.Name())
	b = appendText(b, a.Layout.Name)
	if a.Look == nil {
		b = appendText(b, "")
	} else {
		b = appendText(b, a.Look.Name())
	}
	b = appendText(b, a.Tier)
	return appendFlags(b, a.IsError, a.Failed, a.Factual, a.Own)
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendList distinguishes a nil list from an empty one.
func appendList(b []byte, list []string) []byte {
	if list == nil {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(list))+1)
	for _, s := range list {
		b = appendText(b, s)
	}
	return b
}

// appendFlags appends up to eight flags.
func appendFlags(b []byte, flags ...bool) []byte {
	var bits byte
	for i, set := range flags {
		if set {
			bits |= 1 << i
		}
	}
	return append(b, bits)
}

func appendSettings(b []byte, s *profiles.Settings) []byte {
	if *s == (profiles.Settings{}) {
		return append(b, 0)
	}
	b = append(b, 1)
	for _, p := range [...]*bool{s.ExcludeEmptyArrays, s.ExcludeEmptyObjects, s.ExcludeNullValues, s.ExcludeDefaultValues, s.Columns, s.Compact, s.Audit} {
		b = appendFlags(b, p != nil, p != nil && *p)
	}
	for _, p := range [...]*string{s.Unmatched, s.Emptied, s.Duplicates, s.DuplicatesScope, s.ResponseMode, s.Dialect, s.Rows} {
		if b = appendFlags(b, p != nil); p != nil {
			b = appendText(b, *p)
		}
	}
	for _, p := range [...]*int{s.MaxString, s.MaxItems} {
		if b = appendFlags(b, p != nil); p != nil {
			b = binary.AppendVarint(b, int64(*p))
		}
	}
	b = appendShorten(b, s.Shorten)
	for _, list := range [...]*[]string{s.AlwaysKeep, s.OmitFields, s.TextAs} {
		if b = appendFlags(b, list != nil); list != nil {
			b = appendList(b, *list)
		}
	}
	return b
}

func appendShorten(b []byte, by *map[string]profiles.Shorten) []byte {
	if by == nil {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(*by))+1)
	for _, mask := range slices.Sorted(maps.Keys(*by)) {
		s := (*by)[mask]
		b = appendText(b, mask)
		for _, n := range [...]int{s.Chars, s.Lines, s.Items} {
			b = binary.AppendVarint(b, int64(n))
		}
	}
	return b
}

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
