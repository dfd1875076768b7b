package document

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Member is a member of a document with the lines that it stands on.
type Member struct {
	Path  []string `json:"path"`
	Value string   `json:"value"` // compact, without comments; "{}" of an object with members of its own
	Lines string   `json:"lines"` // with the comments above and behind it
	Comma bool     `json:"comma"` // written behind the member before it
	Open  bool     `json:"open"`  // its object was on one line
}

// addUp are the keys whose values in several entries add up, so that none of them hides another.
var addUp = []string{"omit_fields", "exclude_fields", "shorten", "low_priority"}

// Add returns a text with the members of another document that it lacks, and these members.
// The members of the text stay, and they win. kept are the members that are left out, since the
// text sets their key for their tools. Each member of the other document has lines of its own.
// Members of the text with the lines of a starter are of no user. They stay too, and set no key
// for tools.
func Add(name string, text []byte, of *Document, lines, starter []byte) (out []byte, added, kept []Member, problems []Problem) {
	mark := len(text) - len(bytes.TrimPrefix(text, []byte(words.ByteOrderMark)))
	out = text[mark:]
	own, problems := Parse(name, out)
	if own == nil || own.Values == nil { // no JSON, or no object
		return nil, nil, nil, problems
	}
	begun, _ := Parse("starter", starter)
	written := out
	isBegun := func(path []string) bool {
		return begun.find(path).whole && own.linesOf(written, path, false) == begun.linesOf(starter, path, false)
	}
	put := func(d *Document, path []string, value string) (*Document, bool) {
		m := Member{Path: path, Value: value, Lines: of.linesOf(lines, path, value == "{}")}
		out = d.insert(out, path, &m)
		added = append(added, m)
		next, _ := Parse(name, out)
		return next, next != nil
	}
	d := own
	for _, path := range of.leaves(nil, &of.root) {
		m := Member{Path: path, Value: compact(of.find(path).value)}
		there := d.find(path)
		if there.whole && compact(there.value) == m.Value {
			continue
		}
		if there.whole && isBegun(path) {
			continue
		}
		if there.whole || d.closes(path) || own.sets(path, isBegun) {
			kept = append(kept, m)
			continue
		}
		ok := true
		for i := 1; i < len(path) && ok; i++ {
			if !d.find(path[:i]).whole {
				d, ok = put(d, path[:i], "{}")
			}
		}
		if ok {
			d, ok = put(d, path, m.Value)
		}
		if !ok {
			return nil, nil, nil, []Problem{own.at(0, words.Pointer(path...), "no member can be added here")}
		}
	}
	return append(text[:mark:mark], out...), added, kept, nil
}

// leaves returns the paths of the settings below a value: the keys of sections and those of the
// entries of tools.
func (d *Document) leaves(path []string, value *hujson.Value) (all [][]string) {
	object, isObject := value.Value.(*hujson.Object)
	if !isObject || len(path) > 0 && path[0] != "tool_overrides" && len(path) > 1 || len(path) > 2 {
		return [][]string{path}
	}
	for i := range object.Members {
		m := &object.Members[i]
		all = append(all, d.leaves(append(slices.Clip(path), nameOf(*m)), &m.Value)...)
	}
	return all
}

// closes reports whether a value above a path is no object, such as "off".
func (d *Document) closes(path []string) bool {
	for i := range path {
		if f := d.find(path[:i]); f.whole {
			if _, isObject := f.value.Value.(*hujson.Object); !isObject {
				return true
			}
		}
	}
	return false
}

// sets reports whether a document sets the key at a path for all tools, or in another entry for
// some of its tools. A member of the global section that isBegun does not count.
func (d *Document) sets(path []string, isBegun func([]string) bool) bool {
	if path[0] != "tool_overrides" {
		return false
	}
	if len(path) == 2 { // the whole entry
		return len(profiles.SharingTools(d.Entries(path[0]), path[1:])) > 0
	}
	key := path[2]
	if slices.Contains(addUp, key) {
		return false
	}
	if all := []string{"global", key}; d.find(all).whole && !isBegun(all) {
		return true
	}
	return slices.ContainsFunc(profiles.SharingTools(d.Entries(path[0]), path[1:2]), func(entry string) bool {
		return d.find([]string{path[0], entry, key}).whole
	})
}

// compact is a value without comments and white space.
func compact(value *hujson.Value) string {
	v := value.Clone()
	v.Minimize()
	return string(v.Pack())
}

// linesOf returns the lines of the member at a path. Those of a container are the comments
// above it.
func (d *Document) linesOf(text []byte, path []string, isContainer bool) string {
	m := d.find(path).member
	line := lineStart(text, m.Name.StartOffset)
	start, end := line, m.Value.EndOffset
	for start > 0 {
		before := lineStart(text, start-1)
		if !isComment(text[before:start]) {
			break
		}
		start = before
	}
	if isContainer {
		return string(text[start:line])
	}
	rest := bytes.TrimPrefix(text[end:lineEnd(text, end)], []byte(","))
	return string(text[start:end]) + string(rest)
}

// insert adds a member at the end of an object, on lines of its own. It sets Comma and Open.
func (d *Document) insert(text []byte, path []string, m *Member) []byte {
	f := d.find(path[:len(path)-1])
	object, newline := f.value.Value.(*hujson.Object), "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	end := f.value.EndOffset - 1 // of the object's members
	start := f.value.StartOffset
	if f.member != nil {
		start = f.member.Name.StartOffset
	}
	outer := indentAt(text, start)
	inner := outer + "  "
	var edits []edit
	if n := len(object.Members); n > 0 {
		first, last := object.Members[0].Name.StartOffset, object.Members[n-1].Value
		if bytes.IndexByte(text[start:first], '\n') >= 0 {
			inner = indentAt(text, first)
		}
		if m.Comma = text[last.EndOffset+len(last.AfterExtra)] != ','; m.Comma {
			edits = append(edits, edit{last.EndOffset, last.EndOffset, ","})
		}
	}
	written := m.Lines
	if m.Value == "{}" {
		written += strings.Repeat(" ", 2*len(path)) + string(hujson.String(path[len(path)-1])) + ": {\n" + strings.Repeat(" ", 2*len(path)) + "}"
	}
	var b strings.Builder
	for line := range strings.Lines(written) {
		line = strings.TrimRight(line, "\r\n")
		depth := min(2*len(path), len(line)-len(strings.TrimLeft(line, " ")))
		b.WriteString(inner + line[depth:] + newline)
	}
	if line := lineStart(text, end); line > start && len(bytes.TrimSpace(text[line:end])) == 0 {
		edits = append(edits, edit{line, line, b.String()})
	} else {
		m.Open = true
		edits = append(edits, edit{end, end, newline + b.String() + outer})
	}
	return apply(text, edits)
}

// Remove returns a text without members that [Add] added, with the comments of their lines.
// Members whose values changed stay, and so do objects that are not empty and members that
// hold a comment of another hand. An object that Add opened is one line again.
func Remove(name string, text []byte, added []Member) []byte {
	mark := len(text) - len(bytes.TrimPrefix(text, []byte(words.ByteOrderMark)))
	out := text[mark:]
	for _, m := range slices.Backward(added) { // members before the objects that hold them
		d, _ := Parse(name, out)
		if d == nil {
			break
		}
		f := d.find(m.Path)
		if !f.whole || f.member == nil || len(f.path) != len(m.Path) || compact(f.value) != m.Value {
			continue
		}
		from := f.member.Name.StartOffset
		if m.Value == "{}" { // its name is not in the lines
			from = f.member.Name.EndOffset
		}
		if !m.holds(out[from:f.value.EndOffset]) {
			continue
		}
		without := d.remove(out, f.member, &m)
		if next, _ := Parse(name, without); next != nil {
			out = without
		}
	}
	return append(text[:mark:mark], out...)
}

// holds reports whether all lines of a text with a comment are lines of the member.
func (m *Member) holds(text []byte) bool {
	for line := range bytes.Lines(text) {
		if !bytes.Contains(line, []byte("//")) && !bytes.Contains(line, []byte("/*")) || m.has(line) {
			continue
		}
		if last := m.Lines[strings.LastIndexByte(m.Lines, '\n')+1:]; bytes.HasSuffix(line, []byte("\n")) || !strings.HasPrefix(strings.TrimSpace(last), string(bytes.TrimSpace(line))) {
			return false
		}
	}
	return true
}

// has reports whether a line is one of the member, at any indent.
func (m *Member) has(line []byte) bool {
	for own := range strings.Lines(m.Lines) {
		if strings.TrimSpace(own) == string(bytes.TrimSpace(line)) {
			return true
		}
	}
	return false
}

// remove takes a member out, with the comma and the line ends that [Document.insert] wrote.
func (d *Document) remove(text []byte, at *hujson.ObjectMember, m *Member) []byte {
	in := d.find(m.Path[:len(m.Path)-1]).value
	object := in.Value.(*hujson.Object)
	n := slices.IndexFunc(object.Members, func(o hujson.ObjectMember) bool { return o.Name.StartOffset == at.Name.StartOffset })
	isLast, gap := n == len(object.Members)-1, in.StartOffset
	if n > 0 {
		gap = object.Members[n-1].Value.EndOffset
	}
	e, edits := edit{start: at.Name.StartOffset, end: at.Value.EndOffset}, []edit(nil)
	behind := e.end + len(at.Value.AfterExtra)
	switch {
	case text[behind] == ',' && behind == e.end:
		e.end++
	case text[behind] == ',':
		edits = append(edits, edit{start: behind, end: behind + 1})
	case m.Comma && isLast && n > 0:
		before := object.Members[n-1].Value
		comma := before.EndOffset + len(before.AfterExtra)
		edits = append(edits, edit{start: comma, end: comma + 1})
	}
	line, end := lineStart(text, e.start), lineEnd(text, e.end)
	comment := bytes.TrimSpace(text[e.end:end])
	if isComment(comment) && bytes.HasSuffix(bytes.TrimSpace([]byte(m.Lines)), comment) {
		e.end += bytes.LastIndex(text[e.end:end], comment) + len(comment)
	}
	isAlone := len(bytes.TrimSpace(text[line:e.start])) == 0 && len(bytes.TrimSpace(text[e.end:end])) == 0
	switch {
	case isAlone && line > 0 && end < len(text):
		e.start, e.end = m.above(text, line), end+1
	case isLast:
		e.start -= len(text[line:e.start]) - len(bytes.TrimRight(text[line:e.start], " \t"))
		return apply(text, append(edits, e))
	default:
		e.end += len(text[e.end:end]) - len(bytes.TrimLeft(text[e.end:end], " \t"))
		return apply(text, append(edits, e))
	}
	if rest := bytes.TrimLeft(text[e.end:], " \t"); m.Open && rest[0] == '}' && !bytes.Contains(text[gap:e.start], []byte("//")) {
		e.end = len(text) - len(rest)
		e.start = len(bytes.TrimSuffix(text[:e.start-1], []byte("\r")))
	}
	return apply(text, append(edits, e))
}

// above is the start of the comments of a member above its line.
func (m *Member) above(text []byte, line int) int {
	for line > 0 {
		before := lineStart(text, line-1)
		if comment := text[before:line]; !isComment(comment) || !m.has(comment) {
			break
		}
		line = before
	}
	return line
}

// apply applies edits that do not overlap. Those at one offset keep their order.
func apply(text []byte, edits []edit) []byte {
	slices.Reverse(edits)
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].start > edits[j].start })
	out := bytes.Clone(text)
	for _, e := range edits {
		out = slices.Replace(out, e.start, e.end, []byte(e.with)...)
	}
	return out
}

func isComment(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) }

func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd is the offset of the line feed behind at, or the end of the text.
func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// indentAt is the white space before the line of an offset.
func indentAt(text []byte, at int) string {
	line := text[lineStart(text, at):at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
