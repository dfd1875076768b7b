// Package contract holds an envelope to its schema, and says each fault with its
// place.
package contract

import (
	"embed"
	"fmt"
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// schemaFiles holds the JSON Schema of every dialect. The same text is what an
// [envelope.Schemer] publishes and what an [envelope.Validator] reads its structural
// rules from, so the two cannot drift apart.
//
//go:embed schemas/*.json
var schemaFiles embed.FS

// Schema is a published schema, or a part of one. Conditions are published and
// not looked at: a dialect states them in Go, where it can name the place that
// is at fault.
type Schema = jsonschema.Schema

var schemaOptions = jsonschema.Options{
	Skip:   []string{"allOf", "anyOf", "oneOf", "if", "then", "else"},
	Advice: should,
	Unique: true,
	Faults: envelope.MostFindings + 1, // one more than is told
}

// should lists members whose absence is a warning.
const should = "x-should"

// SchemaText returns the published schema of that name.
func SchemaText(name string) []byte {
	text, err := schemaFiles.ReadFile("schemas/" + name + ".json")
	if err != nil {
		panic(err) // a name in this package without its file
	}
	return text
}

// MustSchema reads an embedded schema.
func MustSchema(name string) *Schema {
	s, err := jsonschema.Compile(SchemaText(name), schemaOptions)
	if err != nil {
		panic(fmt.Sprintf("schemas/%s.json: %v", name, err))
	}
	return s
}

// Part returns the schema below another one; nil where there is none.
func Part(s *Schema, path ...string) *Schema { return s.At(words.Pointer(path...)) }

// IsScreamingSnake reports whether a code is spelt as RULES R35 asks.
func IsScreamingSnake(code string) bool { return screamingSnake().MatchString(code) }

var screamingSnake = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
})
