package shaper

import (
	"encoding/binary"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// call is all that a plan depends on, within one generation.
type call struct {
	req     *Request
	tier    string
	isError bool
	dialect envelope.Dialect
	outline outline
	factual bool // errors are shown as they are: include lists are left out
	private bool // what privacy and tiers hide is hidden, and nothing else done
}

// appendKey appends what tells calls apart. Every part carries its length, so
// that no two calls share a key.
func (c *call) appendKey(b []byte) []byte {
	r := c.req
	for _, s := range [...]string{c.dialect.Name(), r.Dialect, r.Tool, c.tier, r.Profile, r.Mode} {
		b = appendText(b, s)
	}
	for _, list := range [...][]string{r.Include, r.Exclude, r.Fields} {
		b = appendList(b, list)
	}
	for _, flag := range [...]bool{c.isError, c.outline.failure, c.outline.list, c.factual, c.private, r.Strict} {
		b = appendFlag(b, flag)
	}
	b = binary.AppendUvarint(b, c.outline.hidden)
	return appendSettings(b, &r.Settings)
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

func appendFlag(b []byte, flag bool) []byte {
	if flag {
		return append(b, 1)
	}
	return append(b, 0)
}

func appendSettings(b []byte, s *profiles.Settings) []byte {
	if *s == (profiles.Settings{}) {
		return b
	}
	for _, p := range [...]*bool{s.ExcludeEmptyArrays, s.ExcludeEmptyObjects, s.ExcludeNullValues, s.ExcludeDefaultValues} {
		if b = appendFlag(b, p != nil); p != nil {
			b = appendFlag(b, *p)
		}
	}
	for _, p := range [...]*string{s.Unmatched, s.Emptied, s.Duplicates, s.DuplicatesScope, s.ResponseMode, s.Dialect} {
		if b = appendFlag(b, p != nil); p != nil {
			b = appendText(b, *p)
		}
	}
	if b = appendFlag(b, s.AlwaysKeep != nil); s.AlwaysKeep != nil {
		b = appendList(b, *s.AlwaysKeep)
	}
	return b
}

// key is what the profiles are asked for.
func (c *call) key() profiles.Key {
	r := c.req
	k := profiles.Key{
		Tool: r.Tool, Tier: c.tier, Profile: r.Profile, Mode: r.Mode,
		Include: r.Include, Exclude: r.Exclude, Fields: r.Fields,
		IsError: c.isError, Settings: r.Settings,
	}
	if r.Strict {
		everywhere := "everywhere"
		k.Settings.DuplicatesScope = &everywhere
	}
	return k
}
