package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/writer"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// enter opens a container.
func (p *Pass) enter(f *frame, v *value) int {
	if p.doc.Depth+len(p.open.stack) >= p.doc.Limits.Depth {
		return p.fail(v.start, scan.KindDepth)
	}
	isCopied := (p.report.trace != nil || p.plan.Hiding != nil) && !p.skip.Strict && p.isWhole(f, v) && !p.isCensored(f, v)
	undo := p.out.Checkpoint()
	p.out.Head(&v.head, f.isFirst())
	named := p.pairs.cellsFor(f, v)
	child := p.open.push(&reading{start: uint32(v.start)}, undo)
	child.acts, child.key = v.acts, uint32(max(v.head.Key, 0))
	child.free, child.payload, child.copied = free(f, v), payload(f, v), isCopied
	child.State, child.IsObject = v.state, p.src[v.start] == '{'
	p.equip(child)
	if named != nil {
		child.Asked, p.open.widen(child).cells = true, named
	}
	hiding := p.plan.Hiding
	elides, isBounded := p.plan.Elides && child.payload, child.payload && p.limits.chars|p.limits.items != 0
	child.Asked = child.Asked || p.report.trace != nil || child.acts.Limit.Max >= 0 || !child.IsObject && p.most(child) >= 0 || p.asksForNote(child)
	child.Enter, child.Nulls = elides || isBounded, elides && p.plan.Resolved.Elide.Null
	child.Bounded = child.payload && p.limits.items > 0
	child.Looks = hiding != nil && (child.free || hiding.Acts())
	p.begin(&child.reading, &child.Terms, v.step, len(p.open.stack)-1)
	if child.copied {
		child.check = unchecked
	}
	p.out.Emit(v.start, v.start+1)
	return v.start + 1
}

// equip gives a container an extra if it needs one.
func (p *Pass) equip(f *frame) {
	if f.acts.Default != nil {
		x := p.open.widen(f)
		x.began, x.part = p.out.Size(), p.doc.Journal.Open()
	}
	if !f.IsObject && (f.acts.Rank != "" || p.plan.Resolved.Differ) {
		p.rank(f)
	}
	switch n := len(f.acts.Derive); {
	case !f.IsObject && f.State.NeedsSize():
		p.open.widen(f).size = p.ahead.Size(int(f.start))
	case f.IsObject && n > 0:
		p.open.widen(f).sources = make([]source, n)
	}
	if f.IsObject && p.doc.Index != nil {
		if index := p.doc.Index.Of(len(p.open.stack) - 1); index != nil {
			p.open.widen(f).index = index
			index.Begin()
		}
	}
	f.Asked = f.Asked || f.hasExtra
}

// begin finds the row of a container with depth containers around it. s leads to it; nil if
// there is no step.
func (p *Pass) begin(r *reading, on *rowcache.Terms, s *rowcache.Step, depth int) {
	if on.IsObject && !p.names.unique {
		r.check = unchecked
	} else if p.pairs.tabled {
		r.check = single
	} else if r.row = p.names.rows.Row(on, s, depth); r.row == nil {
		r.check = single
	}
}

// member reads the next member of f, one that no row predicts, or the end of the object.
func (p *Pass) member(f *frame, i int) int {
	index := p.open.extra(f).index
	if index != nil {
		index.End(i)
	}
	i, comma, done := p.next(f, i, '}')
	if done || p.fault.failed {
		return i
	}
	end, s, known, kind := p.names.next(&f.reading, f.State, p.src, i)
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
	var v value // set field by field: a copy would cost more than the rest
	v.state, v.acts, v.start = s, plan.NoActs, scan.Space(p.src, colon+1)
	v.head.Comma, v.head.Key, v.head.KeyEnd, v.head.Colon = comma, i, end, colon
	if v.step = known; known != nil && known.Decisions != (rowcache.Decisions{}) {
		return p.commit(f, &v)
	}
	if (p.ahead.HasObsolete() || f.hasExtra) && !p.counts(f, &v, index) {
		return p.skipValue(v.start)
	}
	if p.report.trace != nil {
		p.report.trace.Visit(v.state)
	}
	return p.value(f, &v)
}

// counts reports whether no other member of the same name replaces this one. It adds a member
// that counts to the index and to the sources of derived fields.
func (p *Pass) counts(f *frame, v *value, index *rootindex.Members) bool {
	if p.ahead.HasObsolete() && p.ahead.IsObsolete(v.head.Key) && !f.copied {
		return false
	}
	switch {
	case index == nil:
	case v.step != nil:
		index.Add(f.read-1, v.head.Key, v.start, f.row.Label(f.read-1))
	default:
		l := dialects.LabelOf(p.names.unquote(p.src, v.head.Key, v.head.KeyEnd))
		index.Add(f.read-1, v.head.Key, v.start, &l)
	}
	if len(f.acts.Derive) > 0 {
		p.observe(f, p.names.unquote(p.src, v.head.Key, v.head.KeyEnd), *v)
	}
	return true
}

// element reads the next element of f, one that no row predicts, or the end of the array.
func (p *Pass) element(f *frame, i int) int {
	i, comma, done := p.next(f, i, ']')
	if done || p.fault.failed {
		return i
	}
	v := value{acts: plan.NoActs, head: writer.Head{Comma: comma, Key: -1}, start: i, step: f.row.Elements()}
	if v.step != nil {
		v.state = v.step.To
	} else {
		v.state = f.State.Element(f.read, p.open.extra(f).size)
	}
	f.read++
	if f.Asked {
		leaves := false
		if best := p.open.extra(f).chosen.Stays; f.read <= len(best) {
			leaves = !best[f.read-1]
		} else if most := p.most(f); most >= 0 && f.kept >= most {
			leaves = !p.inDigest()
		}
		if leaves {
			f.cut = true
			end := p.skipValue(v.start)
			v.head = noHead
			why := journal.Cause{Reason: "cut", Rule: f.acts.Limit.By}
			if f.acts.Limit.Max < 0 {
				why.Setting = "max_items"
			}
			p.report.decide(f, &v, end, false, why)
			return end
		}
	}
	if f.hasExtra {
		if end, ok := p.cell(f, &v, f.read-1); ok {
			return end
		}
	}
	if v.step == nil || v.step.Decisions == (rowcache.Decisions{}) {
		return p.value(f, &v)
	}
	return p.commit(f, &v)
}

// next reads the tokens between two members or elements. If the container ends there, next
// closes it and returns done.
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

// close ends the innermost container at its bracket src[i] and decides whether it stays.
func (p *Pass) close(f *frame, i int) int {
	if f.kept > 0 && f.isPlain() {
		return p.leave(f, i)
	}
	if f.IsObject {
		p.names.leave(&f.reading)
		if len(f.acts.Derive) > 0 {
			p.derive(f)
		}
	} else if f.cut {
		p.report.cut(f)
	}
	x := p.open.extra(f) // valid until the next extra, as f is until the next push
	if f.hasExtra {
		p.open.extras = p.open.extras[:len(p.open.extras)-1]
	}
	p.open.stack = p.open.stack[:len(p.open.stack)-1]
	parent := p.open.top()
	p.out.Emit(i, i+1)
	why := p.loss(parent, f, x)
	if x.part > 0 {
		p.doc.Journal.Close(x.part, why == nil || f.kept == 0)
	}
	if why != nil {
		return p.leaveOut(parent, f, i+1, *why)
	}
	if f.read == 0 && p.report.trace.Receiver() != nil {
		p.report.decide(parent, valueOf(parent, f), i+1, true, journal.CauseOf(f.State))
	}
	parent.took()
	return i + 1
}

// leaveOut takes back the container f that ends at src[end].
func (p *Pass) leaveOut(parent, f *frame, end int, why journal.Cause) int {
	p.out.Rollback(f.undo)
	if why != journal.Unshown {
		p.omitted.all++
	}
	if f.kept > 0 { // else the values in it are counted
		p.omitted.salient++
	}
	switch why.Reason {
	case journal.Emptied.Reason:
		parent.lost()
	case journal.EmptyObject.Reason:
		p.elide(parent, int(f.key))
	}
	if why.Parts = f.read > 0 && f.kept == 0; p.report.trace.Receiver() != nil {
		p.report.decide(parent, valueOf(parent, f), end, false, why)
	}
	return end
}

// leave ends a plain container that kept something, and the plain containers around it that
// end with it.
func (p *Pass) leave(f *frame, i int) int {
	for {
		p.names.leave(&f.reading)
		p.open.stack = p.open.stack[:len(p.open.stack)-1]
		p.out.Emit(i, i+1)
		i++
		if f = p.open.top(); f == nil {
			return i
		}
		f.kept++
		end := scan.Space(p.src, i)
		if !f.isPlain() || end >= len(p.src) || p.src[end] != f.Closer() {
			return i
		}
		i = end
	}
}

// valueOf returns f as a value in its parent.
func valueOf(parent, f *frame) *value {
	v := &value{state: f.State, acts: f.acts, head: noHead, start: int(f.start)}
	if parent != nil && parent.IsObject {
		v.head.Key = int(f.key)
	}
	return v
}

// loss returns why a container goes after the walk, or nil (LAWS 5 and 6).
func (p *Pass) loss(parent, f *frame, x *extra) *journal.Cause {
	if parent == nil || f.acts.Are(plan.Stays) {
		return nil
	}
	if why := p.emptiness(f); why != nil {
		return why
	}
	if !p.elidesMember(parent, f.acts) {
		return nil
	}
	switch elide := &p.plan.Resolved.Elide; {
	case f.kept == 0 && f.IsObject && elide.EmptyObject:
		return &journal.EmptyObject
	case f.kept == 0 && !f.IsObject && elide.EmptyArray:
		return &journal.EmptyArray
	case f.acts.Default != nil && p.out.Ends(x.began, f.acts.Default):
		return &journal.DefaultValue
	}
	return nil
}

// emptiness returns why the masks remove a container that kept nothing, or nil. They had kept
// something in a container that elision emptied.
func (p *Pass) emptiness(f *frame) *journal.Cause {
	// An earlier pass may have elided the members of this row: it stays (LAWS 6 and 10).
	mayBeElided := f.IsObject && f.payload && f.read == 0 && p.plan.Elides
	switch {
	case f.kept > 0:
		return nil
	case f.acts.Shows == plan.WhereSet && len(p.open.stack) == f.acts.Steps:
		return &journal.Unshown
	case f.gone&toElision != 0:
		return nil
	case f.gone&toExclude != 0 && p.plan.Resolved.DropEmptied:
		return &journal.Emptied
	case f.State.Verdict() == fieldmask.Partial && !p.plan.Resolved.KeepUnmatched && !f.acts.Are(plan.Items) && !mayBeElided:
		return &journal.Unmatched
	}
	return nil
}

// elide records that elision removes a member of f, the innermost container. src[key] is the
// quote of its name. A derived field of that name may take its place.
func (p *Pass) elide(f *frame, key int) {
	f.gone |= toElision
	for i, d := range f.acts.Derive {
		if string(p.names.at(p.src, key)) == d.Name {
			p.open.extra(f).sources[i].exists = false
		}
	}
}
