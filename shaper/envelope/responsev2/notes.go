package responsev2

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

var notes = &envelope.Notes{
	At: []string{"meta"},
	Lists: []string{
		"meta.warnings", "meta.warnings[]", "meta.warning_details", "meta.warning_details[]",
		"meta.content_fidelity", "meta.content_fidelity_schema_version",
	},
	Words: true,
}

// MarkPartial lowers the fidelity to partial, or to summary for an outline. For each list that
// was cut it adds a warning CONTENT_TRUNCATED, as text and in detail (RULES R26, R29 and R34).
// A cut string holds its own mark with the number of lost characters.
func (r Dialect) MarkPartial(at [][]byte, cuts []envelope.Cut) [][]byte {
	var texts, details [][]byte
	now := FidelityPartial
	for _, c := range envelope.Few(cuts) {
		now = lessComplete(now, levelOf(c))
		if c.Strings == 0 {
			words := r.Words(c)
			texts, details = append(texts, words[0]), append(details, words[1])
		}
	}
	meta := at[0]
	if !kit.IsNull(meta) && kit.Kind(meta) != "object" {
		return [][]byte{nil}
	}
	level := gjson.GetBytes(meta, "content_fidelity").String()
	meta = kit.Put(meta, "content_fidelity_schema_version", kit.Quote(FidelitySchemaVersion))
	meta = kit.Put(meta, "content_fidelity", kit.Quote(lessComplete(now, level)))
	if texts == nil {
		return [][]byte{meta}
	}
	meta = kit.Put(meta, "warnings", kit.AddMissing(kit.Get(meta, "warnings"), texts))
	return [][]byte{kit.Put(meta, "warning_details", kit.AddMissing(kit.Get(meta, "warning_details"), details))}
}

// Words returns the warning as text and in detail, the level, and its version.
func (Dialect) Words(c envelope.Cut) [][]byte {
	w := truncation(c.Note(omitted), reasonOf(c), c.Total-c.Kept, c.Total)
	return [][]byte{kit.Quote(w.Message), warningDetail(w), kit.Quote(levelOf(c)), kit.Quote(FidelitySchemaVersion)}
}

// levelOf is how complete a payload is after a cut (RULES R28).
func levelOf(c envelope.Cut) string {
	switch {
	case c.Referred:
		return FidelityReferenceOnly
	case c.Outlined:
		return FidelitySummary
	}
	return FidelityPartial
}

// omitted returns the text of a cut in the form of seed 000's example.
func omitted(c envelope.Cut) string {
	switch {
	case c.Referred:
		return "content reduced to identifiers due to token limits"
	case c.Outlined:
		return "content outlined due to token limits"
	}
	elements := c.Path // they are named by the path of their list
	switch c.Path {
	case ".":
		elements = "elements"
	case envelope.OtherPaths:
		elements = "elements of other lists"
	}
	by := "by " + reasonOf(c)
	switch reasonOf(c) {
	case "token_limit_exceeded":
		by = "due to token limits"
	case "response_mode_limit":
		by = "by the limit of the response mode"
	}
	return fmt.Sprintf("%d %s omitted %s", c.Total-c.Kept, elements, by)
}

// reasonOf is the rule that cut, as seed 000 writes reasons (RULES R34).
func reasonOf(c envelope.Cut) string {
	if c.Over {
		return "token_limit_exceeded"
	}
	return cmp.Or(c.By, "limit")
}

// truncation is the warning of a list that was cut (RULES R29 and R34).
func truncation(message, reason string, dropped, total int) envelope.Warning {
	var context kit.Object
	context.Int("dropped_count", int64(dropped))
	context.Int("total_count", int64(total))
	context.Str("reason", reason)
	return envelope.Warning{Code: WarnContentTruncated, Message: message, Context: context.Done()}
}

// Refer announces the archive by the hash of the full response. It lowers the fidelity, and
// lists the ids of the elements that lists lost (seed 000; RULES R26, R27 and R29).
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

// mostDropped is the largest number of listed ids, and longestID the largest length of one.
// The note has to fit into the budget that caused the cut.
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
