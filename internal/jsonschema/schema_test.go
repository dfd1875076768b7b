package jsonschema

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// A keyword that cannot be checked is refused, at its place.
func TestCompileRefuses(t *testing.T) {
	for schema, want := range map[string]string{
		`[]`:                                              `"": a schema is an object, true or false`,
		`{"not":1}`:                                       `"/not": a schema is an object, true or false`,
		`{"items":[3]}`:                                   `"/items/0": a schema is an object`,
		`{"properties":{"a~/b":"x"}}`:                     `"/properties/a~0~1b": a schema is an object`,
		`{"properties":[]}`:                               `"/properties": properties has a value of the wrong type`,
		`{"allOf":{}}`:                                    `"/allOf": allOf has a value of the wrong type`,
		`{"anyOf":[]}`:                                    `"/anyOf": anyOf is empty`,
		`{"required":true}`:                               `"/required": required has a value of the wrong type`,
		`{"required":["a",1]}`:                            `"/required/1": a name is due`,
		`{"dependencies":{"a":1}}`:                        `"/dependencies/a": a schema is an object`,
		`{"dependentRequired":{"a":{}}}`:                  `"/dependentRequired/a": a list of names is due`,
		`{"minLength":"1"}`:                               `"/minLength": minLength has a value of the wrong type`,
		`{"maxItems":1.5}`:                                `"/maxItems": maxItems is a count`,
		`{"maxItems":-1}`:                                 `"/maxItems": maxItems is a count`,
		`{"type":"text"}`:                                 `"/type": type names no type`,
		`{"type":[1]}`:                                    `"/type/0": a name is due`,
		`{"pattern":"(?=a)"}`:                             `"/pattern": pattern: error parsing regexp`,
		`{"patternProperties":{"\\p{No}(":{}}}`:           `"/patternProperties/\\p{No}(": pattern: error parsing regexp`,
		`{"multipleOf":0}`:                                `"/multipleOf": multipleOf is a number over 0`,
		`{"multipleOf":-2}`:                               `"/multipleOf": multipleOf is a number over 0`,
		`{"multipleOf":12345678901234567891}`:             `"/multipleOf": multipleOf is a number over 0 of at most 19 digits`,
		`{"$ref":"other.json"}`:                           `"/$ref": $ref leads to nothing in this document, and nothing is fetched`,
		`{"$ref":"#/$defs/a"}`:                            `"/$ref": $ref leads to nothing`,
		`{"$ref":"#%zz"}`:                                 `"/$ref": $ref leads to nothing`,
		`{"$ref":"%zz"}`:                                  `"/$ref": $ref leads to nothing`,
		`{"$ref":"#/enum/0","enum":[1]}`:                  `"/enum/0": a schema is an object`,
		`{"$ref":"#/enum/1","enum":[1]}`:                  `"/$ref": $ref leads to nothing`,
		`{"$ref":"#/enum/00","enum":[{}]}`:                `"/$ref": $ref leads to nothing`,
		`{"$ref":"#/title/x","title":""}`:                 `"/$ref": $ref leads to nothing`,
		`{"$dynamicRef":"#a"}`:                            `"/$dynamicRef": $dynamicRef leads to nothing`,
		`{"$id":"%zz"}`:                                   `"": $id is no URI reference`,
		`{"$ref":"#"}`:                                    `"": the schema leads to itself without end`,
		`{"allOf":[{"anyOf":[{"$ref":"#"}]}]}`:            `"": the schema leads to itself without end`,
		`{"dependentSchemas":{"a":{"not":{"$ref":"#"}}}}`: `"": the schema leads to itself without end`,
	} {
		_, err := Compile([]byte(schema), Options{})
		if _, ok := errors.AsType[*Error](err); !ok || !strings.HasPrefix(err.Error(), "schema at "+want) {
			t.Errorf("%s: %v, want %s", schema, err, want)
		}
	}
	if _, err := Compile([]byte(`{"a":`), Options{}); err == nil {
		t.Error("half a document compiles")
	} else if _, ok := errors.AsType[*scan.Error](err); !ok {
		t.Errorf("half a document: %v", err)
	}
}

// What older drafts spell otherwise is read as they mean it.
func TestOlderDrafts(t *testing.T) {
	const four, seven = `"$schema":"http://json-schema.org/draft-04/schema#",`, `"$schema":"http://json-schema.org/draft-07/schema#",`
	for _, c := range []struct{ schema, fits, fails string }{
		{`{"minimum":3,"exclusiveMinimum":true}`, "4", "3"},
		{`{"minimum":3,"exclusiveMinimum":false}`, "3", "2"},
		{`{"items":[{"type":"string"}],"additionalItems":{"type":"null"}}`, `["a",null]`, `["a","b"]`},
		{`{"items":[],"additionalItems":false}`, `[]`, `[1]`},
		{`{"items":{},"additionalItems":false}`, `[1]`, ``},
		{`{"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":1,"b":1}`, `{"c":1}`},
		{`{"dependencies":{"a":["b"]}}`, `{}`, `{"a":1}`},
		{`{` + four + `"id":"http://a/b","items":{"$ref":"c#/definitions/d"},"definitions":{"e":{"id":"c","definitions":{"d":{"type":"null"}}}}}`, `[null]`, `[1]`},
		{`{` + seven + `"$ref":"#/definitions/a","maximum":1,"definitions":{"a":{"type":"number"}}}`, "2", "null"},
		{`{` + seven + `"items":{"$ref":"#a"},"definitions":{"a":{"$id":"#a","type":"null"}}}`, "[null]", "[1]"},
		{`{"$ref":"#/definitions/a","maximum":1,"definitions":{"a":{"type":"number"}}}`, "1", "2"},
		{`{"$recursiveAnchor":true,"type":["object","null"],"additionalProperties":{"$recursiveRef":"#"}}`, `{"a":{"b":null}}`, `{"a":{"b":1}}`},
		{`{"$ref":"#/components/a","components":{"a":{"items":{"$ref":"#/components/b"}},"b":{"type":"null"}}}`, "[null]", "[0]"},
	} {
		s := compiled(t, c.schema)
		if faults, err := s.Validate([]byte(c.fits)); err != nil || faults != nil {
			t.Errorf("%s refuses %s: %v %v", c.schema, c.fits, faults, err)
		}
		if c.fails == "" {
			continue
		}
		if faults, err := s.Validate([]byte(c.fails)); err != nil || faults == nil {
			t.Errorf("%s lets %s pass: %v", c.schema, c.fails, err)
		}
	}
}

// Expressions mean what they mean in ECMA-262.
func TestPatterns(t *testing.T) {
	for _, c := range []struct{ pattern, fits, fails string }{
		{`^\s$`, "\u00a0", "a"}, {`^\s$`, "\ufeff", "\u200b"}, {`^\S$`, "\u200b", "\u2003"},
		{`^[\s-]$`, "-", "a"}, {`^[\Sx]$`, "b", " "}, {`^[^\s]$`, "b", "\u3000"},
		{`^\u00e9$`, "é", "e"}, {`^\cJ$`, "\n", "J"}, {`^\cj$`, "\n", "j"}, {`^\/\.$`, "/.", "/a"},
		{`^(?<year>\d{4})$`, "1999", "१९९९"}, {`^[a\]\\]$`, "]", "b"}, {`^\p{Letter}$`, "π", "1"},
	} {
		p, err := compilePattern(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if !p.MatchString(c.fits) || p.MatchString(c.fails) {
			t.Errorf("%s: %q %v, %q %v", c.pattern, c.fits, p.MatchString(c.fits), c.fails, p.MatchString(c.fails))
		}
	}
	for _, pattern := range []string{`\`, `\u12`, `(?!a)`, `a{2,1}`, `\1`} {
		if p, err := compilePattern(pattern); err == nil {
			t.Errorf("%s became %s", pattern, p)
		}
	}
}

// Numbers are compared as they are written, whatever their length.
func TestNumbers(t *testing.T) {
	numbers := []string{"0", "-0", "0.0e9", "1", "-1", "1.0", "10e-1", "0.1", "0.01", "1e-2", "100", "1e2", "12.5", "125e-1", "-12.5",
		"9007199254740993", "9007199254740992", "12345678901234567890.5", "1e400", "1e-400", "99.99", "100.01", "120", "1.2E+2"}
	for _, a := range numbers {
		for _, b := range numbers {
			x, _ := new(big.Rat).SetString(a)
			y, _ := new(big.Rat).SetString(b)
			if got := decimalOf([]byte(a)).compare(decimalOf([]byte(b))); got != x.Cmp(y) {
				t.Errorf("%s and %s compare as %d", a, b, got)
			}
			d := decimalOf([]byte(b))
			n, ok := d.small()
			if d.sign() <= 0 || !ok {
				continue
			}
			got := divisor{n, d.point - int64(d.count)}.divides(decimalOf([]byte(a)))
			if want := new(big.Rat).Quo(x, y).IsInt(); got != want {
				t.Errorf("%s is a multiple of %s: %v", a, b, got)
			}
		}
		x, _ := new(big.Rat).SetString(a)
		if got := decimalOf([]byte(a)).isInteger(); got != x.IsInt() {
			t.Errorf("%s is an integer: %v", a, got)
		}
	}
	huge := "1e" + strings.Repeat("9", 40)
	if d := decimalOf([]byte(huge)); d.compare(decimalOf([]byte("1e999999"))) != 1 || !d.isInteger() {
		t.Errorf("%s is not large", huge)
	}
	if d := decimalOf([]byte("1e-" + strings.Repeat("9", 40))); d.compare(decimalOf([]byte("1e-999999"))) != -1 || d.isInteger() {
		t.Error("a number is not small")
	}
}

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

// Parts of a schema are found where they stand.
func TestAt(t *testing.T) {
	s := compiled(t, `{"properties":{"b":{"$ref":"#/$defs/x~1y"},"a":{}},"allOf":[{"type":"null"}],"$defs":{"x/y":{"properties":{"c":true},"type":"object"}}}`)
	if got := s.Properties(); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("properties %q", got)
	}
	ref := s.At("/properties/b").Ref()
	if ref == nil || *ref != *s.At("/$defs/x~1y") || !slices.Equal(ref.Properties(), []string{"c"}) || ref.Ref() != nil || ref.Keyword("title") != nil {
		t.Errorf("the reference leads to %v", ref)
	}
	for _, nothing := range []string{"x", "/x", "/properties", "/allOf/1", "/allOf/-1", "/allOf/0/type", "/allOf/0/type/x"} {
		if part := s.At(nothing); part != nil {
			t.Errorf("%s is a schema", nothing)
		}
	}
	if faults, err := s.At("/allOf/0").Validate([]byte("0")); err != nil || len(faults) != 1 {
		t.Errorf("a part finds %v, %v", faults, err)
	}
	if s.At("/allOf/0").Properties() != nil {
		t.Error("properties out of nothing")
	}
}

func TestOptions(t *testing.T) {
	const schema = `{"allOf":[false],"items":{"type":["object","array"],"not":{}},"x-should":["a"]}`
	s, err := Compile([]byte(schema), Options{Skip: []string{"allOf", "not"}, Unique: true, Advice: "x-should", Faults: 2})
	if err != nil {
		t.Fatal(err)
	}
	for document, want := range map[string]string{
		`[{},[]]`:                             "",
		`[{"a":1,"b":[],"\u0061":1}]`:         "[0]uniqueNames",
		`[1,2,3]`:                             "[0]type[1]type",
		`{}`:                                  "[]x-should",
		`{"a":1}`:                             "",
		`{"b":{"c":1,"c":1}}`:                 "[]x-should",
		`{"b":1,"b":1}`:                       "[]uniqueNames",
		`[{"a":{"b":1,"c":1}},{"a":1,"b":1}]`: "",
	} {
		faults, err := s.Validate([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range faults {
			got += fmt.Sprint(f.Path, f.Keyword)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", document, got, want)
		}
	}
	if bare := compiled(t, `{"x-should":["a"]}`); bare.At("") == nil {
		t.Error("a schema is no part of itself")
	} else if faults, err := bare.Validate([]byte(`{"b":1,"b":2}`)); err != nil || faults != nil {
		t.Errorf("options that nobody set: %v, %v", faults, err)
	}
}

// No schema and no document make a check endless: one that tries two schemas at
// every level, and each of them two below it, ends in an error.
func TestCostIsBounded(t *testing.T) {
	s := compiled(t, `{"anyOf":[{"items":{"$ref":"#"},"minItems":1},{"items":{"$ref":"#"},"maxItems":1,"minItems":1}]}`)
	deep := strings.Repeat("[", 60) + "1,[]" + strings.Repeat("]", 60)
	if _, err := s.Validate([]byte(deep)); !errors.Is(err, ErrCost) {
		t.Errorf("60 levels: %v", err)
	}
	if _, err := s.Validate([]byte(strings.Repeat("[", 2000))); err == nil {
		t.Error("2000 levels are read")
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
	}); allocs > 1 {
		t.Errorf("%v allocations for a document that fits", allocs)
	}
}

// FuzzTape: a document is read, or refused, as the scanner does it.
func FuzzTape(f *testing.F) {
	for _, doc := range []string{`{"a":[1,{"b":null}],"c":"\u0061"}`, `[`, `{"a"`, `{"a":}`, `{"a":1,}`, `[1 2]`, `[1}`, `1 2`, "\ufeff1", ``, ` `, `"\ud800"`, `[[],{}]`, `{1:2}`, `nul`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		var tp tape
		err := tp.read(doc)
		if want := scan.Check(doc, scan.Limits{}, false); fmt.Sprint(err) != fmt.Sprint(want) {
			t.Fatalf("%v, the scanner says %v", err, want)
		}
		if err != nil {
			return
		}
		for v := range tp.entries {
			if err := scan.Check(tp.raw(v), scan.Limits{}, false); err != nil {
				t.Fatalf("entry %d: %v", v, err)
			}
		}
		if end := tp.next(0); end != len(tp.entries) {
			t.Fatalf("the root ends before entry %d of %d", end, len(tp.entries))
		}
	})
}
