package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file is a second, plain implementation of the laws of masks
// (fieldmask/LAWS.md), for the engine to be compared with. It decodes documents
// into trees and asks of each place whether a path leads there, by the
// definition of paths; it is slow, and recursive.

// value is a decoded value that remembers how it was written.
type value struct {
	kind    byte   // '{', '[' or 0
	raw     string // of a scalar
	members []member
	elems   []*value
}

type member struct {
	name, raw string // unescaped; as written, with quotes
	value     *value
}

// parseValue decodes a valid document. Duplicates and the order of members stay.
func parseValue(t testing.TB, src []byte) *value {
	t.Helper()
	v, err := newTreeDecoder(src).value()
	if err != nil {
		t.Fatalf("%v in %s", err, src)
	}
	return v
}

type treeDecoder struct {
	src []byte
	dec *json.Decoder
}

func newTreeDecoder(src []byte) *treeDecoder {
	d := &treeDecoder{src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	d.dec.UseNumber()
	return d
}

// token returns the next token and how it is written.
func (d *treeDecoder) token() (tok json.Token, raw string, err error) {
	start := d.dec.InputOffset()
	tok, err = d.dec.Token()
	return tok, strings.TrimLeft(string(d.src[start:d.dec.InputOffset()]), " \t\r\n,:"), err
}

func (d *treeDecoder) value() (*value, error) {
	tok, raw, err := d.token()
	if err != nil {
		return nil, err
	}
	v := &value{raw: raw}
	switch tok {
	case json.Delim('['):
		v.kind = '['
		for d.dec.More() {
			e, err := d.value()
			if err != nil {
				return nil, err
			}
			v.elems = append(v.elems, e)
		}
		_, _, err = d.token()
	case json.Delim('{'):
		v.kind = '{'
		for d.dec.More() {
			name, raw, err := d.token()
			if err != nil {
				return nil, err
			}
			e, err := d.value()
			if err != nil {
				return nil, err
			}
			v.members = append(v.members, member{name.(string), raw, e})
		}
		_, _, err = d.token()
	}
	return v, err
}

// String writes the value compactly, each token as it was.
func (v *value) String() string {
	var parts []string
	switch v.kind {
	case '{':
		for _, m := range v.members {
			parts = append(parts, m.raw+":"+m.value.String())
		}
		return "{" + strings.Join(parts, ",") + "}"
	case '[':
		for _, e := range v.elems {
			parts = append(parts, e.String())
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return v.raw
}

// A place is the way from the root to a value.
type place []hop

// hop is a member by its name, or an element by its position (size > 0).
type hop struct {
	name     string
	at, size int
}

func (p place) then(h hop) place { return append(slices.Clone(p), h) }

// A way is a path of a mask, as the generator makes it.
type way struct {
	steps    []wayStep
	anchored bool // a leading dot
	pointer  bool
}

type wayStep struct {
	op       string // name, glob, any, deep, index
	name     string // of a name; of a glob, its pattern: "*" is the only wildcard
	from, to int
	single   bool
	toEnd    bool
}

// ends reports whether the steps lead to the place, exactly.
func ends(steps []wayStep, at place, pointer bool) bool {
	if len(steps) == 0 {
		return len(at) == 0
	}
	s := steps[0]
	if s.op == "deep" {
		return ends(steps[1:], at, pointer) || len(at) > 0 && ends(steps, at[1:], pointer)
	}
	if len(at) == 0 {
		return false
	}
	if through(s, at[0], pointer) {
		return ends(steps, at[1:], pointer)
	}
	return s.selects(at[0], pointer) && ends(steps[1:], at[1:], pointer)
}

// leads reports whether the steps can lead to something below the place.
func leads(steps []wayStep, at place, pointer bool) bool {
	if len(at) == 0 || len(steps) == 0 {
		return len(steps) > 0
	}
	s := steps[0]
	if s.op == "deep" {
		return leads(steps[1:], at, pointer) || leads(steps, at[1:], pointer)
	}
	if through(s, at[0], pointer) {
		return leads(steps, at[1:], pointer)
	}
	return s.selects(at[0], pointer) && leads(steps[1:], at[1:], pointer)
}

// through reports whether a step looks through an array to its elements.
func through(s wayStep, h hop, pointer bool) bool {
	return h.size > 0 && !pointer && s.op != "index"
}

func (s wayStep) selects(h hop, pointer bool) bool {
	switch {
	case h.size == 0:
		return s.op == "any" || s.op == "name" && s.name == h.name || s.op == "glob" && globFits(s.name, h.name)
	case pointer:
		return s.name == strconv.Itoa(h.at)
	}
	return s.op == "index" && s.holds(h)
}

func (s wayStep) holds(h hop) bool {
	from, to := s.from, s.to
	if from < 0 {
		from += h.size
	}
	if to < 0 {
		to += h.size
	}
	if s.single {
		return h.at == from
	}
	return h.at >= from && (s.toEnd || h.at < to)
}

func globFits(pattern, name string) bool {
	if pattern == "" {
		return name == ""
	}
	if pattern[0] == '*' {
		return globFits(pattern[1:], name) || name != "" && globFits(pattern, name[1:])
	}
	return name != "" && name[0] == pattern[0] && globFits(pattern[1:], name[1:])
}

// floats reports whether the way, as an exclude, holds at every depth.
func (w way) floats() bool {
	return len(w.steps) == 1 && !w.anchored && !w.pointer && w.steps[0].op != "index" && w.steps[0].op != "deep"
}

func (w way) everywhere() way {
	if w.floats() {
		w.steps = append([]wayStep{{op: "deep"}}, w.steps...)
	}
	return w
}

// String spells the way as a mask.
func (w way) String() string {
	var b strings.Builder
	for i, s := range w.steps {
		switch {
		case w.pointer:
			b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(s.name))
			continue
		case i > 0 && s.op != "index" || i == 0 && w.anchored:
			b.WriteByte('.')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

func (s wayStep) String() string {
	switch {
	case s.op == "any":
		return "*"
	case s.op == "deep":
		return "**"
	case s.op == "glob":
		return s.name
	case s.op == "name":
		quoted, _ := json.Marshal(s.name)
		return string(quoted)
	case s.single:
		return fmt.Sprintf("[%d]", s.from)
	case s.toEnd:
		return fmt.Sprintf("[%d:]", s.from)
	}
	return fmt.Sprintf("[%d:%d]", s.from, s.to)
}
