package envelope

import "github.com/seed-7aa78ce4/shape/internal/scan"

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

// Index indexes an object inside a valid text; any other value, and an object
// that holds a name twice, gives an empty Doc.
func Index(raw []byte) Doc {
	if i := scan.Space(raw, 0); i == len(raw) || raw[i] != '{' { // an absent part, mostly: at no cost
		return Doc{}
	}
	d, err := Open(raw, scan.Limits{})
	if err != nil {
		return Doc{}
	}
	return d
}
