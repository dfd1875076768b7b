package narrow

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// members are those of a schema, as they are written.
type members struct {
	text    []byte
	members []scan.Member
}

func (s *members) value(m scan.Member) []byte { return s.text[m.Start:m.End] }

// keyword is the value of a keyword; nil where there is none.
func (s *members) keyword(name string) []byte {
	for _, m := range s.members {
		if m.Name == name {
			return s.value(m)
		}
	}
	return nil
}

// read reads an object. It fails for any other value, and where a name comes twice.
func (w *walker) read(text []byte) (s members, ok bool) {
	w.spend(1 + len(text)>>6)
	found, err := scan.Members(text, scan.Limits{}, nil)
	return members{text, found}, err == nil && found != nil
}

// each calls visit for the members of an object.
func (w *walker) each(text []byte, visit func(name string, value []byte)) {
	s, _ := w.read(text)
	for _, m := range s.members {
		visit(m.Name, s.value(m))
	}
}

// stringsIn are the strings in a list.
func (w *walker) stringsIn(list []byte) (all []string) {
	for _, e := range w.elements(list) {
		if e[0] == '"' {
			all = append(all, unquoted(e))
		}
	}
	return all
}

// writer writes the inside of an object or of an array.
type writer struct{ text []byte }

func (w *writer) comma() {
	if len(w.text) > 0 {
		w.text = append(w.text, ',')
	}
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

func (w *writer) object() []byte { return around('{', w.text, '}') }
func (w *writer) array() []byte  { return around('[', w.text, ']') }

func around(open byte, text []byte, end byte) []byte {
	return append(append(append(make([]byte, 0, len(text)+2), open), text...), end)
}

// quoted is a list of strings.
func quoted(texts []string) []byte {
	var w writer
	for _, t := range texts {
		w.element(scan.AppendQuote(nil, []byte(t)))
	}
	return w.array()
}

func isFalse(schema []byte) bool { return bytes.Equal(schema, []byte("false")) }
