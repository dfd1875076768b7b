package mcp

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/splice"
)

// edits are those of one text. They do not overlap.
type edits []splice.Edit

// replace adds an edit of a span, unless the new text is the same.
func (all *edits) replace(text []byte, at scan.Span, with []byte) {
	if old := text[at.Start:at.End]; !same(old, with) {
		*all = append(*all, splice.Edit{Span: at, With: with})
	}
}

// same reports whether two texts are equal.
func same(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || string(a) == string(b))
}

// of returns the text after the edits, or the text itself without edits.
func (all edits) of(text []byte) []byte { return splice.Apply(text, all) }

// object is a JSON object with its raw members.
type object struct {
	text    []byte
	members []scan.Member // nil if the text is no object
	twice   bool          // a name stands twice in it
	inside  *scan.Inside  // of the members that is read with it, if one is
}

// read parses an object. For any other text ok is false, and there are no members.
func read(text []byte) (o object, ok bool) {
	members, twice, err := scan.Index(text, scan.Limits{}, nil)
	return object{text: text, members: members, twice: twice > 0}, err == nil && members != nil
}

// readBoth parses an object and one of its members in one pass.
func readBoth(text []byte, name string) (o object, ok bool) {
	members, twice, inside, err := scan.IndexBoth(text, scan.Limits{}, nil, name)
	return object{text, members, twice > 0, inside}, err == nil && members != nil
}

// isAmbiguous reports whether readers may differ in the value of a member. Of two equal names
// some take the first and some the last, and for some the case of a name does not matter.
func (o *object) isAmbiguous(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		n := 0
		for i := range o.members {
			if strings.EqualFold(o.members[i].Name, name) {
				n++
			}
		}
		return n > 1
	})
}

// isPlain reports whether every reader finds the same values of members: each name stands once
// at most, and in this case alone.
func (o *object) isPlain(names ...string) bool {
	for i := range o.members {
		for _, name := range names {
			if written := o.members[i].Name; written != name && strings.EqualFold(written, name) {
				return false
			}
		}
	}
	return !o.isAmbiguous(names...)
}

// span returns the span of a member's value; of equal names the first one counts.
func (o *object) span(name string) (at scan.Span, ok bool) {
	for i := range o.members {
		if m := &o.members[i]; m.Name == name {
			return scan.Span{Start: m.Start, End: m.End}, true
		}
	}
	return scan.Span{}, false
}

// value returns the value of a member, or nil if there is none.
func (o *object) value(name string) []byte {
	at, ok := o.span(name)
	if !ok {
		return nil
	}
	return o.text[at.Start:at.End]
}

// has reports whether a member exists.
func (o *object) has(name string) bool { return o.value(name) != nil }

// inner returns the object in a member; it has no members if the value is no object.
func (o *object) inner(name string) object {
	at, _ := o.span(name)
	return o.innerAt(at)
}

// innerAt is inner for the value at a span.
func (o *object) innerAt(at scan.Span) object {
	text := o.text[at.Start:at.End]
	if in := o.inside; in != nil && in.At == at.Start {
		return object{text: text, members: in.Members, twice: in.Twice > 0}
	}
	one, _ := read(text)
	return one
}

// said returns the value of a string member.
func (o *object) said(name string) string { return scan.Text(o.value(name)) }

// without returns the object without some members, and with others added at its end.
func (o *object) without(drop func(name string) bool, more ...member) []byte {
	out := []byte{'{'}
	add := func(name, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	for _, m := range o.members {
		if !drop(m.Name) {
			add(scan.AppendQuote(nil, []byte(m.Name)), o.text[m.Start:m.End])
		}
	}
	for _, m := range more {
		add(scan.AppendQuote(nil, []byte(m.name)), m.value)
	}
	return append(out, '}')
}

type member struct {
	name  string
	value []byte
}

// elements returns the spans of an array's elements.
func elements(list []byte) []scan.Span {
	all, err := scan.Elements(list, scan.Limits{})
	if err != nil {
		return nil
	}
	return all
}
