package envelope

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Serialize writes a digest as JSON (serialize_payload): all ten members, keys
// sorted, text unescaped, so that equal digests are equal bytes. It fails where
// the digest breaks a limit.
func (d *Digest) Serialize() ([]byte, error) {
	evidence := make([][]byte, len(d.Evidence))
	for i, e := range d.Evidence {
		var o object
		o.str("locator", e.Locator)
		o.any("relevance_score", e.RelevanceScore)
		o.str("text", e.Text)
		evidence[i] = o.done()
	}
	points := make([][]byte, len(d.KeyPoints))
	for i, p := range d.KeyPoints {
		points[i] = quote(p)
	}
	var o object
	o.any("compression_ratio", d.CompressionRatio)
	o.str("content_type", d.ContentType)
	o.num("digest_chars", d.DigestChars)
	o.raw("evidence_snippets", array(evidence))
	o.raw("key_points", array(points))
	o.num("original_chars", d.OriginalChars)
	o.str("query_hash", d.QueryHash)
	o.str("source_text_hash", d.SourceTextHash)
	o.str("summary", d.Summary)
	o.str("version", d.Version)
	findings, err := ValidateDigest(o.done(), false)
	if err = cmp.Or(err, findings.fault()); err != nil {
		return nil, err
	}
	return o.done(), nil
}

// completeDigest fills in the members that have defaults.
func completeDigest(doc []byte) ([]byte, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil || kindOf(trimSpace(doc)) != "object" {
		return doc, err
	}
	o := object{}
	for _, m := range []pair{
		{"version", quote(DigestVersion)},
		{"content_type", quote(DigestContentType)},
		{"key_points", []byte("[]")},
		{"evidence_snippets", []byte("[]")},
	} {
		if !d.Has(m.name) {
			o.raw(m.name, m.value)
		}
	}
	o.merge(doc)
	return o.done(), nil
}
