package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/lookahead"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/writer"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// core is the state that all machines of a pass share.
type core struct {
	plan *plan.Plan
	doc  Doc
	src  []byte // doc.Body

	open   containers
	out    writer.Writer
	skip   scan.Skipper
	names  names
	ahead  lookahead.Lookahead
	fault  fault
	limits limits
	hider  hider
	text   []byte // scratch: an unescaped string

	omitted struct{ all, salient int } // as [report.Report] counts them
}

// Tight holds the cuts of a budget on top of the plan. The plan stays the same under every
// budget.
type Tight struct {
	Low   bool // values of low priority go
	Chars int  // code points that a string of the payload keeps, 0 for all
	Items int  // elements that an array of the payload keeps, 0 for all
}

// limits holds the bounds of a pass.
type limits struct {
	chars, items int // of strings and arrays in the payload, 0 for all
	tight        Tight
	notes        int // values that were compared with the text of notes
	digests      digests
}

// fail records a fault of the text. It returns the end of the text, so that the walk stops.
func (c *core) fail(at int, kind scan.Kind) int {
	c.fault.note(at, kind)
	return len(c.src)
}

// release drops a large scratch text. An output longer than its input may need the room.
func (c *core) release() {
	if cap(c.text) > scratch.Most {
		c.text = nil
	}
}

// skipValue validates a value that is dropped.
func (c *core) skipValue(i int) (end int) {
	end, kind := c.skip.Value(c.src, i, c.doc.Depth+len(c.open.stack), &c.doc.Limits)
	if kind != scan.KindNone {
		return c.fail(end, kind)
	}
	return end
}

// omit counts n values that comfort rules leave out. The first one begins at src[start].
func (c *core) omit(start, n int) {
	c.omitted.all += n
	if first := c.src[start]; first != 'n' && !scan.IsEmpty(c.src, start) && !bytes.HasPrefix(c.src[start:], []byte(`""`)) {
		c.omitted.salient += n
	}
}

// free reports whether privacy patterns apply to a value in f.
func free(f *frame, v *value) bool { return v.acts.Are(plan.Free) || f != nil && f.free }

// payload reports whether a value is in the payload, or is the payload.
func payload(f *frame, v *value) bool { return v.acts.Are(plan.Payload) || f != nil && f.payload }

// isWhole reports whether no rule acts inside a container.
func (c *core) isWhole(f *frame, v *value) bool {
	return v.state.Whole() && (v.acts.Limit.Max < 0 || c.src[v.start] != '[') &&
		!((c.plan.Elides || c.limits.chars|c.limits.items != 0) && payload(f, v))
}

// isCensored reports whether privacy patterns act inside a container.
func (c *core) isCensored(f *frame, v *value) bool { return c.plan.Censors() && free(f, v) }

// isQuiet reports whether no string in a container needs redaction, judged by the first bytes
// of its strings and by escapes. All containers inside one that is not quiet are walked, so
// that no byte is searched twice.
func (c *core) isQuiet(v *value) bool {
	if c.plan.Hiding == nil || !c.plan.Hiding.Acts() {
		return true // see isCensored for patterns
	}
	if c.plan.Hiding.Private != nil || v.start < c.hider.loud {
		return false
	}
	end, _ := c.skip.Value(c.src, v.start, c.doc.Depth+len(c.open.stack), &c.doc.Limits)
	if scan.OpensInside(c.src[v.start:end]) {
		c.hider.loud = end
		return false
	}
	return true
}

// shows reports whether the profile shows a value at the path of metadata. Only a value
// without a list around it is metadata: the first line holds telemetry, the second does not.
//
//	{"success":true,"data":{},"meta":{"telemetry":{}}}
//	{"success":true,"data":{},"meta":[{"telemetry":{}}]}
func (c *core) shows(v *value) bool {
	if len(c.open.stack) != v.acts.Steps {
		return true
	}
	switch first := c.src[v.start]; v.acts.Shows {
	case plan.WhereThere:
		return first != 'n'
	case plan.WhereSet:
		return first != 'n' && !scan.IsEmpty(c.src, v.start)
	default:
		return false
	}
}

// elidesMember reports whether elision may remove a value from its parent: a member of an
// object in the payload, unless always_keep names it.
func (c *core) elidesMember(parent *frame, a *plan.Acts) bool {
	return c.plan.Elides && parent != nil && parent.IsObject && parent.payload && !a.Are(plan.Essential|plan.Stays)
}

// most returns the number of elements that an array keeps, -1 for all. The limit of its path
// wins over the bound for all arrays. A budget may lower both.
func (c *core) most(f *frame) int {
	switch limit := f.acts.Limit.Max; {
	case limit >= 0 && f.payload && c.limits.tight.Items > 0:
		return min(limit, c.limits.tight.Items)
	case limit >= 0:
		return limit
	case f.payload && c.limits.items > 0:
		return c.limits.items
	}
	return -1
}

// mayBeLong reports whether the string src[start:end] may have more code points than the
// bound for all strings.
func (c *core) mayBeLong(start, end int) bool {
	return c.limits.chars > 0 && end-start-len(`""`) > c.limits.chars
}

// stays reports whether no hiding rule can change the string src[start:end], judged by its
// first byte, its escapes and the rules for any string.
func (c *core) stays(start, end int, escaped bool) bool {
	switch hiding := c.plan.Hiding; {
	case hiding == nil:
		return true
	case c.hider.Screen.Opens[c.src[start+1]] || c.hider.Screen.Encoded && encoded.MayBeDataURL(c.src[start+1:]):
		return false
	case !escaped:
		return !c.hider.Screen.Asks || !c.hider.Screen.Concerns(start+1, end-1)
	default:
		return hiding.Private == nil && scan.EscapesOf(c.src[start+1:end-1]) == scan.Escaped && !c.hider.Screen.MayFit(start+1, end-1)
	}
}

// asksForNote reports whether an include list may drop the note that an earlier pass left as a
// member of f, the root.
func (c *core) asksForNote(f *frame) bool {
	return c.doc.NoteMember != "" && len(c.open.stack) == 1 && f.IsObject && f.State.Verdict() != fieldmask.Keep
}

// noted reports whether this document, or one around it, reports its cuts.
func (c *core) noted() bool { return c.doc.Noted || c.plan.Notes != nil }

// collect records the dropped value src[start:end] if privacy or a tier forbids it. The
// caller searches other strings for such values (GUARANTEES, taint).
func (c *core) collect(s *fieldmask.State, start, end int) {
	if c.hider.taken != nil && s.Forbidden() >= 0 && !c.fault.failed {
		c.hider.taken.AddJSON(c.src[start:end])
		c.hider.taken.Met.Add(s, 1)
	}
}

// value is a value at the position of the walk.
type value struct {
	state *fieldmask.State
	acts  *plan.Acts
	head  writer.Head
	start int            // offset of its first byte
	step  *rowcache.Step // of the row; may be nil
}

var noHead = writer.Head{Comma: -1, Key: -1}

// containers holds the open containers.
type containers struct {
	stack  []frame
	extras []extra // of the containers that have one
}

// frame is one open container. Rare facts are in an [extra], so that a frame stays small.
type frame struct {
	reading
	rowcache.Terms // of its members or elements
	traits
	key  uint32 // offset of its name, if it is a member
	acts *plan.Acts
	undo writer.Checkpoint // of the output before the container
}

// reading is the progress in a container. Most containers need nothing else.
type reading struct {
	row        *rowcache.Row // may be nil
	read, kept int           // members or elements
	start      uint32        // offset of the container
	check      nameCheck     // of an object
	gone       losses
}

// losses tells why members or elements are gone, apart from include lists.
type losses uint8

const (
	toExclude losses = 1 << iota
	toElision        // the masks had kept them
)

// traits are properties of a container.
type traits struct {
	payload  bool // its members are subject to elision
	free     bool // privacy patterns apply
	cut      bool // acts.Limit removed elements
	copied   bool // a journal alone needs the walk: duplicate names do not count
	hasExtra bool
	bare     bool // no private columns of tables below it stand in it
}

// extra holds the rare facts of an open container.
type extra struct {
	size    int                // elements, if the state needs it
	began   int                // length of the output before it, if it has a default
	part    int                // number of the part that may be taken back
	sources []source           // of the derived fields, one each
	chosen  lookahead.Choice   // elements that stay in a cut
	index   *rootindex.Members // of its members, or nil
	cells   *cells             // of an array whose elements have names
}

// top returns the innermost open container, or nil.
func (c *containers) top() *frame {
	if len(c.stack) == 0 {
		return nil
	}
	return &c.stack[len(c.stack)-1]
}

// push opens a container in place, since frames are large.
func (c *containers) push(r *reading, undo writer.Checkpoint) *frame {
	if n := len(c.stack); n < cap(c.stack) {
		c.stack = c.stack[:n+1]
	} else {
		c.stack = append(c.stack, frame{})
	}
	f := &c.stack[len(c.stack)-1]
	*f = frame{}
	f.reading, f.undo = *r, undo
	return f
}

// widen returns the extra of the innermost container and adds it if needed.
func (c *containers) widen(f *frame) *extra {
	if !f.hasExtra {
		f.hasExtra = true
		c.extras = append(c.extras, extra{})
	}
	return c.extra(f)
}

// extra returns the extra of f, the innermost container, or a zero value to read.
func (c *containers) extra(f *frame) *extra {
	if f.hasExtra {
		return &c.extras[len(c.extras)-1]
	}
	return &noExtra
}

// around returns the extra of the container around the innermost one, or a zero value to
// read.
func (c *containers) around() *extra {
	n, e := len(c.stack), len(c.extras)
	if n < 2 || !c.stack[n-2].hasExtra {
		return &noExtra
	}
	if c.stack[n-1].hasExtra {
		e--
	}
	return &c.extras[e-1]
}

var noExtra extra // read only

// isPlain reports whether no rule asks about f or the values in it.
func (f *frame) isPlain() bool { return !f.Asked && f.acts == plan.NoActs }

// isFirst reports whether f has kept nothing so far. f is nil around the document.
func (f *frame) isFirst() bool { return f == nil || f.kept == 0 }

// took counts a value that was written into f.
func (f *frame) took() {
	if f != nil {
		f.kept++
	}
}

// lost records that an exclude removed something from f.
func (f *frame) lost() {
	if f != nil {
		f.gone |= toExclude
	}
}
