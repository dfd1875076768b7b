package envelope

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// object is a JSON object under construction. Members stand in the order in
// which their names first came, values are raw JSON, so numbers and nested key
// orders pass through as written. The zero value is an empty object.
type object struct {
	members []pair
	index   map[string]int
}

type pair struct {
	name  string
	value []byte // nil: dropped
}

// raw sets a member to a value that is JSON already; a nil value sets nothing.
func (o *object) raw(name string, value []byte) {
	if value == nil {
		return
	}
	if i, ok := o.index[name]; ok {
		o.members[i].value = value
		return
	}
	if o.index == nil {
		o.index = map[string]int{}
	}
	o.index[name] = len(o.members)
	o.members = append(o.members, pair{name, value})
}

func (o *object) str(name, value string)          { o.raw(name, quote(value)) }
func (o *object) num(name string, value int64)    { o.raw(name, strconv.AppendInt(nil, value, 10)) }
func (o *object) boolean(name string, value bool) { o.raw(name, strconv.AppendBool(nil, value)) }

func (o *object) optNum(name string, value *int64) {
	if value != nil {
		o.num(name, *value)
	}
}

func (o *object) optBoolean(name string, value *bool) {
	if value != nil {
		o.boolean(name, *value)
	}
}

// text sets a member to a text that is known, that is, not empty.
func (o *object) text(name, value string) {
	if value != "" {
		o.str(name, value)
	}
}

// number sets a member to a number that is known.
func (o *object) number(name string, value json.Number) {
	if value != "" {
		o.raw(name, []byte(value))
	}
}

// any sets a member to a Go value that encoding/json can always write: a list
// of texts, a struct of plain fields.
func (o *object) any(name string, value any) {
	encoded, _ := encode(value)
	o.raw(name, encoded)
}

// list sets a member to an array; no items set nothing.
func (o *object) list(name string, items [][]byte) {
	if len(items) > 0 {
		o.raw(name, array(items))
	}
}

// merge sets every member of a valid JSON object; other values set nothing.
func (o *object) merge(raw []byte) {
	for _, m := range membersIn(raw) {
		o.raw(m.name, m.value)
	}
}

// get returns the value of a member, nil where there is none.
func (o *object) get(name string) []byte {
	if i, ok := o.index[name]; ok {
		return o.members[i].value
	}
	return nil
}

// drop removes a member and returns its value; set again, it stands at its old
// place.
func (o *object) drop(name string) []byte {
	value := o.get(name)
	if value != nil {
		o.members[o.index[name]].value = nil
	}
	return value
}

// empty reports whether the object has no member.
func (o *object) empty() bool {
	for _, m := range o.members {
		if m.value != nil {
			return false
		}
	}
	return true
}

// done writes the object; values keep their own spacing.
func (o *object) done() []byte {
	out := []byte{'{'}
	for _, m := range o.members {
		if m.value == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = scan.AppendQuote(out, []byte(m.name))
		out = append(out, ':')
		out = append(out, m.value...)
	}
	return append(out, '}')
}

// membersIn returns the members of an object inside a valid text; nil for any
// other value, and for an object that holds a name twice.
func membersIn(raw []byte) []pair {
	if i := scan.Space(raw, 0); i == len(raw) || raw[i] != '{' { // an absent part, mostly: at no cost
		return nil
	}
	members, err := scan.Members(raw, scan.Limits{}, nil)
	if err != nil {
		return nil
	}
	pairs := make([]pair, len(members))
	for i, m := range members {
		pairs[i] = pair{m.Name, raw[m.Start:m.End]}
	}
	return pairs
}

// encode writes a Go value as compact JSON without HTML escapes.
func encode(value any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	encoded := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	return encoded, scan.Check(encoded, scan.Limits{}, false) // a RawMessage may be no UTF-8
}
