package shaper

import (
	"bytes"
	"iter"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// A tool result may hold one string twice: as the text of a block, and as a string in
// structuredContent, at any depth. Both are one value (GUARANTEES, no rule). The pass
// shapes them apart, so a change of one is carried to the other here.

// share returns a shaped tool result, which is out from start on, in which a string of
// both halves is the same again. It costs nothing if structuredContent is no longer than
// the shortest text, and so cannot hold one.
func (e *Engine) share(m *memory, out []byte, start int, done *pass.Outcome, d *document) ([]byte, error) {
	if d.shared || done.Told.Text == 0 || done.Told.Data <= done.Told.Text || m.within.by.Dialect.Name() != toolResult {
		return out, nil
	}
	before, after := d.body, out[start:]
	if d.more {
		before = before[:done.Read]
	}
	if d.abridge && d.level == 0 {
		after = bytes.Join(slices.Collect(scan.Unabridged(d.body, after)), nil)
	}
	s := sharing{limits: e.limits, data: d.data}
	settled := s.settle(before, after)
	if s.again != nil {
		s.last = true
		reshaped, err := e.reshaped(m, d, s.again)
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
	m.within.holdShared(s.limits, settled)
	return append(out[:start], settled...), nil
}

// toolResult is the name of the dialect of tool results.
const toolResult = "mcp"

// reshaped shapes a tool result in which a string is changed already. The report of the
// first time holds. It returns nil if the result cannot be shaped and nothing is hidden.
func (e *Engine) reshaped(m *memory, d *document, body []byte) ([]byte, error) {
	again := m.nested()
	defer again.forget()
	next := again.within.begin(e, again)
	*next = *d
	next.body, next.more, next.abridge, next.journal = body, false, false, nil
	next.shared, next.again, next.whole = true, true, m.within.open
	var report Report
	out, err := e.shape(again, nil, &report)
	if report.Unshaped != nil {
		return nil, err
	}
	return out, err
}

// holdShared notes if structuredContent does not fit what the caller was told.
func (w *within) holdShared(limits scan.Limits, doc []byte) {
	told := w.outer.told
	r, ok := resultOf(doc, limits)
	if told == nil || w.outer.level > 0 || !ok || r.data() == nil {
		return
	}
	w.unfit = w.unfit || !told.admits(r.data())
}

// sharing carries changes of strings between the halves of a result.
type sharing struct {
	limits scan.Limits
	data   bool   // a program reads structuredContent: what is done for comfort in a text stays there
	last   bool   // the result was shaped again
	again  []byte // the result to shape again; nil is none
}

// settle returns the shaped result with changed strings in both halves, after itself if
// there are none. If the halves changed one string differently, and this is not the last
// time, s.again is the result that came with the string as it is now in the text.
func (s *sharing) settle(before, after []byte) []byte {
	was, ok := resultOf(before, s.limits)
	again, differ := was, false
	for i := 0; ok && i < len(was.texts); i++ {
		is, _ := resultOf(after, s.limits)
		if !isShared(&was, &is, i) {
			continue
		}
		old, now := was.text(i), is.text(i)
		changed := !alike(old, now)
		if changed {
			again = again.with(i, now).withStrings(old, now)
		}
		switch left := s.left(&was, &is, old); {
		case left == nil && changed && !s.data:
			after = is.withStrings(old, now).doc
		case left == nil || alike(left, now):
		case changed && len(left) > len(nothing) && !s.last:
			differ = true
		default:
			after = is.with(i, left).doc
		}
	}
	if differ {
		s.again = again.doc
	}
	return after
}

// isShared reports whether a text of a block stands in structuredContent as well, and the
// block is still there.
func isShared(was, is *result, i int) bool {
	if i >= len(is.texts) || was.text(i) == nil || is.text(i) == nil {
		return false
	}
	return len(was.text(i)) > len(nothing) && holds(was.data(), was.text(i))
}

// nothing is the text of a string that is gone.
const nothing = `""`

// left returns what a string of structuredContent became: nil if it still stands there.
func (s *sharing) left(was, is *result, text []byte) []byte {
	switch {
	case is.data() == nil:
		return []byte(nothing)
	case holds(is.data(), text):
		return nil
	}
	return s.follow(was.data(), is.data(), text)
}

// follow returns what a string of data became in the shaped data: the empty string if it
// is gone, or a list around it lost elements.
func (s *sharing) follow(was, is, text []byte) []byte {
	for at := range stringsIn(was) {
		if !alike(was[at.Start:at.End], text) {
			continue
		}
		if value := s.at(was, is, at.Start); len(value) > 0 && value[0] == '"' {
			return value
		}
	}
	return []byte(nothing)
}

// at returns the value in is that stands where the value at an offset of was stood, nil if
// there is none.
func (s *sharing) at(was, is []byte, offset int) []byte {
	for offset > 0 {
		var here, there scan.Span
		var ok bool
		if was[0] == '{' {
			here, there, ok = s.member(was, is, offset)
		} else {
			here, there, ok = s.element(was, is, offset)
		}
		if !ok {
			return nil
		}
		was, is, offset = was[here.Start:here.End], is[there.Start:there.End], offset-here.Start
	}
	return is
}

// member finds the member around an offset of one object, and that of its name in another.
func (s *sharing) member(was, is []byte, offset int) (here, there scan.Span, ok bool) {
	all, _, err := scan.Index(was, s.limits, nil)
	others, _, fault := scan.Index(is, s.limits, nil)
	if err != nil || fault != nil {
		return here, there, false
	}
	i := slices.IndexFunc(all, func(m scan.Member) bool { return m.Start <= offset && offset < m.End })
	if i < 0 {
		return here, there, false
	}
	j := slices.IndexFunc(others, func(m scan.Member) bool { return m.Name == all[i].Name })
	if j < 0 {
		return here, there, false
	}
	return spanOf(all[i]), spanOf(others[j]), true
}

// element finds the element around an offset of one list, and that of its number in
// another one of the same length.
func (s *sharing) element(was, is []byte, offset int) (here, there scan.Span, ok bool) {
	all, err := scan.Elements(was, s.limits)
	others, fault := scan.Elements(is, s.limits)
	if err != nil || fault != nil || len(all) != len(others) {
		return here, there, false
	}
	i := slices.IndexFunc(all, func(at scan.Span) bool { return at.Start <= offset && offset < at.End })
	if i < 0 {
		return here, there, false
	}
	return all[i], others[i], true
}

func spanOf(m scan.Member) scan.Span { return scan.Span{Start: m.Start, End: m.End} }

// result is a tool result, and where its halves stand.
type result struct {
	doc    []byte
	limits scan.Limits
	texts  []scan.Span // of the blocks, with their quotes; empty where a block has no text
	of     scan.Span   // structuredContent; empty where there is none
}

// resultOf finds the halves of a tool result. It is not ok if the document is none, or
// holds a name twice.
func resultOf(doc []byte, limits scan.Limits) (r result, ok bool) {
	r.doc, r.limits = doc, limits
	members, twice, err := scan.Index(doc, limits, nil)
	if err != nil || twice > 0 {
		return r, false
	}
	for _, m := range members {
		switch m.Name {
		case "structuredContent":
			r.of = spanOf(m)
		case "content":
			blocks, err := scan.Elements(doc[m.Start:m.End], limits)
			if err != nil {
				return r, false
			}
			for _, at := range blocks {
				r.texts = append(r.texts, textOf(doc, scan.Span{Start: m.Start + at.Start, End: m.Start + at.End}, limits))
			}
		}
	}
	return r, true
}

// textOf is where the text of a block stands, empty if it is of another type.
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

// text is that of a block, with its quotes; nil if it has none.
func (r *result) text(i int) []byte {
	if at := r.texts[i]; at.End > at.Start {
		return r.doc[at.Start:at.End]
	}
	return nil
}

// data is structuredContent, nil if there is none.
func (r *result) data() []byte {
	if r.of.End == r.of.Start {
		return nil
	}
	return r.doc[r.of.Start:r.of.End]
}

// with is the result with another text in a block.
func (r result) with(i int, text []byte) result {
	doc := splice(slices.Clone(r.doc), []edit{{r.texts[i], text}})
	next, _ := resultOf(doc, r.limits)
	return next
}

// withStrings is the result with another string in the place of each one like old in
// structuredContent, which is then written without white space.
func (r result) withStrings(old, now []byte) result {
	var all []edit
	for at := range stringsIn(r.data()) {
		if alike(r.data()[at.Start:at.End], old) {
			all = append(all, edit{scan.Span{Start: r.of.Start + at.Start, End: r.of.Start + at.End}, now})
		}
	}
	next, _ := resultOf(splice(slices.Clone(r.doc), all), r.limits)
	next, _ = resultOf(splice(next.doc, []edit{{next.of, scan.AppendCompact(nil, next.data())}}), r.limits)
	return next
}

// holds reports whether a string like another one stands in a value.
func holds(value, text []byte) bool {
	for at := range stringsIn(value) {
		if alike(value[at.Start:at.End], text) {
			return true
		}
	}
	return false
}

// alike reports whether two strings say the same, however they are escaped.
func alike(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if bytes.IndexByte(a, '\\') < 0 && bytes.IndexByte(b, '\\') < 0 || len(a) < 2 || len(b) < 2 || a[0] != '"' || b[0] != '"' {
		return false
	}
	return bytes.Equal(scan.AppendUnquote(nil, a[1:len(a)-1]), scan.AppendUnquote(nil, b[1:len(b)-1]))
}

// stringsIn yields where the strings of a valid text stand that are no names.
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
