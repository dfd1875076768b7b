// Package outline summarizes values by names, types and counts (GUARANTEES, budgets).
package outline

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

// Bounds of an outline.
const (
	mostMembers  = 32  // outlined members of an object
	longestNames = 120 // bytes of the names in a container
)

// rest is the name of the member for left-out content.
const rest = "…"

// Outline is the summary of a value.
type Outline struct {
	JSON     []byte // of the same type as the value
	Lists    int    // the lists reduced to their sizes
	Elements int    // the elements of those lists
}

// Of outlines a compact JSON value. Scalars stay. A list of one element or an object stays if
// its outline is not shorter. A root object keeps its members, each outlined. A digest stays
// whole (RULES R45).
//
//	{"total":60,"rows":["60 objects: id, name"],"page":{"…":"9 members: number, size, …"}}
func Of(value []byte) (o Outline) {
	if value[0] != '{' || excerpt.IsDigest(value, 0) {
		o.add(value)
		return o
	}
	n := 0
	members, _, err := scan.Index(value, scan.Limits{}, func(int, []byte) bool { n++; return n <= mostMembers+1 })
	if err != nil {
		return Outline{JSON: value}
	}
	if again := n == mostMembers+1 && members[mostMembers].Name == rest; !again {
		members = members[:min(n, mostMembers)]
	}
	o.JSON = append(o.JSON, '{')
	for i, m := range members {
		if i > 0 {
			o.JSON = append(o.JSON, ',')
		}
		o.JSON = append(o.JSON, value[m.Key:m.Start]...)
		o.add(value[m.Start:m.End])
	}
	if more := n - len(members); more > 0 {
		o.JSON = fmt.Appendf(o.JSON, `,"%s":"%d members more"`, rest, more)
	}
	o.JSON = append(o.JSON, '}')
	return o
}

// add appends a value, or its outline if that is shorter.
func (o *Outline) add(value []byte) {
	var told []byte
	elements := 0
	switch {
	case value[0] == '{' && !excerpt.IsDigest(value, 0):
		n, names := namesOf(value)
		told = scan.AppendQuote([]byte(`{"`+rest+`":`), fmt.Appendf(nil, "%d members: %s", n, names))
		told = append(told, '}')
	case value[0] == '[':
		all, _ := scan.Elements(value, scan.Limits{})
		if elements = len(all); elements == 0 {
			break
		}
		told = append(scan.AppendQuote([]byte{'['}, []byte(list(value, all))), ']')
	}
	// A list of several elements is always outlined: other cuts would keep one of its
	// elements.
	if elements < 2 && len(told) >= len(value) || told == nil || isTold(value, `{"`+rest+`":`, "}") || isTold(value, "[", "]") {
		o.JSON = append(o.JSON, value...)
		return
	}
	if elements > 0 {
		o.Lists, o.Elements = o.Lists+1, o.Elements+elements
	}
	o.JSON = append(o.JSON, told...)
}

// Is reports whether a text is the outline of a container. A second run leaves such a text
// alone, whatever the limit for strings.
func Is(text []byte) bool {
	word := bytes.TrimLeft(text, "0123456789")
	if len(word) == len(text) || len(text) > longestNames+len("2147483647 elements: ") || bytes.ContainsRune(text, '\n') {
		return false
	}
	if kind, _, named := bytes.Cut(word, []byte(": ")); named {
		word = kind
	}
	return slices.Contains(kinds, string(word))
}

// kinds lists the nouns in outlines.
var kinds = []string{" members", " objects", " lists", " texts", " numbers", " elements", " members more"}

// isTold reports whether a value is the outline of a container.
func isTold(value []byte, opens, closes string) bool {
	text, ok := bytes.CutPrefix(value, []byte(opens))
	if !ok || text[0] != '"' {
		return false
	}
	end, _, kind := scan.String(text, 0, len(text))
	return kind == scan.KindNone && string(text[end:]) == closes && Is(scan.AppendUnquote(nil, text[1:end-1]))
}

// list outlines a list, such as "60 objects: id, name".
func list(value []byte, elements []scan.Span) string {
	kind := kindOf(value[elements[0].Start])
	for _, e := range elements {
		if kindOf(value[e.Start]) != kind {
			kind = "elements"
			break
		}
	}
	text := fmt.Sprintf("%d %s", len(elements), kind)
	if kind != "objects" {
		return text
	}
	if _, names := namesOf(value[elements[0].Start:elements[0].End]); names != "" {
		text += ": " + names
	}
	return text
}

// kindOf returns the noun for values that begin with a byte.
func kindOf(c byte) string {
	switch c {
	case '{':
		return "objects"
	case '[':
		return "lists"
	case '"':
		return "texts"
	case 't', 'f', 'n':
		return "elements"
	}
	return "numbers"
}

// namesOf returns the number of members of an object and their names, shortened.
func namesOf(object []byte) (n int, names string) {
	size := 0
	members, _, _ := scan.Index(object, scan.Limits{}, func(_ int, name []byte) bool {
		n++
		size += len(name) + len(", ")
		return size <= 2*longestNames
	})
	all := make([]string, len(members))
	for i, m := range members {
		all[i] = m.Name
	}
	return n, words.Shorten(strings.Join(all, ", "), longestNames)
}
