package jsonschema

import "github.com/seed-7aa78ce4/shape/internal/scan"

// cursor goes through the members or the elements of a container:
//
//	for c := d.in(v); c.next(); {
type cursor struct {
	doc   *document
	of    value
	name  value // in an object
	value value
	place int
}

// in is a cursor before the first of what a container holds.
func (d *document) in(v value) cursor {
	return cursor{doc: d, of: v, value: value{end: v.at + 1}, place: -1}
}

// next goes to the next one, if there is one.
func (c *cursor) next() bool {
	src := c.doc.src
	i := scan.Space(src, c.value.end)
	if src[i] == ',' {
		i = scan.Space(src, i+1)
	} else if i == c.of.end-1 {
		return false
	}
	if src[c.of.at] == '{' {
		c.name = c.doc.value(i)
		i = scan.Space(src, scan.Space(src, c.name.end)+1)
	}
	c.value = c.doc.value(i)
	c.place++
	return true
}
