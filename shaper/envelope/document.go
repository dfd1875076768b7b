package envelope

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Doc is a JSON text whose root object was indexed, so that a dialect can look
// at it cheaply. The text is valid, and its root holds no duplicate name.
type Doc struct {
	Raw     []byte
	Members []Member // of the root object, in order; nil for other values
}

// Member is a member of a root object: its Name, unescaped, and where its value
// is, Raw[Start:End].
type Member = scan.Member

// Limits bound a document: Depth, DocumentBytes, StringBytes and Members of one
// object. A zero field means its default, as in the engine.
type Limits = scan.Limits

// Open indexes a valid JSON text. It fails where raw is not JSON or its root
// object holds a name twice.
func Open(raw []byte, limits Limits) (Doc, error) {
	members, err := scan.Members(raw, limits, nil)
	return Doc{Raw: raw, Members: members}, err
}

// Skim is [Open] for an engine that asks no more than which dialect a text is of,
// and what its layout names: of a root with very many members it indexes only
// the [Notable] ones.
func Skim(raw []byte, limits Limits) (Doc, error) {
	members, err := scan.Members(raw, limits, Notable)
	return Doc{Raw: raw, Members: members}, err
}

// Notable reports whether member i of a root may matter to any dialect: those that
// some layout names, and the first 64, among which [Scalpel] sees a name that is
// no envelope's.
func Notable(i int, name []byte) bool { return i < 64 || rootNames()[string(name)] }

// rootNames are the members of the root that detection, facts and layouts read.
var rootNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{"success": true, "isError": true} // what a plain payload says of itself
	for _, d := range dialects {
		l := d.Layout()
		for _, path := range slices.Concat(l.Protocol, l.Message, l.Payload, l.Detail, l.Text) {
			names[rootName(path)] = true
		}
		for _, f := range l.Meta {
			names[rootName(f.Path)] = true
		}
	}
	return names
})

// rootName is the first name of a path of a layout.
func rootName(path string) string {
	name, _, _ := strings.Cut(path, ".")
	return strings.TrimSuffix(name, "[]")
}

// Value returns the raw value of a root member, or nil where there is none.
func (d Doc) Value(name string) []byte {
	for _, m := range d.Members {
		if m.Name == name {
			return d.Raw[m.Start:m.End]
		}
	}
	return nil
}

// Has reports whether the root object has each of the names.
func (d Doc) Has(names ...string) bool {
	for _, n := range names {
		if d.Value(n) == nil {
			return false
		}
	}
	return true
}

// members returns the members of the root object with their values.
func (d Doc) members() []pair {
	pairs := make([]pair, len(d.Members))
	for i, m := range d.Members {
		pairs[i] = pair{m.Name, d.Raw[m.Start:m.End]}
	}
	return pairs
}
