package jsonschema

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// No schema and no document make a check endless. A schema with two tries at every level
// ends in an error.
func TestCostIsBounded(t *testing.T) {
	s := compiled(t, `{"anyOf":[{"items":{"$ref":"#"},"minItems":1},{"items":{"$ref":"#"},"maxItems":1,"minItems":1}]}`)
	deep := strings.Repeat("[", 60) + "1,[]" + strings.Repeat("]", 60)
	if _, err := s.Validate([]byte(deep)); !errors.Is(err, ErrCost) {
		t.Errorf("60 levels: %v", err)
	}
	if _, err := s.Validate([]byte(strings.Repeat("[", 2000))); err == nil {
		t.Error("2000 levels are read")
	}
	wide := "{\"a0\":0" + strings.Repeat(`,"b":0`, 20_000) + "}"
	names := `["a1"` + strings.Repeat(`,"a1"`, 5_000) + "]"
	if _, err := compiled(t, `{"dependentRequired":{"a0":`+names+`}}`).Validate([]byte(wide)); !errors.Is(err, ErrCost) {
		t.Errorf("5,000 names that are wanted among 20,000: %v", err)
	}
	same := compiled(t, `{"uniqueItems":true,"items":{"$ref":"#"}}`)
	deep = strings.Repeat("[1,", 990) + "[]" + strings.Repeat("]", 990)
	if faults, err := same.Validate([]byte(deep)); err != nil || faults != nil {
		t.Errorf("990 levels: %v, %v", faults, err)
	}
}

// A run is reused, and remembers nothing.
func TestValidateWarm(t *testing.T) {
	s := compiled(t, listSchema)
	doc := listDocument(4 << 10)
	if faults, err := s.Validate([]byte(`{"items":[{"id":-1}],"more":0}`)); err != nil || len(faults) != 3 {
		t.Fatalf("%v, %v", faults, err)
	}
	if allocs := testing.AllocsPerRun(50, func() {
		if faults, err := s.Validate(doc); err != nil || faults != nil {
			t.Fatalf("%v, %v", faults, err)
		}
	}); allocs > 1 && !testkit.Race {
		t.Errorf("%v allocations for a document that fits", allocs)
	}
}

// Values that no schema inspects take no memory. Values that are inspected again on each
// of many levels take steps in proportion to their size.
func TestRunIsBounded(t *testing.T) {
	doc := []byte(`{"data":[` + strings.Repeat(`[[1],{"a":[]}],`, 100_000) + `1]}`)
	s := compiled(t, `{"properties":{"data":{"type":"array"},"other":{"items":{"type":"string"}}},"minProperties":1}`)
	if took := testkit.Allocated(func() { s.Validate(doc) }); took > 64<<10 && !testkit.Race {
		t.Errorf("%d bytes for a document of %d that is not looked into", took, len(doc))
	}
	again := compiled(t, `{"minItems":1,"items":{"$ref":"#"},"contains":{"type":["array","integer"]}}`)
	row := strings.Repeat("[", 990) + "1" + strings.Repeat("]", 990)
	deep := []byte("[" + strings.Repeat(row+",", 100) + "1]")
	r := run{most: math.MaxInt}
	if err := r.doc.read(deep); err != nil || !r.check(again.node, r.doc.root(), nil) {
		t.Errorf("%v, or faults", err)
	}
	if most := 8 * len(deep); r.doc.steps > most {
		t.Errorf("%d steps for %d bytes", r.doc.steps, len(deep))
	}
}
