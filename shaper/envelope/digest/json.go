package digest

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Serialize writes a digest as JSON (serialize_payload): all ten members, keys
// sorted, text unescaped, so that equal digests are equal bytes. It fails where
// the digest breaks a limit.
func (d *Payload) Serialize() ([]byte, error) {
	evidence := make([][]byte, len(d.Evidence))
	for i, e := range d.Evidence {
		var o kit.Object
		o.Str("locator", e.Locator)
		o.Any("relevance_score", e.RelevanceScore)
		o.Str("text", e.Text)
		evidence[i] = o.Done()
	}
	points := make([][]byte, len(d.KeyPoints))
	for i, p := range d.KeyPoints {
		points[i] = kit.Quote(p)
	}
	var o kit.Object
	o.Any("compression_ratio", d.CompressionRatio)
	o.Str("content_type", d.ContentType)
	o.Int("digest_chars", d.DigestChars)
	o.Set("evidence_snippets", kit.Array(evidence))
	o.Set("key_points", kit.Array(points))
	o.Int("original_chars", d.OriginalChars)
	o.Str("query_hash", d.QueryHash)
	o.Str("source_text_hash", d.SourceTextHash)
	o.Str("summary", d.Summary)
	o.Str("version", d.Version)
	findings, err := Validate(o.Done(), false)
	if err = cmp.Or(err, findings.Err()); err != nil {
		return nil, err
	}
	return o.Done(), nil
}

// complete fills in the members that have defaults.
func complete(doc []byte) ([]byte, error) {
	d, err := envelope.Open(doc, envelope.Limits{})
	if err != nil || kit.Kind(kit.Trim(doc)) != "object" {
		return doc, err
	}
	o := kit.Object{}
	for _, m := range []kit.Member{
		{Name: "version", Value: kit.Quote(Version)},
		{Name: "content_type", Value: kit.Quote(ContentType)},
		{Name: "key_points", Value: []byte("[]")},
		{Name: "evidence_snippets", Value: []byte("[]")},
	} {
		if !d.Has(m.Name) {
			o.Set(m.Name, m.Value)
		}
	}
	o.Merge(doc)
	return o.Done(), nil
}
