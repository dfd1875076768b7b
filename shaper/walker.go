package shaper

import (
	"bytes"
	"errors"
	"slices"
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

	plan  *plan
	src   []byte
	dst   []byte
	read  int // bytes of src that the document took, once it was walked
	from  int // src[from:end] is kept but not copied yet
	end   int
	stack []frame
	lim   scan.Limits
	skip  scan.Skipper
	names scan.Names
	rows  [32]row // by depth

	out      []byte        // the engine's own output buffer
	key      []byte        // scratch: the key of a plan
	name     []byte        // scratch: an unescaped member name
	text     []byte        // scratch: an unescaped string
	sizes    []arraySize   // counted ahead, in the order of their places
	sized    int           // of them, those that were passed
	counting []int         // of the containers open while arrays are counted: index into sizes, -1 is none
	inObject []bool        // scratch of tokens
	dropped  map[int]bool  // keys that a duplicate supersedes
	root     []scan.Member // index of the root object, where exploring asks for it
	cuts     []Cut
	trace    *tracer
	inner    *walker // for the documents inside

	exploring bool // the root is to be indexed,
	indexed   bool // and was
	noted     bool // the member that is being read is in the index

	failed bool
	kind   scan.Kind // what went wrong, at src[at]
	at     int
	err    error // what went wrong elsewhere
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// release gives the walker back.
func (w *walker) release() {
	w.forget()
	walkers.Put(w)
}

// forget lets go of what belongs to the caller, and of memory that is too large.
func (w *walker) forget() {
	w.job, w.call, w.plan, w.src, w.dst, w.trace = job{}, call{}, nil, nil, nil, nil
	for _, scratch := range [...]*[]byte{&w.out, &w.text, &w.name} {
		if cap(*scratch) > keptScratch {
			*scratch = nil
		}
	}
	if cap(w.root) > keptRoot {
		w.root = nil
	}
}

// What of a walker's memory outlives a response.
const (
	keptScratch = 4 << 20 // bytes of each scratch
	keptRoot    = 1 << 8  // members of a root
)

// run shapes the job's body under a plan and appends the outcome to dst. On
// failure dst comes back as it was.
func (w *walker) run(p *plan, dst []byte) ([]byte, error) {
	start := len(dst)
	if w.lim != w.engine.limits {
		w.rows = [len(w.rows)]row{} // names that are too long may be in them
	}
	w.plan, w.src, w.dst, w.lim, w.trace = p, w.job.Body, dst, w.engine.limits, nil
	if w.job.journal != nil {
		w.trace = w.job.journal.tracer(p, w.job.at)
	}
	w.from, w.end, w.failed, w.kind, w.err = 0, 0, false, scan.KindNone, nil
	w.stack, w.cuts, w.sizes, w.sized = w.stack[:0], nil, w.sizes[:0], 0
	w.indexed, w.noted = false, false
	w.names.Reset()
	w.skip.Strict = p.everywhere
	switch {
	case len(w.src) > w.lim.DocumentBytes:
		return dst, scan.NewError(w.src, w.lim.DocumentBytes, scan.KindSize)
	case bytes.HasPrefix(w.src, []byte(byteOrderMark)):
		return dst, scan.NewError(w.src, 0, scan.KindBOM)
	}
	w.dropped = w.superseded()
	w.document()
	if w.err != nil {
		return dst[:start], w.err
	}
	if w.kind != scan.KindNone {
		return dst[:start], scan.NewError(w.src, w.at, w.kind)
	}
	return w.dst, nil
}

const byteOrderMark = "\uFEFF"

// document walks src. What follows the document is a fault, unless the job is
// one that goes on.
func (w *walker) document() {
	i := w.value(nil, w.plan.mask.Root(), noHead, scan.Space(w.src, 0))
	for f := w.top(); f != nil && !w.failed; f = w.top() {
		if f.object {
			i = w.members(i)
		} else {
			i = w.element(f, i)
		}
	}
	w.read = i
	if i = scan.Space(w.src, i); !w.failed && i < len(w.src) && !w.job.follows {
		w.fault(i, scan.KindTrailing)
	}
	w.flush()
}

// top is the innermost open container, nil where none is open.
func (w *walker) top() *frame {
	if len(w.stack) == 0 {
		return nil
	}
	return &w.stack[len(w.stack)-1]
}

// fault records the first thing that went wrong.
func (w *walker) fault(at int, kind scan.Kind) int {
	if !w.failed {
		w.failed, w.kind, w.at = true, kind, at
	}
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
	w.failed, w.err = true, err
}

// value handles the value at src[i], in container f (nil for the document): it
// is skipped, copied, or opened for the loop to go on in it. It returns the
// place after what it read.
func (w *walker) value(f *frame, s *fieldmask.State, h head, i int) int {
	if i >= len(w.src) {
		return w.fault(i, scan.KindEOF)
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
	case w.trace == nil && w.isCopied(f, s, a, free) && !(f == nil && w.exploring):
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
		return w.fault(i, scan.KindEOF), false
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
		return w.fault(end, kind), false
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
	w.emitHead(f, h)
	switch w.src[i] {
	case '{':
		w.literal([]byte("{}"))
	case '[':
		w.literal([]byte("[]"))
	default:
		w.literal([]byte("null"))
	}
	w.keep(f)
}

// keep counts a value that was written into f, which is nil around the document.
func (w *walker) keep(f *frame) {
	if f != nil {
		f.kept++
	}
}

// whole copies a value as it is.
func (w *walker) whole(f *frame, h head, i int) int {
	end, spaces := w.skipValue(i)
	if w.failed {
		return end
	}
	w.emitHead(f, h)
	w.emitRaw(i, end, spaces)
	w.keep(f)
	return end
}

// open pushes the container at src[i].
func (w *walker) open(f *frame, s *fieldmask.State, h head, i int, a *acts, free bool) int {
	if w.job.depth+len(w.stack) >= w.lim.Depth {
		return w.fault(i, scan.KindDepth)
	}
	child := frame{
		state: s, head: h, undo: w.mark(), acts: a, object: w.src[i] == '{', free: free,
		payload: a.payload || f != nil && f.payload, start: i, told: w.job.journal.size(),
		copied: w.trace != nil && !w.plan.everywhere && w.isCopied(f, s, a, free),
	}
	if f != nil {
		child.place = f.read - 1
	}
	w.emitHead(f, h)
	if a.def != nil {
		w.flush()
		child.body = len(w.dst)
	}
	w.emit(i, i+1)
	if child.object {
		w.openObject(&child)
	} else if s.NeedsSize() {
		child.size = w.arraySize(i)
	}
	w.stack = append(w.stack, child)
	return i + 1
}

// openObject readies what an object's names are looked at with.
func (w *walker) openObject(f *frame) {
	w.names.Open()
	f.derived = make([]source, len(f.acts.derive))
	depth := len(w.stack)
	if w.exploring && depth == 0 {
		f.indexed, w.indexed = true, true
		w.root = slices.Grow(w.root[:0], 1) // never nil, which would be no object
	}
	if depth < len(w.rows) && w.plan.rejectDuplicates && !f.copied {
		f.row, f.inRow = &w.rows[depth], true
		f.row.begin(f.state)
	}
}
