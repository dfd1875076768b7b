package outline

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const (
	longestReference = 256 // bytes of a reference
	deepestReference = 8   // containers around a reference
)

// References reduces a value to its first identifiers and references, at most the given
// number. Containers without any are left out. The value must be compact valid JSON; a scalar
// stays.
//
//	{"total":2,"rows":[{"id":7,"text":"x"},{"id":8,"page_url":"u","tag_ids":[1,2]}]}
//	{"rows":[{"id":7},{"id":8,"page_url":"u","tag_ids":[1,2]}]}
func References(value []byte, most int) []byte {
	if !scan.IsOpener(value[0]) {
		return value
	}
	r := references{left: most}
	r.add(value, false, 0)
	if len(r.out) == 0 {
		return []byte{value[0], value[len(value)-1]}
	}
	return r.out
}

type references struct {
	out  []byte
	left int // references still to take
}

// add appends the references in a value, or nothing if there are none. named means that the
// name of the value stands for a reference.
func (r *references) add(value []byte, named bool, depth int) {
	switch c := value[0]; {
	case r.left == 0 || depth > deepestReference:
	case c == '{':
		r.object(value, depth)
	case c == '[':
		r.array(value, named, depth)
	case named && c != 'n' && c != 't' && c != 'f' && len(value) <= longestReference:
		r.left--
		r.out = append(r.out, value...)
	}
}

func (r *references) object(value []byte, depth int) {
	members, _, err := scan.Index(value, scan.Limits{}, func(int, []byte) bool { return true })
	if err != nil {
		return
	}
	start := len(r.out)
	for _, m := range members {
		before := len(r.out)
		r.out = append(append(r.out, separator(before == start, '{')), value[m.Key:m.Start]...)
		if at := len(r.out); !r.added(value[m.Start:m.End], refers(m.Name), depth, at) {
			r.out = r.out[:before]
		}
	}
	if len(r.out) > start {
		r.out = append(r.out, '}')
	}
}

func (r *references) array(value []byte, named bool, depth int) {
	elements, err := scan.Elements(value, scan.Limits{})
	if err != nil {
		return
	}
	start := len(r.out)
	for _, e := range elements {
		before := len(r.out)
		r.out = append(r.out, separator(before == start, '['))
		if !r.added(value[e.Start:e.End], named, depth, before+1) {
			r.out = r.out[:before]
		}
	}
	if len(r.out) > start {
		r.out = append(r.out, ']')
	}
}

// added appends the references of a value in a container at out[at:], and reports whether
// there are any.
func (r *references) added(value []byte, named bool, depth, at int) bool {
	r.add(value, named, depth+1)
	return len(r.out) > at
}

func separator(first bool, opener byte) byte {
	if first {
		return opener
	}
	return ','
}

// referring lists the last words of names of references.
var referring = []string{"id", "uuid", "guid", "uri", "url", "href", "ref", "key", "handle", "hash"}

// refers reports whether a name stands for references, by its last word. Examples: id,
// user_id, userId, task_ids, sourceURL, source_text_hash.
func refers(name string) bool {
	name = strings.TrimSuffix(strings.ReplaceAll(name, "-", "_"), "s")
	lower := strings.ToLower(name)
	for _, word := range referring {
		front, ok := strings.CutSuffix(lower, word)
		if !ok {
			continue
		}
		last := name[len(front):] // a word begins after an underscore or with a capital
		if front == "" || front[len(front)-1] == '_' || last[0] != lower[len(front)] {
			return true
		}
	}
	return false
}
