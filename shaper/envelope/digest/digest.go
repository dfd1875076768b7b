package digest

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The fixed values of a digest/v1 payload (seed 000; RULES R41 and R42).
const (
	Version     = "1.0"
	ContentType = "digest/v1"
)

// Payload is the payload of a source whose content was condensed (DigestPayload
// of seed 000). Lengths count code points. Version and ContentType are those of
// this package; they are not filled in.
type Payload struct {
	Version          string
	ContentType      string
	QueryHash        string     // see [QueryHash]
	Summary          string     // at most 2000
	KeyPoints        []string   // at most 10 of 500
	Evidence         []Evidence // at most 10
	OriginalChars    int64      // of the canonical text
	DigestChars      int64      // of the digest; seed 000 does not say of which parts
	CompressionRatio float64    // DigestChars / OriginalChars
	SourceTextHash   string     // see [TextHash]
}

// Evidence is an excerpt of the canonical text that a digest rests on.
type Evidence struct {
	Text           string  // at most 500, exactly as in the canonical text
	Locator        string  // see [Locator]
	RelevanceScore float64 // 0 to 1
}

// Is reports whether content of that type is a digest (RULES R41 and R45).
func Is(contentType string) bool { return contentType == ContentType }

// Valid reports whether the digest claims this content type and version (is_valid_digest).
func (d *Payload) Valid() bool { return Is(d.ContentType) && d.Version == Version }

// EstimateTokens returns the cost of the digest in a prompt: a quarter of its own characters,
// not of the source's (RULES R45).
func (d *Payload) EstimateTokens() int64 { return d.DigestChars / 4 }

// ErrEmpty is the error of a payload without content.
var ErrEmpty = errors.New("digest: content is empty")

var contract = kit.Contract{Dialect: "digest", Schemas: map[string]string{"": "digest-v1"}}

// Validate checks a digest payload (validate_payload_dict). As the original does, it fills in
// version, content_type, key_points and evidence_snippets (RULES D19). Strict, it takes no such
// liberty, and version and content_type must be right. Each piece of evidence has a [Locator]
// (RULES D36). A number that comes as text or a boolean is none (RULES R42).
func Validate(doc []byte, strict bool) (envelope.Findings, error) {
	_, findings, err := check(doc, strict)
	return findings, err
}

// Parse reads a digest payload (deserialize_payload) that [Validate] accepts. Its error names
// every field at fault, never a value.
func Parse(doc []byte, strict bool) (*Payload, error) {
	if len(kit.Trim(doc)) == 0 {
		return nil, ErrEmpty
	}
	checked, findings, err := check(doc, strict)
	if err != nil {
		return nil, fmt.Errorf("digest: invalid JSON: %w", err)
	}
	if err := findings.Err(); err != nil {
		return nil, fmt.Errorf("digest: %w", err)
	}
	return payloadOf(envelope.Index(checked)), nil
}

// check returns the payload that was checked, completed unless strict.
func check(doc []byte, strict bool) ([]byte, envelope.Findings, error) {
	if !strict {
		var err error
		if doc, err = complete(doc); err != nil {
			return nil, envelope.Findings{}, err
		}
	}
	findings, err := contract.Validate(doc, "", func(v *kit.Validation, d *envelope.Doc) {
		for _, name := range []string{"original_chars", "digest_chars"} {
			v.CheckRange(name, d.Value(name))
		}
		for i, item := range kit.Elements(d.Value("evidence_snippets")) {
			locator := kit.Text(envelope.Index(item).Value("locator"))
			if _, err := ParseLocator(locator); err != nil && locatorFormat().MatchString(locator) { // right in form alone
				v.Fail(kit.Join(kit.Join("evidence_snippets", strconv.Itoa(i)), "locator"), "must not end before it starts, nor count beyond all texts")
			}
		}
		for _, m := range []struct{ name, want string }{{"version", Version}, {"content_type", ContentType}} {
			if value := d.Value(m.name); strict && kit.Kind(value) == "string" && kit.Text(value) != m.want {
				v.Fail(m.name, "must be %q", m.want)
			}
		}
	})
	return kit.Trim(doc), findings, err
}

func payloadOf(d *envelope.Doc) *Payload {
	digest := &Payload{
		Version:          kit.Text(d.Value("version")),
		ContentType:      kit.Text(d.Value("content_type")),
		QueryHash:        kit.Text(d.Value("query_hash")),
		Summary:          kit.Text(d.Value("summary")),
		KeyPoints:        []string{},
		Evidence:         []Evidence{},
		CompressionRatio: float(d.Value("compression_ratio")),
		SourceTextHash:   kit.Text(d.Value("source_text_hash")),
	}
	digest.OriginalChars, _ = kit.Integer(d.Value("original_chars"))
	digest.DigestChars, _ = kit.Integer(d.Value("digest_chars"))
	for _, point := range kit.Elements(d.Value("key_points")) {
		digest.KeyPoints = append(digest.KeyPoints, kit.Text(point))
	}
	for _, item := range kit.Elements(d.Value("evidence_snippets")) {
		e := envelope.Index(item)
		digest.Evidence = append(digest.Evidence, Evidence{
			Text:           kit.Text(e.Value("text")),
			Locator:        kit.Text(e.Value("locator")),
			RelevanceScore: float(e.Value("relevance_score")),
		})
	}
	return digest
}

// float reads a number, rounded to the nearest that a float64 holds.
func float(value []byte) float64 {
	f, _ := strconv.ParseFloat(string(value), 64)
	return f
}

// Serialize writes a digest as JSON (serialize_payload): all ten members, keys sorted, text
// unescaped. Equal digests give equal bytes. It fails if the digest breaks a limit.
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

// Contract is digest/v1 as an [envelope.Validator] and an [envelope.Schemer]. It is no
// dialect: a digest is a payload, and any envelope may hold it.
type Contract struct{}

// Name is the name used in flags.
func (Contract) Name() string { return "digest" }

// Validate is the function [Validate], not strict. There is one edition, "".
func (Contract) Validate(doc []byte, edition string) (envelope.Findings, error) {
	if err := contract.Check(edition); err != nil {
		return envelope.Findings{}, err
	}
	return Validate(doc, false)
}

// Schema returns the JSON Schema of a digest as it is written, with all ten members.
func (Contract) Schema(edition string) ([]byte, error) { return contract.Schema(edition) }
