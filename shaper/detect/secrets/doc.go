// Package secrets finds keys, tokens and passwords by the rules of gitleaks. Importing
// it for its side effect lets a configuration say
//
//	"privacy": {"detect": ["secrets"]}
//
// Each secret becomes [secret]. The rules come from the configuration of
// github.com/zricethezav/gitleaks/v8; the search is this package's own. It finds keywords in
// one pass and tests the bytes behind a keyword. Then the expression of the rule reads a
// window around it. Entropy, secret groups and allowlists hold as in gitleaks.
//
// Rules that ask for a file name are left out, since a text of a tool has none. A comment
// gitleaks:allow has no effect, since a server could write it.
//
// Nothing is parsed before the first text. An expression is compiled at its first use.
package secrets

import "github.com/seed-7aa78ce4/shape/profiles"

func init() {
	profiles.RegisterDetector("github.com/seed-7aa78ce4/shape/shaper/detect/secrets", func([]string) profiles.Detector {
		return detector{}
	})
}

// detector finds secrets. All detectors share the rules.
type detector struct{}

// Next implements [profiles.Detector].
func (detector) Next(raw []byte, from int) int { return theRules().next(raw, from) }

// Append implements [profiles.Detector].
func (detector) Append(dst []profiles.Span, text []byte) []profiles.Span {
	return theRules().append(dst, text)
}
