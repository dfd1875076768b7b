package pipeline

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/splice"
)

// A tool result may hold one string twice: as the text of a block, and as a string in
// structuredContent, at any depth. Both are one value (GUARANTEES, no rule). The pass
// shapes them apart, so a change of one is carried to the other here.

// shareStrings makes the strings that both halves of a shaped tool result hold equal again.
// The result begins at start. The call costs nothing if structuredContent is no longer than
// the shortest text, since it then cannot hold one.
func (e *Engine) shareStrings(m *Memory, out []byte, start int, c *chosen, d *document) ([]byte, error) {
	reported := &c.done.Reported
	if d.attempt.isShared || reported.Data <= reported.Text || !carriesHalves(c.plan.Dialect.Name()) {
		return out, nil
	}
	before, after := d.body, out[start:]
	if d.place.isValue {
		before = before[:c.done.Read]
	}
	s := sharing{limits: e.Limits, data: d.place.dataOnly, facts: c.plan.IsError && !c.plan.MayHide()}
	settled := s.settle(before, after)
	if s.again != nil {
		s.last = true
		reshaped, err := e.reshape(m, d, s.again)
		switch {
		case err != nil:
			return out, err
		case reshaped == nil:
			settled = s.settle(before, after)
		default:
			settled = s.settle(s.again, reshaped)
		}
	}
	if len(settled) == len(after) && (len(after) == 0 || &settled[0] == &after[0]) {
		return out, nil
	}
	if r, ok := resultOf(settled, s.limits); ok && d.schema != nil && d.place.level == 0 && r.data() != nil {
		m.inner.isUnfit = m.inner.isUnfit || !d.schema.admits(r.data())
	}
	return append(out[:start], settled...), nil
}

// carriesHalves reports whether documents of a dialect are tool results, or hold one.
func carriesHalves(dialect string) bool { return dialect == "mcp" || dialect == "jsonrpc" }

// reshape shapes a tool result after one string of it was changed. The facts of the first
// run hold. It returns nil if the result cannot be shaped and nothing is hidden.
func (e *Engine) reshape(m *Memory, d *document, body []byte) ([]byte, error) {
	mem := m.inner.below()
	defer mem.forget()
	again := mem.inner.begin(e)
	*again = *d
	again.body, again.place.isValue, again.journal, again.attempt.plan = body, false, nil, nil
	again.attempt.isShared, again.attempt.isSettled = true, true
	c, err := e.choose(mem, again, nil)
	out, facts, err := e.annotate(mem, again, c, nil, err)
	if facts.Unshaped != nil {
		return nil, err
	}
	return out, err
}

// sharing carries changes of strings between the halves of a result.
type sharing struct {
	limits scan.Limits
	data   bool   // a program reads structuredContent: comfort changes of a text stay in the text
	facts  bool   // the texts of a failure keep their facts: no rule hides anything
	last   bool   // the result was shaped again
	again  []byte // the result to shape again; nil is none
}

// settle returns the shaped result with equal strings in both halves. It returns after itself
// if no string differs. If the halves changed one string in two ways, and s.last is false, it
// sets s.again: the original result with the new strings of the texts.
func (s *sharing) settle(before, after []byte) []byte {
	was, ok := resultOf(before, s.limits)
	is, _ := resultOf(after, s.limits)
	if !ok {
		return after
	}
	values := valuesOf(&was, &is)
	if len(values) == 0 {
		return after
	}
	s.follow(was.data(), is.data(), values)
	here, again, differ := newEdits(), newEdits(), false
	for i, v := range values.blocks(&was, &is) {
		old, now, left := was.text(i), is.text(i), v.left
		changed := !alike(old, now)
		if changed {
			again.texts[i], again.strings[scan.Text(old)] = now, now
		}
		switch {
		case left == nil && changed && !s.data:
			here.strings[scan.Text(old)] = now
		case left == nil || s.facts || alike(left, now):
		case changed && len(left) > len(nothing) && !s.last:
			differ = true
		default:
			here.texts[i] = left
		}
	}
	if differ {
		s.again = was.edited(again)
	}
	return is.edited(here)
}

// nothing is the text of a string that is gone.
const nothing = `""`

// values holds the strings of both halves by their unescaped content.
type values map[string]*value

// value is one of them. left is the new string at the old place in structuredContent. It is
// nil if the value still stands somewhere. It is "" if the value is gone, or if a list around
// it lost elements.
type value struct {
	isShared bool
	left     []byte
}

// valuesOf returns the texts of blocks that still exist and also stand in structuredContent.
// It reads each string once.
func valuesOf(was, is *result) values {
	all := values{}
	for i := range min(len(was.texts), len(is.texts)) {
		if text := was.text(i); len(text) > len(nothing) && is.text(i) != nil {
			all[scan.Text(text)] = &value{left: []byte(nothing)}
		}
	}
	for at := range stringsIn(was.data()) {
		if v := all.of(was.data()[at.Start:at.End]); v != nil {
			v.isShared = true
		}
	}
	maps.DeleteFunc(all, func(_ string, v *value) bool { return !v.isShared })
	for at := range stringsIn(is.data()) {
		if v := all.of(is.data()[at.Start:at.End]); v != nil {
			v.left = nil
		}
	}
	return all
}

// of returns the value of a string, nil if it is none of them.
func (all values) of(text []byte) *value {
	if len(all) == 0 || len(text) <= len(nothing) {
		return nil
	}
	if bytes.IndexByte(text, '\\') < 0 {
		return all[string(text[1:len(text)-1])]
	}
	return all[scan.Text(text)]
}

// blocks yields the numbers of the blocks whose texts are values.
func (all values) blocks(was, is *result) iter.Seq2[int, *value] {
	return func(yield func(int, *value) bool) {
		for i := range min(len(was.texts), len(is.texts)) {
			if v := all.of(was.text(i)); v != nil && is.text(i) != nil && !yield(i, v) {
				return
			}
		}
	}
}

// follow records the new strings at the places of values that are gone. It walks both forms of
// structuredContent at once, as long as their containers have the same kind.
func (s *sharing) follow(was, is []byte, all values) {
	isGone := func(v *value) bool { return string(v.left) == nothing }
	if len(is) == 0 || !slices.ContainsFunc(slices.Collect(maps.Values(all)), isGone) {
		return
	}
	type pair struct{ was, is []byte }
	var open []pair
	meet := func(old, now []byte) {
		switch {
		case old[0] == '"' && now[0] == '"':
			if v := all.of(old); v != nil && isGone(v) {
				v.left = now
			}
		case scan.IsOpener(old[0]) && old[0] == now[0]:
			open = append(open, pair{old, now})
		}
	}
	for meet(was, is); len(open) > 0; {
		at := open[0]
		open = open[1:]
		for old, now := range s.members(at.was, at.is) {
			meet(old, now)
		}
	}
}

// members yields the members of two objects that have one name, or the elements of two
// lists of one length.
func (s *sharing) members(was, is []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(old, now []byte) bool) {
		olds, news := s.parts(was), s.parts(is)
		if was[0] == '[' && len(olds) != len(news) {
			return
		}
		byName := map[string]scan.Span{}
		for _, m := range news {
			byName[m.Name] = scan.Span{Start: m.Start, End: m.End}
		}
		for _, m := range olds {
			if at, ok := byName[m.Name]; ok && !yield(was[m.Start:m.End], is[at.Start:at.End]) {
				return
			}
		}
	}
}

// parts returns the members of an object, or the elements of a list with their numbers for
// names.
func (s *sharing) parts(container []byte) (all []scan.Member) {
	if container[0] == '{' {
		all, _, _ = scan.Index(container, s.limits, nil)
		return all
	}
	elements, _ := scan.Elements(container, s.limits)
	for i, at := range elements {
		all = append(all, scan.Member{Name: strconv.Itoa(i), Start: at.Start, End: at.End})
	}
	return all
}

// result is a tool result with the places of its halves.
type result struct {
	doc    []byte
	limits scan.Limits
	blocks []scan.Span // of the list content
	texts  []scan.Span // of the blocks, with their quotes; empty for a block without a text
	of     scan.Span   // structuredContent; empty if there is none
}

// resultOf finds the halves of a tool result, also in a JSON-RPC response. It is not ok if
// the document is neither, or an object around a half holds a name twice.
func resultOf(doc []byte, limits scan.Limits) (r result, ok bool) {
	r.doc, r.limits = doc, limits
	members, twice, err := scan.Index(doc, limits, nil)
	from, named := 0, func(name string) int {
		return slices.IndexFunc(members, func(m scan.Member) bool { return m.Name == name })
	}
	if i := named("result"); i >= 0 && named("jsonrpc") >= 0 && twice == 0 {
		from = members[i].Start
		members, twice, err = scan.Index(doc[from:members[i].End], limits, nil)
	}
	if err != nil || twice > 0 {
		return r, false
	}
	for _, m := range members {
		at := scan.Span{Start: from + m.Start, End: from + m.End}
		switch m.Name {
		case "structuredContent":
			r.of = at
		case "content":
			blocks, err := scan.Elements(doc[at.Start:at.End], limits)
			if err != nil {
				return r, false
			}
			for i := range blocks {
				blocks[i].Start, blocks[i].End = at.Start+blocks[i].Start, at.Start+blocks[i].End
				r.texts = append(r.texts, textOf(doc, blocks[i], limits))
			}
			r.blocks = blocks
		}
	}
	return r, true
}

// textOf returns the place of a block's text, empty if the block is of another type.
func textOf(doc []byte, block scan.Span, limits scan.Limits) (at scan.Span) {
	members, twice, err := scan.Index(doc[block.Start:block.End], limits, nil)
	if err != nil || twice > 0 {
		return at
	}
	isText := false
	for _, m := range members {
		value := doc[block.Start+m.Start : block.Start+m.End]
		isText = isText || m.Name == "type" && alike(value, []byte(`"text"`))
		if m.Name == "text" && value[0] == '"' {
			at = scan.Span{Start: block.Start + m.Start, End: block.Start + m.End}
		}
	}
	if !isText {
		return scan.Span{}
	}
	return at
}

// text returns the text of a block with its quotes, nil if it has none.
func (r *result) text(i int) []byte {
	if at := r.texts[i]; at.End > at.Start {
		return r.doc[at.Start:at.End]
	}
	return nil
}

// data returns structuredContent, nil if there is none.
func (r *result) data() []byte {
	if r.of.End == r.of.Start {
		return nil
	}
	return r.doc[r.of.Start:r.of.End]
}

// halfEdits holds new texts for blocks by their index, and new strings for structuredContent
// by the old unescaped content.
type halfEdits struct {
	texts   map[int][]byte
	strings map[string][]byte
}

func newEdits() halfEdits { return halfEdits{map[int][]byte{}, map[string][]byte{}} }

// edited returns the document after some edits, itself if there are none. structuredContent is
// written without white space if a string in it changed.
func (r *result) edited(by halfEdits) []byte {
	var all []splice.Edit
	for i, text := range by.texts {
		all = append(all, splice.Edit{Span: r.texts[i], With: text})
	}
	if len(by.strings) > 0 {
		var inData []splice.Edit
		for at := range stringsIn(r.data()) {
			if now := by.strings[scan.Text(r.data()[at.Start:at.End])]; now != nil {
				inData = append(inData, splice.Edit{Span: at, With: now})
			}
		}
		if len(inData) > 0 {
			all = append(all, splice.Edit{Span: r.of, With: scan.AppendCompact(nil, splice.Apply(r.data(), inData))})
		}
	}
	return splice.Apply(r.doc, all)
}

// alike reports whether two strings have the same unescaped content.
func alike(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if bytes.IndexByte(a, '\\') < 0 && bytes.IndexByte(b, '\\') < 0 || len(a) < 2 || len(b) < 2 || a[0] != '"' || b[0] != '"' {
		return false
	}
	return bytes.Equal(scan.AppendUnquote(nil, a[1:len(a)-1]), scan.AppendUnquote(nil, b[1:len(b)-1]))
}

// stringsIn yields the places of the strings in a valid text, except for names.
func stringsIn(text []byte) iter.Seq[scan.Span] {
	return func(yield func(scan.Span) bool) {
		for i := 0; ; {
			n := bytes.IndexByte(text[i:], '"')
			if n < 0 {
				return
			}
			at := scan.Span{Start: i + n}
			at.End, _, _ = scan.String(text, at.Start, len(text))
			i = scan.Space(text, at.End)
			if isName := i < len(text) && text[i] == ':'; !isName && !yield(at) {
				return
			}
		}
	}
}
