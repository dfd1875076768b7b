package shaper_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// schema writes a random JSON Schema of all keywords, about few names.
func (g *generator) schema() string {
	var defs []string
	for i := range g.IntN(3) {
		defs = append(defs, fmt.Sprintf(`"d%d":%s`, i, g.part(2, g.often(2))))
	}
	root := g.objectSchema(1 + g.IntN(3))
	if g.envelopes = g.often(2); g.envelopes {
		root = g.envelopeSchema()
	}
	if len(defs) == 0 {
		return root
	}
	return join(root, `"$defs":{`+strings.Join(defs, ",")+`}`)
}

// join adds a member to an object.
func join(object, member string) string {
	if inside := strings.TrimSuffix(object, "}"); inside != "{" {
		return inside + "," + member + "}"
	}
	return "{" + member + "}"
}

// part writes a schema of some depth. With loops it may refer to any other one.
func (g *generator) part(depth int, loops bool) string {
	switch n := g.IntN(16); {
	case n == 0:
		return pick(g, []string{"true", "{}"})
	case n < 3 && loops:
		return g.oneOf(`{"$ref":"#/$defs/d0"}`, `{"$ref":"#/$defs/d1"}`, `{"$ref":"#"}`, `{"$ref":"#/$defs/none"}`)
	case depth == 0 || n < 6:
		return g.scalarSchema()
	case n < 9:
		return g.arraySchema(depth - 1)
	case n < 11:
		return g.combined(depth - 1)
	}
	return g.objectSchema(depth - 1)
}

func (g *generator) scalarSchema() string {
	return g.oneOf(
		`{"type":"string"}`, `{"type":"string","minLength":1}`, `{"type":"string","pattern":"^[a-z]*$","format":"date"}`, `{"type":"integer"}`,
		`{"type":"number","minimum":0}`, `{"type":"boolean"}`, `{"type":"null"}`, `{"type":["string","null"]}`, `{"enum":["x","",null,1,"some words, and some more"]}`, `{"const":"x"}`,
		`{"type":["string","null"],"maxLength":5}`, `{"enum":["a: x",{"a":1}]}`, `{"const":[{"a":1}]}`,
	)
}

func (g *generator) arraySchema(depth int) string {
	words := []string{`"type":"array"`}
	if g.often(8) {
		words = append(words, `"items":`+g.part(depth, true))
	}
	for _, word := range []string{`"minItems":1`, `"maxItems":4`, `"uniqueItems":true`, `"contains":` + g.part(depth, false), `"unevaluatedItems":false`} {
		if g.often(2) {
			words = append(words, word)
		}
	}
	if g.often(2) {
		words = append(words, `"prefixItems":[`+g.part(depth, false)+","+g.part(depth, false)+`]`)
	}
	return "{" + strings.Join(words, ",") + "}"
}

func (g *generator) combined(depth int) string {
	list := "[" + g.part(depth, false) + "," + g.part(depth, false) + "]"
	return g.oneOf(`{"anyOf":`+list+`}`, `{"oneOf":`+list+`}`, `{"allOf":[`+g.part(depth, true)+`]}`, `{"not":`+g.part(0, false)+`}`,
		`{"if":`+g.part(0, false)+`,"then":`+g.part(depth, false)+`,"else":true}`, `{"anyOf":`+list+`,"oneOf":`+list+`}`)
}

func (g *generator) objectSchema(depth int) string {
	var properties []string
	names := slices.Clone(genNames[:9])
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:1+g.IntN(4)]
	for _, name := range names {
		properties = append(properties, fmt.Sprintf("%s:%s", quote(name), g.part(depth, true)))
	}
	words := []string{`"type":"object"`, `"properties":{` + strings.Join(properties, ",") + `}`}
	if g.often(7) {
		required := slices.Clone(names[:g.IntN(len(names)+1)])
		words = append(words, `"required":`+quote(required))
	}
	for _, word := range []string{
		`"additionalProperties":false`, `"additionalProperties":` + g.part(depth, false), `"minProperties":1`, `"maxProperties":5`,
		`"patternProperties":{"^a":` + g.part(depth, false) + `}`, `"propertyNames":{"maxLength":3}`, `"unevaluatedProperties":false`,
		`"dependentRequired":{` + quote(names[0]) + `:["a","b"]}`, `"dependentSchemas":{` + quote(names[0]) + `:` + g.part(depth, false) + `}`,
	} {
		if name, _, _ := strings.Cut(word, ":"); g.often(2) && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, name+":") }) {
			words = append(words, word)
		}
	}
	return "{" + strings.Join(words, ",") + "}"
}

// envelopeSchema writes the schema of a possible envelope.
func (g *generator) envelopeSchema() string {
	failure := `{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":` + g.part(1, false) + `},"required":["a"]}]}`
	members, required := g.oneOf(
		`"tier":{"type":"string"},"tool_id":{"type":"string"},"data":`+g.part(2, true)+`,"error":`+failure+`,"upgrade_hints":{"type":"array"}`,
		`"success":{"type":"boolean"},"data":`+g.objectSchema(1)+`,"error":{"type":["string","null"]},"meta":{"type":"object","properties":{"version":{"const":"response-v2"},"a":true}}`,
		`"_metadata":{"type":"object","properties":{"status":{"enum":["success","error"]}}},"results":{"type":"array","items":`+g.objectSchema(1)+`},"error":`+failure,
	), g.oneOf(`[]`, `["data"]`, `["success","data"]`, `["results"]`)
	if g.often(5) {
		members += `},"additionalProperties":false,"required":` + required
	} else {
		members += `},"required":` + required
	}
	return `{"type":"object","properties":{` + members + "}"
}

func quote(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// valueOf writes a value that a schema of [generator.schema] may take: some are none.
func (g *generator) valueOf(root, schema any, depth int) string {
	s, _ := schema.(map[string]any)
	switch {
	case depth > 7:
		return pick(g, []string{`null`, `{}`, `[]`, `"x"`, `1`})
	case s["$ref"] != nil:
		if name, ok := strings.CutPrefix(s["$ref"].(string), "#/$defs/"); ok {
			defs, _ := root.(map[string]any)["$defs"].(map[string]any)
			return g.valueOf(root, defs[name], depth+1)
		}
		return g.valueOf(root, root, depth+1)
	case s["const"] != nil:
		return quote(s["const"])
	case s["enum"] != nil:
		return quote(pick(g, s["enum"].([]any)))
	}
	for _, word := range []string{"allOf", "anyOf", "oneOf"} {
		if list, ok := s[word].([]any); ok {
			return g.valueOf(root, pick(g, list), depth+1)
		}
	}
	kind := s["type"]
	if several, ok := kind.([]any); ok {
		kind = pick(g, several)
	}
	switch kind {
	case "object":
		return g.objectOf(root, s, depth)
	case "array":
		return g.arrayOf(root, s, depth)
	case "string":
		return quote(pick(g, []string{"x", "", "abc", "a: x", "some words, and some more", `{"a":1,"b":{"a":"x"}}`}))
	case "integer", "number":
		return pick(g, []string{"0", "1", "7"})
	case "boolean":
		return "true"
	case "null":
		return "null"
	}
	return pick(g, []string{`null`, `{"a":1,"b":null}`, `[{"a":{}},1]`, `"x"`, `{}`, `[]`})
}

func (g *generator) objectOf(root any, s map[string]any, depth int) string {
	required, _ := s["required"].([]any)
	properties, _ := s["properties"].(map[string]any)
	var members []string
	names := slices.Concat(genNames[:9], slices.Sorted(maps.Keys(properties)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		schema, known := properties[name]
		must := slices.Contains(required, any(name))
		if !must && (!known && g.often(9) || g.often(3)) {
			continue
		}
		if !known {
			schema = s["additionalProperties"]
		}
		members = append(members, quote(name)+":"+g.valueOf(root, schema, depth+1))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (g *generator) arrayOf(root any, s map[string]any, depth int) string {
	var list []string
	first, _ := s["prefixItems"].([]any)
	for i := range g.IntN(4) + len(first) {
		schema := s["items"]
		if i < len(first) {
			schema = first[i]
		} else if c := s["contains"]; c != nil && g.often(5) {
			schema = c
		}
		list = append(list, g.valueOf(root, schema, depth+1))
	}
	return "[" + strings.Join(list, ",") + "]"
}
