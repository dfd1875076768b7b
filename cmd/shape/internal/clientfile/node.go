package clientfile

import "bytes"

// span is a range of the text.
type span struct{ start, end int }

// value is a string and its range in the text.
type value struct {
	span
	text string
}

// kind is the kind of a node.
type kind int

const (
	other kind = iota // a number, a literal, or a value without a known range
	text
	list
	object
)

// node is a value of a file. Ranges of objects, and of lists in TOML and YAML, have no end.
type node struct {
	value         // text is that of a text
	kind  kind    // of the value
	keys  []value // of an object
	items []*node // of a list, or the values of keys

	isBlock  bool // a list of YAML with a dash for each item, or an object without braces
	isTable  bool // a table of TOML with a head of its own
	isDotted bool // a table of TOML with a dotted key
}

// add adds a member to an object.
func (n *node) add(key value, v *node) {
	n.keys, n.items = append(n.keys, key), append(n.items, v)
}

// member returns a member of an object and its key. The node is nil if the object has no such
// member, or several.
func (n *node) member(name string) (key value, v *node) {
	for i, k := range n.keys {
		if k.text != name {
			continue
		}
		if v != nil {
			return value{}, nil
		}
		key, v = k, n.items[i]
	}
	return key, v
}

// textOf returns the member that is a string, or nil.
func (n *node) textOf(name string) *node {
	if _, v := n.member(name); v != nil && v.kind == text {
		return v
	}
	return nil
}

// isOdd reports whether an object has a name twice, an empty name, a name without a known range
// or a dotted one.
func (n *node) isOdd() bool {
	seen := map[string]bool{"": true}
	for _, k := range n.keys {
		if seen[k.text] || k.end == 0 {
			return true
		}
		seen[k.text] = true
	}
	return n.isDotted
}

// texts returns the strings of a list. A value of another kind is "".
func (n *node) texts() (all []string) {
	for _, item := range n.items {
		all = append(all, item.value.text)
	}
	return all
}

// leaves returns the ranges of all strings of a value, without keys.
func (n *node) leaves() (all []span) {
	if n.kind == text {
		return []span{n.span}
	}
	for _, item := range n.items {
		all = append(all, item.leaves()...)
	}
	return all
}

// withoutMark replaces the byte order mark by blanks, so that offsets stay.
func withoutMark(text []byte) []byte {
	if rest, ok := bytes.CutPrefix(text, []byte("\ufeff")); ok {
		return append([]byte("   "), rest...)
	}
	return text
}
