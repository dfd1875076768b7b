package excerpt

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// deepest bounds the nesting depth of strings with documents.
const deepest = 4

// endsElements ends the mark for removed elements.
const endsElements = " elements"

// OfString applies [Of] to a text that may be a JSON object or array. Such a text stays valid
// JSON: OfString shortens each string in it to most. Each array keeps its first elements, with
// a mark at the end:
//
//	["a","b","… +98 elements"]
//
// items is the number of elements that an array keeps; 0 is all. Digests in the text stay as
// they are (RULES R45). The text is not modified.
func OfString(text []byte, most Most, items int) []byte {
	return ofString(text, most, items, deepest)
}

func ofString(text []byte, most Most, items, levels int) []byte {
	out := Of(text, most)
	if len(out) == len(text) {
		return text
	}
	if start := scan.Space(text, 0); start == len(text) || !scan.IsOpener(text[start]) || scan.Check(text, scan.Limits{}, false) != nil {
		return out
	}
	if levels == 0 {
		return text
	}
	d := document{text: text, most: most, items: items, levels: levels}
	if d.cut(); len(d.out) >= len(text) {
		return text
	}
	return d.out
}

// document is the state of cutting a valid JSON text.
type document struct {
	text, out []byte
	most      Most
	items     int
	levels    int // nested strings that may still be opened
	open      []list
	skip      scan.Skipper
}

// list is an open container: the number of elements read in an array, or -1 in an object.
type list struct{ read int }

func (d *document) cut() {
	for i := 0; i < len(d.text); {
		start := i
		switch c := d.text[i]; c {
		case '"':
			i, _, _ = scan.String(d.text, i, len(d.text))
			d.string(start, i)
			continue
		case '{', '[':
			i = d.enter(i)
		case '}', ']':
			d.open = d.open[:len(d.open)-1]
			i++
		case ',':
			i = d.comma(i)
			continue
		default:
			i++
		}
		d.out = append(d.out, d.text[start:i]...)
	}
}

// enter opens the container at text[i] and returns the next offset. It skips a digest.
func (d *document) enter(i int) int {
	switch {
	case d.text[i] == '[':
		d.open = append(d.open, list{})
	case IsDigest(d.text, i):
		return d.skip.End(d.text, i)
	default:
		d.open = append(d.open, list{-1})
	}
	return i + 1
}

// comma reads the comma at text[i] and returns the next offset. In a full array, this is the
// end of the array.
func (d *document) comma(i int) int {
	in := &d.open[len(d.open)-1]
	if in.read >= 0 {
		if in.read++; in.read == d.items {
			if end, mark := d.rest(i); len(mark) < end-i {
				d.out = append(d.out, mark...)
				return end
			}
		}
	}
	d.out = append(d.out, ',')
	return i + 1
}

// rest returns the end of the elements after the comma at text[i], and the mark for them. If
// they are only a mark, it returns that mark.
func (d *document) rest(i int) (end int, mark []byte) {
	n, first := 0, scan.Space(d.text, i+1)
	for end = i; d.text[end] == ','; n++ {
		end = scan.Space(d.text, d.skip.End(d.text, scan.Space(d.text, end+1)))
	}
	if n == 1 && isElementsMark(d.text[first:d.skip.End(d.text, first)]) {
		return end, d.text[i:end]
	}
	mark = appendCount(append([]byte(`,"`), begins...), n, endsElements)
	return end, append(mark, '"')
}

// isElementsMark reports whether a value is the mark for elements.
func isElementsMark(value []byte) bool {
	rest, begun := bytes.CutPrefix(value, []byte(`"`+begins))
	rest, counted := number(rest)
	return begun && counted && string(rest) == endsElements+`"`
}

// string writes the string text[start:end], shortened unless it is a name.
func (d *document) string(start, end int) {
	raw := d.text[start:end]
	colon := scan.Space(d.text, end)
	if isName := colon < len(d.text) && d.text[colon] == ':'; !isName && !isElementsMark(raw) {
		said := scan.AppendUnquote(nil, raw[1:len(raw)-1])
		if left := ofString(said, d.most, d.items, d.levels-1); len(left) < len(said) {
			d.out = scan.AppendQuote(d.out, left)
			return
		}
	}
	d.out = append(d.out, raw...)
}

// digestRoom bounds the bytes in which the content type of an object is searched. A valid
// digest is smaller (RULES R42, R43).
const digestRoom = 1 << 18

// IsDigest reports whether the object at src[i] is a digest: its content_type is digest/v1
// (RULES R41). The text after it may be invalid.
func IsDigest(src []byte, i int) (is bool) {
	src = src[i:min(len(src), i+digestRoom)]
	var skip scan.Skipper
	skip.EachMember(src, 0, func(name []byte, _, value int) bool {
		if string(name) != "content_type" {
			return true
		}
		end, _, kind := scan.String(src, value, len(src))
		is = kind == scan.KindNone && bytes.Equal(scan.AppendUnquote(nil, src[value+1:end-1]), []byte("digest/v1"))
		return !is
	})
	return is
}
