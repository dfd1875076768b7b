package main

import (
	"bytes"
	"encoding/json"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
)

// codec decodes into maps and lists, and appends their values.
type codec struct {
	decode func(doc []byte, v *any) error
	encode func(dst []byte, v any) ([]byte, error)
}

// standardMap decodes, deletes and encodes with the standard library.
func standardMap(t task) shaper {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	return codec{
		func(doc []byte, v *any) error { return json.Unmarshal(doc, v) },
		func(dst []byte, v any) ([]byte, error) {
			out.Reset()
			err := enc.Encode(v)
			return append(dst, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...), err
		},
	}.shaper(t.mask)
}

// sonicMap decodes without copies of the strings, and without a look for control
// characters in them unless all is to be validated.
func sonicMap(t task) shaper {
	config := sonic.Config{ValidateString: t.validate, NoValidateJSONMarshaler: true, NoValidateJSONSkip: true}.Froze()
	return codec{
		func(doc []byte, v *any) error { return config.UnmarshalFromString(text(doc), v) },
		func(dst []byte, v any) ([]byte, error) {
			err := encoder.EncodeInto(&dst, v, 0)
			return dst, err
		},
	}.shaper(t.mask)
}

func (c codec) shaper(m *mask) shaper {
	return func(dst, doc []byte) ([]byte, error) {
		var v any
		if err := c.decode(doc, &v); err != nil {
			return dst, err
		}
		v, err := c.cut(v, m)
		if err != nil {
			return dst, err
		}
		return c.encode(dst, v)
	}
}

// cut applies a mask to a decoded value.
func (c codec) cut(v any, m *mask) (_ any, err error) {
	if m == whole {
		return v, nil
	}
	switch v := v.(type) {
	case map[string]any:
		return v, c.cutObject(v, m)
	case []any:
		for i, item := range v {
			if v[i], err = c.cut(item, m); err != nil {
				return v, err
			}
		}
	case string:
		if m.text == nil {
			return v, nil
		}
		inner, err := c.shaper(m.text)(nil, []byte(v))
		return string(inner), err
	}
	return v, nil
}

func (c codec) cutObject(v map[string]any, m *mask) error {
	for name, value := range v {
		next := m.of(name)
		if next == nil {
			delete(v, name)
			continue
		}
		value, err := c.cut(value, next)
		if err != nil {
			return err
		}
		if m.elide && nothing(value) {
			delete(v, name)
		} else if next.text != nil { // all others were cut where they stand
			v[name] = value
		}
	}
	return nil
}

// nothing reports whether a decoded value is null or empty.
func nothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}
