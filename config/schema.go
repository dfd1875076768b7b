package config

import (
	"bytes"
	_ "embed"
	"maps"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schema.json
var schemaText []byte

const schemaURL = "https://github.com/seed-7aa78ce4/shape/response_config.schema.json"

// Schema returns the JSON Schema (draft 2020-12) of the configuration file:
// files are checked by it, and editors complete from it.
func Schema() []byte { return bytes.Clone(schemaText) }

// grammar is the compiled schema, and what else the checks take from it.
type grammar struct {
	schema   *jsonschema.Schema
	keys     map[string][]string // the keys of each object, by its place in the schema
	homes    map[string]home     // of the keys of the main sections
	names    []string            // of homes, sorted
	booleans map[string]bool     // the keys of global that hold one value; true: a boolean
	dialects []string            // but for auto
	metadata []string            // the metadata of all envelopes
}

var loadGrammar = sync.OnceValue(func() grammar {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText))
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaURL, document); err != nil {
		panic(err)
	}
	g := grammar{schema: compiler.MustCompile(schemaURL), keys: map[string][]string{}}
	g.collect(g.schema)
	g.homes = homes(g.schema)
	g.names = slices.Sorted(maps.Keys(g.homes))
	g.booleans = scalars(g.schema.Properties["global"].Ref)
	g.dialects = texts(compiler.MustCompile(schemaURL + "#/$defs/dialect").Enum.Values)
	g.dialects = slices.DeleteFunc(g.dialects, func(name string) bool { return name == "auto" })
	g.metadata = texts(compiler.MustCompile(schemaURL + "#/$defs/metadata").Examples)
	return g
})

// collect records the keys of an object and of the objects below it.
func (g *grammar) collect(s *jsonschema.Schema) {
	if s == nil || g.keys[s.Location] != nil {
		return
	}
	if s.Properties != nil {
		g.keys[s.Location] = slices.Sorted(maps.Keys(s.Properties))
	}
	for _, property := range s.Properties {
		g.collect(property)
	}
	if values, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		g.collect(values)
	}
	g.collect(s.Items2020)
	g.collect(s.Ref)
}

// home is a key and the section where it belongs.
type home struct{ key, section string }

// homes tells where the keys of the main sections belong. The names of the
// command's flags count as the keys that they stand for.
func homes(root *jsonschema.Schema) map[string]home {
	const tools, profiles = "tool_overrides.*", "profiles.*"
	found := map[string]home{"exclude": {"exclude_fields", tools}, "include": {"include_only", tools}}
	add := func(section string, s *jsonschema.Schema) {
		for key := range s.Properties {
			found[key] = home{key, section}
		}
	}
	entry := func(section string) *jsonschema.Schema {
		return root.Properties[section].AdditionalProperties.(*jsonschema.Schema).Ref
	}
	add("the root object", root)
	add(profiles, entry("profiles"))
	add(tools, entry("tool_overrides"))
	add("global", root.Properties["global"].Ref)
	add("privacy", root.Properties["privacy"].Ref)
	for _, foreign := range []string{"version", "description", "parsing"} {
		delete(found, foreign)
	}
	return found
}

// scalars finds the properties of a section that hold one value.
func scalars(section *jsonschema.Schema) map[string]bool {
	found := map[string]bool{}
	for name, property := range section.Properties {
		types := property.Ref.Types
		if types == nil {
			continue
		}
		if names := types.ToStrings(); len(names) == 1 && names[0] != "object" {
			found[name] = names[0] == "boolean"
		}
	}
	return found
}

func texts(values []any) []string {
	all := make([]string, len(values))
	for i, value := range values {
		all[i] = value.(string)
	}
	return all
}
