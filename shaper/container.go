package shaper

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// object reads the members of the object on top of the stack, until one opens
// a container of its own or the object ends.
func (w *walker) object(i int) int {
	f := &w.stack[len(w.stack)-1]
	for open := len(w.stack); len(w.stack) == open && !w.fault.failed; {
		if f.index != nil {
			f.index.end(i)
		}
		comma := i
		if f.read > 0 && i < len(w.src)-1 && w.src[i] == ',' && w.src[i+1] == '"' {
			i++ // compact text
		} else {
			var done bool
			if i, comma, done = w.next(f, i, '}'); done || w.fault.failed {
				return i
			}
		}
		i = w.member(f, comma, i)
	}
	return i
}

// member reads the member whose name begins at src[i].
func (w *walker) member(f *frame, comma, i int) int {
	end, s, kind := w.members.next(&f.object, w.src, i)
	if kind != scan.KindNone {
		return w.fail(end, kind)
	}
	h := head{comma: comma, key: i, keyEnd: end, colon: scan.Space(w.src, end)}
	if h.colon >= len(w.src) {
		return w.fail(h.colon, scan.KindEOF)
	}
	if w.src[h.colon] != ':' {
		return w.fail(h.colon, scan.KindColon)
	}
	start := scan.Space(w.src, h.colon+1)
	if f.index != nil && !w.twice.superseded[i] {
		f.index.member(f.read-1, i, start, w.members.unquote(w.src, i, end))
	}
	return w.named(f, h, s, start)
}

// named handles the value of a member whose name was read.
func (w *walker) named(f *frame, h head, s *fieldmask.State, i int) int {
	if w.twice.superseded != nil && !f.copied && w.twice.superseded[h.key] {
		end, _ := w.skipValue(i)
		return end
	}
	if len(f.derived) > 0 {
		w.observe(f, w.members.unquote(w.src, h.key, h.keyEnd), s, i)
	}
	if s.Verdict() == fieldmask.Drop && len(s.Marks()) == 0 && w.trace == nil {
		return w.skipMember(f, s, i)
	}
	return w.value(f, s, h, i)
}

// skipMember is the short way for what most members of large documents are:
// dropped, with nothing to say about it.
func (w *walker) skipMember(f *frame, s *fieldmask.State, i int) int {
	if s.Excluded() {
		f.hidden = true
	}
	end, _ := w.skipValue(i)
	return end
}

// element reads the next element of an array, or its end.
func (w *walker) element(f *frame, i int) int {
	i, comma, done := w.next(f, i, ']')
	if done || w.fault.failed {
		return i
	}
	s := f.elem
	if s == nil {
		s = f.state.Element(f.read, f.size)
		if f.state.Uniform() {
			f.elem = s
		}
	}
	f.read++
	if f.acts.limit >= 0 && f.kept >= f.acts.limit {
		f.cut = true
		end, _ := w.skipValue(i)
		w.decide(f, s, noHead, end-i, false, cause{reason: "cut", rule: f.acts.limitBy})
		return end
	}
	return w.value(f, s, head{comma: comma, key: -1}, i)
}

// next reads what stands between two members or elements: done tells that it
// was the end of the container, which is then closed.
func (w *walker) next(f *frame, i int, closer byte) (at, comma int, done bool) {
	i = scan.Space(w.src, i)
	switch {
	case i >= len(w.src):
		return w.fail(i, scan.KindEOF), -1, false
	case w.src[i] == ',' && f.read > 0:
		return scan.Space(w.src, i+1), i, false
	case w.src[i] == closer:
		return w.close(f, i), -1, true
	case f.read == 0:
		return i, -1, false
	}
	return w.fail(i, scan.KindComma), -1, false
}

// close ends the container on top of the stack, whose bracket is src[i], and
// decides whether it stays.
func (w *walker) close(f *frame, i int) int {
	if f.isObject {
		w.members.leave()
		w.derive(f)
	} else if f.cut {
		w.cuts = append(w.cuts, Cut{Path: f.acts.limitPath, Total: f.read, Kept: f.kept})
	}
	child := *f
	w.stack = w.stack[:len(w.stack)-1]
	parent := w.top()
	w.to.emit(i, i+1)
	if why := w.remains(parent, &child); why != nil {
		w.to.rollback(child.undo)
		if child.kept > 0 {
			w.job.journal.strike(child.told)
		}
		if parent != nil && why == emptied {
			parent.hidden = true
		}
		w.decide(parent, child.state, child.head, i+1-child.start, false, *why)
		return i + 1
	}
	if child.read == 0 {
		w.decide(parent, child.state, child.head, i+1-child.start, true, causeOf(child.state))
	}
	w.keep(parent)
	return i + 1
}

// What becomes of a value that the mask would keep; nil is that it stays.
var (
	unmatched    = &cause{reason: "unmatched"}                              // nothing below it was selected
	emptied      = &cause{reason: "emptied", setting: "emptied"}            // excludes took all that was in it
	nullValue    = &cause{reason: "elided", setting: "exclude_null_values"} // and the other elisions:
	emptyArray   = &cause{reason: "elided", setting: "exclude_empty_arrays"}
	emptyObject  = &cause{reason: "elided", setting: "exclude_empty_objects"}
	defaultValue = &cause{reason: "elided", setting: "exclude_default_values"}
)

// remains applies laws 5 and 6 to a container that was walked, and returns why it
// goes, or nil.
func (w *walker) remains(parent, f *frame) *cause {
	if f.acts.root || parent == nil {
		return nil
	}
	elides := w.elidesMember(parent, f.acts)
	if f.kept == 0 {
		switch {
		case f.hidden && w.plan.dropEmptied:
			return emptied
		case f.state.Verdict() == fieldmask.Partial && !w.plan.keepUnmatched && !f.acts.items:
			return unmatched
		case elides && f.isObject && w.plan.elide.EmptyObject:
			return emptyObject
		case elides && !f.isObject && w.plan.elide.EmptyArray:
			return emptyArray
		}
	}
	if f.acts.def != nil && elides && w.to.ends(f.body, f.acts.def) {
		return defaultValue
	}
	return nil
}

// elidesMember reports whether elision may remove a value from its parent: only
// members of objects of the payload, and none that always_keep names.
func (w *walker) elidesMember(parent *frame, a *acts) bool {
	return w.plan.elides && parent != nil && parent.isObject && parent.payload && !a.essential && !a.root
}
