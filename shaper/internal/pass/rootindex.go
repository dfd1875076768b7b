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
type RootIndex struct{ root, result memberIndex }

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
	members []scan.Member
	walked  bool // there is such an object, and it was walked
	pending bool // the value of the last member is being read
}

func (x *memberIndex) reset() { x.walked, x.pending = false, false }

// isAt reports whether the value of a member is being read.
func (x *memberIndex) isAt(name string) bool {
	return x.pending && x.members[len(x.members)-1].Name == name
}

func (x *memberIndex) has(name string) bool {
	return slices.ContainsFunc(x.members, func(m scan.Member) bool { return m.Name == name })
}

// begin notes that there is such an object.
func (x *memberIndex) begin() {
	x.walked = true
	x.members = slices.Grow(x.members[:0], 1) // never nil, which would be no object
}

// member notes a member, before which others were read: where its name begins,
// where its value does, and its name, unescaped.
func (x *memberIndex) member(read, key, start int, name []byte) {
	if x.pending = dialects.Notable(read, name); !x.pending {
		return
	}
	i := len(x.members)
	if i < cap(x.members) && x.members[:i+1][i].Name == string(name) {
		x.members = x.members[:i+1] // the same name as last time, without a new string for it
	} else {
		x.members = append(x.members, scan.Member{Name: string(name)})
	}
	x.members[i].Key, x.members[i].Start = key, start
}

// end notes where the value of the last member ends.
func (x *memberIndex) end(at int) {
	if x.pending {
		x.members[len(x.members)-1].End, x.pending = at, false
	}
}

// Doc is the document whose root was indexed, and of which raw is the text; ok is
// false where the root is an object that was not walked.
func (x *RootIndex) Doc(raw []byte) (doc envelope.Doc, ok bool) {
	doc.Raw = raw
	if raw[scan.Space(raw, 0)] != '{' {
		return doc, true
	}
	doc.Members = x.root.members
	if x.result.walked {
		doc.Result = x.result.members
	}
	return doc, x.root.walked
}

// Forget lets go of memory that is too large to keep.
func (x *RootIndex) Forget() {
	for _, of := range [...]*memberIndex{&x.root, &x.result} {
		if cap(of.members) > keptRoot {
			of.members = nil
		}
	}
}
