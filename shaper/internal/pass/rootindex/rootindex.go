// Package rootindex lists the members of a root object while a pass reads them.
package rootindex

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// Index lists the members of a root object, and of the JSON-RPC result in it. [dialects.Skim]
// returns the same list ahead of a pass. Index keeps its memory between documents.
type Index struct {
	root, result Members
	doc          envelope.Doc
}

// keptRoot bounds the members that outlive a response.
const keptRoot = 1 << 8

// Reset prepares for a document.
func (x *Index) Reset() { x.root.walked, x.result.walked = false, false }

// Of returns the index for an object with depth containers around it, or nil. Of two results
// only the first one is indexed.
func (x *Index) Of(depth int) *Members {
	switch {
	case depth == 0:
		return &x.root
	case depth == 1 && !x.result.walked && x.root.isAt("result") && x.root.has("jsonrpc"):
		return &x.result
	}
	return nil
}

// Members lists the members of one object.
type Members struct {
	members []scan.Member // the notable ones, and one more
	last    int           // index of the last member
	notable int           // number of notable members
	hint    dialects.Hint // of all names
	walked  bool          // the object was walked
}

// isAt reports whether the pass reads the value of a member.
func (x *Members) isAt(name string) bool {
	return x.last < x.notable && x.members[x.last].Name == name
}

func (x *Members) has(name string) bool {
	return slices.ContainsFunc(x.members[:x.notable], func(m scan.Member) bool { return m.Name == name })
}

// Begin begins the object.
func (x *Members) Begin() {
	x.walked, x.hint = true, 0
	if x.last, x.notable = 0, 0; x.members == nil {
		x.members = make([]scan.Member, 32)
	}
}

// Add adds a member after read others. key and start are the offsets of its name and value.
func (x *Members) Add(read, key, start int, l *dialects.Label) {
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

// End sets the end of the last member.
func (x *Members) End(at int) { x.members[x.last].End = at }

// Doc returns the indexed document with the text raw, valid until the next document. ok is
// false if the root is an object that was not walked.
func (x *Index) Doc(raw []byte) (doc *envelope.Doc, ok bool) {
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

// Forget drops the document and large memory.
func (x *Index) Forget() {
	x.doc = envelope.Doc{}
	for _, of := range [...]*Members{&x.root, &x.result} {
		if cap(of.members) > keptRoot {
			of.members = nil
		}
	}
}
