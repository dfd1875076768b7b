package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// errInvalid is the error of peers that validate first.
var errInvalid = errors.New("invalid JSON")

// points reads and writes the points of an object one by one. gjson gets each kept point
// and sjson sets it. sjson deletes each other point.
type points struct{ options sjson.Options }

// sjsonWork sets without a copy where it can.
func sjsonWork(t task) shaper {
	p := points{sjson.Options{Optimistic: true}}
	return func(dst, doc []byte) ([]byte, error) {
		if t.validate && !gjson.ValidBytes(doc) {
			return dst, errInvalid
		}
		out, err := p.value(gjson.Parse(text(doc)), t.mask)
		return append(dst, out...), err
	}
}

func (p points) value(v gjson.Result, m *mask) (string, error) {
	switch {
	case m == whole:
	case v.IsArray():
		return p.array(v, m)
	case v.IsObject() && m.lists():
		return p.kept(v, m)
	case v.IsObject():
		return p.rest(v, m)
	case m.text != nil && v.Type == gjson.String:
		out, err := p.value(gjson.Parse(v.Str), m.text)
		return text(gjson.AppendJSONString(nil, out)), err
	}
	return v.Raw, nil
}

func (p points) array(v gjson.Result, m *mask) (string, error) {
	var out strings.Builder
	out.WriteByte('[')
	for i, item := range v.Array() {
		if i > 0 {
			out.WriteByte(',')
		}
		value, err := p.value(item, m)
		if err != nil {
			return "", err
		}
		out.WriteString(value)
	}
	out.WriteByte(']')
	return out.String(), nil
}

func (p points) kept(v gjson.Result, m *mask) (string, error) {
	out := "{}"
	for _, name := range m.order {
		member := v.Get(name)
		if !member.Exists() || m.elide && member.Type == gjson.Null {
			continue
		}
		value, err := p.value(member, m.names[name])
		if err != nil {
			return "", err
		}
		if m.elide && isEmptied([]byte(value), 0) {
			continue
		}
		if out, err = sjson.SetRaw(out, name, value); err != nil {
			return "", err
		}
	}
	return out, nil
}

// rest writes an object anew for each member that changes.
func (p points) rest(v gjson.Result, m *mask) (out string, err error) {
	out = v.Raw
	v.ForEach(func(name, member gjson.Result) bool {
		path, next := escaped(name.Str), m.of(name.Str)
		value := ""
		if next != nil && !(m.elide && member.Type == gjson.Null) {
			if value, err = p.value(member, next); err != nil {
				return false
			}
		}
		switch {
		case value == "", m.elide && len(value) == 2 && isEmptied([]byte(value), 0):
			out, err = sjson.Delete(out, path)
		case value != member.Raw:
			out, err = sjson.SetRawOptions(out, path, value, &p.options)
		}
		return err == nil
	})
	return out, err
}

// escaped is a name as a path of one step.
func escaped(name string) string {
	if _, err := strconv.Atoi(name); err == nil {
		return ":" + name
	}
	if !strings.ContainsAny(name, `.*?|#@!{}[]()=<>%"\:`) {
		return name
	}
	return strings.NewReplacer(`.`, `\.`, `*`, `\*`, `?`, `\?`, `|`, `\|`, `#`, `\#`, `@`, `\@`, `:`, `\:`, `\`, `\\`).Replace(name)
}
