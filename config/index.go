package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// node is a container on the way through a document. The way up gives its
// pointer, which is spelled out only where it is told.
type node struct {
	up       *node
	name     string
	of       hujson.ValueTrimmed
	level    int
	declared bool // the defaults of a tool, or inside of them
}

func (n *node) pointer() string {
	var names []string
	for ; n.up != nil; n = n.up {
		names = append(names, n.name)
	}
	slices.Reverse(names)
	return words.Pointer(names...)
}

// push adds a value below n to the containers that are to be visited, if it is
// one.
func (n *node) push(todo []*node, name string, value hujson.ValueTrimmed) []*node {
	if _, scalar := value.(hujson.Literal); scalar {
		return todo
	}
	below := &node{up: n, name: name, of: value, level: n.level + 1, declared: n.declared}
	below.declared = below.declared || below.section() == "defaults"
	return append(todo, below)
}

// twin is a name that occurs again in an object.
type twin struct {
	object         *node
	name           string
	earlier, later int // offsets
}

// index takes the comments out and records the members of every object. It returns
// the names that occur twice, and the comments that hold a setting.
func (d *document) index() (twins []twin, found []idle) {
	todo := []*node{{of: d.root.Value}}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch container := n.of.(type) {
		case *hujson.Array:
			for i, element := range container.Elements {
				todo = n.push(todo, strconv.Itoa(i), element.Value)
			}
		case *hujson.Object:
			found = append(found, n.uncomment(container)...)
			twins = append(twins, d.indexObject(n, container)...)
			for name, member := range d.names[container] {
				todo = n.push(todo, name, member.Value.Value)
			}
		}
	}
	return twins, found
}

func (d *document) indexObject(n *node, object *hujson.Object) (twins []twin) {
	names := make(map[string]*hujson.ObjectMember, len(object.Members))
	d.names[object] = names
	for i := range object.Members {
		member := &object.Members[i]
		name := nameOf(*member)
		if earlier, twice := names[name]; twice {
			twins = append(twins, twin{n, name, earlier.Name.StartOffset, member.Name.StartOffset})
		}
		names[name] = member
	}
	return twins
}

// refuse words the names that occur twice. Where they are more than can be told,
// nobody knows what they are about, and so the rest is a problem of the whole file.
func (d *document) refuse(twins []twin) (problems Diagnostics) {
	slices.SortFunc(twins, func(a, b twin) int { return cmp.Compare(a.later, b.later) })
	if told := maxProblems - 1; len(twins) > told {
		message := fmt.Sprintf("duplicate keys not told: %d", len(twins)-told)
		problems = append(problems, d.at(twins[told].later, "", message))
		twins = twins[:told]
	}
	for _, t := range twins {
		line, column := d.position(t.earlier)
		message := fmt.Sprintf("duplicate key; it is already at line %d, column %d", line, column)
		problems = append(problems, d.at(t.later, t.object.pointer()+words.Pointer(t.name), message))
	}
	return problems
}
