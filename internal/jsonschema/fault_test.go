package jsonschema

import (
	"fmt"
	"strings"
	"testing"
)

// All faults are told, in their order, with their places and in words that hold
// nothing of the document.
func TestFaults(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"type":{"type":["string","null"]},"const":{"const":{"a":1}},"enum":{"enum":["a",2,null]},"pattern":{"pattern":"^a\"$"},
		"minimum":{"minimum":1.50},"maximum":{"maximum":1},"over":{"exclusiveMinimum":1},"under":{"exclusiveMaximum":1},"multiple":{"multipleOf":2},
		"short":{"minLength":2},"long":{"maxLength":1},"few":{"minItems":2},"many":{"maxItems":1},"lean":{"minProperties":1},"fat":{"maxProperties":1},
		"twice":{"uniqueItems":true},"depends":{"dependentRequired":{"a":["b"]}},"closed":{"additionalProperties":false},"names":{"propertyNames":{"maxLength":1}},
		"left":{"unevaluatedProperties":false},"none":false,"one":{"oneOf":[true,true]},"not":{"not":{}},"in":{"items":{"items":{"type":"null"}}}
	},"required":["x","type","y"],"x-should":["z"]}`
	const document = `{"type":1,"const":1,"enum":"2","pattern":"secret","minimum":1,"maximum":2,"over":1,"under":1,"multiple":1,
		"short":"é","long":"éé","few":[1],"many":[1,2],"lean":{},"fat":{"a":1,"b":2},"twice":[1,1.0],"depends":{"a":1},"closed":{"a/b":1},"names":{"ab":1},
		"left":{"q":0},"none":0,"one":0,"not":0,"in":[[],[null,0]]}`
	s, err := Compile([]byte(schema), Options{Advice: "x-should"})
	if err != nil {
		t.Fatal(err)
	}
	faults, err := s.Validate([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, f := range faults {
		fmt.Fprintf(&got, "/%s %s: %s\n", strings.Join(f.Path, "/"), f.Keyword, f)
	}
	const want = `/type type: must be string or null
/const const: must be {"a":1}
/enum enum: must be one of a, 2, null
/pattern pattern: must match ^a"$
/minimum minimum: must be at least 1.50
/maximum maximum: must be at most 1
/over exclusiveMinimum: must be more than 1
/under exclusiveMaximum: must be less than 1
/multiple multipleOf: must be a multiple of 2
/short minLength: must have at least 2 characters
/long maxLength: must have at most 1 characters
/few minItems: must have at least 2 items
/many maxItems: must have at most 1 items
/lean minProperties: must have at least 1 members
/fat maxProperties: must have at most 1 members
/twice uniqueItems: holds an element twice
/depends dependentRequired: must have b
/closed/a/b additionalProperties: is not allowed
/names/ab propertyNames: must keep to propertyNames
/left/q unevaluatedProperties: is not allowed
/none false: is not allowed
/one oneOf: must keep to oneOf
/not not: must keep to not
/in/1/1 type: must be null
/ required: must have x, y
/ x-should: must keep to x-should
`
	if got.String() != want {
		t.Errorf("got\n%s", got.String())
	}
	if f := faults[0]; f.Type != "number" || string(f.Schema.Keyword("type")) != `["string","null"]` {
		t.Errorf("the first fault: %+v", f)
	}
	if f := faults[10]; f.Count != 2 || faults[21].Count != 2 {
		t.Errorf("counts: %+v, %+v", f, faults[21])
	}
}
