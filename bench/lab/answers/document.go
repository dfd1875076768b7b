package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// form is how the values at one place mostly look: rows repeat it.
type form struct {
	kind  string
	names []string
	parts []*form // of the members, or of the elements
}

// newForm makes a form of at most so many containers inside each other.
func (s *scene) newForm(depth int) *form {
	if depth == 0 || s.often(4) {
		return &form{kind: s.of("text", "text", "short", "number", "integer", "null", "word", "empty", "json")}
	}
	return s.newContainer(depth)
}

func (s *scene) newContainer(depth int) *form {
	switch s.IntN(4) {
	case 0:
		return &form{kind: "list", parts: []*form{s.newForm(depth - 1)}}
	case 1:
		return &form{kind: "list", parts: []*form{{kind: s.of("integer", "number", "short", "null")}}}
	}
	f := &form{kind: "object"}
	for range s.IntN(8) {
		f.names, f.parts = append(f.names, s.name()), append(f.parts, s.newForm(depth-1))
	}
	return f
}

// writer writes a document in the scene's manner.
type writer struct {
	*scene
	bytes.Buffer
	spaces []string
	twice  bool // names may come twice in an object
	odd    int  // rows of 10 that are not of their form
}

// document is one to shape: mostly valid, mostly made of rows of one form.
func (s *scene) document() []byte {
	w := &writer{scene: s, spaces: []string{""}, twice: s.often(1), odd: s.IntN(4) * s.IntN(3)}
	switch s.IntN(8) {
	case 0:
		w.spaces = []string{"", " ", "\n\t", "\r\n        "}
	case 1:
		w.spaces = []string{"\n    "}
	}
	w.envelope()
	doc := w.Bytes()
	if s.often(1) {
		doc = s.broken(doc)
	}
	return doc
}

// broken returns a document with one wrong byte, or one that ends too early.
func (s *scene) broken(doc []byte) []byte {
	at := s.IntN(len(doc))
	switch s.IntN(4) {
	case 0:
		return doc[:at]
	case 1:
		return append(doc[:at:at], doc[at+1:]...)
	case 2:
		doc[at] = s.of(`"`, `\`, "{", "}", "[", "]", ":", ",", "x", "\x00", "\x1f", "\xff", "\x80", "\xc3", " ", "0", "-", ".", "e")[0]
		return doc
	}
	return append(append(doc[:at:at], s.of(`"`, `\`, `{`, `]`, `,`, `:`, "\xc3", "\n", "1", `\u12`, `\ud800`)...), doc[at:]...)
}

func (w *writer) space() { w.WriteString(w.spaces[w.IntN(len(w.spaces))]) }

// envelope writes a document with or without an envelope.
func (w *writer) envelope() {
	w.space()
	switch w.IntN(9) {
	case 0:
		fmt.Fprintf(w, `{"tier":"%s","tool_version":"1.0","request_id":"r","data":`, w.of("community", "pro"))
		w.value(w.form)
		w.WriteString(`,"error":null,"duration_ms":5}`)
	case 1:
		w.result()
	case 2:
		w.WriteString(`{"jsonrpc":"2.0","id":1,"result":`)
		w.result()
		w.WriteByte('}')
	case 3:
		fmt.Fprintf(w, `{"tier":"pro","data":null,"error":{"error":"no","error_code":"not_found","error_details":`)
		w.value(w.form)
		w.WriteString(`}}`)
	case 4:
		w.rows(w.form, 40)
	case 5:
		w.deep()
	default:
		w.value(w.form)
	}
	w.space()
}

// result writes the result of an MCP tool: its text is a document, and so may
// structuredContent be, the same or another one.
func (w *writer) result() {
	inner := &writer{scene: w.scene, spaces: w.spaces, twice: w.twice, odd: w.odd}
	if inner.value(w.form); w.often(2) {
		inner.WriteString(w.of("", " and more", "\n{}"))
	}
	text, _ := json.Marshal(inner.String())
	fmt.Fprintf(w, `{"content":[{"type":"text","text":%s}]`, text)
	if w.often(5) {
		w.WriteString(`,"structuredContent":`)
		if w.often(7) {
			w.Write(inner.Bytes())
		} else {
			w.value(w.form)
		}
	}
	if w.often(3) {
		fmt.Fprintf(w, `,"isError":%s`, w.of("true", "false"))
	}
	w.WriteByte('}')
}

// deep writes containers inside each other.
func (w *writer) deep() {
	depth := 1 + w.IntN(60)
	var closing []string
	for range depth {
		if w.often(5) {
			w.WriteByte('[')
			closing = append(closing, "]")
		} else {
			fmt.Fprintf(w, `{%s:`, w.spelled(w.name()))
			closing = append(closing, "}")
		}
		w.space()
	}
	w.value(w.form)
	for i := range closing {
		w.WriteString(closing[len(closing)-1-i])
	}
}

// value writes a value, of its form or of another one.
func (w *writer) value(f *form) {
	if w.IntN(10) < w.odd {
		f = w.newForm(1)
	}
	switch f.kind {
	case "object":
		w.object(f)
	case "list":
		w.rows(f.parts[0], 6)
	default:
		w.scalar(f.kind)
	}
}

// rows writes a list of up to most elements of a form.
func (w *writer) rows(f *form, most int) {
	w.WriteByte('[')
	w.space()
	for i := range w.IntN(most + 1) {
		if i > 0 {
			w.WriteByte(',')
			w.space()
		}
		w.value(f)
		w.space()
	}
	w.WriteByte(']')
}

// object writes an object; one that is odd lacks members, or has others, in another
// order.
func (w *writer) object(f *form) {
	w.WriteByte('{')
	w.space()
	seen, first := map[string]bool{}, true
	for i, name := range f.names {
		odd := w.IntN(20) < w.odd
		if odd && w.often(3) {
			continue
		}
		if odd && w.often(3) {
			name = w.name()
		}
		if seen[name] && !w.twice {
			continue
		}
		seen[name] = true
		if !first {
			w.WriteByte(',')
			w.space()
		}
		first = false
		w.WriteString(w.spelled(name))
		w.space()
		w.WriteByte(':')
		w.space()
		if odd {
			w.scalar(w.of("null", "text", "integer", "empty"))
		} else {
			w.value(f.parts[i])
		}
		w.space()
	}
	w.WriteByte('}')
}

// spelled is a name with its quotes, now and then with escapes that need not be.
func (w *writer) spelled(name string) string {
	if len(name) > 0 && w.IntN(60) == 0 {
		first := []rune(name)[0]
		return fmt.Sprintf(`"\u%04x%s"`, first, strings.TrimPrefix(name, string(first)))
	}
	text, _ := json.Marshal(name)
	return string(text)
}

func (w *writer) scalar(kind string) {
	switch kind {
	case "text":
		w.text(w.IntN(200))
	case "short":
		w.text(w.IntN(9))
	case "integer":
		fmt.Fprint(w, w.IntN(2000)-1000)
	case "number":
		w.WriteString(w.of("0", "-0", "1.5", "1e400", "9007199254740993", "-1.5E-7", "3.141592653589793238462643383279", "0.25", "12345678.12345678"))
	case "null":
		w.WriteString(w.of("null", "null", "true", "0"))
	case "empty":
		w.WriteString(w.of(`""`, "[]", "{}", "null", "[[]]", `{"a":{}}`))
	case "json":
		inner := &writer{scene: w.scene, spaces: []string{"", " "}, twice: w.twice}
		inner.value(w.newForm(2))
		text, _ := json.Marshal(w.of("", "", "", "see ", "\n") + inner.String() + w.of("", "", "", " end"))
		w.Write(text)
	default:
		w.WriteString(w.of("true", "false", "null", `"x"`, `"a b"`))
	}
}

// text writes a string of about so many bytes.
func (w *writer) text(size int) {
	plain := w.often(6)
	w.WriteByte('"')
	for end := w.Len() + size; w.Len() < end; {
		if plain || w.often(8) {
			w.WriteString(w.of("a", "bc", "word ", "https://example.org/", "x-1_", ". ", "0123456789"))
			continue
		}
		w.WriteString(w.of(`\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, "é", "漢字", "😀", `\u007b`, "{", "AKIA00", "me@ex.org", "1234", "key: x"))
	}
	w.WriteByte('"')
}
