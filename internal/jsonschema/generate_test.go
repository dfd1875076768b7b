package jsonschema

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// random makes schemas and documents that are alike enough for either verdict.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 7))} }

func (r random) pick(from ...string) string { return from[r.IntN(len(from))] }

func (r random) name() string { return r.pick("a", "b", "c", "d/e", "f~") }

// document is a value of at most that depth, with white space and escapes.
func (r random) document(depth int) string {
	n := r.IntN(4)
	switch {
	case depth > 0 && n == 0:
		return r.list("[", "]", func() string { return r.document(depth - 1) })
	case depth > 0 && n == 1:
		left := []string{`"a"`, `"b"`, `"c"`, `"d\/e"`, `"f\u007e"`}
		r.Shuffle(len(left), func(i, k int) { left[i], left[k] = left[k], left[i] })
		return r.list("{", "}", func() string {
			name := left[0]
			if left = left[1:]; left == nil {
				return `"z":0`
			}
			return name + r.pick(":", " : ") + r.document(depth-1)
		})
	}
	return r.scalar()
}

func (r random) scalar() string {
	return r.pick("null", "true", "false", "0", "-0.0", "1", "1.0", "10e-1", "2", "3", "0.3", "1e2", "-1", "12345678901234567890",
		`""`, `"a"`, `"\u0061"`, `"ab"`, `"é"`, `"\u00e9"`, `"😀"`, `"a b"`)
}

// list is up to three items between brackets.
func (r random) list(open, closer string, item func() string) string {
	items := make([]string, r.IntN(4))
	for i := range items {
		items[i] = item()
	}
	return open + strings.Join(items, r.pick(",", ", ")) + closer
}

// schema is a document of schemas; flat ones tell all faults where they are.
func (r random) schema(flat bool) string {
	defs := []string{}
	for _, name := range []string{"x", "y", "z"} {
		defs = append(defs, fmt.Sprintf("%q:%s", name, r.node(2, flat)))
	}
	root := r.node(3, flat)
	if root[0] != '{' {
		return root
	}
	text := "{" + `"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{` + strings.Join(defs, ",") + "}"
	if root != "{}" {
		text += "," + root[1:len(root)-1]
	}
	return text + "}"
}

func (r random) node(depth int, flat bool) string {
	if n := r.IntN(20); n == 0 {
		return "false"
	} else if n < 3 {
		return "true"
	}
	if r.IntN(6) == 0 { // alone: the other validator tells nothing beside these
		return "{" + r.pick(`"const":`+r.document(1), `"enum":`+r.list("[", "]", func() string { return r.document(1) })) + "}"
	}
	used := map[string]bool{}
	var words []string
	for range 1 + r.IntN(4) {
		word := r.keyword(depth, flat)
		if name, _, _ := strings.Cut(word, ":"); !used[name] {
			used[name] = true
			words = append(words, word)
		}
	}
	return "{" + strings.Join(words, ",") + "}"
}

func (r random) keyword(depth int, flat bool) string {
	if depth > 0 && r.IntN(2) == 0 {
		return r.applicator(depth-1, flat)
	}
	number := func() string { return r.pick("0", "1", "2", "1.0", "0.3", "-1", "1e1") }
	count := func() string { return r.pick("0", "1", "2", "3.0") }
	names := func() string {
		return r.pick(`[]`, `["a"]`, `["b","a"]`, `["d/e","c"]`)
	}
	switch r.IntN(9) {
	case 0:
		return `"type":` + r.pick(`"object"`, `"array"`, `"string"`, `["integer","null"]`, `["number","object"]`, `["array","object"]`, `"boolean"`)
	case 1:
		return r.pick(`"minimum":`, `"maximum":`, `"exclusiveMinimum":`, `"exclusiveMaximum":`) + number()
	case 2:
		return `"multipleOf":` + r.pick("1", "0.1", "2", "0.03", "1e1")
	case 3:
		return r.pick(`"minLength":`, `"maxLength":`, `"minItems":`, `"maxItems":`, `"minProperties":`, `"maxProperties":`) + count()
	case 4:
		return `"pattern":` + r.pick(`"^a"`, `"[b-é]"`, `"^$"`, `"\\s"`)
	case 5:
		return `"uniqueItems":` + r.pick("true", "true", "false")
	case 6:
		return `"required":` + names()
	case 7:
		return `"dependentRequired":{"a":` + names() + `}`
	}
	return `"format":"date"`
}

func (r random) applicator(depth int, flat bool) string {
	node := func() string { return r.node(depth, flat) }
	some := func() string { return "[" + node() + "," + node() + "]" }
	member := func() string { return fmt.Sprintf("%q:%s", r.name(), node()) }
	if flat {
		switch r.IntN(5) {
		case 0, 1:
			return `"properties":{` + fmt.Sprintf(`"a":%s,"b":%s`, node(), node()) + `}`
		case 2:
			return `"items":` + node()
		case 3:
			return `"prefixItems":` + some()
		}
		return `"additionalProperties":` + node()
	}
	switch r.IntN(16) {
	case 0:
		return `"properties":{` + member() + `}`
	case 1:
		return `"patternProperties":{` + r.pick(`"^[ab]"`, `"c"`) + `:` + node() + `}`
	case 2:
		return r.pick(`"additionalProperties":`, `"unevaluatedProperties":`, `"propertyNames":`) + node()
	case 3:
		return `"prefixItems":` + some()
	case 4:
		return r.pick(`"items":`, `"unevaluatedItems":`) + node()
	case 5:
		return `"contains":` + node() + r.pick("", `,"minContains":0`, `,"minContains":2`, `,"maxContains":1`)
	case 6, 7, 8:
		return r.pick(`"allOf":`, `"anyOf":`, `"oneOf":`) + some()
	case 9:
		return `"not":` + node()
	case 10, 11:
		return `"if":` + node() + `,"then":` + node() + `,"else":` + node()
	case 12:
		return `"dependentSchemas":{` + member() + `}`
	}
	return `"$ref":` + r.pick(`"#/$defs/x"`, `"#/$defs/y"`, `"#/$defs/z"`, `"#"`)
}
