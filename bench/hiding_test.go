package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// hidingCorpora are documents that names are hidden in: the first ones have no
// JSON in their strings, in the others it must be looked for.
var hidingCorpora = []struct {
	name   string
	bodies func() [][]byte
}{
	{"a-envelope", func() [][]byte { return rotate(64, Envelope) }},
	{"b-search", func() [][]byte { return rotate(8, Search) }},
	{"c-records", func() [][]byte { return [][]byte{Records(1 << 20)} }},
	{"d-records-10MB", func() [][]byte { return [][]byte{Records(10 << 20)} }},
	{"e-code", func() [][]byte { return [][]byte{Code(1 << 20)} }},
	{"k-escaped", func() [][]byte { return [][]byte{Escaped(1 << 20)} }},
	{"python", func() [][]byte {
		return [][]byte{bytes.ReplaceAll(ascii(Chinese(16<<10)), []byte(`"author":`), []byte(`"node_id":"MDQ6VXNlcjE","author":`))}
	}},
	{"embedded", func() [][]byte { return [][]byte{embedded(1 << 20)} }},
	{"embedded-mcp", func() [][]byte {
		return rotate(8, func(i int) []byte { return ToolResult(smallRecords(i, 13, urlFields)) })
	}},
}

// embedded returns at least size bytes of records. Each holds a document in a string, and
// that document holds another one.
func embedded(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) {
		inner := fmt.Sprintf(`{"login":"tide%d","site_admin":false,"gravatar_id":"","notes":%s}`, i, quoted(prose(i, 200)))
		outer := fmt.Sprintf(`{"node_id":"n%d","at":"2024-01-0%d","user":%s}`, i, 1+i%9, quoted(inner))
		fmt.Fprintf(b, `{"id":%d,"event":%s,"permissions":{"pull":true}}`, i, quoted(outer))
	})
}

// ascii escapes all characters beyond ASCII, as Python's encoder does by default.
func ascii(doc []byte) (out []byte) {
	for _, c := range utf16.Encode([]rune(string(doc))) {
		if c < utf8.RuneSelf {
			out = append(out, byte(c))
		} else {
			out = fmt.Appendf(out, `\u%04x`, c)
		}
	}
	return out
}

// hiders hide the same names, by a call's excludes and by privacy.
var hiders = []struct {
	name    string
	engine  func(testing.TB) *shaper.Engine
	request shaper.Request
}{
	{"exclude", engine, shaper.Request{Exclude: dropped}},
	{"privacy", func(tb testing.TB) *shaper.Engine { return privateEngine(tb, dropped, nil) }, shaper.Request{}},
}

// privateEngine hides names and the matches of patterns.
func privateEngine(tb testing.TB, names, patterns []string) *shaper.Engine {
	tb.Helper()
	privacy := profiles.Privacy{Drop: names}
	for _, p := range patterns {
		privacy.Mask = append(privacy.Mask, profiles.PrivacyMask{Pattern: p})
	}
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{privacy}})
	if err != nil {
		tb.Fatal(err)
	}
	eng, err := shaper.New(set, shaper.FailClosed())
	if err != nil {
		tb.Fatal(err)
	}
	return eng
}

// Hiding agrees with the oracle, in strings as well.
func TestHidingWorks(t *testing.T) {
	for _, h := range hiders {
		eng := h.engine(t)
		for _, c := range hidingCorpora {
			if c.name == "a-envelope" || c.name == "d-records-10MB" {
				continue // the one is trimmed besides, the other is c ten times over
			}
			for _, doc := range c.bodies() {
				req := h.request
				req.Body = doc
				out, _, err := eng.AppendShape(nil, req)
				if err != nil {
					t.Fatalf("%s/%s: %v", h.name, c.name, err)
				}
				if !reflect.DeepEqual(opened(decode(t, out)), without(opened(decode(t, doc)))) {
					t.Errorf("%s/%s: differs from the oracle", h.name, c.name)
				}
			}
		}
	}
}

// opened is a value with the documents in its strings in their place.
func opened(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			v[name] = opened(value)
		}
	case []any:
		for i, item := range v {
			v[i] = opened(item)
		}
	case string:
		var inner any
		d := json.NewDecoder(bytes.NewReader([]byte(v)))
		d.UseNumber()
		if len(v) > 0 && v[0]|0x20 == '{' && d.Decode(&inner) == nil {
			return opened(inner)
		}
	}
	return v
}

// without is a value less the names that are hidden.
func without(v any) any {
	v, _ = prune(Work{Drop: dropped}, v)
	return v
}

// BenchmarkHiding measures the cost of five hidden names, above all in texts.
func BenchmarkHiding(b *testing.B) {
	for _, h := range hiders {
		eng := h.engine(b)
		for _, c := range hidingCorpora {
			b.Run(h.name+"/"+c.name, func(b *testing.B) { measure(b, eng, turns(h.request, c.bodies())) })
		}
	}
}
