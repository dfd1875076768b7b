package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// isFreeName reports whether a file may hold a key of this name for any purpose of its
// own. RULES D15 frees names that begin with _ or $; x- marks keys of other programs.
func isFreeName(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, "$") || strings.HasPrefix(name, extension)
}

// extension is the prefix of keys of other programs. In a section of names that users
// choose it is a part of the name: a tool may be called x-ray.
const extension = "x-"

// idle is a comment in which a setting stands.
type idle struct {
	object    *node
	name, key string
	offset    int
}

// uncomment takes the comments out of an object, and returns those that hold a
// setting. Inside of declared defaults all names are those of fields.
func (n *node) uncomment(object *hujson.Object) (found []idle) {
	if n.declared {
		return nil
	}
	object.Members = slices.DeleteFunc(object.Members, func(m hujson.ObjectMember) bool {
		name := nameOf(m)
		if !isFreeName(name) || n.holds(name, m.Value.Value) {
			return false
		}
		if key := anyKey(m.Value.Value, loadGrammar().telling); key != "" {
			found = append(found, idle{n, name, key, m.Name.StartOffset})
		}
		return true
	})
	return found
}

// holds reports whether a value holds under the name of a comment. Where users
// choose the names, what is meant to hold does: a profile, a tool, a mode, a derived
// field, a length or a client, told by a key that such a thing has, and the number of a
// limit. There a name that begins with x- holds always.
func (n *node) holds(name string, value hujson.ValueTrimmed) bool {
	section := n.section()
	keys := loadGrammar().entries[section]
	switch {
	case strings.HasPrefix(name, extension):
		return keys != nil || section == "limits"
	case section == "limits":
		return value.Kind() == '0'
	}
	return anyKey(value, keys) != ""
}

// section is the name of the section in which users choose the names, "" elsewhere.
func (n *node) section() string {
	switch {
	case n.level == 1 && (n.name == "profiles" || n.name == "tool_overrides" || n.name == "clients"),
		n.level == 3 && n.up.up.name == "tool_overrides",
		n.name == "shorten" && (n.level == 2 && n.up.name == "global" || n.level == 3 && n.up.up.name == "profiles"),
		n.level == 5 && n.name == "limits" && n.up.up.name == "response_modes":
		return n.name
	}
	return ""
}

// tell warns of comments that hold a setting.
func (d *document) tell(found []idle) (problems Diagnostics) {
	slices.SortFunc(found, func(a, b idle) int { return cmp.Compare(a.offset, b.offset) })
	for _, c := range found[:min(len(found), maxProblems)] {
		message := fmt.Sprintf("%q in it is ignored, since the name is one of a comment", c.key)
		warning := d.at(c.offset, c.object.pointer()+words.Pointer(c.name), message)
		warning.Warning = true
		problems = append(problems, warning)
	}
	return problems
}

// anyKey is a key of an object that is one of the known ones; "" where there is
// none.
func anyKey(value hujson.ValueTrimmed, known []string) string {
	object, ok := value.(*hujson.Object)
	if !ok {
		return ""
	}
	for _, m := range object.Members {
		if name := nameOf(m); slices.Contains(known, name) {
			return name
		}
	}
	return ""
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }
