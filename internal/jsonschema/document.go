package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// kinds is a set of JSON types. The type of a value is a set of one. A number without a
// fraction is also an integer for the keyword "type".
type kinds uint8

const (
	null kinds = 1 << iota
	boolean
	number
	text
	array
	object
	integer // in the keyword "type" only
)

// kindNames are the names of the types, in the order of the bits.
var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object", "integer"}

// String names a set of one.
func (k kinds) String() string {
	for i, name := range kindNames {
		if k == 1<<i {
			return name
		}
	}
	return ""
}

func kindOf(c byte) kinds {
	switch c {
	case '{':
		return object
	case '[':
		return array
	case '"':
		return text
	case 't', 'f':
		return boolean
	case 'n':
		return null
	}
	return number
}

// document is a valid text. Its values are read when a schema inspects them, and other
// values are skipped.
type document struct {
	src  []byte
	skip scan.Skipper

	// steps counts the values read so far, some of them repeatedly. Above a bound, the
	// ends of containers are listed.
	steps      int
	containers []span

	// objects holds the members of objects by place, so that a compiler reads each once. It is
	// nil for a document that a schema checks.
	objects map[int]members
}

// members are those of an object, in their order.
type members struct {
	all    []member
	byName map[string]value // of many members
}

type member struct {
	name  string
	value value
}

// last returns the value of a member, or the last one of several with that name.
func (m members) last(name string) (v value, ok bool) {
	if m.byName != nil {
		v, ok = m.byName[name]
		return v, ok
	}
	for _, one := range m.all {
		if one.name == name {
			v, ok = one.value, true
		}
	}
	return v, ok
}

// value is the place of a value of a document, or of the name of a member.
type value struct {
	at, end int
	escaped bool // a string that holds escapes
}

// span is a container from bracket to bracket.
type span struct{ start, end uint32 }

var limits = scan.Limits{}.OrDefault()

// read takes a document. Its error is a *scan.Error.
func (d *document) read(src []byte) error {
	d.src, d.steps, d.containers = src, 0, d.containers[:0]
	return scan.Check(src, limits, false)
}

// root is the value that the document is.
func (d *document) root() value { return d.value(scan.Space(d.src, 0)) }

// value reads the value at i.
func (d *document) value(i int) (v value) {
	v.at = i
	switch d.src[i] {
	case '{', '[':
		v.end = d.closing(i)
		return v
	case '"':
		v.end, v.escaped, _ = scan.String(d.src, i, limits.StringBytes)
	default:
		v.end, _ = scan.Scalar(d.src, i, limits.StringBytes)
	}
	d.steps += 1 + (v.end-i)/16
	return v
}

// closing returns the end of the container at i.
func (d *document) closing(i int) (end int) {
	if much := 4 * len(d.src); d.steps > much {
		return d.listed(i)
	}
	end, _ = d.skip.Value(d.src, i, 0, &limits)
	d.steps += 1 + (end-i)/4
	return end
}

// listed is closing by the list of all containers.
func (d *document) listed(i int) (end int) {
	d.steps++
	if len(d.containers) == 0 {
		d.list()
	}
	at, _ := slices.BinarySearchFunc(d.containers, uint32(i), func(c span, start uint32) int { return int(c.start) - int(start) })
	return int(d.containers[at].end)
}

func (d *document) list() {
	var open []int
	for i := 0; i < len(d.src); {
		switch d.src[i] {
		case '{', '[':
			open = append(open, len(d.containers))
			d.containers = append(d.containers, span{start: uint32(i)})
		case '}', ']':
			last := len(open) - 1
			d.containers[open[last]].end = uint32(i) + 1
			open = open[:last]
		}
		_, i = scan.NextToken(d.src, i)
	}
}

func (d *document) kind(v value) kinds { return kindOf(d.src[v.at]) }

// raw returns the bytes of a value.
func (d *document) raw(v value) []byte { return d.src[v.at:v.end] }

// text returns the text of a string or a name. It unescapes into dst if necessary.
func (d *document) text(v value, dst *[]byte) []byte {
	raw := d.src[v.at+1 : v.end-1]
	if !v.escaped {
		return raw
	}
	*dst = scan.AppendUnquote((*dst)[:0], raw)
	return *dst
}

// string is the text of a string or a name, for good.
func (d *document) string(v value) string {
	var scratch []byte
	return string(d.text(v, &scratch))
}

// member returns the value of a member, or the last one of several with that name.
func (d *document) member(v value, name string) (found value, ok bool) {
	if d.kind(v) != object {
		return value{}, false
	}
	if d.objects != nil {
		return d.members(v).last(name)
	}
	var scratch []byte
	for c := d.in(v); c.next(); {
		if string(d.text(c.name, &scratch)) == name {
			found, ok = c.value, true
		}
	}
	return found, ok
}

// members returns the members of an object. A compiler's document reads them once.
func (d *document) members(v value) members {
	m, known := d.objects[v.at]
	if known {
		return m
	}
	for c := d.in(v); c.next(); {
		m.all = append(m.all, member{d.string(c.name), c.value})
	}
	if len(m.all) > 16 {
		m.byName = make(map[string]value, len(m.all))
		for _, one := range m.all {
			m.byName[one.name] = one.value
		}
	}
	d.objects[v.at] = m
	return m
}

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

// in returns a cursor before the first item of a container.
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

// find follows a JSON Pointer from a value.
func (d *document) find(v value, pointer string) (at value, ok bool) {
	if pointer == "" {
		return v, true
	}
	if pointer[0] != '/' {
		return value{}, false
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if d.kind(v) != array {
			v, ok = d.member(v, words.Unescape(token))
		} else {
			of := d.in(v)
			for ok = of.next(); ok && strconv.Itoa(of.place) != token; {
				ok = of.next()
			}
			v = of.value
		}
		if !ok {
			return value{}, false
		}
	}
	return v, true
}

// ways finds the paths from the root to values that are asked for in the order of the
// document. All together take one walk.
type ways struct {
	doc   *document
	steps []cursor       // on the way to the last one
	names map[int]string // by place: many paths share their start
}

// ways returns the paths to some values, in the given order.
func (d *document) ways(values ...value) [][]string {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return values[a].at - values[b].at })
	w, all := ways{doc: d, names: map[int]string{}}, make([][]string, len(values))
	for _, i := range order {
		all[i] = w.to(values[i])
	}
	return all
}

// to is the way to a value: names and indexes.
func (w *ways) to(v value) (path []string) {
	at := w.doc.root()
	for depth := 0; at.at < v.at; depth++ {
		if depth == len(w.steps) {
			w.steps = append(w.steps, w.doc.in(at))
		}
		step := &w.steps[depth]
		for step.value.end <= v.at && step.next() {
			w.steps = w.steps[:depth+1]
		}
		path, at = append(path, w.spell(step)), step.value
	}
	return path
}

func (w *ways) spell(step *cursor) string {
	if w.doc.kind(step.of) == array {
		return strconv.Itoa(step.place)
	}
	name, known := w.names[step.name.at]
	if !known {
		name = w.doc.string(step.name)
		w.names[step.name.at] = name
	}
	return name
}
