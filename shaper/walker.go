package shaper

import (
	"bytes"
	"errors"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// walker is the one pass: it validates the input, follows the mask and writes
// what is kept, on an explicit stack. It is reused, and not safe for concurrent
// use.
type walker struct {
	engine *Engine
	job    job
	call   call

	plan    *plan
	src     []byte
	read    int // bytes of src that the document took, once it was walked
	to      output
	stack   []frame
	lim     scan.Limits
	skip    scan.Skipper
	members members
	ahead   lookahead
	fault   fault

	out   []byte // the engine's own output buffer
	key   []byte // scratch: the key of a plan
	text  []byte // scratch: an unescaped string
	twice copies // where the plan does not refuse them
	cuts  []Cut
	trace *tracer
	inner *walker // for the documents inside

	index *rootIndex // of the document; nil where nobody asks
	root  rootIndex  // its memory
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// release gives the walker back.
func (w *walker) release() {
	w.forget()
	walkers.Put(w)
}

// forget lets go of what belongs to the caller, and of memory that is too large.
func (w *walker) forget() {
	w.job, w.call, w.plan, w.src, w.to, w.trace = job{}, call{}, nil, nil, output{}, nil
	for _, scratch := range [...]*[]byte{&w.out, &w.text} {
		if cap(*scratch) > keptScratch {
			*scratch = nil
		}
	}
	w.members.forget()
	w.ahead.forget()
	w.root.forget()
}

// keptScratch is how many bytes of each scratch outlive a response.
const keptScratch = 4 << 20

// run shapes the job's body under a plan and appends the outcome to dst. On
// failure dst comes back as it was.
func (w *walker) run(p *plan, dst []byte) ([]byte, error) {
	start := len(dst)
	w.plan, w.src, w.lim, w.trace = p, w.job.Body, w.engine.limits, nil
	w.to, w.fault = output{src: w.src, dst: dst}, fault{}
	w.members.reset(&w.lim)
	w.ahead.reset(w.src, &w.lim)
	w.root.reset()
	if w.job.journal != nil {
		w.trace = w.job.journal.tracer(p, w.job.at)
	}
	w.stack, w.cuts, w.twice = w.stack[:0], nil, copies{}
	w.skip.Strict = p.everywhere
	switch {
	case len(w.src) > w.lim.DocumentBytes:
		return dst, scan.NewError(w.src, w.lim.DocumentBytes, scan.KindSize)
	case bytes.HasPrefix(w.src, []byte(byteOrderMark)):
		return dst, scan.NewError(w.src, 0, scan.KindBOM)
	}
	if !p.rejectDuplicates {
		w.twice = w.ahead.copies(p.keepLast)
	}
	w.document()
	if err := w.fault.of(w.src); err != nil {
		return dst[:start], err
	}
	return w.to.dst, nil
}

const byteOrderMark = "\uFEFF"

// document walks src. What follows the document is a fault, unless the job is
// one that goes on.
func (w *walker) document() {
	i := w.value(nil, w.plan.mask.Root(), noHead, scan.Space(w.src, 0))
	for f := w.top(); f != nil && !w.fault.failed; f = w.top() {
		if f.isObject {
			i = w.object(i)
		} else {
			i = w.element(f, i)
		}
	}
	w.read = i
	if i = scan.Space(w.src, i); i < len(w.src) && !w.job.follows {
		w.fail(i, scan.KindTrailing)
	}
	w.to.flush()
}

// top is the innermost open container, nil where none is open.
func (w *walker) top() *frame {
	if len(w.stack) == 0 {
		return nil
	}
	return &w.stack[len(w.stack)-1]
}

// fail notes a fault of the text, and returns where the pass goes on: nowhere.
func (w *walker) fail(at int, kind scan.Kind) int {
	w.fault.text(at, kind)
	return len(w.src)
}

// reject refuses the string at src[at] for what is wrong with the document in
// it. The place in that document would mean nothing to the reader of this one.
func (w *walker) reject(at int, err error) {
	if inner, ok := errors.AsType[*scan.Error](err); ok {
		place := scan.NewError(w.src, at, scan.KindNone)
		place.Kind = inner.Kind
		err = place
	}
	w.fault.other(err)
}

// value handles the value at src[i], in container f (nil for the document): it
// is skipped, copied, or opened for the loop to go on in it. It returns the
// place after what it read.
func (w *walker) value(f *frame, s *fieldmask.State, h head, i int) int {
	if i >= len(w.src) {
		return w.fail(i, scan.KindEOF)
	}
	if w.trace != nil {
		w.trace.visit(s)
	}
	if s.Verdict() == fieldmask.Drop {
		return w.drop(f, s, h, i)
	}
	a := w.plan.acts(s)
	free := a.free || f != nil && f.free
	switch container := w.src[i] == '{' || w.src[i] == '['; {
	case a.redact != nil && !a.known:
		return w.redact(f, s, h, i, a)
	case !container:
		return w.scalar(f, s, h, i, a, free && !a.protocol)
	case a.document && (w.job.level < maxNesting || w.plan.resolved.Hides()):
		return w.structured(f, s, h, i)
	case w.trace == nil && w.isCopied(f, s, a, free) && !(f == nil && w.index != nil):
		return w.whole(f, h, i)
	}
	return w.open(f, s, h, i, a, free)
}

// isCopied reports whether nothing is decided inside a container.
func (w *walker) isCopied(f *frame, s *fieldmask.State, a *acts, free bool) bool {
	payload := a.payload || f != nil && f.payload
	return s.Whole() && !(payload && w.plan.elides) && !(free && len(w.plan.patterns) > 0) && a.limit < 0
}

// skipValue validates a value that is copied or dropped whole.
func (w *walker) skipValue(i int) (end int, spaces bool) {
	if i >= len(w.src) {
		return w.fail(i, scan.KindEOF), false
	}
	var kind scan.Kind
	switch w.src[i] {
	case '"':
		end, _, kind = scan.String(w.src, i, w.lim.StringBytes)
	case '{', '[':
		end, spaces, kind = w.skip.Value(w.src, i, w.job.depth+len(w.stack), &w.lim)
	default:
		end, kind = scan.Scalar(w.src, i, w.lim.StringBytes)
	}
	if kind != scan.KindNone {
		return w.fail(end, kind), false
	}
	return end, spaces
}

// drop leaves a value out. Where the envelope needs something in its place, an
// empty value stays.
func (w *walker) drop(f *frame, s *fieldmask.State, h head, i int) int {
	end, _ := w.skipValue(i)
	if f != nil && s.Excluded() {
		f.hidden = true
	}
	if w.trace != nil {
		w.decide(f, s, h, end-i, false, causeOf(s))
	}
	if f == nil || w.plan.acts(s).root {
		w.vanish(f, h, i)
	}
	return end
}

// vanish writes the empty form of the value at src[i].
func (w *walker) vanish(f *frame, h head, i int) {
	w.head(f, h)
	switch w.src[i] {
	case '{':
		w.to.literal([]byte("{}"))
	case '[':
		w.to.literal([]byte("[]"))
	default:
		w.to.literal([]byte("null"))
	}
	w.keep(f)
}

// head writes what stands before a value that is kept in f.
func (w *walker) head(f *frame, h head) { w.to.head(&h, f == nil || f.kept == 0) }

// keep counts a value that was written into f, which is nil around the document.
func (w *walker) keep(f *frame) {
	if f != nil {
		f.kept++
	}
}

// whole copies a value as it is.
func (w *walker) whole(f *frame, h head, i int) int {
	end, spaces := w.skipValue(i)
	if w.fault.failed {
		return end
	}
	w.head(f, h)
	if spaces {
		w.to.compact(i, end)
	} else {
		w.to.emit(i, end)
	}
	w.keep(f)
	return end
}

// open pushes the container at src[i].
func (w *walker) open(f *frame, s *fieldmask.State, h head, i int, a *acts, free bool) int {
	if w.job.depth+len(w.stack) >= w.lim.Depth {
		return w.fail(i, scan.KindDepth)
	}
	child := frame{
		object: object{state: s}, head: h, undo: w.to.mark(), acts: a, isObject: w.src[i] == '{', free: free,
		payload: a.payload || f != nil && f.payload, start: i, told: w.job.journal.size(),
		copied: w.trace != nil && !w.plan.everywhere && w.isCopied(f, s, a, free),
	}
	if f != nil {
		child.place = f.read - 1
	}
	w.head(f, h)
	if a.def != nil {
		child.body = w.to.size()
	}
	w.to.emit(i, i+1)
	if child.isObject {
		w.openObject(&child)
	} else if s.NeedsSize() {
		child.size = w.ahead.size(i)
	}
	w.stack = append(w.stack, child)
	return i + 1
}

// openObject readies what an object's names are looked at with.
func (w *walker) openObject(f *frame) {
	depth := len(w.stack)
	f.object = w.members.enter(f.state, depth, w.plan.rejectDuplicates && !f.copied)
	f.derived = make([]source, len(f.acts.derive))
	if w.index != nil && depth == 0 {
		f.index = w.index
		f.index.begin()
	}
}
