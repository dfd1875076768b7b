package pipeline

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Memory is the scratch memory of one response at a time. It is kept for the next one.
type Memory struct {
	Out scratch.Buffer // output that is not the caller's own memory

	pass   pass.Pass
	index  rootindex.Index
	skip   scan.Skipper
	key    []byte // of a plan
	chosen chosen
	facts  Facts
	inner  nested       // the document, and the documents inside it
	hidden taint.Values // strings that were hidden in the document
}

var memories = sync.Pool{New: func() any { return newMemory() }}

// newMemory returns memory with room for keys. With it, most lookups of a call allocate
// nothing.
func newMemory() *Memory { return &Memory{key: make([]byte, 0, 1<<9)} }

// NewMemory returns memory from a pool.
func NewMemory() *Memory { return memories.Get().(*Memory) }

// Release gives the memory back to the pool. It keeps nothing of the response.
func (m *Memory) Release() {
	m.forget()
	for of := m; of != nil; of = of.inner.memory {
		of.Out.Forget()
	}
	memories.Put(m)
}

// forget drops everything that belongs to the caller, and memory that is too large, except
// the output.
func (m *Memory) forget() {
	m.pass.Forget()
	m.index.Forget()
	m.chosen, m.facts = chosen{}, Facts{}
	m.inner = nested{memory: m.inner.memory}
}

// document is a response that is being shaped, or a document inside one.
type document struct {
	call    plan.Call
	plans   *plan.Cache
	body    []byte
	journal *journal.Journal
	place   place
	attempt attempt
	schema  *Schema       // that the payload fits; nil if none was advertised
	hidden  *taint.Values // collects strings that privacy hides; nil if they are not collected
}

// place is the place of a document in the response.
type place struct {
	level    int    // documents around it
	texts    int    // of them, those that hold it in a string
	depth    int    // containers around it in the same text
	isValue  bool   // the value is followed by more of the body
	isNoted  bool   // an envelope around it reports its cuts
	dataOnly bool   // structuredContent is for a program
	pointer  string // its JSON Pointer, if decisions are recorded
	note     string // member of structuredContent that may hold a note, or ""
}

// attempt is how a document is shaped this time. The next attempt changes it.
type attempt struct {
	bounds    budget.Bounds   // of a budget, beside the rules
	budget    profiles.Budget // of the call
	open      half            // half in which the operator's include lists do not act
	isSettled bool            // open is not decided again
	plan      *plan.Plan      // that fits; nil if it is to be chosen
	taint     *taint.Set      // values that are replaced in all strings; nil for none
	isShared  bool            // strings of both halves are the same already
}

// decode returns the document of a request. A response uses one configuration from
// beginning to end: that of its schema if it has one, else the one in force.
func (m *Memory) decode(e *Engine, req *Request) *document {
	d := m.inner.begin(e)
	d.call, d.plans, d.body, d.journal = req.Call, req.Plans, req.Body, req.Journal
	d.attempt.budget, d.place.note, d.place.dataOnly, d.schema = req.Budget, req.NoteMember, req.DataOnly, req.Schema
	if d.schema != nil {
		d.plans = d.schema.Plans
	}
	d.hidden = &m.hidden
	d.restart()
	if again := req.shorter(); again != nil { // the values that its hiding rules took are known
		d.body, d.hidden, d.attempt.taint = again.body, nil, again.taint
	}
	return d
}

// shorter returns the response with shorter texts, nil for Body. The form for the archive and
// the hiding rules alone take no shorter text.
func (r *Request) shorter() *rewritten {
	if r.Call.Quiet || r.Call.Uncut {
		return nil
	}
	return r.rewritten
}

// mayTaint reports whether values were hidden in a document, or in parts that it leaves out.
func (d *document) mayTaint(p *plan.Plan) bool {
	return d.hidden != nil && d.attempt.taint == nil && (p.Taints() || !d.hidden.IsEmpty())
}

// restart readies a document for another attempt, under other rules.
func (d *document) restart() {
	d.attempt.open, d.attempt.isSettled, d.attempt.plan = neither, false, nil
	if d.hidden != nil {
		d.hidden.Reset()
		d.attempt.taint = nil
	}
}

// passDoc returns a document as the pass sees it. inner shapes the documents inside it.
func (e *Engine) passDoc(d *document, inner pass.Inner) (in pass.Doc) {
	in.Body, in.Limits, in.Depth, in.More, in.Noted = d.body, e.Limits, d.place.depth, d.place.isValue, d.place.isNoted
	if d.journal != nil { // it records one pass alone
		in.Tabled = d.place.isValue || tables.MayHold(d.body)
	}
	in.At, in.Journal, in.Taken = d.place.pointer, d.journal, d.hidden
	if d.place.level == 1 && d.place.isValue {
		in.NoteMember = d.place.note
	}
	if !d.call.Quiet { // comfort rules act
		in.Tight = d.attempt.bounds.Tight
	}
	in.Nesting = plan.MaxNesting - d.place.texts
	if d.place.level < plan.MaxNesting {
		in.Inner = inner
	}
	return in
}
