package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/internal/formathint"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// document is a parsed file: its values, and where each was written.
type document struct {
	name   string
	lines  []int // offset of the first byte of each line
	root   hujson.Value
	names  map[*hujson.Object]map[string]*hujson.ObjectMember
	values map[string]any // nil unless the file holds an object
}

// parseDocument reads a file: JSON with comments and trailing commas. A document comes
// back also where there are duplicate names, so that all problems can be told;
// nil where the syntax is broken.
func parseDocument(name string, data []byte) (*document, Diagnostics) {
	var problems Diagnostics
	data, marked := bytes.CutPrefix(data, []byte(words.ByteOrderMark))
	d := &document{
		name:  name,
		lines: lineStarts(data[:min(len(data), maxSize)]),
		names: map[*hujson.Object]map[string]*hujson.ObjectMember{},
	}
	if marked {
		problems = append(problems, d.at(0, "", "the byte order mark is ignored"))
		problems[0].Warning = true
	}
	if offset, fault := d.parse(data); fault != "" {
		problem := d.at(offset, "", fault)
		if fault != endsEarly { // which is no slip that shows where it is seen
			problem.Hint = formathint.Like(data, offset)
		}
		return nil, append(problems, problem)
	}
	twins, comments := d.index()
	problems = slices.Concat(problems, d.refuse(twins), d.tell(comments))
	return d, append(problems, d.decode()...)
}

// parse sets the root, or returns the offset of the fault and what it is.
func (d *document) parse(data []byte) (at int, fault string) {
	if at, fault = guard(data); fault != "" {
		return at, fault
	}
	var err error
	d.root, err = hujson.Parse(slices.Concat(data, []byte("\n"))) // the parser wants a line comment ended
	if err != nil {
		return d.offset(err, len(data)), syntaxMessage(err)
	}
	return 0, ""
}

// decode sets the values, without what is ignored. Declared defaults stay as
// they are written.
func (d *document) decode() Diagnostics {
	plain := d.root.Clone() // offsets are those of the file, and comments are gone
	plain.Standardize()
	decoder := json.NewDecoder(bytes.NewReader(plain.Pack()))
	decoder.UseNumber()
	if err := decoder.Decode(&d.values); err != nil || d.values == nil {
		return Diagnostics{d.at(d.root.StartOffset, "", "expected an object")}
	}
	for _, profile := range objects(d.values["profiles"]) {
		remove(profile, olderKeys["profiles.*"])
	}
	remove(d.values, olderKeys["the root object"])
	simplify(d.values)
	for tool, settings := range objects(d.values["tool_overrides"]) {
		d.keepDefaults(tool, settings)
	}
	return nil
}

func remove(values map[string]any, keys []string) {
	for _, key := range keys {
		delete(values, key)
	}
}

// objects are the members of a section that are objects.
func objects(section any) map[string]map[string]any {
	members, _ := section.(map[string]any)
	all := make(map[string]map[string]any, len(members))
	for name, value := range members {
		if object, ok := value.(map[string]any); ok {
			all[name] = object
		}
	}
	return all
}

// keepDefaults gives the declared defaults of a tool as they are written.
func (d *document) keepDefaults(tool string, settings map[string]any) {
	object, ok := d.find([]string{"tool_overrides", tool, "defaults"}).value.Value.(*hujson.Object)
	if !ok || settings["defaults"] == nil {
		return
	}
	defaults := map[string]any{}
	for field, member := range d.names[object] {
		value := member.Value.Clone()
		value.Minimize()
		defaults[field] = written(value.Pack())
	}
	settings["defaults"] = defaults
}

// written is a value as a file has it. No schema looks into it: to the validator
// it is null.
type written json.RawMessage

// MarshalJSON is what the validator sees.
func (written) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// simplify gives numbers the Go types that the decoder takes for numbers.
func simplify(values map[string]any) {
	todo := []any{values}
	for len(todo) > 0 {
		last := len(todo) - 1
		container := todo[last]
		todo = todo[:last]
		switch c := container.(type) {
		case map[string]any:
			for name, value := range c {
				c[name] = plainNumber(value)
				todo = append(todo, value)
			}
		case []any:
			for i, value := range c {
				c[i] = plainNumber(value)
				todo = append(todo, value)
			}
		}
	}
}

func plainNumber(value any) any {
	number, ok := value.(json.Number)
	if !ok {
		return value
	}
	if n, err := number.Int64(); err == nil {
		return n
	}
	f, _ := number.Float64()
	return max(min(f, math.MaxFloat64), -math.MaxFloat64)
}

// validate checks the values against the schema, and removes what is wrong.
func (d *document) validate(strict bool) (problems Diagnostics) {
	type placed struct {
		fault
		offset int
	}
	var faults []placed
	for _, f := range check(d.values) {
		place := d.find(f.Path)
		offset := place.value.StartOffset
		if f.atKey() {
			offset = place.member.Name.StartOffset
		}
		faults = append(faults, placed{f, offset})
		prune(d.values, f.Path)
	}
	slices.SortFunc(faults, func(a, b placed) int { return cmp.Compare(a.offset, b.offset) })
	for _, f := range faults {
		w := f.word(strict)
		problem := d.at(f.offset, words.Pointer(f.Path...), w.message)
		problem.Hint, problem.Warning, problem.Ignored = w.hint, w.warning, w.ignored
		problems = append(problems, problem)
	}
	return problems
}
