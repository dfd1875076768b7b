package pass

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// RootIndex notes the members of a root object while the pass reads it, as
// [dialects.Skim] does ahead of one, and those of the result that it carries. It keeps
// its memory between documents.
type RootIndex struct {
	root, result memberIndex
	doc          envelope.Doc
}

// keptRoot is how many members of a root outlive a response.
const keptRoot = 1 << 8

// reset readies the index for a document.
func (x *RootIndex) reset() { x.root.reset(); x.result.reset() }

// of is the index for the members of an object that depth containers are around; nil
// where nobody asks for these. Only the first of two results counts.
func (x *RootIndex) of(depth int) *memberIndex {
	switch {
	case x == nil:
	case depth == 0:
		return &x.root
	case depth == 1 && !x.result.walked && x.root.isAt("result") && x.root.has("jsonrpc"):
		return &x.result
	}
	return nil
}

// memberIndex notes the members of one object.
type memberIndex struct {
	members []scan.Member // the first notable ones, and behind them one more
	last    int           // where the last member is among them, or that one more
	notable int           // how many there are
	hint    dialects.Hint // of all names together
	walked  bool          // there is such an object, and it was walked
}

func (x *memberIndex) reset() { x.walked = false }

// isAt reports whether the value of a member is being read.
func (x *memberIndex) isAt(name string) bool {
	return x.last < x.notable && x.members[x.last].Name == name
}

func (x *memberIndex) has(name string) bool {
	return slices.ContainsFunc(x.members[:x.notable], func(m scan.Member) bool { return m.Name == name })
}

// begin notes that there is such an object.
func (x *memberIndex) begin() {
	x.walked, x.hint = true, 0
	if x.last, x.notable = 0, 0; x.members == nil {
		x.members = make([]scan.Member, 32)
	}
}

// member notes a member, before which others were read: where its name begins, where its
// value does, and its name.
func (x *memberIndex) member(read, key, start int, l *dialects.Label) {
	x.last = x.notable
	if !dialects.Notable(read, l.Name) {
		return
	}
	if x.notable++; x.notable == len(x.members) {
		x.members = append(x.members, x.members...)
	}
	m := &x.members[x.last]
	m.Name, m.Key, m.Start = l.Name, key, start
	x.hint |= l.Hint
}

// end notes where the value of the last member ends.
func (x *memberIndex) end(at int) { x.members[x.last].End = at }

// Doc is the document whose root was indexed, and of which raw is the text, until the
// next one is; ok is false where the root is an object that was not walked.
func (x *RootIndex) Doc(raw []byte) (doc *envelope.Doc, ok bool) {
	x.doc = envelope.Doc{Raw: raw}
	if raw[scan.Space(raw, 0)] != '{' {
		return &x.doc, true
	}
	x.doc.Members, x.doc.Looks = x.root.members[:x.root.notable], x.root.hint.Looks()
	if x.result.walked {
		x.doc.Result = x.result.members[:x.result.notable]
	}
	return &x.doc, x.root.walked
}

// Forget lets go of the document, and of memory that is too large to keep.
func (x *RootIndex) Forget() {
	x.doc = envelope.Doc{}
	for _, of := range [...]*memberIndex{&x.root, &x.result} {
		if cap(of.members) > keptRoot {
			of.members = nil
		}
	}
}
