package narrow

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// members are the members of an object in a schema.
type members struct {
	text    []byte
	members []member
}

// member is a member with its value text[start:end].
type member struct {
	name       string
	start, end int
}

func (s *members) value(m member) []byte { return s.text[m.start:m.end] }

// keyword returns the value of a keyword, or nil.
func (s *members) keyword(name string) []byte {
	for _, m := range s.members {
		if m.name == name {
			return s.value(m)
		}
	}
	return nil
}

// readObject reads an object of a valid text. It fails for any other value and for duplicate
// names. It caches the last object.
func (w *walker) readObject(text []byte) (s members, ok bool) {
	w.spend(1 + len(text)>>6)
	if len(text) == 0 || typeOf(text) != object {
		return members{text: text}, false
	}
	if last := w.last.text; len(last) == len(text) && &last[0] == &text[0] {
		return w.last, w.last.members != nil
	}
	s = members{text, w.membersIn(text)}
	w.last = s
	return s, s.members != nil
}

// membersIn returns the members of an object, or nil for duplicate names. It stores them in
// the room of the walker.
func (w *walker) membersIn(text []byte) []member {
	all, from := w.room, len(w.room)
	w.skip.Walk(text, 0, func(name []byte, value int) int {
		if len(all) == cap(all) {
			grown := make([]member, len(all)-from, max(roomForMembers, 2*cap(all)))
			copy(grown, all[from:])
			all, from = grown, 0
		}
		end := w.skip.End(text, value)
		all = append(all, member{named(name), value, end})
		return end
	})
	found := all[from:len(all):len(all)]
	if isTwice(found) {
		return nil
	}
	w.room = all
	if len(found) == 0 {
		return []member{}
	}
	return found
}

const (
	roomForMembers = 512
	fewMembers     = 16 // compared pairwise
)

// named returns a name as a string. Frequent keywords need no allocation.
func named(name []byte) string {
	for _, keyword := range frequent {
		if string(name) == keyword {
			return keyword
		}
	}
	return string(name)
}

var frequent = [...]string{"type", "description", "properties", "required", "items", "additionalProperties", "title", "enum", "anyOf", "default"}

// isTwice reports whether a name is a duplicate.
func isTwice(all []member) bool {
	if len(all) <= fewMembers {
		for i := range all {
			for j := range i {
				if all[i].name == all[j].name {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[string]bool, len(all))
	for i := range all {
		if seen[all[i].name] {
			return true
		}
		seen[all[i].name] = true
	}
	return false
}

// each calls visit for the members of an object.
func (w *walker) each(text []byte, visit func(name string, value []byte)) {
	s, _ := w.readObject(text)
	for _, m := range s.members {
		visit(m.name, s.value(m))
	}
}

// stringsIn returns the strings in a list.
func (w *walker) stringsIn(list []byte) (all []string) {
	for _, e := range w.elements(list) {
		if e[0] == '"' {
			all = append(all, scan.Text(e))
		}
	}
	return all
}

// writer writes an object or an array.
type writer struct{ text []byte }

const roomForText = 64

func (w *writer) comma() {
	if len(w.text) > 1 {
		w.text = append(w.text, ',')
	}
	w.begin(roomForText)
}

func (w *writer) member(name string, value []byte) {
	w.comma()
	w.text = append(scan.AppendQuote(w.text, []byte(name)), ':')
	w.text = append(w.text, value...)
}

func (w *writer) element(value []byte) {
	w.comma()
	w.text = append(w.text, value...)
}

func (w *writer) object() []byte { return w.around('{', '}') }
func (w *writer) array() []byte  { return w.around('[', ']') }

// around completes an object or an array.
func (w *writer) around(open, end byte) []byte {
	w.begin(0)
	w.text[0] = open
	return append(w.text, end)
}

// begin makes room for a bracket and size bytes.
func (w *writer) begin(size int) {
	if len(w.text) == 0 {
		w.text = append(make([]byte, 0, size+2), '{')
	}
}

// quoted returns a list of strings.
func quoted(texts []string) []byte {
	var w writer
	for _, t := range texts {
		w.element(scan.AppendQuote(nil, []byte(t)))
	}
	return w.array()
}

func isFalse(schema []byte) bool { return bytes.Equal(schema, []byte("false")) }
