package profiles

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles/internal/tier"
)

// The built-in profiles show or hide metadata of the envelope only: none
// removes anything from a payload, and none elides (RULES R6, D1, D6).
const (
	minimal = "minimal"
	debug   = "debug"
)

// Off is the name of the built-in profile that leaves only hiding rules in force. These are the
// privacy sections, the rules of tiers, excludes of the call, and those of the home or the
// /etc file.
const Off = "off"

var builtinProfiles = map[string]Profile{
	minimal: {
		Description: "the payload, and what was set: an error, hints, the client's request id",
		Envelope:    &Envelope{Include: []string{}},
	},
	"standard": {
		Description: "minimal with error and upgrade hints",
		Envelope:    &Envelope{Include: []string{"error", "upgrade_hints"}},
	},
	"verbose": {
		Description: "standard with the duration",
		Envelope:    &Envelope{Include: []string{"error", "upgrade_hints", "duration_ms"}},
	},
	debug: {
		Description: "every documented key spelled out, null or [] where nothing is known",
		Envelope: &Envelope{Include: []string{
			"tier", "tool_version", "tool_id", "request_id", "capabilities", "duration_ms", "error", "upgrade_hints",
		}},
	},
	Off: {Description: "the response as it came; only hiding rules act"},
}

// builtinTools are the response modes that seed 004 documents (RULES R83 and R86).
var builtinTools = []Tool{
	{
		Name: "semantic_search",
		ResponseModes: map[string]Mode{
			"ids_only": {Fields: []string{"chunk_id", "hybrid_score", "rank"}},
			"metadata": {Fields: []string{
				"chunk_id", "source_file", "source_category", "hybrid_score", "rank", "chunk_index", "total_chunks",
			}},
			"preview": {Fields: []string{
				"chunk_id", "source_file", "source_category", "hybrid_score", "rank", "chunk_index", "total_chunks",
				"chunk_snippet", "context_header",
			}},
			"full": {Fields: []string{
				"chunk_id", "chunk_text", "similarity_score", "bm25_score", "hybrid_score", "rank", "score_type",
				"source_file", "source_category", "context_header", "chunk_index", "total_chunks", "chunk_token_count",
			}},
		},
		Derive: map[string]Derive{"chunk_snippet": {From: "chunk_text", Chars: 200}},
	},
	{
		Name: "find_vendor_info",
		ResponseModes: map[string]Mode{
			"ids_only": {Fields: []string{"vendor_name", "entity_ids", "relationship_ids"}},
			"metadata": {Fields: []string{"vendor_name", "statistics", "top_entities", "last_updated"}},
			"preview": {
				Fields: []string{"vendor_name", "entities", "relationships", "statistics"},
				Limits: map[string]int{"entities": 5, "relationships": 5},
			},
			"full": {
				Fields: []string{"vendor_name", "entities", "relationships", "statistics"},
				Limits: map[string]int{"entities": 100, "relationships": 500},
			},
		},
	},
}

var builtinGlobal = Global{
	Profile: new(minimal),
	Settings: Settings{
		ExcludeEmptyArrays:   new(false),
		ExcludeEmptyObjects:  new(false),
		ExcludeNullValues:    new(false),
		ExcludeDefaultValues: new(false),
		AlwaysKeep:           &[]string{"success"},
		Unmatched:            new("prune"),
		Emptied:              new("keep"),
		Duplicates:           new("reject"),
		DuplicatesScope:      new("masked"),
		Dialect:              new("auto"),
	},
	Delivery: Delivery{Schema: new("narrow"), Text: new("mirror")},
}

// builtins are the compiled built-ins, the base of every configuration.
var builtins = sync.OnceValue(func() *Set {
	c := &compiler{builtIn: true}
	at := outside("built-in")
	s := c.compile(Spec{Global: builtinGlobal, Profiles: builtinProfiles, Tools: builtinTools}, at)
	s.tier = outsider(tier.Least, at.key("tier").origin().Pointer)
	return s
})

var builtinSet = sync.OnceValue(func() *Set {
	s, err := New(Spec{})
	if err != nil {
		panic(err)
	}
	return s
})

// Builtin returns the set of an empty configuration. It has the profiles minimal (in force),
// standard, verbose, debug and off, and the response modes of semantic_search and
// find_vendor_info.
func Builtin() *Set { return builtinSet() }
