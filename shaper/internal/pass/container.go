package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// enter pushes a container.
func (p *Pass) enter(f *frame, v *value) int {
	if p.doc.Depth+len(p.stack) >= p.doc.Limits.Depth {
		return p.fail(v.start, scan.KindDepth)
	}
	copied, undo := (p.trace != nil || p.plan.Hiding != nil) && !p.skip.Strict && p.isCopied(f, v), p.out.checkpoint()
	p.out.head(&v.head, f.isFirst())
	p.stack = append(p.stack, frame{}) // and filled where it is: frames are large
	child := p.top()
	child.value, child.undo = *v, undo
	child.isObject, child.free, child.payload, child.copied = p.src[v.start] == '{', free(f, v), payload(f, v), copied
	if f != nil {
		child.nth = f.read - 1
	}
	if v.acts.Default != nil || v.acts.Place > 0 {
		child.began = p.out.size()
	}
	if v.acts.Default != nil {
		child.part = p.doc.Journal.Open()
	}
	p.out.emit(v.start, v.start+1)
	if child.isObject {
		p.enterObject(child)
	} else if v.state.NeedsSize() {
		child.size = p.ahead.size(v.start)
	}
	return v.start + 1
}

// enterObject readies what an object's names are looked at with.
func (p *Pass) enterObject(f *frame) {
	depth := len(p.stack) - 1
	f.object = p.members.enter(f.state, depth, p.plan.Resolved.Duplicates == profiles.Reject && !f.copied)
	f.sources = make([]source, len(f.acts.Derive))
	if depth == 0 && p.doc.Index != nil {
		f.index = p.doc.Index
		f.index.begin()
	}
}

// object reads the members of the object on top of the stack, until one is a
// container to enter or the object ends.
func (p *Pass) object(f *frame, i int) int {
	for depth := len(p.stack); len(p.stack) == depth && !p.fault.failed; {
		if f.index != nil {
			f.index.end(i)
		}
		comma := i
		if f.read > 0 && i < len(p.src)-1 && p.src[i] == ',' && p.src[i+1] == '"' {
			i++ // compact text
		} else {
			var done bool
			if i, comma, done = p.next(f, i, '}'); done || p.fault.failed {
				return i
			}
		}
		i = p.member(f, comma, i)
	}
	return i
}

// member reads the member whose name begins at src[i].
func (p *Pass) member(f *frame, comma, i int) int {
	end, s, kind := p.members.next(&f.object, f.state, p.src, i)
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
	start := scan.Space(p.src, colon+1)
	var v value // filled where it is: a copy costs more than all else here
	v.state, v.start = s, start
	v.head.comma, v.head.key, v.head.keyEnd, v.head.colon = comma, i, end, colon
	if (p.superseded != nil || f.index != nil || len(f.sources) > 0) && !p.counts(f, &v) {
		end, _ := p.skipValue(start)
		return end
	}
	if p.trace != nil {
		p.trace.visit(s)
	}
	switch {
	case len(s.Marks()) > 0 || p.walksAll():
		return p.marked(f, &v)
	case s.Verdict() == fieldmask.Drop:
		return p.skipMember(f, s, start)
	case start < len(p.src) && p.src[start] != '{' && p.src[start] != '[':
		v.acts = plan.NoActs
		return p.scalar(f, &v)
	}
	return p.value(f, &v)
}

// counts reports whether a member counts, and is no copy that another one
// supersedes; it tells those who want to know the members of f.
func (p *Pass) counts(f *frame, v *value) bool {
	if p.superseded.has(v.head.key) && !f.copied {
		return false
	}
	name := p.members.unquote(p.src, v.head.key, v.head.keyEnd)
	if f.index != nil {
		f.index.member(f.read-1, v.head.key, v.start, name)
	}
	p.observe(f, name, *v)
	return true
}

// marked handles a member of which more is asked than that it stays or goes.
func (p *Pass) marked(f *frame, v *value) int {
	before, depth := p.out.length(), len(p.stack)
	next := p.value(f, v)
	if v.acts.Place > 0 && len(p.stack) == depth { // one that was entered is noted when it closes
		p.noteSite(f, v, before)
	}
	return next
}

// skipMember is the short way for what most members of large documents are:
// dropped, with nothing to say about it.
func (p *Pass) skipMember(f *frame, s *fieldmask.State, i int) int {
	if s.Excluded() {
		f.hidden = true
	}
	end, _ := p.skipValue(i)
	return end
}

// element reads the next element of an array, or its end.
func (p *Pass) element(f *frame, i int) int {
	i, comma, done := p.next(f, i, ']')
	if done || p.fault.failed {
		return i
	}
	v := value{state: f.elem, head: head{comma: comma, key: -1}, start: i}
	if v.state == nil {
		v.state = f.state.Element(f.read, f.size)
		if f.state.Uniform() {
			f.elem = v.state
		}
	}
	f.read++
	if limit := &f.acts.Limit; limit.Max >= 0 && f.kept >= limit.Max {
		f.cut = true
		end, _ := p.skipValue(i)
		v.acts, v.head = plan.NoActs, noHead
		p.decide(f, &v, end, false, cause{reason: "cut", rule: limit.By})
		return end
	}
	return p.value(f, &v)
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
	if f.isObject {
		p.members.leave()
		p.derive(f)
	} else if f.cut {
		p.cut(f)
	}
	p.stack = p.stack[:len(p.stack)-1] // f stands behind it until the next one is entered
	parent := p.top()
	p.out.emit(i, i+1)
	why := p.remains(parent, f)
	p.doc.Journal.Close(f.part, why == nil || f.kept == 0)
	if why != nil {
		p.out.rollback(f.undo)
		switch why.reason {
		case emptied.reason:
			parent.lost()
		case emptyObject.reason:
			p.elide(parent, &f.value)
		}
		gone := *why
		gone.parts = f.read > 0 && f.kept == 0
		p.decide(parent, &f.value, i+1, false, gone)
		return i + 1
	}
	if f.read == 0 {
		p.decide(parent, &f.value, i+1, true, causeOf(f.state))
	}
	p.holds(f)
	parent.took()
	return i + 1
}

// remains decides what becomes of a container that was walked (LAWS 5 and 6): it
// returns why it goes, or nil.
func (p *Pass) remains(parent, f *frame) *cause {
	if parent == nil || f.acts.Are(plan.Stays) {
		return nil
	}
	if f.kept == 0 {
		if why := p.left(f); why != nil {
			return why
		}
	}
	if p.elidesMember(parent, &f.value) {
		return p.elided(f)
	}
	return nil
}

// left returns why a container is one that goes for being empty, before elision
// has its say, or nil. What elision emptied the masks had kept something in.
func (p *Pass) left(f *frame) *cause {
	switch {
	case f.acts.Shows == plan.WhereSet && len(p.stack) == f.acts.Steps:
		return &unshown
	case f.elided:
		return nil
	case f.hidden && p.plan.Resolved.DropEmptied:
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
func (p *Pass) elided(f *frame) *cause {
	switch elide := &p.plan.Resolved.Elide; {
	case f.kept == 0 && f.isObject && elide.EmptyObject:
		return emptyObject
	case f.kept == 0 && !f.isObject && elide.EmptyArray:
		return emptyArray
	case f.acts.Default != nil && p.out.ends(f.began, f.acts.Default):
		return defaultValue
	}
	return nil
}

// elide notes that elision takes a member out of f. A field that is derived may come
// in its place.
func (p *Pass) elide(f *frame, v *value) {
	f.elided = true
	for i, d := range f.acts.Derive {
		if string(p.members.unquote(p.src, v.head.key, v.head.keyEnd)) == d.Name {
			f.sources[i].exists = false
		}
	}
}

// elidesMember reports whether elision may remove a value from its parent: only
// members of objects of the payload, and none that always_keep names.
func (p *Pass) elidesMember(parent *frame, v *value) bool {
	return p.plan.Elides && parent != nil && parent.isObject && parent.payload && !v.acts.Are(plan.Essential|plan.Stays)
}
