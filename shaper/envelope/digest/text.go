package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

var tags = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[^>]+>`) })

// CanonicalText normalises a source text so that hashes and locators of different readers
// agree. It decodes HTML entities, cuts out tags, and converts to Unicode form NFC. Each run
// of whitespace becomes one space, without any at the ends.
//
// The order is that of the original, so "a &lt; b &gt; c" loses its middle as a tag would.
// Invalid UTF-8 bytes become U+FFFD, since offsets count code points.
func CanonicalText(source string) string {
	plain := tags().ReplaceAllString(html.UnescapeString(strings.ToValidUTF8(source, "\uFFFD")), " ")
	return strings.Join(strings.FieldsFunc(norm.NFC.String(plain), func(r rune) bool {
		return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F // Python, the language of the original, treats these as whitespace
	}), " ")
}

// QueryHash returns the cache key of a query: eight hex digits (RULES R42).
func QueryHash(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:])[:8]
}

// TextHash returns the hash of a canonical text (RULES R42): "sha256:" and 64 hex digits.
func TextHash(canonical string) string {
	return words.SHA256([]byte(canonical))
}

// Verify checks a digest against the canonical text of its source. It checks the hash of the
// text, and each excerpt at the place of its locator (RULES R43 and R44).
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

// Locator is a place in a canonical text: "char:1500-1650", or
// "page:3:char:200-450" for paged sources (seed 000; RULES R44). Offsets count
// code points from 0, the end is exclusive; pages count from 1.
type Locator struct {
	Page       int // 0: the text has no pages
	Start, End int
}

var locatorFormat = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:page:(0*[1-9][0-9]*):)?char:([0-9]+)-([0-9]+)$`)
})

// ErrLocator is the error of a text that is no locator.
var ErrLocator = errors.New("locator: want char:S-E or page:N:char:S-E")

// ParseLocator reads a locator; its error is [ErrLocator].
func ParseLocator(s string) (Locator, error) {
	parts := locatorFormat().FindStringSubmatch(s)
	if parts == nil {
		return Locator{}, ErrLocator
	}
	var l Locator
	for i, n := range []*int{&l.Page, &l.Start, &l.End} {
		digits := parts[i+1]
		if digits == "" {
			continue
		}
		var err error
		if *n, err = strconv.Atoi(digits); err != nil {
			return Locator{}, ErrLocator
		}
	}
	if l.Start > l.End {
		return Locator{}, ErrLocator
	}
	return l, nil
}

// String writes the locator as [ParseLocator] reads it.
func (l Locator) String() string {
	if l.Page > 0 {
		return fmt.Sprintf("page:%d:char:%d-%d", l.Page, l.Start, l.End)
	}
	return fmt.Sprintf("char:%d-%d", l.Start, l.End)
}

// Slice returns the part of a text that the locator names; beyond the end of
// the text there is nothing.
func (l Locator) Slice(text string) string {
	start := byteOffset(text, l.Start)
	return text[start : start+byteOffset(text[start:], l.End-l.Start)]
}

// byteOffset returns the offset of code point n in a text, or of its end.
func byteOffset(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// Locate finds the first place of an excerpt in a canonical text. Both must be UTF-8.
func Locate(canonical, excerpt string) (Locator, bool) {
	i := strings.Index(canonical, excerpt)
	if i < 0 {
		return Locator{}, false
	}
	start := utf8.RuneCountInString(canonical[:i])
	return Locator{Start: start, End: start + utf8.RuneCountInString(excerpt)}, true
}

// VerifyLocator reports whether a canonical text holds an excerpt at the place that a locator
// names: canonical[S:E] == excerpt. A locator that cannot be read names no place.
func VerifyLocator(canonical, locator, excerpt string) bool {
	l, err := ParseLocator(locator)
	return err == nil && l.Slice(canonical) == excerpt
}
