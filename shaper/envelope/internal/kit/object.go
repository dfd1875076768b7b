// Package kit holds the tools that all dialects share. It reads and writes JSON as text,
// turns parts into the model, and holds an envelope to its schema.
package kit

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Object is a JSON object under construction. Members stand in the order of their first names.
// Values are raw JSON, so numbers and nested key orders pass through as written. The zero
// value is an empty object.
type Object struct {
	Members []Member
	index   map[string]int
	source  []byte // text with further members, see [ObjectOf]
}

// Member is a member of an object, its name unescaped.
type Member struct {
	Name  string
	Value []byte // nil: dropped
}

// Set sets a member to a value that is JSON already; a nil value sets nothing.
func (o *Object) Set(name string, value []byte) {
	if value == nil {
		return
	}
	if i, ok := o.index[name]; ok {
		o.Members[i].Value = value
		return
	}
	if o.index == nil {
		o.index = map[string]int{}
	}
	o.index[name] = len(o.Members)
	o.Members = append(o.Members, Member{name, value})
}

func (o *Object) Str(name, value string)       { o.Set(name, Quote(value)) }
func (o *Object) Int(name string, value int64) { o.Set(name, strconv.AppendInt(nil, value, 10)) }
func (o *Object) Bool(name string, value bool) { o.Set(name, strconv.AppendBool(nil, value)) }

func (o *Object) OptInt(name string, value *int64) {
	if value != nil {
		o.Int(name, *value)
	}
}

func (o *Object) OptBool(name string, value *bool) {
	if value != nil {
		o.Bool(name, *value)
	}
}

// Text sets a member to a text that is known, that is, not empty.
func (o *Object) Text(name, value string) {
	if value != "" {
		o.Str(name, value)
	}
}

// Number sets a member to a number that is known.
func (o *Object) Number(name string, value json.Number) {
	if value != "" {
		o.Set(name, []byte(value))
	}
}

// Any sets a member to a Go value that encoding/json can always write: a list
// of texts, a struct of plain fields.
func (o *Object) Any(name string, value any) {
	encoded, _ := Encode(value)
	o.Set(name, encoded)
}

// List sets a member to an array; no items set nothing.
func (o *Object) List(name string, items [][]byte) {
	if len(items) > 0 {
		o.Set(name, Array(items))
	}
}

// Merge sets every member of a valid JSON object; other values set nothing.
func (o *Object) Merge(raw []byte) {
	for _, m := range Members(raw) {
		o.Set(m.Name, m.Value)
	}
}

// Get returns the value of a member, nil if there is none.
func (o *Object) Get(name string) []byte {
	i, ok := o.index[name]
	if !ok && !o.Whole() {
		o.Set(name, Find(o.source, name))
		i, ok = o.index[name]
	}
	if !ok {
		return nil
	}
	return o.Members[i].Value
}

// Whole reports whether all members of an object are known, see [ObjectOf].
func (o *Object) Whole() bool { return o.source == nil }

// Drop removes a member and returns its value; set again, it stands at its old place.
func (o *Object) Drop(name string) []byte {
	value := o.Get(name)
	if value != nil {
		o.Members[o.index[name]].Value = nil
	}
	return value
}

// Empty reports whether the object has no member.
func (o *Object) Empty() bool {
	for _, m := range o.Members {
		if m.Value != nil {
			return false
		}
	}
	return o.Whole()
}

// Done writes the object; values keep their own spacing.
func (o *Object) Done() []byte {
	size := len("{}")
	for _, m := range o.Members {
		size += len(m.Name) + len(m.Value) + len(`,"":`)
	}
	out := append(make([]byte, 0, size), '{') // values are large, or many
	for _, m := range o.Members {
		if m.Value == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = scan.AppendQuote(out, []byte(m.Name))
		out = append(out, ':')
		out = append(out, m.Value...)
	}
	return append(out, '}')
}

// Members returns the members of an object inside a valid text; nil for any
// other value, and for an object that holds a name twice.
func Members(raw []byte) []Member {
	if i := scan.Space(raw, 0); i == len(raw) || raw[i] != '{' { // an absent part, mostly: at no cost
		return nil
	}
	return membersOf(raw, nil)
}

func membersOf(raw []byte, keep func(i int, name []byte) bool) []Member {
	members, err := scan.Members(raw, scan.Limits{}, keep)
	if err != nil || members == nil {
		return nil
	}
	pairs := make([]Member, len(members))
	for i, m := range members {
		pairs[i] = Member{m.Name, raw[m.Start:m.End]}
	}
	return pairs
}

// Encode writes a Go value as compact JSON without HTML escapes. Bytes are JSON already,
// or an error: encoding/json would write them as base64.
func Encode(value any) ([]byte, error) {
	switch text := value.(type) {
	case []byte:
		return encodeText(text)
	case json.RawMessage:
		return encodeText(text)
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	encoded := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	return encoded, scan.Check(encoded, scan.Limits{}, false) // a RawMessage may be no UTF-8
}

// encodeText is [Encode] of a text that should be JSON; nil is null.
func encodeText(text []byte) ([]byte, error) {
	if text == nil {
		return Null, nil
	}
	if err := scan.Check(text, scan.Limits{}, false); err != nil {
		return nil, err
	}
	return scan.AppendCompact(make([]byte, 0, len(text)), text), nil
}

// NoObject returns advice for a value of another kind that should be an object.
func NoObject(kind string) string {
	return "must be an object: put the " + kind + ` under a name, such as map[string]any{"items": list}`
}

// Unencodable returns the reason why [Encode] refused a value, without any content of it.
func Unencodable(value any) string {
	if _, ok := value.([]byte); ok {
		return "cannot be written as JSON: bytes must hold some; string(b) is a text"
	}
	return "cannot be written as JSON"
}

// The take functions remove a member and return it if it has the expected type. Any other
// member stays and becomes an extra.

// TakeKind takes a value of a kind as [Kind] names it, or nil.
func (o *Object) TakeKind(name, kind string) []byte {
	if Kind(o.Get(name)) != kind {
		return nil
	}
	return o.Drop(name)
}

// TakeText takes null for an absent text.
func (o *Object) TakeText(name string) string {
	o.TakeKind(name, "null")
	return Text(o.TakeKind(name, "string"))
}

func (o *Object) TakeBool(name string) *bool {
	raw := o.TakeKind(name, "boolean")
	if raw == nil {
		return nil
	}
	value := string(raw) == "true"
	return &value
}

func (o *Object) TakeInteger(name string) *int64 {
	value, ok := Integer(o.Get(name))
	if !ok {
		return nil
	}
	o.Drop(name)
	return &value
}

// ObjectOf opens an object to take members from. It returns nil for any other value, and for
// an object that holds a name twice. It reads the first members; further ones are read on
// request: see [Object.Whole].
func ObjectOf(raw []byte) *Object {
	var o Object
	members := membersOf(raw, func(i int, _ []byte) bool {
		if i == mostAtOnce {
			o.source = raw
		}
		return i < mostAtOnce
	})
	if members == nil {
		return nil
	}
	for _, m := range members {
		o.Set(m.Name, m.Value)
	}
	return &o
}

// mostAtOnce is the largest number of members read from an object: each takes twenty times its
// size in the text.
const mostAtOnce = 10_000
