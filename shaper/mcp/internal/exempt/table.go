package exempt

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed table.txt
var text string

// kind is the treatment of a value.
type kind string

const (
	closed   kind = ""         // rules act on it
	stays    kind = "stays"    // a scalar, or a list of scalars, passes as it came
	label    kind = "label"    // as stays, and rules for its neighbours read it
	required kind = "required" // closed, but "[withheld]" stands in its place if a rule takes it out
	words    kind = "text"     // rules act on its text and its own name, not on names around it
	frame    kind = "frame"    // closed strings; objects, names, numbers and flags stay
	reserved kind = "reserved" // members whose names the protocol reserves are of the kind stays
	encodes  kind = "bytes"    // as stays; rules act in the text that it encodes
	apart    kind = "apart"    // another call handles it
)

// Row is a row of the table. The kind "=" says that the value has the form that Reason
// names, and "+" that the form has all rows of the one that Reason names.
type Row struct {
	Form   string // such as "result tools/list"
	Path   string // of the member in the form
	Kind   string // its treatment
	Reason string
}

// Rows returns the table in its order.
func Rows() []Row { return parsed().rows }

// node is the treatment of a value and of those in it.
type node struct {
	kind    kind
	members map[string]*node
	any     *node // a member of any other name
	each    *node // an element
	meta    bool  // reserved names stay
	form    *Form // of an object, beside its own members
}

// Form is the treatment of an object of one form.
type Form struct {
	root     node
	by       string           // the member that selects a variant, or ""
	variants map[string]*Form // by the value of that member
}

type table struct {
	rows     []Row
	sections map[string][]Row // by form
	forms    map[string]*Form
}

// parsed is the table. A fault in it is a fault of the program; the tests find it.
var parsed = sync.OnceValue(func() *table {
	t := &table{forms: map[string]*Form{}, sections: map[string][]Row{}}
	for _, section := range strings.Split("\n"+text, "\n# ")[1:] {
		t.read(section)
	}
	for name, rows := range t.sections {
		t.lay(t.forms[name], rows)
	}
	return t
})

// read reads the rows of a form.
func (t *table) read(section string) {
	heading, lines, _ := strings.Cut(section, "\n")
	name, by, _ := strings.Cut(heading, " by ")
	t.forms[name] = &Form{by: by, variants: map[string]*Form{}}
	if base, variant, ok := strings.Cut(name, " "); ok && t.forms[base] != nil {
		t.forms[base].variants[variant] = t.forms[name]
	}
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			t.sections[name] = append(t.sections[name], rowOf(name, line))
		}
	}
	t.rows = append(t.rows, t.sections[name]...)
}

func rowOf(form, line string) Row {
	if other, ok := strings.CutPrefix(line, "+ "); ok {
		return Row{Form: form, Kind: "+", Reason: other}
	}
	at, rest, _ := strings.Cut(line, " ")
	kind, reason, _ := strings.Cut(rest, " ")
	return Row{Form: form, Path: at, Kind: kind, Reason: reason}
}

// lay lays rows over a form.
func (t *table) lay(form *Form, rows []Row) {
	for _, row := range rows {
		switch row.Kind {
		case "+":
			t.mustHave(row)
			t.lay(form, t.sections[row.Reason])
		case "=":
			form.root.at(steps(row.Path)).form = t.mustHave(row)
		default:
			form.root.at(steps(row.Path)).lay(kind(row.Kind))
		}
	}
}

func (t *table) mustHave(row Row) *Form {
	f := t.forms[row.Reason]
	if f == nil {
		panic(fmt.Sprintf("exempt: form %q: there is no form %q", row.Form, row.Reason))
	}
	return f
}

func (n *node) lay(k kind) {
	if k == reserved {
		n.meta = true
		return
	}
	if !slices.Contains([]kind{stays, label, required, words, frame, encodes, apart}, k) {
		panic(fmt.Sprintf("exempt: no kind %q", k))
	}
	n.kind = k
}

// at returns the node at a path, made if it is not there. A path of "*" alone is the
// node itself if only names are reserved there.
func (n *node) at(path []string) *node {
	for i, step := range path {
		switch {
		case step == "[]":
			n = made(&n.each)
		case step == "*" && i == 0 && len(path) == 1:
			return n
		case step == "*":
			n = made(&n.any)
		default:
			if n.members == nil {
				n.members = map[string]*node{}
			}
			next := n.members[step]
			n.members[step] = made(&next)
			n = next
		}
	}
	return n
}

func made(n **node) *node {
	if *n == nil {
		*n = &node{}
	}
	return *n
}

// steps splits a path: names, quoted names, "*" and "[]".
func steps(path string) (all []string) {
	for path != "" {
		name := path
		if quoted, ok := strings.CutPrefix(path, `"`); ok {
			name, path, _ = strings.Cut(quoted, `"`)
		} else {
			end := strings.IndexAny(path+".", ".[")
			name, path = path[:end], path[end:]
		}
		if name != "" {
			all = append(all, name)
		}
		if rest, ok := strings.CutPrefix(path, "[]"); ok {
			all, path = append(all, "[]"), rest
		}
		path = strings.TrimPrefix(path, ".")
	}
	return all
}

// Of returns a form by its name, nil if there is none.
func Of(name string) *Form { return parsed().forms[name] }

// Strict is the form of a value without any open member.
var Strict = &Form{}

// Result returns the form of the result of a method, nil if there is none.
func Result(method string) *Form { return Of("result " + method) }

// Params returns the form of the params of a method. Those of an unknown method keep the
// reserved keys of _meta.
func Params(method string) *Form {
	if f := Of("params " + method); f != nil {
		return f
	}
	return Of("any params")
}
