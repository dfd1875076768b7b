// Package forms writes JSON documents in other forms, for people and programs that read
// no JSON: CSV and Markdown tables, and TOON.
package forms

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Names are those of the forms.
func Names() []string { return []string{"csv", "toon", "markdown"} }

var errTwice = errors.New("an object holds a name twice")

// Append appends a valid JSON text in a form, without a newline at its end. lost names what
// stands beside the list in a table, and has no place in that. The error says what the
// form cannot carry, without content; dst is then as it was.
func Append(dst []byte, form string, text []byte) (out []byte, lost []string, err error) {
	if scan.Check(text, scan.Limits{}, true) != nil {
		return dst, nil, errTwice
	}
	v := read(text)
	if form == "toon" {
		return append(dst, toonOf(v)...), nil, nil
	}
	t, lost, err := tableOf(v)
	if err != nil {
		return dst, nil, err
	}
	write := appendMarkdown
	if form == "csv" {
		write = appendCSV
	}
	if out, err = write(dst, t, mostGrowth*len(text)); err != nil {
		return dst, nil, err
	}
	return out, lost, nil
}

// value is a JSON value.
type value struct {
	name   string // of a member
	raw    []byte // without white space
	inside []value
}

// read reads a valid text.
func read(text []byte) value {
	text = scan.AppendCompact(nil, text)
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v := value{}
	v.read(d, text)
	return v
}

// read reads the value that comes next, to which limits of depth have been applied.
func (v *value) read(d *json.Decoder, text []byte) {
	start := int(d.InputOffset())
	for text[start] == ',' || text[start] == ':' {
		start++
	}
	if opener, ok := token(d).(json.Delim); ok {
		for d.More() {
			in := value{}
			if opener == '{' {
				in.name, _ = token(d).(string)
			}
			in.read(d, text)
			v.inside = append(v.inside, in)
		}
		token(d)
	}
	v.raw = text[start:d.InputOffset()]
}

func token(d *json.Decoder) json.Token {
	t, _ := d.Token() // the text is valid
	return t
}

func (v *value) is(opener byte) bool { return v.raw[0] == opener }

func (v *value) isScalar() bool { return !scan.IsOpener(v.raw[0]) }

// text is what a string says, and any other value as it is written.
func (v *value) text() string {
	if v.is('"') {
		return string(scan.AppendUnquote(nil, v.raw[1:len(v.raw)-1]))
	}
	return string(v.raw)
}
