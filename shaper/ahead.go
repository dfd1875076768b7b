package shaper

import (
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file holds all of running ahead. Answers to one call look alike: the plan
// that fitted the last one mostly fits the next one. So the pass goes ahead under
// it and indexes the root on its way. Where the index then says that the plan fits,
// the document is done; where not, it is shaped again. What came before changes the
// speed, never the answer (GUARANTEES, history; TestHistory).
//
// Without it each envelope is read twice, once to be indexed and once to be shaped.
// That makes 0.57 to 0.79 × the speed on envelopes; on the corpora of package bench,
// on a busy machine, 0.69 × (b-mcp, documents in both halves of a result) and 0.85 ×
// (a-envelope, 1 KB). Remeasure it with a guess that is always nil.

// ahead shapes a document under a plan that may not be the right one. It fails
// where there is no such plan, where somebody wants to know what was decided,
// where the plan does not look at each name in the root, and where the document
// cannot be shaped under it, which says nothing about the right one.
func (m *memory) ahead(guess *plan.Plan, in *pass.Doc, dst []byte, done *pass.Outcome) (doc *envelope.Doc, ok bool) {
	if guess == nil || in.Journal != nil || guess.Resolved.Duplicates != profiles.Reject {
		return doc, false
	}
	in.Index = &m.index
	err := m.pass.Run(guess, in, dst, done)
	in.Index = nil
	if err != nil {
		return doc, false
	}
	body := in.Body
	if in.More {
		body = body[:done.Read]
	}
	return m.index.Doc(body)
}

// next is where the plan is noted that a document like this one needed last.
func next(base *plan.Plan, d *document) *atomic.Pointer[plan.Plan] {
	return &base.Next[d.level][beginning(d.body)]
}

// beginning tells documents apart by the first bytes in their root. Those of one
// dialect mostly begin alike,
//
//	{"success":true,"data":…      {"jsonrpc":"2.0","id":…
//	{"success":false,"data":…     {"content":[{"type":…
//
// so that calls which share a plan, and successes and failures of one call, do not
// spoil each other's guess.
func beginning(body []byte) int {
	i := scan.Space(body, 0)
	if i = scan.Space(body, min(i+1, len(body))); len(body)-i < 16 {
		return 0
	}
	return int(words.Seed{}.Hash(body[i:i+16]) % plan.Beginnings)
}
