package dialects

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Skim is [envelope.OpenPart] for an engine that asks no more than which dialect a
// text is of, and what its layout names: of a root with very many members, and of the
// result in it, it indexes only the [Notable] ones.
func Skim(raw []byte, limits envelope.Limits) (*envelope.Doc, error) {
	return envelope.OpenPart(raw, &limits, Notable[[]byte], "result")
}

// SkimValid is [Skim] for a text that is known to be valid, such as one that was shaped.
// It keeps no limit.
func SkimValid(raw []byte) *envelope.Doc {
	doc, _ := envelope.OpenPart(raw, nil, Notable[[]byte], "result")
	return doc
}

// Notable reports whether member i of a root may matter to any dialect: those that
// some layout names, and the first 64, among which [scalpel.Dialect] sees a name
// that is no envelope's.
func Notable[Name string | []byte](i int, name Name) bool {
	if i < 64 {
		return true
	}
	_, known := rootNames()[string(name)]
	return known
}

// rootNames are the members of the root that detection, facts and layouts read.
var rootNames = sync.OnceValue(func() map[string]Label {
	labels := map[string]Label{}
	add := func(name string) { labels[name] = Label{name, hintOf(name)} }
	add("success") // what a plain payload says of itself
	add("isError")
	for _, d := range table {
		for _, name := range d.Names().Some {
			add(name)
		}
		layouts := []*envelope.Layout{d.Layout()}
		if f, ok := d.(envelope.Former); ok {
			layouts = append(layouts, f.Forms()...)
		}
		for _, l := range layouts {
			for _, path := range paths(l) {
				add(rootName(path))
			}
		}
	}
	return labels
})

// paths are the masks of a layout that may begin with a name of the root.
func paths(l *envelope.Layout) []string {
	all := slices.Concat(l.Protocol, l.Message, l.Payload, l.Detail, l.Slot, l.Untouched)
	for _, f := range l.Meta {
		all = append(all, f.Path)
	}
	return all
}

// rootName is the first name of a path of a layout.
func rootName(path string) string {
	name, _, _ := strings.Cut(path, ".")
	return strings.TrimSuffix(name, "[]")
}
