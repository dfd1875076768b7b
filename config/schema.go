package config

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
)

//go:embed schema.json
var schemaText []byte

// Schema returns the JSON Schema (draft 2020-12) of the configuration file:
// files are checked by it, and editors complete from it.
func Schema() []byte { return bytes.Clone(schemaText) }

// grammar is the compiled schema, and what else the checks take from it.
type grammar struct {
	schema   *jsonschema.Schema
	homes    map[string]home     // of the keys of the main sections, and of synonyms
	names    []string            // of homes, sorted
	telling  []string            // keys that show that a comment holds a setting
	entries  map[string][]string // keys of what stands under names that users choose, by section
	booleans map[string]bool     // the keys of global that hold one value; true: a boolean
	dialects []string            // but for auto
	metadata []string            // the metadata of all envelopes
}

var loadGrammar = sync.OnceValue(func() grammar {
	schema, err := jsonschema.Compile(schemaText, jsonschema.Options{Faults: maxSize})
	if err != nil {
		panic(err)
	}
	g := grammar{schema: schema, homes: homes(schema), booleans: scalars(schema)}
	g.names = slices.Sorted(maps.Keys(g.homes))
	g.telling = slices.DeleteFunc(slices.Clone(g.names), func(name string) bool {
		isSynonym := g.homes[name].key != name && name != "exclude" && name != "include"
		return isSynonym || name == "text" || name == "schema" // which a note may have
	})
	g.entries = map[string][]string{
		"profiles":       known(schema, "profile"),
		"tool_overrides": known(schema, "tool"),
		"response_modes": known(schema, "mode"),
		"derive":         known(schema, "derive"),
		"shorten":        known(schema, "shorten"),
		"clients":        known(schema, "client"),
	}
	g.dialects = texts(schema.At("/$defs/dialect").Keyword("enum"))
	g.dialects = slices.DeleteFunc(g.dialects, func(name string) bool { return name == "auto" })
	g.metadata = texts(schema.At("/$defs/metadata").Keyword("examples"))
	return g
})

// known are the keys by which a definition tells a thing of its kind from a
// comment.
func known(schema *jsonschema.Schema, definition string) []string {
	return texts(schema.At("/$defs/" + definition + "_keys").Keyword("enum"))
}

// scalars finds the keys of global that hold one value.
func scalars(schema *jsonschema.Schema) map[string]bool {
	const global = "/$defs/global"
	found := map[string]bool{}
	for _, name := range schema.At(global).Properties() {
		switch string(schema.At(global + "/properties/" + name).Ref().Keyword("type")) {
		case `"boolean"`:
			found[name] = true
		case `"string"`:
			found[name] = false
		}
	}
	return found
}

// texts reads a list of strings of the schema.
func texts(list []byte) (all []string) {
	if err := json.Unmarshal(list, &all); err != nil {
		panic(err)
	}
	return all
}
