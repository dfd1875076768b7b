package responsev2

import (
	"bytes"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Refer announces the archive by the hash of all of it, lowers the fidelity, and names the
// elements that lists lost by their ids (seed 000; RULES R26, R27 and R29).
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	meta := kit.Get(doc, "meta")
	lost := loss{}
	lost.between(kit.Find(k.Whole, "data"), kit.Get(doc, "data"), 0)
	level := gjson.GetBytes(meta, "content_fidelity").String()
	hashes := kit.Put(kit.Get(meta, "content_archive_hashes"), k.Handle, kit.Quote(k.Hash))
	now := kit.Put(meta, "content_fidelity_schema_version", kit.Quote(FidelitySchemaVersion))
	if hashes == nil || now == nil {
		return nil
	}
	now = kit.Put(now, "content_fidelity", kit.Quote(lessComplete(FidelityPartial, level)))
	if len(lost.ids) > 0 {
		now = kit.Put(now, "dropped_content_ids", kit.AddMissing(kit.Get(now, "dropped_content_ids"), lost.ids))
	}
	now = kit.Put(now, "content_archive_hashes", hashes)
	return kit.Put(doc, "meta", now)
}

// mostDropped is how many ids of what was dropped are named, and longestID how long one
// may be: the note has to fit into the budget that asked for it.
const (
	mostDropped = 32
	longestID   = 128
)

// deepest is how deep in a payload lists are looked for.
const deepest = 16

// loss holds the elements that lists of a payload lost.
type loss struct{ ids [][]byte }

// between compares a value before and after the cut.
func (l *loss) between(whole, now []byte, depth int) {
	kind := kit.Kind(now)
	if depth == deepest || kind != kit.Kind(whole) || bytes.Equal(whole, now) {
		return
	}
	switch kind {
	case "object":
		before := envelope.Index(whole)
		for _, m := range kit.Members(now) {
			l.between(before.Value(m.Name), m.Value, depth+1)
		}
	case "array":
		l.list(whole, kit.Elements(now), depth)
	}
}

// list is between for an array: elements with the same id are the same.
func (l *loss) list(whole []byte, now [][]byte, depth int) {
	kept := map[string][]byte{}
	for _, element := range now {
		if id := idOf(kit.Find(element, "id")); id != "" {
			kept[id] = element
		}
	}
	i, found := -1, 0
	kit.Any(whole, func(element []byte) bool {
		if i++; found == len(now) && len(l.ids) == mostDropped {
			return true
		}
		id := idOf(kit.Find(element, "id"))
		left, stays := kept[id]
		switch {
		case id == "" && i < len(now):
			left, stays = now[i], true
		case !stays && id != "" && len(id) <= longestID && len(l.ids) < mostDropped:
			l.ids = append(l.ids, kit.Quote(id))
		}
		if stays {
			found++
			l.between(kit.First(element), left, depth+1)
		}
		return false
	})
}
