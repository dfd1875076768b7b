// Package snapshot shortens snapshots of browsers: YAML of roles with a reference for each
// node, such as `- button "Send" [ref=e8]`. Importing it for its side effect registers the
// transform of [texts.Snapshot]. A node moves to the line of its parent if it is the only
// child. Three or more siblings of one form become a table. All names, texts and URLs stay.
package snapshot

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func init() { texts.Register(texts.Snapshot, Transform) }

// Limits of a snapshot.
const (
	maxBytes = 2 << 20
	maxDepth = 1_000 // of nodes
	maxForm  = 64    // nodes in the largest row of a table
)

// Transform shortens the nodes of a snapshot. Other lines stay, and only their indentation can
// change. Each reference stays, or lies in the range of its row. The references of nodes that a
// caller can act on stay in any case.
func Transform(r texts.Request) (string, error) {
	if len(r.Text) > maxBytes {
		return r.Text, fmt.Errorf("snapshot: the text has %d bytes, more than %d", len(r.Text), maxBytes)
	}
	var nodes []*node
	text, hasEnd := strings.CutSuffix(r.Text, "\n")
	for line := range strings.SplitSeq(text, "\n") {
		n := parse(line)
		if n == nil {
			text := strings.TrimLeft(line, " ")
			n = &node{indent: len(line) - len(text), text: text}
		}
		nodes = append(nodes, n)
	}
	if err := measure(nodes); err != nil {
		return r.Text, err
	}
	out := write(nodes)
	if !hasEnd {
		out = strings.TrimSuffix(out, "\n")
	}
	return out, nil
}

// node is one line of a snapshot. A line of another form has a text alone.
type node struct {
	indent   int
	role     string // a member of its parent, such as /url, starts with a slash
	name     string // in quotes, as written
	states   string // attributes beside the reference, such as [checked]
	ref      string // e8
	text     string // behind the colon
	isOpen   bool   // a colon ends the line
	depth    int    // nodes around it
	size     int    // nodes of the subtree
	children int
	form     string // of the subtree: roles, states, and the values that are there
}

// parse reads a line; nil if it is no node.
func parse(line string) *node {
	rest := strings.TrimLeft(line, " ")
	n := &node{indent: len(line) - len(rest)}
	rest, ok := strings.CutPrefix(rest, "- ")
	rest = unquote(rest)
	end := strings.IndexAny(rest, " :")
	if end < 0 {
		end = len(rest)
	}
	if !ok || end == 0 || rest[0] != '/' && (rest[0]-'a') >= 26 {
		return nil
	}
	n.role, rest = rest[:end], rest[end:]
	if strings.HasPrefix(rest, ` "`) {
		quoted, err := strconv.QuotedPrefix(rest[1:])
		if err != nil {
			return nil
		}
		n.name, rest = quoted, rest[1+len(quoted):]
	}
	for strings.HasPrefix(rest, " [") {
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return nil
		}
		attribute := rest[1 : end+1]
		rest = rest[end+1:]
		ref, isRef := strings.CutPrefix(attribute, "[ref=")
		switch {
		case isRef && n.ref == "" && !strings.ContainsAny(ref, " \t["):
			n.ref = ref[:len(ref)-1]
		case attribute == "[cursor=pointer]" && (n.role == "link" || n.role == "button"): // said by the role
		default:
			n.states += " " + attribute
		}
	}
	text, isOpen := strings.CutPrefix(rest, ":")
	if !isOpen && rest != "" {
		return nil
	}
	n.text = strings.TrimSpace(text)
	n.isOpen = isOpen && n.text == ""
	return n
}

// unquote returns a line whose key is in quotes of YAML, since it holds a colon, without them.
func unquote(line string) string {
	key, isQuoted := strings.CutPrefix(line, "'")
	end := strings.Index(strings.ReplaceAll(key, "''", "\x00\x00"), "'")
	if !isQuoted || end < 0 {
		return line
	}
	return strings.ReplaceAll(key[:end], "''", "'") + key[end+1:]
}

// roles of nodes that a caller can act on.
var roles = map[string]bool{
	"button": true, "checkbox": true, "combobox": true, "gridcell": true, "link": true, "listbox": true, "menuitem": true,
	"menuitemcheckbox": true, "menuitemradio": true, "option": true, "radio": true, "searchbox": true, "slider": true,
	"spinbutton": true, "switch": true, "tab": true, "textbox": true, "treeitem": true, "iframe": true,
}

func (n *node) canAct() bool { return roles[n.role] || n.states != "" }

// write returns the lines of nodes.
func write(nodes []*node) string {
	var b strings.Builder
	type open struct{ end, column int }
	var parents []open
	for i := 0; i < len(nodes); i++ {
		for len(parents) > 0 && parents[len(parents)-1].end <= i {
			parents = parents[:len(parents)-1]
		}
		n := nodes[i]
		column := n.indent
		if len(parents) > 0 {
			column = parents[len(parents)-1].column + 1
		}
		parents = append(parents, open{i + n.size, column})
		b.WriteString(strings.Repeat(" ", column))
		if n.role == "" {
			b.WriteString(n.text + "\n")
			continue
		}
		if rows := alike(nodes, i); rows >= 3 {
			newTable(nodes[i:i+rows*n.size], n.size).write(&b, column)
			i += rows*n.size - 1
			continue
		}
		b.WriteString("- " + n.String())
		for n.children == 1 && n.text == "" && nodes[i+1].role != "" {
			i++
			n = nodes[i]
			b.WriteString(" > " + n.String())
		}
		if n.isOpen {
			b.WriteByte(':')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// measure sets the sizes, the numbers of children and the forms of nodes.
func measure(nodes []*node) error {
	var parents []*node
	places := make([]int, 0, 16)
	closeTo := func(indent, i int) {
		for len(parents) > 0 && parents[len(parents)-1].indent >= indent {
			last := len(parents) - 1
			n, at := parents[last], places[last]
			n.size = i - at
			if n.size <= maxForm {
				n.form = formOf(nodes[at:i])
			}
			parents, places = parents[:last], places[:last]
		}
	}
	for i, n := range nodes {
		closeTo(n.indent, i)
		if n.role == "" && len(parents) == 0 && !strings.HasPrefix(n.text, "- ") {
			n.size = 1
			continue
		}
		if len(parents) == maxDepth {
			return fmt.Errorf("snapshot: nodes are nested more than %d deep", maxDepth)
		}
		if len(parents) > 0 {
			parents[len(parents)-1].children++
		}
		n.depth = len(parents)
		parents, places = append(parents, n), append(places, i)
	}
	closeTo(-1, len(nodes))
	return nil
}

// formOf returns the form of a subtree. Subtrees of one form differ in values alone. A subtree
// with other lines has none.
func formOf(nodes []*node) string {
	var b strings.Builder
	for _, n := range nodes {
		if n.role == "" {
			return ""
		}
		fmt.Fprintf(&b, "%d %s%s %t %t %t\n", n.depth-nodes[0].depth, n.role, n.states, n.name != "", n.ref != "", n.text != "")
	}
	return b.String()
}

// alike counts the siblings from nodes[i] on that have its form.
func alike(nodes []*node, i int) (rows int) {
	n := nodes[i]
	for n.form != "" && i < len(nodes) && nodes[i].form == n.form && nodes[i].depth == n.depth {
		rows++
		i += n.size
	}
	return rows
}

// String returns a node as a snapshot writes it, without its children.
func (n *node) String() string {
	out := n.role
	if n.name != "" {
		out += " " + n.name
	}
	out += n.states
	if n.ref != "" {
		out += " [ref=" + n.ref + "]"
	}
	if n.text != "" {
		out += ": " + n.text
	}
	return out
}
