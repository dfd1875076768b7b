package plan

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Call is what is asked of one response, and of the documents inside it.
type Call struct {
	profiles.Key
	Dialect    string // that was named; "" is what the configuration says
	FromClient bool   // the request id is the client's own
	Strict     bool   // duplicate names matter in values that are copied whole, too
	Quiet      bool   // nobody knows that it is this call which is answered: what hides something acts, and nothing else
	Private    bool   // what privacy and tiers hide is hidden, and nothing else done
	Budgeted   bool   // the caller sets the response a limit
	Open       bool   // the operator's include lists have no say, only the caller's fields
	Uncut      bool   // no string and no list is shortened: it is what an archive keeps
}

// Answer is what a response turned out to be.
type Answer struct {
	Dialect envelope.Dialect
	Layout  *envelope.Layout // of the form that it takes
	Own     bool             // it is of the dialect by its own look, and not because somebody says so
	Look    envelope.Dialect // of a plain document, the dialect that it looks like; nil is none, or nothing is hidden
	Tier    string           // the caller's, or else what the envelope says, in one spelling; "" is what the configuration says
	IsError bool             // it reports a failure, as the call or the envelope says
	Failed  bool             // the envelope says so
	Factual bool             // errors are shown as they are: include lists are left out
}

// Of is the answer that a document of a dialect is, in its usual form, before any
// more of it was read.
func Of(d envelope.Dialect) Answer { return Answer{Dialect: d, Layout: d.Layout(), Own: true} }

// Unread is the answer to a call of which nothing was read yet.
func (c *Call) Unread() Answer {
	a := Of(envelope.Plain{})
	a.Tier, a.IsError = tierOf(c.Tier), c.IsError
	return a
}

// tierOf is a tier in the one spelling that all of its spellings share; "" where
// nobody said one.
func tierOf(said string) string {
	if said == "" {
		return ""
	}
	return profiles.CanonicalTier(said)
}

// Read completes the answer to a call by what the document says; part tells that
// it is a part of another one in which errors keep their facts.
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

// key is what the profiles are asked for.
func (c *Call) key(a Answer) profiles.Key {
	k := c.Key
	k.Tier, k.IsError = a.Tier, a.IsError
	if c.Strict {
		everywhere := "everywhere"
		k.Settings.DuplicatesScope = &everywhere
	}
	return k
}

// appendCall appends all of a call that its plans depend on. Of the tool that is
// which entries apply to it, and of the dialect whether one was named. Every part
// carries its length, so that no two calls share a key.
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

// appendAnswer appends what tells the answers to one call apart.
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

// appendList tells a nil list from an empty one.
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
	for _, p := range [...]*bool{s.ExcludeEmptyArrays, s.ExcludeEmptyObjects, s.ExcludeNullValues, s.ExcludeDefaultValues, s.Columns, s.Compact} {
		b = appendFlags(b, p != nil, p != nil && *p)
	}
	for _, p := range [...]*string{s.Unmatched, s.Emptied, s.Duplicates, s.DuplicatesScope, s.ResponseMode, s.Dialect} {
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
	if s.AlwaysKeep == nil {
		return appendList(b, nil)
	}
	return appendList(appendFlags(b, true), *s.AlwaysKeep)
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
