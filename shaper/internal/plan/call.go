package plan

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

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
