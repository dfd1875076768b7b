package jsonschema

import (
	"sync"
	"testing"
)

// A schema may be asked, and held against documents, by many at once. The race
// detector sees whether that writes to it.
func TestSchemaForManyAtOnce(t *testing.T) {
	schema, err := Compile([]byte(`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"enum":[1,{"c":2}]}},"$defs":{"x":{"type":"string"}}}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				part := schema.At("/properties/a")
				if names := schema.Properties(); len(names) != 2 || part == nil || part.Ref() == nil || string(part.Keyword("$ref")) != `"#/$defs/x"` {
					t.Errorf("%q, %v", names, part)
				}
				if found, err := schema.Validate([]byte(`{"a":5,"b":{"c":3}}`)); len(found) != 2 || err != nil {
					t.Errorf("%v, %v", found, err)
				}
			}
		})
	}
	all.Wait()
}
