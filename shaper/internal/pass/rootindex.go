package pass

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// RootIndex notes the members of a root object while the pass reads it, as
// [dialects.Skim] does ahead of one. It keeps its memory between documents.
type RootIndex struct {
	members []scan.Member
	walked  bool // the root is an object, and was walked
	pending bool // the value of the last member is being read
}

// keptRoot is how many members of a root outlive a response.
const keptRoot = 1 << 8

// reset readies the index for a document.
func (x *RootIndex) reset() { x.walked, x.pending = false, false }

// begin notes that the root is an object.
func (x *RootIndex) begin() {
	x.walked = true
	x.members = slices.Grow(x.members[:0], 1) // never nil, which would be no object
}

// member notes a member, before which others were read: where its name begins,
// where its value does, and its name, unescaped.
func (x *RootIndex) member(read, key, start int, name []byte) {
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
func (x *RootIndex) end(at int) {
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
	doc.Members = x.members
	return doc, x.walked
}

// Forget lets go of memory that is too large to keep.
func (x *RootIndex) Forget() {
	if cap(x.members) > keptRoot {
		x.members = nil
	}
}
