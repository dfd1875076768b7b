package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// FuzzLawsUnknownKeys checks random configurations against a walk over the decoded JSON
// and the text of the schema. The walk uses nothing else of the loader.
//
//   - Parse does not panic.
//   - A key that the schema does not know is free, of the older program, ignored or a
//     fault. A diagnostic names each of the last two kinds, and no other key.
//   - The published schema refuses a file with such a key, and accepts one that loads
//     without a fault.
//   - An ignored key changes nothing: the file without it selects the same.
func FuzzLawsUnknownKeys(f *testing.F) {
	for seed := range testkit.Seeds(256) {
		f.Add(seed)
	}
	var schema map[string]any
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		f.Fatal(err)
	}
	compiler := santhosh.NewCompiler()
	if err := compiler.AddResource("schema.json", schema); err != nil {
		f.Fatal(err)
	}
	published, err := compiler.Compile("schema.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		m := keyModel{schema: schema, random: rand.New(rand.NewPCG(seed, 0)), want: map[string]keyClass{}}
		values, _ := m.value(schema, 0).(map[string]any)
		text, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		snapshot, err := Parse("f.json", text)
		problems, _ := err.(Diagnostics)
		if err == nil {
			problems = snapshot.Warnings()
		}
		if len(problems) > document.MaxProblems {
			return // some are not told
		}
		refused := published.Validate(decoded(t, text)) != nil
		m.walk(values, schema, nil)
		if len(m.want) > 0 && !refused || len(m.want) == 0 && err == nil && refused {
			t.Fatalf("%s: the published schema refuses it: %v", text, refused)
		}
		if got := classesOf(problems); !maps.Equal(got, m.want) {
			t.Fatalf("%s\ngot  %v\nwant %v", text, got, m.want)
		}
		if err != nil {
			return
		}
		text, _ = json.Marshal(values) // without the keys that walk took out
		if without, err := Parse("f.json", text); err != nil || !sameSelection(snapshot, without) {
			t.Fatalf("%s selects something else without the ignored keys: %v", text, err)
		}
	})
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	value, err := santhosh.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

type keyClass string

const (
	isIgnored keyClass = "ignored"
	isFault   keyClass = "fault"
)

// classesOf reads the classes of unknown keys from the problems, by pointer.
func classesOf(problems Diagnostics) map[string]keyClass {
	found := map[string]keyClass{}
	for _, d := range problems {
		switch {
		case d.Ignored && d.Warning:
			found[d.Pointer] = isIgnored
		case strings.HasPrefix(d.Message, "unknown key "), strings.HasSuffix(d.Message, "is not supported by this version"):
			found[d.Pointer] = isFault
		}
	}
	return found
}

// keyModel makes random values by a schema, and finds the keys that the schema does not
// know.
type keyModel struct {
	schema map[string]any
	random *rand.Rand
	want   map[string]keyClass
}

func (m *keyModel) resolve(node any) map[string]any {
	object, _ := node.(map[string]any)
	if ref, ok := object["$ref"].(string); ok {
		defs, _ := m.schema["$defs"].(map[string]any)
		object, _ = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	return object
}

// value makes a value that a schema may allow.
func (m *keyModel) value(node any, depth int) any {
	node = m.resolve(node)
	schema, _ := node.(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	entry := schema["additionalProperties"]
	object := map[string]any{}
	switch {
	case properties != nil:
		known := slices.Sorted(maps.Keys(properties))
		for range m.random.IntN(4) {
			key := known[m.random.IntN(len(known))]
			object[key] = m.value(properties[key], depth+1)
		}
		for range m.random.IntN(3) {
			object[m.strange(known)] = m.strangeValue(depth)
		}
		return object
	case m.resolve(entry) != nil:
		for range m.random.IntN(3) {
			object[m.pick("t", "community", "x-t", "_t", "$t", "m")] = m.value(entry, depth+1)
		}
		return object
	case schema["enum"] != nil:
		words, _ := schema["enum"].([]any)
		return words[m.random.IntN(len(words))]
	}
	switch schema["type"] {
	case "boolean":
		return true
	case "integer":
		return 5
	}
	return "a"
}

// strange makes a key that a section need not know.
func (m *keyModel) strange(known []string) string {
	all := append(slices.Clone(known), "privacy", "drop", "mask", "on_unreadable", "exclude_fields", "common_exclusions",
		"exclude_when_tier", "include_only", "hide", "redact", "tools", "only", "limit", "colour", "parsing", "version", "budget")
	key := all[m.random.IntN(len(all))]
	at := m.random.IntN(len(key))
	switch m.random.IntN(6) {
	case 0:
		return key[:at] + key[at+1:] + "q"
	case 1:
		return key[:at] + "q" + key[at:]
	case 2:
		return strings.ToUpper(key[:at]) + key[at:]
	case 3:
		return m.pick("x-", "_", "$", "x_") + key
	}
	return key
}

func (m *keyModel) strangeValue(depth int) any {
	switch {
	case depth > 4:
		return nil
	case m.random.IntN(2) > 0:
		return m.random.IntN(9)
	}
	return map[string]any{m.strange([]string{"a"}): []any{m.strangeValue(depth + 1), "a"}}
}

func (m *keyModel) pick(of ...string) string { return of[m.random.IntN(len(of))] }

// walk classifies the unknown keys of value, and removes those that are ignored.
func (m *keyModel) walk(value, node any, path []string) {
	schema := m.resolve(node)
	if list, ok := value.([]any); ok && schema["items"] != nil {
		for i, element := range list {
			m.walk(element, schema["items"], append(slices.Clip(path), strconv.Itoa(i)))
		}
	}
	object, _ := value.(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		at := append(slices.Clip(path), key)
		free := strings.HasPrefix(key, "_") || strings.HasPrefix(key, "$")
		switch {
		case properties == nil && (!free || m.isEntry(schema, object[key])):
			m.walk(object[key], schema["additionalProperties"], at)
		case free, properties == nil, strings.HasPrefix(key, "x-"), isOlder(at):
		case properties[key] != nil:
			m.walk(object[key], properties[key], at)
		default:
			class := m.classify(at, slices.Sorted(maps.Keys(properties)), object[key])
			m.want[words.Pointer(at...)] = class
			if class == isIgnored {
				delete(object, key)
			}
		}
	}
}

// isEntry reports whether an entry whose name begins with _ or $ holds.
func (m *keyModel) isEntry(schema map[string]any, value any) bool {
	patterns, _ := schema["patternProperties"].(map[string]any)
	condition, _ := patterns["^[_$]"].(map[string]any)
	if condition == nil {
		return false
	}
	object, ok := value.(map[string]any)
	if !ok {
		return false // the number of a limit has no keys
	}
	keys := m.resolve(m.resolve(condition["if"])["not"])
	for range 3 { // not, propertyNames, not
		if keys["enum"] != nil {
			break
		}
		below, _ := keys["propertyNames"].(map[string]any)
		keys = m.resolve(below["not"])
	}
	known, _ := keys["enum"].([]any)
	for key := range object {
		if slices.Contains(known, any(key)) {
			return true
		}
	}
	return false
}

func isOlder(path []string) bool {
	key := path[len(path)-1]
	switch {
	case len(path) == 1:
		return key == "version" || key == "description" || key == "parsing"
	case len(path) == 3 && path[0] == "profiles":
		return key == "parsing"
	}
	return false
}

func (m *keyModel) classify(path, siblings []string, value any) keyClass {
	key := path[len(path)-1]
	hiding := []string{"privacy", "drop", "mask", "on_unreadable", "exclude_fields", "common_exclusions", "exclude_when_tier", "include_only", "allow", "deny"}
	later := path[0] == "clients" && slices.Contains([]string{"budget", "max_items", "max_string"}, key)
	meant := ""
	if words.Nearest(key, siblings) == "" {
		g := grammar.Load()
		meant = g.Meant(key).Key
	}
	if len(path) == 1 || path[0] == "privacy" || later || words.Nearest(key, hiding) != "" || slices.Contains(hiding, meant) || holdsKey(value, hiding) {
		return isFault
	}
	return isIgnored
}

// holdsKey reports whether an object in value has one of the keys, with text, a list or an
// object. It does not look into free keys.
func holdsKey(value any, keys []string) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, func(v any) bool { return holdsKey(v, keys) })
	case map[string]any:
		for key, below := range value {
			_, isText := below.(string)
			_, isList := below.([]any)
			_, isObject := below.(map[string]any)
			if strings.HasPrefix(key, "x-") || strings.HasPrefix(key, "_") || strings.HasPrefix(key, "$") {
				continue
			}
			if slices.Contains(keys, key) && (isText || isList || isObject) || holdsKey(below, keys) {
				return true
			}
		}
	}
	return false
}
