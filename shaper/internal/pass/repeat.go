package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/writer"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// repeater reads members whose names and decisions a row predicts, and elements with one
// decision for all. [Pass.member] and [Pass.element] read everything else.
type repeater struct{ core }

// stringRead is a string of the document that was read without a fault. The zero value is
// none.
type stringRead struct {
	start, end int
	escaped    bool
}

// repeat reads predicted members or elements of the innermost of depth containers, from
// src[i]. If the next one is a container to enter, start is its offset. Otherwise start is 0
// and the next one is not predicted.
func (p *repeater) repeat(r *reading, i, depth int) (next, start int) {
	switch {
	case r.check != byRow || len(r.row.Steps) == 0:
		return i, 0
	case r.row.IsObject:
		return p.repeatMembers(r, i, depth)
	case r.row.Steps[0].Decisions == (rowcache.Decisions{}):
		return i, 0
	}
	return p.repeatElements(r, i, depth)
}

// repeatMembers is repeat for members in compact text.
func (p *repeater) repeatMembers(r *reading, i, depth int) (next, start int) {
	for steps := r.row.Steps; r.read < len(steps); {
		s := &steps[r.read]
		start := r.row.Match(s, p.src, i)
		if start == 0 || s.Decisions == (rowcache.Decisions{}) {
			return p.repeatSpaced(r, i, depth)
		}
		if s.Container == rowcache.Entered && scan.IsOpener(p.src[start]) {
			return i, start
		}
		d, end := p.predict(s.Decisions, start, depth)
		if d == rowcache.Open {
			break
		}
		at := i // the output has no comma before a first member
		if r.kept == 0 && r.read > 0 {
			at++
		}
		s.At = uint32(i + min(r.read, 1))
		switch r.read++; d {
		case rowcache.Kept, rowcache.Set:
			p.out.Emit(at, end)
			r.kept++
		case rowcache.Copied:
			end = p.copy(r, at, start, depth)
		default:
			p.lose(r, d, s.To, start, 1)
		}
		i = end
	}
	return i, 0
}

// repeatSpaced is repeat for members in text with white space.
func (p *repeater) repeatSpaced(r *reading, i, depth int) (next, start int) {
	for steps := r.row.Steps; r.read < len(steps); {
		s := &steps[r.read]
		key, start := p.matchSpaced(r.row.Text(s), i)
		if start >= len(p.src) || s.Decisions == (rowcache.Decisions{}) {
			break
		}
		d, end := p.predict(s.Decisions, start, depth)
		switch d {
		case rowcache.Open:
			return i, 0
		case rowcache.Entered:
			return i, start
		}
		at := start
		if d.Stays() {
			h := headOf(s, r.read, i, key)
			at = p.out.Before(&h, start, r.kept == 0)
		}
		s.At = uint32(key)
		switch r.read++; d {
		case rowcache.Kept, rowcache.Set:
			p.out.Emit(at, end)
			r.kept++
		case rowcache.Copied:
			end = p.copy(r, at, start, depth)
		default:
			p.lose(r, d, s.To, start, 1)
		}
		i = end
	}
	return i, 0
}

// matchSpaced compares src[i:] with the compact text of a name and skips white space around
// the name. It returns the offsets of the name and of the value. The second one is len(src)
// if the text differs.
func (p *repeater) matchSpaced(text []byte, i int) (key, start int) {
	if text[0] == ',' {
		if i >= len(p.src) || p.src[i] != ',' {
			return i, len(p.src)
		}
		text, i = text[1:], i+1
	}
	key = scan.Space(p.src, i)
	end := key + len(text)
	if end > len(p.src) || string(p.src[key:end]) != string(text) {
		return key, len(p.src)
	}
	return key, scan.Space(p.src, end)
}

// headOf returns the head of member n of an object. s is its step, src[i] the comma or bracket
// before it, and src[key] the quote of its name.
func headOf(s *rowcache.Step, n, i, key int) writer.Head {
	colon := key + s.Len() - 1 - min(n, 1)
	return writer.Head{Comma: i, Key: key, KeyEnd: colon, Colon: colon}
}

// repeatElements is repeat for elements.
func (p *repeater) repeatElements(r *reading, i, depth int) (next, start int) {
	all := r.row.Steps[0].Decisions
	for start := i; i < len(p.src); start = i {
		if r.read > 0 {
			if start++; p.src[i] != ',' {
				break
			}
		}
		if start = scan.Space(p.src, start); start == len(p.src) {
			break
		}
		c := p.src[start]
		if all.Container == rowcache.Entered && scan.IsOpener(c) {
			return i, start
		}
		d, end, n := all.Scalar, 0, 0
		if c-'-' <= '9'-'-' {
			end, n = scan.Numbers(p.src, start)
		}
		if n == 0 {
			d, end = p.predict(all, start, depth)
			n = 1
		}
		if d == rowcache.Open {
			break
		}
		at := i // the comma
		if r.kept == 0 {
			at = start
		} else if start > i+1 && d.Stays() {
			p.out.Emit(i, i+1)
			at = start
		}
		switch r.read += n; d {
		case rowcache.Kept:
			p.out.Emit(at, end)
			r.kept += n
		case rowcache.Copied:
			end = p.copy(r, at, start, depth)
		default:
			p.lose(r, d, r.row.Steps[0].To, start, n)
		}
		i = end
	}
	return i, 0
}

// copy copies the container at src[start] with depth containers around it. src[at] is the
// first byte of its head.
func (p *repeater) copy(r *reading, at, start, depth int) (end int) {
	p.out.Emit(at, start)
	end, kind := p.out.Whole(&p.skip, start, p.doc.Depth+depth, &p.doc.Limits)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	r.kept++
	return end
}

// lose records n values at a state that go by decision d. The first one begins at src[start].
func (p *repeater) lose(r *reading, d rowcache.Decision, at *fieldmask.State, start, n int) {
	switch d {
	case rowcache.Forbidden:
		if p.hider.taken != nil {
			p.hider.taken.Met.Add(at, n)
		}
		r.gone |= toExclude
	case rowcache.Excluded:
		r.gone |= toExclude
	case rowcache.Elided:
		r.gone |= toElision
	}
	if !at.Excluded() {
		p.omit(start, n)
	}
}

// predict reads the value at src[start] with depth containers around it. It returns the
// decision for the value and the offset after it. It returns Open if a string may need edits
// or the text is invalid; the walker then reads the value itself.
func (p *repeater) predict(all rowcache.Decisions, start, depth int) (d rowcache.Decision, end int) {
	var kind scan.Kind
	switch c := p.src[start]; c {
	case '"':
		if d = all.Scalar; p.hider.opened.start == start && p.hider.opened.end > 0 && d >= rowcache.Kept {
			return rowcache.Open, start
		}
		var escaped bool
		end, escaped, kind = scan.String(p.src, start, p.doc.Limits.StringBytes)
		if d >= rowcache.Kept && (p.plan.Hiding != nil || p.limits.chars > 0) && kind == scan.KindNone &&
			(p.mayBeLong(start, end) || !p.stays(start, end, escaped)) {
			p.hider.opened = stringRead{start, end, escaped}
			return rowcache.Open, start
		}
	case '{', '[':
		if d = all.Container; d > rowcache.Forbidden || d == rowcache.Open {
			return d, start
		}
		end, kind = p.skip.Value(p.src, start, p.doc.Depth+depth, &p.doc.Limits)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		d = all.Scalar
		end, kind = scan.Number(p.src, start)
	default:
		end, kind = scan.Scalar(p.src, start, p.doc.Limits.StringBytes)
		if d = all.Scalar; d == rowcache.Set && c == 'n' {
			d = rowcache.Elided
		}
	}
	if kind != scan.KindNone {
		return rowcache.Open, start
	}
	if d == rowcache.Forbidden && p.hider.taken != nil {
		p.hider.taken.AddJSON(p.src[start:end])
	}
	return d, end
}

// lead moves to the next member or element, a container to enter at src[start] that repeat
// found at src[i]. It returns the step, the offset of the head for the output, and the offset
// of a member's name.
func (p *repeater) lead(r *reading, i, start int) (s *rowcache.Step, at, key int) {
	s, h, end := &r.row.Steps[0], writer.Head{Comma: i, Key: -1}, i+min(r.read, 1)
	if at = i; r.kept == 0 {
		at = start
	}
	if r.row.IsObject {
		s = &r.row.Steps[r.read]
		key = scan.Space(p.src, end)
		s.At = uint32(key)
		if end = i + s.Len(); r.kept == 0 {
			at = key
		}
	}
	if start > end { // white space
		if r.row.IsObject {
			h = headOf(s, r.read, i, key)
		}
		at = p.out.Before(&h, start, r.kept == 0)
	}
	r.read++
	return s, at, key
}

// descend enters the container at src[start] that repeat found at src[i], and predicted
// containers in it. Each takes its terms from the one around it. A container that ends where
// the prediction ends is never pushed.
func (p *Pass) descend(f *frame, i, start int) int {
	for start > 0 {
		depth := len(p.open.stack)
		if p.plan.Paired && p.src[start] == '[' && (!f.IsObject && p.pairs.firstByte(start) == '"' || p.pairs.firstRow(start) >= 0) {
			if f.IsObject {
				return p.member(f, i)
			}
			return p.element(f, i)
		}
		if p.doc.Depth+depth >= p.doc.Limits.Depth {
			return p.fail(start, scan.KindDepth)
		}
		undo, r := p.out.Checkpoint(), reading{start: uint32(start)}
		s, at, key := p.lead(&f.reading, i, start)
		var on rowcache.Terms
		on.Become(s.To, p.src[start] == '{', &f.Terms)
		if r.row = s.Row(on.IsObject); r.row == nil || r.row.Terms != on || !p.names.unique {
			r.row = nil
			p.begin(&r, &on, s, depth)
		}
		p.out.Emit(at, start+1)
		i, start = p.repeat(&r, start+1, depth+1)
		if end := scan.Space(p.src, i); r.kept > 0 && start == 0 && end < len(p.src) && p.src[end] == on.Closer() {
			p.out.Emit(end, end+1)
			f.kept++
			return end + 1
		}
		child := p.open.push(&r, undo)
		child.Become(on.State, on.IsObject, &on)
		child.acts, child.key = plan.NoActs, uint32(key)
		child.free, child.payload = f.free, f.payload
		if !on.IsObject && on.State.NeedsSize() {
			p.equip(child)
		}
		f = child
	}
	return i
}

// commit predicts and applies the decision for a value with a step.
func (p *Pass) commit(f *frame, v *value) int {
	if v.start >= len(p.src) {
		return p.fail(v.start, scan.KindEOF)
	}
	d, end := p.predict(v.step.Decisions, v.start, len(p.open.stack))
	switch d {
	case rowcache.Open:
		return p.value(f, v)
	case rowcache.Entered:
		return p.enter(f, v)
	case rowcache.Kept, rowcache.Set:
		p.out.Member(&v.head, v.start, end, f.isFirst())
		f.kept++
	case rowcache.Copied:
		return p.whole(f, v)
	default:
		p.lose(&f.reading, d, v.state, v.start, 1)
	}
	return end
}
