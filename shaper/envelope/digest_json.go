package envelope

import (
	"cmp"
	"strings"

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

// completeDigest fills in the members that have defaults, and turns numbers
// that come as text or booleans into numbers.
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
	numbers(&o, "original_chars", "digest_chars", "compression_ratio")
	if kindOf(o.get("evidence_snippets")) == "array" {
		o.raw("evidence_snippets", array(scored(elementsOf(o.get("evidence_snippets")))))
	}
	return o.done(), nil
}

// scored returns evidence with its scores as numbers.
func scored(evidence [][]byte) [][]byte {
	for i, e := range evidence {
		if kindOf(e) == "object" && open(e).Has("relevance_score") {
			var o object
			o.merge(e)
			numbers(&o, "relevance_score")
			evidence[i] = o.done()
		}
	}
	return evidence
}

// numbers turns members into numbers where they are texts of numbers or
// booleans.
func numbers(o *object, names ...string) {
	for _, name := range names {
		switch raw := o.get(name); kindOf(raw) {
		case "boolean":
			o.raw(name, map[string][]byte{"true": []byte("1"), "false": []byte("0")}[string(raw)])
		case "string":
			inner := []byte(strings.TrimSpace(text(raw)))
			if scan.Check(inner, scan.Limits{}, false) == nil && kindOf(inner) == "number" {
				o.raw(name, inner)
			}
		}
	}
}
