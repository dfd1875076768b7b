package shaper_test

import (
	"math/rand/v2"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Names that rules hide: by privacy and tiers, by excludes of every source in their order, and
// by privacy in the root of a payload.
var (
	forbiddenNames = []string{"password", "password", "api_key", "private_key", "user_pin", "halstead", "email", "phone"}
	excludedNames  = []string{"token", "cookie", "trace"}
	anchoredNames  = []string{"pin"}
)

// leakSpec are rules of every source that hide something, and as many as can be
// that would show it.
func leakSpec(r *rand.Rand) profiles.Spec {
	spec := profiles.Spec{
		Privacy: []profiles.Privacy{
			{Drop: append([]string{"password", "**.api_key", "*_pin", ".pin"}, notationNames...)},
			{Mask: []profiles.PrivacyMask{{Path: "email"}, {Path: "**.phone", With: new("")}, {Pattern: "SK-[0-9]+", With: new("#")}}},
		},
		Profiles: map[string]profiles.Profile{},
		Tools: []profiles.Tool{{
			Name: "t", ExcludeFields: []string{"token"}, ExcludeWhenTier: map[string][]string{"community": {"halstead"}},
			IncludeOnError: []string{"password", "halstead", "email"},
			Derive:         map[string]profiles.Derive{"s": {From: "password", Chars: 50}, "u": {From: "email", Chars: 50}, "v": {From: "a", Chars: 50}},
			ResponseModes:  map[string]profiles.Mode{"m": {Fields: []string{"a", "rows", "s", "u", "v", "password"}, Limits: map[string]int{"rows": 2}}},
		}},
	}
	for _, name := range []string{"minimal", "standard", "verbose", "debug"} {
		spec.Profiles[name] = profiles.Profile{CommonExclusions: []string{"trace"}}
	}
	tool := &spec.Tools[0]
	tool.Settings = leakSettings(r)
	if r.IntN(3) == 0 {
		tool.Items = new("rows")
	}
	if r.IntN(3) == 0 {
		tool.IncludeOnly = []string{"a", "rows", "password", "**.email"}
	}
	return spec
}

func leakSettings(r *rand.Rand) profiles.Settings {
	var s profiles.Settings
	if r.IntN(2) == 0 {
		s.ExcludeNullValues, s.ExcludeEmptyArrays, s.ExcludeEmptyObjects = new(r.IntN(2) == 0), new(r.IntN(2) == 0), new(r.IntN(2) == 0)
	}
	if r.IntN(3) == 0 {
		s.MaxString, s.MaxItems = new(1+r.IntN(60)), new(1+r.IntN(4))
		s.Rows = word(r.IntN(2) == 0, "differ", "first")
		s.Shorten = &map[string]profiles.Shorten{"**": {Lines: 1 + r.IntN(5)}, "a": {Chars: 1 + r.IntN(30)}}
	}
	if r.IntN(2) == 0 {
		s.AlwaysKeep = &[]string{"password", "email", "success"}
	}
	if r.IntN(3) == 0 {
		s.OmitFields = &[]string{"rows", "*e*", "a.b"}
	}
	s.Unmatched, s.Emptied = word(r.IntN(2) == 0, "keep", "prune"), word(r.IntN(2) == 0, "drop", "keep")
	s.Duplicates = new([]string{"reject", "reject", "first", "last"}[r.IntN(4)])
	s.Columns = new(r.IntN(2) == 0)
	if r.IntN(3) == 0 {
		s.TextAs = &[]string{"auto"}
	}
	return s
}

// leakRequest is a call that asks for as much as it can, under a label that is
// often a lie.
func leakRequest(r *rand.Rand) shaper.Request {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	req := shaper.Request{
		Tool: "t", Profile: pick("", "", "standard", "verbose", "debug"), Tier: pick("", "", " Community", "gold"),
		Mode: pick("", "", "m"), Exclude: []string{"cookie"}, IsError: r.IntN(4) == 0, Strict: r.IntN(4) == 0,
	}
	if r.IntN(3) == 0 {
		req.Dialect = pick("plain", "scalpel", "response-v2", "bmcis", "mcp", "jsonrpc")
	}
	switch r.IntN(4) {
	case 0:
		req.Include = []string{"**", "password", "data.email"}
	case 1:
		req.Fields = []string{"a", "password", "rows"}
	}
	if r.IntN(3) == 0 {
		req.Budget = profiles.Budget{MaxBytes: 1 + r.IntN(900)}
	}
	return req
}
