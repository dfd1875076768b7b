// Package detect finds personal data by its form: e-mail addresses, phone numbers,
// payment cards and IBANs. Importing it for its side effect lets a configuration say
//
//	"privacy": {"detect": ["pii"]}
//
// or name single kinds: email, phone, card, iban. Each value becomes the mark of its
// kind, such as [card]. The scanners are written by hand and read a text in linear
// time. Checksums (Luhn, mod 97), lengths and prefixes bound false positives; a
// detector is a net and no promise. The rules stand in shaper/GUARANTEES.md, and are cited
// as GUARANTEES, detectors.
package detect

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
)

func init() {
	profiles.RegisterDetector("github.com/seed-7aa78ce4/shape/shaper/detect", func(kinds []string) profiles.Detector {
		return newDetector(kinds)
	})
}

// detector finds the kinds that are set.
type detector struct{ email, phone, card, iban bool }

func newDetector(kinds []string) detector {
	has := func(kind string) bool { return slices.Contains(kinds, kind) }
	return detector{email: has("email"), phone: has("phone"), card: has("card"), iban: has("iban")}
}

// hasNumbers reports whether a kind is looked for that consists of digits.
func (d detector) hasNumbers() bool { return d.phone || d.card || d.iban }

// Append implements [profiles.Detector].
func (d detector) Append(dst []profiles.Span, text []byte) []profiles.Span {
	own := len(dst)
	if d.email {
		dst = appendEmails(dst, text)
	}
	if d.hasNumbers() {
		dst = d.appendNumbers(dst, text)
	}
	return dst[:own+len(profiles.JoinSpans(dst[own:]))]
}

func isDigit(c byte) bool  { return c-'0' < 10 }
func isLetter(c byte) bool { return (c|0x20)-'a' < 26 }
func isAlnum(c byte) bool  { return isDigit(c) || isLetter(c) }

// at returns text[i], or 0 outside the text.
func at(text []byte, i int) byte {
	if i < 0 || i >= len(text) {
		return 0
	}
	return text[i]
}
