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

// maxDepth is the greatest depth of nodes that is read.
const maxDepth = 1_000

// Transform shortens the nodes of a snapshot, and leaves other lines as they are. Each
// reference stays, or lies in a range of its row, such as e41-e52. The references of nodes that
// a caller can act on stay in any case.
func Transform(r texts.Request) (string, error) {
	w := writer{}
	var block []*node
	for line := range strings.Lines(r.Text) {
		line = strings.TrimSuffix(line, "\n")
		n := parse(line)
		if n != nil {
			block = append(block, n)
			continue
		}
		if err := w.block(block); err != nil {
			return r.Text, err
		}
		block = block[:0]
		w.line(line)
	}
	if err := w.block(block); err != nil {
		return r.Text, err
	}
	return strings.TrimSuffix(w.String(), "\n") + r.Text[len(strings.TrimSuffix(r.Text, "\n")):], nil
}

// node is one line of a snapshot.
type node struct {
	indent   int
	role     string // a member of its parent, such as /url, starts with a slash
	name     string // in quotes, as written
	states   string // attributes beside the reference, such as [checked]
	ref      string // e8
	text     string // behind the colon
	size     int    // nodes of the subtree
	children int
	form     string // of the subtree: roles, states, and the values that are there
}

// parse reads a line; nil if it is no node.
func parse(line string) *node {
	rest := strings.TrimLeft(line, " ")
	n := &node{indent: len(line) - len(rest)}
	rest, ok := strings.CutPrefix(rest, "- ")
	if strings.HasPrefix(rest, "'") { // a key of YAML with a colon in it
		if end := strings.Index(strings.ReplaceAll(rest[1:], "''", "\x00\x00"), "'"); end >= 0 {
			rest = strings.ReplaceAll(rest[1:end+1], "''", "'") + rest[end+2:]
		}
	}
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
	return n
}

// roles of nodes that a caller can act on.
var roles = map[string]bool{
	"button": true, "checkbox": true, "combobox": true, "gridcell": true, "link": true, "listbox": true, "menuitem": true,
	"menuitemcheckbox": true, "menuitemradio": true, "option": true, "radio": true, "searchbox": true, "slider": true,
	"spinbutton": true, "switch": true, "tab": true, "textbox": true, "treeitem": true, "iframe": true,
}

func (n *node) canAct() bool { return roles[n.role] || n.states != "" }

// writer collects the output.
type writer struct{ strings.Builder }

func (w *writer) line(line string) {
	w.WriteString(line)
	w.WriteByte('\n')
}

// block writes adjacent nodes.
func (w *writer) block(nodes []*node) error {
	if err := measure(nodes); err != nil {
		return err
	}
	type open struct{ end, depth int }
	var parents []open
	for i := 0; i < len(nodes); {
		for len(parents) > 0 && parents[len(parents)-1].end <= i {
			parents = parents[:len(parents)-1]
		}
		depth := 0
		if len(parents) > 0 {
			depth = parents[len(parents)-1].depth + 1
		}
		w.WriteString(strings.Repeat(" ", depth))
		n := nodes[i]
		if rows := alike(nodes, i); rows >= 3 {
			newTable(nodes[i:i+rows*n.size], n.size).write(&w.Builder, depth)
			i += rows * n.size
			continue
		}
		end := i + n.size
		w.WriteString("- " + n.String())
		for n.children == 1 && n.text == "" {
			i++
			n = nodes[i]
			w.WriteString(": " + n.String())
		}
		if n.children > 0 && n.text == "" {
			w.WriteByte(':')
		}
		w.WriteByte('\n')
		parents = append(parents, open{end, depth})
		i++
	}
	return nil
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
		if len(parents) == maxDepth {
			return fmt.Errorf("snapshot: nodes are nested more than %d deep", maxDepth)
		}
		if len(parents) > 0 {
			parents[len(parents)-1].children++
		}
		parents, places = append(parents, n), append(places, i)
	}
	closeTo(-1, len(nodes))
	return nil
}

// maxForm is the number of nodes in the largest row of a table.
const maxForm = 64

// formOf returns the form of a subtree. Subtrees of one form differ in values alone.
func formOf(nodes []*node) string {
	var b strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&b, "%d %s%s %t %t %t\n", n.indent-nodes[0].indent, n.role, n.states, n.name != "", n.ref != "", n.text != "")
	}
	return b.String()
}

// alike counts the siblings from nodes[i] on that have its form.
func alike(nodes []*node, i int) (rows int) {
	n := nodes[i]
	for n.form != "" && i < len(nodes) && nodes[i].form == n.form && nodes[i].indent == n.indent {
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
