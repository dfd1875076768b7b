// Package contract holds an envelope to its schema, and says each fault with its
// place.
package contract

import (
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// schemaFiles holds the JSON Schema of every dialect. The same text is what
// [Schemer] publishes and what [Validator] reads its structural rules from, so
// the two cannot drift apart.
//
//go:embed schemas/*.json
var schemaFiles embed.FS

// Schema is the part of JSON Schema (draft 2020-12) that validators interpret.
// Conditions under "allOf" and "anyOf" are published but not interpreted: a
// dialect states them in Go, where it can name the place that is at fault.
type Schema struct {
	Type       schemaTypes        `json:"type"`
	Const      json.RawMessage    `json:"const"`
	Enum       []*string          `json:"enum"` // nil stands for null
	Pattern    *pattern           `json:"pattern"`
	MinLength  int                `json:"minLength"`
	MaxLength  *int               `json:"maxLength"`
	Minimum    *float64           `json:"minimum"`
	Maximum    *float64           `json:"maximum"`
	MinItems   int                `json:"minItems"`
	MaxItems   *int               `json:"maxItems"`
	Items      *Schema            `json:"items"`
	Properties map[string]*Schema `json:"properties"`
	Required   []string           `json:"required"`
	Additional json.RawMessage    `json:"additionalProperties"` // interpreted where it is false
	Ref        string             `json:"$ref"`
	Defs       map[string]*Schema `json:"$defs"`

	// Should lists members whose absence is a warning.
	Should []string `json:"x-should"`
}

// schemaTypes is the value of "type": one name or several.
type schemaTypes []string

func (t *schemaTypes) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		*t = schemaTypes{""}
		return json.Unmarshal(data, &(*t)[0])
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// pattern is a regular expression in the syntax that RE2 and ECMA-262 share.
type pattern struct{ *regexp.Regexp }

func (p *pattern) UnmarshalText(text []byte) (err error) {
	p.Regexp, err = regexp.Compile(string(text))
	return err
}

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
	var s Schema
	if err := json.Unmarshal(SchemaText(name), &s); err != nil {
		panic(fmt.Sprintf("schemas/%s.json: %v", name, err))
	}
	return &s
}

// admits reports whether a value is of one of the types. An integer is any
// number without a fraction, however it is written.
func (s *Schema) admits(kind string, value []byte) bool {
	return slices.Contains(s.Type, kind) ||
		kind == "number" && slices.Contains(s.Type, "integer") && raw.Integral(string(value))
}

func (s *Schema) choices() string {
	names := make([]string, len(s.Enum))
	for i, e := range s.Enum {
		names[i] = "null"
		if e != nil {
			names[i] = *e
		}
	}
	return strings.Join(names, ", ")
}

// IsScreamingSnake reports whether a code is spelt as RULES R35 asks.
func IsScreamingSnake(code string) bool { return screamingSnake().MatchString(code) }

var screamingSnake = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
})
