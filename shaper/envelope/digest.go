package envelope

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
)

// What a digest/v1 payload says of itself (seed 000, R41, R42).
const (
	DigestVersion     = "1.0"
	DigestContentType = "digest/v1"
)

// Digest is the payload of a source whose content was condensed (DigestPayload
// of seed 000). Lengths count code points.
type Digest struct {
	Version          string
	ContentType      string
	QueryHash        string // see [DigestQueryHash]
	Summary          string // at most 2000
	KeyPoints        []string
	Evidence         []Evidence
	OriginalChars    int64
	DigestChars      int64
	CompressionRatio float64 // DigestChars / OriginalChars
	SourceTextHash   string  // see [SourceTextHash]
}

// Evidence is an excerpt of the canonical text that a digest rests on.
type Evidence struct {
	Text           string // at most 500, exactly as in the canonical text
	Locator        string // see [Locator]
	RelevanceScore float64
}

// IsDigest reports whether content of that type is a digest (R41, R45).
func IsDigest(contentType string) bool { return contentType == DigestContentType }

// Valid reports whether the digest says that it is one of this version
// (is_valid_digest).
func (d *Digest) Valid() bool { return IsDigest(d.ContentType) && d.Version == DigestVersion }

// EstimateTokens returns what the digest costs in a prompt: a quarter of its
// own characters, not of the source's (R45).
func (d *Digest) EstimateTokens() int64 { return d.DigestChars / 4 }

var digestSchema = sync.OnceValue(func() *schema { return mustSchema("digest-v1") })

// ValidateDigest checks a digest payload (validate_payload_dict). As the
// original does, it fills in version, content_type, key_points and
// evidence_snippets (REQUIREMENTS D19), and a locator in no known format is a
// warning. Strict, it takes no such liberty, and version, content_type and
// locators must be right. A number that comes as text or a boolean is none
// (R42).
func ValidateDigest(doc []byte, strict bool) (Findings, error) {
	_, findings, err := checkDigest(doc, strict)
	return findings, err
}

// ParseDigest reads a digest payload (deserialize_payload), valid as
// [ValidateDigest] has it. Its error names every field at fault, never a value.
func ParseDigest(doc []byte, strict bool) (*Digest, error) {
	if len(trimSpace(doc)) == 0 {
		return nil, errors.New("digest: content is empty")
	}
	checked, findings, err := checkDigest(doc, strict)
	if err != nil {
		return nil, fmt.Errorf("digest: invalid JSON: %w", err)
	}
	if err := findings.fault(); err != nil {
		return nil, fmt.Errorf("digest: %w", err)
	}
	return digestOf(open(checked)), nil
}

// checkDigest returns the payload that was checked, completed unless strict.
func checkDigest(doc []byte, strict bool) ([]byte, Findings, error) {
	if !strict {
		var err error
		if doc, err = completeDigest(doc); err != nil {
			return nil, Findings{}, err
		}
	}
	findings, err := validate(doc, digestSchema(), func(v *validation, d Doc) {
		checkCounts(v, d)
		checkLocators(v, d, strict)
		if strict {
			checkIdentity(v, d)
		}
	})
	return trimSpace(doc), findings, err
}

// checkCounts holds lengths to what a program can count.
func checkCounts(v *validation, d Doc) {
	for _, name := range []string{"original_chars", "digest_chars"} {
		v.checkRange(name, d.Value(name))
	}
}

func checkLocators(v *validation, d Doc, strict bool) {
	report := v.warn
	if strict {
		report = v.fail
	}
	for i, item := range elementsOf(d.Value("evidence_snippets")) {
		locator := open(item).Value("locator")
		if _, err := ParseLocator(text(locator)); err != nil && kindOf(locator) == "string" {
			report(join(join("evidence_snippets", strconv.Itoa(i)), "locator"), "is in no known format")
		}
	}
}

func checkIdentity(v *validation, d Doc) {
	for _, m := range []struct{ name, want string }{{"version", DigestVersion}, {"content_type", DigestContentType}} {
		if raw := d.Value(m.name); kindOf(raw) == "string" && text(raw) != m.want {
			v.fail(m.name, "must be %q", m.want)
		}
	}
}

func digestOf(d Doc) *Digest {
	digest := &Digest{
		Version:          text(d.Value("version")),
		ContentType:      text(d.Value("content_type")),
		QueryHash:        text(d.Value("query_hash")),
		Summary:          text(d.Value("summary")),
		KeyPoints:        []string{},
		Evidence:         []Evidence{},
		CompressionRatio: float(d.Value("compression_ratio")),
		SourceTextHash:   text(d.Value("source_text_hash")),
	}
	digest.OriginalChars, _ = integer(d.Value("original_chars"))
	digest.DigestChars, _ = integer(d.Value("digest_chars"))
	for _, point := range elementsOf(d.Value("key_points")) {
		digest.KeyPoints = append(digest.KeyPoints, text(point))
	}
	for _, item := range elementsOf(d.Value("evidence_snippets")) {
		e := open(item)
		digest.Evidence = append(digest.Evidence, Evidence{
			Text:           text(e.Value("text")),
			Locator:        text(e.Value("locator")),
			RelevanceScore: float(e.Value("relevance_score")),
		})
	}
	return digest
}

// float reads a number, rounded to the nearest that a float64 holds.
func float(raw []byte) float64 {
	f, _ := strconv.ParseFloat(string(raw), 64)
	return f
}
