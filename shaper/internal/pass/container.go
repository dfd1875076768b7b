package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// enter pushes a container.
func (p *Pass) enter(f *frame, v *value) int {
	if p.doc.Depth+len(p.stack) >= p.doc.Limits.Depth {
		return p.fail(v.start, scan.KindDepth)
	}
	copied, undo := (p.trace != nil || p.plan.Hiding != nil) && !p.skip.Strict && p.isCopied(f, v), p.out.checkpoint()
	p.out.head(&v.head, f.isFirst())
	var cells *cells
	if p.plan.Paired {
		cells = p.cellsFor(f, v)
	}
	child := p.push(&reading{start: uint32(v.start)}, undo)
	child.acts, child.key = v.acts, uint32(max(v.head.key, 0))
	child.free, child.payload, child.copied = free(f, v), payload(f, v), copied
	child.state, child.isObject = v.state, p.src[v.start] == '{'
	p.equip(child)
	if cells != nil {
		child.asked, p.widen(child).cells = true, cells
	}
	p.agree(child)
	p.begin(&child.reading, &child.terms, v.step, len(p.stack)-1)
	if child.copied {
		child.names = apart
	}
	p.out.emit(v.start, v.start+1)
	return v.start + 1
}

// equip gives a container an extra where it needs one.
func (p *Pass) equip(f *frame) {
	if f.acts.Default != nil {
		p.widen(f).began = p.out.size()
	}
	if f.acts.Default != nil {
		p.widen(f).part = p.doc.Journal.Open()
	}
	if f.acts.Rank != "" && !f.isObject {
		p.rank(f)
	}
	switch n := len(f.acts.Derive); {
	case !f.isObject && f.state.NeedsSize():
		p.widen(f).size = p.ahead.size(int(f.start))
	case f.isObject && n > 0:
		p.widen(f).sources = make([]source, n)
	}
	if index := p.doc.Index.of(len(p.stack) - 1); f.isObject && index != nil {
		p.widen(f).index = index
		index.begin()
	}
	f.asked = f.asked || f.hasExtra
}

// begin readies what the members or elements of a container are looked at with, to which
// a step leads, if there is one, and which is inside depth others.
func (p *Pass) begin(r *reading, on *terms, s *step, depth int) {
	if on.isObject && !p.members.unique {
		r.names = apart
	} else if p.tabled {
		r.names = first
	} else if r.row = p.members.rows.of(on, s, depth); r.row == nil {
		r.names = first
	}
}

// member reads the next member, which is one that nothing foretells, or the end of
// the object.
func (p *Pass) member(f *frame, i int) int {
	index := p.extra(f).index
	if index != nil {
		index.end(i)
	}
	i, comma, done := p.next(f, i, '}')
	if done || p.fault.failed {
		return i
	}
	end, s, known, kind := p.members.next(&f.reading, f.state, p.src, i)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	colon := scan.Space(p.src, end)
	if colon >= len(p.src) {
		return p.fail(colon, scan.KindEOF)
	}
	if p.src[colon] != ':' {
		return p.fail(colon, scan.KindColon)
	}
	var v value // filled where it is: a copy costs more than all else here
	v.state, v.acts, v.start = s, plan.NoActs, scan.Space(p.src, colon+1)
	v.head.comma, v.head.key, v.head.keyEnd, v.head.colon = comma, i, end, colon
	if v.step = known; known != nil && known.fates != (fates{}) {
		return p.settle(f, &v)
	}
	if (p.superseded != nil || f.hasExtra) && !p.counts(f, &v, index) {
		return p.skipValue(v.start)
	}
	return p.marked(f, &v)
}

// counts reports whether a member counts, and is no copy that another one
// supersedes; it tells those who want to know the members of f.
func (p *Pass) counts(f *frame, v *value, index *memberIndex) bool {
	if p.superseded.has(v.head.key) && !f.copied {
		return false
	}
	if index != nil {
		index.member(f.read-1, v.head.key, v.start, p.label(f, v))
	}
	if len(f.acts.Derive) > 0 {
		p.observe(f, p.members.unquote(p.src, v.head.key, v.head.keyEnd), *v)
	}
	return true
}

// label is the name of a member of f, the last one that was read. The row has it, if it
// has the name.
func (p *Pass) label(f *frame, v *value) *dialects.Label {
	if v.step != nil {
		return f.row.label(f.read - 1)
	}
	l := dialects.LabelOf(p.members.unquote(p.src, v.head.key, v.head.keyEnd))
	return &l
}

// marked handles a member of which more may be asked than that it stays or goes.
func (p *Pass) marked(f *frame, v *value) int {
	if p.trace != nil {
		p.trace.visit(v.state)
	}
	return p.value(f, v)
}

// element reads the next element of an array, which is one that nothing foretells, or
// the end of the array.
func (p *Pass) element(f *frame, i int) int {
	i, comma, done := p.next(f, i, ']')
	if done || p.fault.failed {
		return i
	}
	v := value{acts: plan.NoActs, head: head{comma: comma, key: -1}, start: i, step: f.row.elements()}
	if v.step != nil {
		v.state = v.step.to
	} else {
		v.state = f.state.Element(f.read, p.extra(f).size)
	}
	f.read++
	if f.asked && p.leaves(f) {
		return p.leaveTail(f, &v)
	}
	if f.hasExtra {
		if end, ok := p.cell(f, &v, f.read-1); ok {
			return end
		}
	}
	if v.step == nil || v.step.fates == (fates{}) {
		return p.value(f, &v)
	}
	return p.settle(f, &v)
}

// leaveTail leaves an element of f out that is one too many.
func (p *Pass) leaveTail(f *frame, v *value) int {
	f.cut = true
	end := p.skipValue(v.start)
	v.head = noHead
	why := cause{reason: "cut", rule: f.acts.Limit.By}
	if f.acts.Limit.Max < 0 {
		why.setting = "max_items"
	}
	p.decide(f, v, end, false, why)
	return end
}

// next reads what stands between two members or elements: done tells that it
// was the end of the container, which is then closed.
func (p *Pass) next(f *frame, i int, closer byte) (at, comma int, done bool) {
	i = scan.Space(p.src, i)
	switch {
	case i >= len(p.src):
		return p.fail(i, scan.KindEOF), -1, false
	case p.src[i] == ',' && f.read > 0:
		return scan.Space(p.src, i+1), i, false
	case p.src[i] == closer:
		return p.close(f, i), -1, true
	case f.read == 0:
		return i, -1, false
	}
	return p.fail(i, scan.KindComma), -1, false
}

// close ends the container on top of the stack, whose bracket is src[i], and
// decides whether it stays.
func (p *Pass) close(f *frame, i int) int {
	if f.kept > 0 && f.isPlain() {
		return p.leave(f, i)
	}
	if f.isObject {
		p.members.leave(&f.reading)
		if f.hasExtra {
			p.derive(f)
		}
	} else if f.cut {
		p.cut(f)
	}
	x := p.narrow(f)
	p.stack = p.stack[:len(p.stack)-1] // f stands behind it until the next one is entered
	parent := p.top()
	p.out.emit(i, i+1)
	why := p.remains(parent, f, x)
	p.doc.Journal.Close(x.part, why == nil || f.kept == 0)
	if why != nil {
		return p.leaveOut(parent, f, i+1, *why)
	}
	if f.read == 0 && p.tells() {
		p.decide(parent, p.valueOf(parent, f), i+1, true, causeOf(f.state))
	}
	parent.took()
	return i + 1
}

// leave ends a container of which nothing is asked, and in which something was kept,
// and those around it that are such and end with it.
func (p *Pass) leave(f *frame, i int) int {
	for {
		p.members.leave(&f.reading)
		p.stack = p.stack[:len(p.stack)-1]
		p.out.emit(i, i+1)
		i++
		if f = p.top(); f == nil {
			return i
		}
		f.kept++
		end := scan.Space(p.src, i)
		if !f.isPlain() || end >= len(p.src) || p.src[end] != f.closer() {
			return i
		}
		i = end
	}
}

// leaveOut takes the container f back, which ends at src[end].
func (p *Pass) leaveOut(parent, f *frame, end int, why cause) int {
	p.out.rollback(f.undo)
	switch why.reason {
	case emptied.reason:
		parent.lost()
	case emptyObject.reason:
		p.elide(parent, int(f.key))
	}
	why.parts = f.read > 0 && f.kept == 0
	if p.tells() {
		p.decide(parent, p.valueOf(parent, f), end, false, why)
	}
	return end
}

// valueOf is the value in parent that f is.
func (p *Pass) valueOf(parent, f *frame) *value {
	v := &value{state: f.state, acts: f.acts, head: noHead, start: int(f.start)}
	if parent != nil && parent.isObject {
		v.head.key = int(f.key)
	}
	return v
}

// remains decides what becomes of a container that was walked (LAWS 5 and 6): it
// returns why it goes, or nil.
func (p *Pass) remains(parent, f *frame, x *extra) *cause {
	if parent == nil || f.acts.Are(plan.Stays) {
		return nil
	}
	if f.kept == 0 {
		if why := p.left(f); why != nil {
			return why
		}
	}
	if p.elidesMember(parent, f.acts) {
		return p.elided(f, x)
	}
	return nil
}

// left returns why a container is one that goes for being empty, before elision
// has its say, or nil. What elision emptied the masks had kept something in.
func (p *Pass) left(f *frame) *cause {
	switch {
	case f.acts.Shows == plan.WhereSet && len(p.stack) == f.acts.Steps:
		return &unshown
	case f.gone&toElision != 0:
		return nil
	case f.gone&toExclude != 0 && p.plan.Resolved.DropEmptied:
		return emptied
	case f.state.Verdict() == fieldmask.Partial && !p.plan.Resolved.KeepUnmatched && !f.acts.Are(plan.Items) && !p.wasElided(f):
		return unmatched
	}
	return nil
}

// wasElided reports whether a container may be one that elision emptied when it
// was shaped before: such a row stays (LAWS 6 and 10).
func (p *Pass) wasElided(f *frame) bool {
	return f.isObject && f.payload && f.read == 0 && p.plan.Elides
}

// elided returns why a container is one that elision removes, or nil.
func (p *Pass) elided(f *frame, x *extra) *cause {
	switch elide := &p.plan.Resolved.Elide; {
	case f.kept == 0 && f.isObject && elide.EmptyObject:
		return emptyObject
	case f.kept == 0 && !f.isObject && elide.EmptyArray:
		return emptyArray
	case f.acts.Default != nil && p.out.ends(x.began, f.acts.Default):
		return defaultValue
	}
	return nil
}

// elide notes that elision takes a member out of f, the innermost container, whose
// name begins at src[key]. A field that is derived may come in its place.
func (p *Pass) elide(f *frame, key int) {
	f.gone |= toElision
	for i, d := range f.acts.Derive {
		if string(p.members.nameAt(p.src, key)) == d.Name {
			p.extra(f).sources[i].exists = false
		}
	}
}

// elidesMember reports whether elision may remove a value from its parent: only
// members of objects of the payload, and none that always_keep names.
func (p *Pass) elidesMember(parent *frame, a *plan.Acts) bool {
	return p.plan.Elides && parent != nil && parent.isObject && parent.payload && !a.Are(plan.Essential|plan.Stays)
}
