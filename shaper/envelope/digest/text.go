package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

var tags = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[^>]+>`) })

// CanonicalText normalises a source text so that hashes and locators of
// different readers agree: HTML entities decoded, tags cut out, Unicode in form
// NFC, each run of whitespace one space, none at the ends. The order is that of
// the original, so "a &lt; b &gt; c" loses its middle as a tag would. Bytes that
// are no UTF-8 become U+FFFD, since offsets count code points.
func CanonicalText(source string) string {
	plain := tags().ReplaceAllString(html.UnescapeString(strings.ToValidUTF8(source, "\uFFFD")), " ")
	return strings.Join(strings.FieldsFunc(norm.NFC.String(plain), isSpace), " ")
}

// isSpace takes the separators U+001C–U+001F for whitespace too, as Python
// does, so that hashes agree with those of the original.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

// QueryHash returns the eight hex digits under which a query is cached (RULES
// R42).
func QueryHash(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:])[:8]
}

// TextHash returns the hash of a canonical text (RULES R42): "sha256:" and 64
// hex digits.
func TextHash(canonical string) string {
	return words.SHA256([]byte(canonical))
}

// Verify holds a digest against the canonical text that it was made from: the
// hash of the text, and each excerpt at the place that its locator names (RULES
// R43 and R44).
func (d *Payload) Verify(canonical string) envelope.Findings {
	v := &kit.Validation{Findings: envelope.Findings{Errors: []envelope.Finding{}, Warnings: []envelope.Finding{}}}
	if d.SourceTextHash != TextHash(canonical) {
		v.Fail("source_text_hash", "is not that of the text")
	}
	for i, e := range d.Evidence {
		if !VerifyLocator(canonical, e.Locator, e.Text) {
			v.Fail(kit.Join("evidence_snippets", strconv.Itoa(i)), "is not what the text holds there")
		}
	}
	v.Findings.Valid = len(v.Findings.Errors) == 0
	return v.Findings
}
