package bench

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// oracle does a work on decoded values: slow, plain, and by another way than the
// engine's.
func oracle(tb testing.TB, w Work, doc []byte) any {
	tb.Helper()
	root := decode(tb, doc)
	if w.Halves {
		result := root.(map[string]any)["result"].(map[string]any)
		result["structuredContent"] = pick(result["structuredContent"], w.Keep)
		block := result["content"].([]any)[0].(map[string]any)
		block["text"] = pick(decode(tb, []byte(block["text"].(string))), w.Keep)
		return root
	}
	if w.Keep != nil {
		root = pick(root, w.Keep)
	}
	v, _ := prune(w, root)
	return v
}

// decode reads a document, numbers as they are written.
func decode(tb testing.TB, doc []byte) (v any) {
	tb.Helper()
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		tb.Fatal(err)
	}
	return v
}

// pick keeps paths of names; arrays are transparent.
func pick(v any, paths []string) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, 0, len(v))
		for _, e := range v {
			out = append(out, pick(e, paths))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			var below []string
			for _, p := range paths {
				first, rest, more := strings.Cut(p, ".")
				if first != name {
					continue
				}
				if !more {
					out[name] = value
				}
				below = append(below, rest)
			}
			if _, whole := out[name]; !whole && len(below) > 0 {
				out[name] = pick(value, below)
			}
		}
		return out
	}
	return v
}

// prune drops names, nulls and empties; ok is false where the value itself is to
// go from the object around it.
func prune(w Work, v any) (out any, ok bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			value, stays := prune(w, value)
			if !stays || slices.Contains(w.Drop, name) {
				delete(v, name)
				continue
			}
			v[name] = value
		}
		return v, !w.Elide || len(v) > 0
	case []any:
		for i, e := range v {
			v[i], _ = prune(w, e)
		}
		return v, !w.Elide || len(v) > 0
	}
	return v, v != nil || !w.Elide
}
