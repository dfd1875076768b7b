package jsonschema

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Schema is a compiled schema, or a part of one. It is immutable, and safe for
// concurrent use.
type Schema struct {
	in   *schemaText
	node *node
}

// schemaText is the compiled form of a document of schemas.
type schemaText struct {
	src     []byte
	options Options
	nodes   map[int]*node // by place
}

// Options are additions to the drafts. The zero value adds nothing.
type Options struct {
	// Skip are keywords that are published and stated elsewhere: they are
	// annotations here.
	Skip []string

	// Advice is a keyword with the form of "required". A missing name of it is reported,
	// and refuses nothing.
	Advice string

	// Unique makes a duplicate name in an object a fault of the keyword "uniqueNames", if
	// a schema for objects applies.
	Unique bool

	// Faults is how many faults of a document are kept, and how many pieces of
	// advice; 0 means 100.
	Faults int
}

// Error is a fault of a schema.
type Error struct {
	Pointer string // RFC 6901, of the keyword in the document of the schema
	Message string
}

// Error names the place first.
func (e *Error) Error() string { return fmt.Sprintf("schema at %q: %s", e.Pointer, e.Message) }

// Compile reads a schema. It fails with a *scan.Error if text is no JSON, and with an
// *Error if a keyword cannot be checked.
func Compile(text []byte, options Options) (*Schema, error) {
	c := newCompiler(text, options)
	root, err := c.compile()
	if err != nil {
		return nil, err
	}
	return &Schema{c.schemaText, root}, nil
}

// doc reads the text of the schema for one call, since a document counts the values read.
func (s *Schema) doc() *document { return &document{src: s.in.src} }

// At returns the schema at a JSON Pointer (RFC 6901): at a place where drafts have a
// schema, or at the target of a reference. It returns nil if there is none. References
// keep their targets.
func (s *Schema) At(pointer string) *Schema {
	v, ok := s.doc().find(s.node.at, pointer)
	if !ok || s.in.nodes[v.at] == nil {
		return nil
	}
	return &Schema{s.in, s.in.nodes[v.at]}
}

// Keyword returns the bytes of a keyword's value, or nil if it is absent.
func (s *Schema) Keyword(name string) []byte {
	doc := s.doc()
	v, ok := doc.member(s.node.at, name)
	if !ok {
		return nil
	}
	return doc.raw(v)
}

// Properties returns the names of "properties", in their order.
func (s *Schema) Properties() (names []string) {
	doc := s.doc()
	v, ok := doc.member(s.node.at, "properties")
	if !ok {
		return nil
	}
	for c := doc.in(v); c.next(); {
		names = append(names, doc.string(c.name))
	}
	return names
}

// Definitions returns the schemas of "$defs" by name.
func (s *Schema) Definitions() map[string]*Schema {
	doc, all := s.doc(), map[string]*Schema{}
	if v, ok := doc.member(s.node.at, "$defs"); ok {
		for c := doc.in(v); c.next(); {
			all[doc.string(c.name)] = &Schema{s.in, s.in.nodes[c.value.at]}
		}
	}
	return all
}

// Ref returns the schema that "$ref" leads to, nil if there is none.
func (s *Schema) Ref() *Schema {
	for _, r := range s.node.references {
		if ref, ok := r.(*refRule); ok {
			return &Schema{s.in, ref.to}
		}
	}
	return nil
}

// pointer is the JSON Pointer to a value.
func (d *document) pointer(v value) string {
	return words.Pointer(d.ways(v)[0]...)
}
