package exempt

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
)

// withheld stands in the place of a required value that a rule takes out.
const withheld = `"[withheld]"`

// mostDepth bounds the depth of members with forms of their own. Deeper members are closed.
const mostDepth = 40

// mostLabel bounds the labels that rules read, in bytes.
const mostLabel = 256

// Hide applies the function hide to the closed members of body, and returns body itself if
// nothing was hidden. hide gets a document of the closed members at their places, and returns
// it after the rules. After an error only the members of the table stay. body is valid JSON.
//
// Texts of a schema stand apart from the names around them. If there are any, the document is
// an array of body and these texts.
func (f *Form) Hide(body []byte, hide func([]byte) ([]byte, error)) []byte {
	r := &residue{}
	root := &node{form: f}
	doc := r.append(nil, root, "", body, 0)
	if r.texts != nil {
		doc = append(append(append([]byte{'['}, doc...), r.texts...), ']')
	}
	out, err := hide(doc)
	if err == nil && scan.SameTokens(doc, out) {
		return body
	}
	m := &merge{}
	switch {
	case err != nil:
		out, m.texts = nil, make([][]byte, r.count)
	case r.texts != nil:
		parts := elements(out)
		if len(parts) != 1+r.count {
			out, m.texts = nil, make([][]byte, r.count)
			break
		}
		out, m.texts = parts[0], parts[1:]
	}
	return m.whole(root, body, out)
}

// Restore returns out with the members of the table as they were in body. out is a call's
// version of body.
func (f *Form) Restore(body, out []byte) []byte {
	return (&merge{isInPlace: true}).whole(&node{form: f}, body, out)
}

// dataURL begins the string that holds bytes with a text for the rules: the engine decodes it.
const dataURL = `"data:text/plain;base64,`

// residue writes the document of the closed members.
type residue struct {
	texts []byte // ,{"description":"..."} for each
	count int
}

func (r *residue) append(dst []byte, n *node, name string, v []byte, depth int) []byte {
	in := n.inside(v, depth)
	switch {
	case n.kind == words && v[0] == '"':
		r.texts = append(scan.AppendQuote(append(r.texts, ",{"...), []byte(name)), ':')
		r.texts = append(append(r.texts, v...), '}')
		r.count++
		return append(dst, "null"...)
	case n.kind == encodes && v[0] == '"':
		r.texts = append(append(append(r.texts, `,{"blob":`...), dataURL...), v[1:]...)
		r.texts = append(r.texts, '}')
		r.count++
		return append(dst, "null"...)
	case n.kind == label && v[0] == '"' && len(v) <= mostLabel:
		return append(dst, v...)
	case n.isOpen(v):
		return append(dst, "null"...)
	case in == nil:
		return append(dst, v...)
	case v[0] == '[':
		dst = append(dst, '[')
		for i, e := range elements(v) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = r.append(dst, in.element(), name, e, depth+1)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	all := membersOf(v)
	for i, m := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(scan.AppendQuote(dst, []byte(m.Name)), ':')
		dst = r.append(dst, in.memberOf(v, all, m.Name), m.Name, v[m.Start:m.End], depth+1)
	}
	return append(dst, '}')
}

// isOpen reports whether a value passes unchanged.
func (n *node) isOpen(v []byte) bool {
	switch n.kind {
	case apart:
		return true
	case frame:
		return v[0] != '"' && v[0] != '{' && v[0] != '['
	case stays, label:
		return v[0] != '{' && v[0] != '[' || v[0] == '[' && !hasContainer(v)
	}
	return false
}

// hasContainer reports whether an array holds an object or an array.
func hasContainer(list []byte) bool {
	for _, e := range elements(list) {
		if e[0] == '{' || e[0] == '[' {
			return true
		}
	}
	return false
}

// shape is the treatment of the members or elements of a value.
type shape struct{ nodes []*node }

var closedNode = &node{}

// inside returns the treatment of the parts of a value, nil if all of it is closed.
func (n *node) inside(v []byte, depth int) *shape {
	if depth > mostDepth {
		return nil
	}
	switch {
	case n.kind == frame && (v[0] == '{' || v[0] == '['):
		return &shape{[]*node{n}}
	case v[0] == '[' && n.each != nil:
		return &shape{[]*node{n}}
	case v[0] != '{':
		return nil
	}
	all := make([]*node, 0, 2)
	if n.members != nil || n.any != nil || n.meta {
		all = append(all, n)
	}
	if n.form != nil {
		all = append(all, &n.form.of(v).root)
	}
	if len(all) == 0 {
		return nil
	}
	return &shape{all}
}

// of returns the variant that an object is. If readers may differ in the member that
// selects it, the object is none.
func (f *Form) of(v []byte) *Form {
	if f.by == "" {
		return f
	}
	var value []byte
	count := 0
	for _, m := range membersOf(v) {
		if strings.EqualFold(m.Name, f.by) {
			value = v[m.Start:m.End]
			count++
		}
	}
	if count != 1 || value[0] != '"' {
		return f
	}
	if variant := f.variants[scan.Text(value)]; variant != nil {
		return variant
	}
	return f
}

// member returns the treatment of a member.
func (s *shape) member(name string) *node {
	for _, n := range s.nodes {
		switch {
		case n.kind == frame:
			return n
		case n.members[name] != nil:
			return n.members[name]
		case n.meta && isReserved(name):
			return reservedNode
		case n.any != nil:
			return n.any
		}
	}
	return closedNode
}

var reservedNode = &node{kind: stays}

// memberOf is member in the object v. Bytes stay if the object does not say that they are
// a text.
func (s *shape) memberOf(v []byte, all []scan.Member, name string) *node {
	n := s.member(name)
	if n.kind != encodes {
		return n
	}
	for _, m := range all {
		if value := v[m.Start:m.End]; m.Name == "mimeType" && value[0] == '"' && encoded.IsText(scan.Text(value)) {
			return n
		}
	}
	return reservedNode
}

// element returns the treatment of an element.
func (s *shape) element() *node {
	if n := s.nodes[0]; n.kind != frame {
		return n.each
	}
	return s.nodes[0]
}

// isReserved reports whether a key of _meta belongs to the protocol (MCP, _meta).
func isReserved(key string) bool {
	prefix, _, prefixed := strings.Cut(key, "/")
	if !prefixed {
		return key == "progressToken" || key == "traceparent" || key == "tracestate" || key == "baggage"
	}
	labels := strings.Split(prefix, ".")
	return len(labels) > 1 && (labels[1] == "mcp" || labels[1] == "modelcontextprotocol")
}

// HasReservedObject reports whether a key of a _meta that the protocol reserves holds an
// object or an array.
func HasReservedObject(meta []byte) bool {
	return slices.ContainsFunc(membersOf(meta), func(m scan.Member) bool {
		return (meta[m.Start] == '{' || meta[m.Start] == '[') && isReserved(m.Name)
	})
}

// membersOf are those of an object of a valid text.
func membersOf(v []byte) []scan.Member {
	members, _, _ := scan.Index(v, scan.Unlimited, nil)
	return members
}

// elements are those of an array of a valid text.
func elements(v []byte) [][]byte {
	spans, err := scan.Elements(v, scan.Limits{})
	if err != nil {
		return nil
	}
	all := make([][]byte, len(spans))
	for i, at := range spans {
		all[i] = v[at.Start:at.End]
	}
	return all
}
