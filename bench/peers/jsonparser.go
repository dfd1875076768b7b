package main

import (
	"github.com/buger/jsonparser"
)

// jsonparserWork goes through all values with ObjectEach and ArrayEach, and copies
// what is kept. It has no way to validate.
func jsonparserWork(t task) shaper {
	return func(dst, doc []byte) ([]byte, error) {
		value, kind, _, err := jsonparser.Get(doc)
		if err != nil {
			return dst, err
		}
		return jsonparserValue(dst, value, kind, t.mask)
	}
}

func jsonparserValue(dst, value []byte, kind jsonparser.ValueType, m *mask) ([]byte, error) {
	switch {
	case kind == jsonparser.String && m.text != nil:
		return jsonparserDocument(dst, value, m.text)
	case kind == jsonparser.String:
		dst = append(dst, '"')
		dst = append(dst, value...)
		return append(dst, '"'), nil
	case m == whole:
	case kind == jsonparser.Object:
		return jsonparserObject(dst, value, m)
	case kind == jsonparser.Array:
		return jsonparserArray(dst, value, m)
	}
	return append(dst, value...), nil
}

func jsonparserObject(dst, object []byte, m *mask) ([]byte, error) {
	dst = append(dst, '{')
	err := jsonparser.ObjectEach(object, func(name, value []byte, kind jsonparser.ValueType, _ int) (err error) {
		next := m.ofBytes(name)
		if next == nil || m.elide && kind == jsonparser.Null {
			return nil
		}
		before := len(dst)
		dst = appendName(appendComma(dst), text(name))
		from := len(dst)
		dst, err = jsonparserValue(dst, value, kind, next)
		if m.elide && emptied(dst, from) {
			dst = dst[:before]
		}
		return err
	})
	return append(dst, '}'), err
}

func jsonparserArray(dst, array []byte, m *mask) ([]byte, error) {
	dst = append(dst, '[')
	first := true
	_, err := jsonparser.ArrayEachErr(array, func(item []byte, kind jsonparser.ValueType, _ int, err error) error {
		if err != nil {
			return err
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst, err = jsonparserValue(dst, item, kind, m)
		return err
	})
	return append(dst, ']'), err
}

// jsonparserDocument is what becomes of a document in a string.
func jsonparserDocument(dst, text []byte, m *mask) ([]byte, error) {
	doc, err := jsonparser.Unescape(text, nil)
	if err != nil {
		return dst, err
	}
	out, err := jsonparserWork(task{mask: m})(nil, doc)
	return appendQuoted(dst, string(out)), err
}
