package toolresult

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// archiveKey holds where all of a result can be had again:
//
//	"_meta": {"io.github.seed-7aa78ce4/shape": {"archive": {"handle": "…", "hash": "sha256:…", "bytes": 71204}}}
const archiveKey = "archive"

// Refer adds to _meta where all of the result can be had, for programs. A model reads
// no _meta: it is told in a block of content, and where that may be in
// structuredContent as well, since some clients show nothing else, under [MetaKey].
func (Dialect) Refer(doc []byte, k envelope.Kept) (told []byte) {
	if raw.Kind(doc) == "array" { // content that stands alone
		return raw.AddMissing(doc, [][]byte{noteBlock(k.Said())})
	}
	var at raw.Object
	at.Str("handle", k.Handle)
	at.Str("hash", k.Hash)
	at.Int("bytes", int64(len(k.Whole)))
	said := raw.Quote(k.Said())
	tell := func(name string, value []byte) {
		if value != nil {
			doc = raw.Put(doc, name, value)
			told = doc
		}
	}
	tell("_meta", inMeta(raw.Get(doc, "_meta"), archiveKey, at.Done()))
	if content := raw.Get(doc, "content"); raw.Kind(content) == "array" {
		tell("content", raw.AddMissing(content, [][]byte{noteBlock(k.Said())}))
	}
	if data := raw.Get(doc, "structuredContent"); k.Data && raw.Kind(data) == "object" {
		tell("structuredContent", raw.Put(data, MetaKey, said))
	}
	return told
}

// inMeta is _meta with a member of what it tells of shaping; nil of one that is no object,
// and has no place.
func inMeta(meta []byte, name string, value []byte) []byte {
	ours := raw.Get(meta, MetaKey)
	if raw.Kind(ours) != "object" {
		ours = nil
	}
	return raw.Put(meta, MetaKey, raw.Put(ours, name, value))
}

// noteBlock is a block of content with a note. Nothing else has the annotation.
func noteBlock(said string) []byte {
	return raw.Put(Text([]byte(said)), "_meta", []byte(`{"`+MetaKey+`":"note"}`))
}

// IsNote reports whether a block of content is a note of [Dialect.Refer].
func IsNote(block []byte) bool {
	return raw.Text(raw.Get(raw.Get(block, "_meta"), MetaKey)) == "note"
}
