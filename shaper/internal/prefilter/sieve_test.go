package prefilter_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/bench"
	"github.com/seed-7aa78ce4/shape/shaper/internal/prefilter"
)

func sieveOf(expressions ...string) *prefilter.Sieve {
	var all []*regexp.Regexp
	for _, x := range expressions {
		all = append(all, regexp.MustCompile(x))
	}
	return prefilter.New(all)
}

// Ten typical patterns need no run on documents without a match, whatever their size.
func TestR4NoPatternIsAsked(t *testing.T) {
	s := sieveOf(bench.Patterns...)
	for name, doc := range map[string][]byte{
		"envelope": bench.Envelope(3), "search": bench.Search(3), "records": bench.Records(1 << 20), "code": bench.Code(1 << 20), "escaped": bench.Escaped(1 << 20),
	} {
		if at := s.Next(doc, 0); at < len(doc) {
			t.Errorf("%s: a pattern is asked for %.40q", name, doc[max(0, at-20):])
		}
	}
}

// A match is found in each spelling. Similar texts are excluded.
func TestWritten(t *testing.T) {
	for _, c := range []struct {
		expression, raw string
		want            bool
	}{
		{`[a-z/]{6}`, `abc/de`, true},
		{`[a-z/]{6}`, `abc\/de`, true},
		{`abcdef`, `abc\/def`, false},
		{`AKIA`, `\u0041KIA`, true},
		{`AKIA`, `\\u0041KIA`, true},
		{`AKIA`, `\u00e9KIA`, false},
		{`(?i)key`, "\u212aey", true},
		{`(?i)key`, `\u212aey`, true},
		{`(?i)secret`, `\u017Fecret`, true},
		{`key`, `\u212aey`, false},
		{`éa`, `\u00e9a`, true},
		{`éa`, "éa", true},
		{`éa`, `\na`, false},
		{`密`, `\\u5bc6`, true},
		{`key:\s`, `key:\n`, true},
		{`key:\s`, `key:\\t`, true},
		{`key:\s`, `key: `, true},
		{`"key"`, `\"key\"`, true},
		{`(?:\d{1,3}\.){3}\d{1,3}`, `at 10.0.0.1`, true},
		{`(?:\d{1,3}\.){3}\d{1,3}`, `at 10.05, 2026.11`, false},
		{`\bAKIA\b|\bASIA\b`, `AMIA`, false},
		{`[^@\s]+@[^@\s]+`, `@`, true},
		{`[^@\s]+@[^@\s]+`, `a at b`, false},
		{`\x{FFFD}`, "\xff", true},
		{`.+`, `x`, true},
		{`\b`, `x`, true},
	} {
		if got := sieveOf(c.expression).Next([]byte(c.raw), 0) < len(c.raw); got != c.want {
			t.Errorf("%s may fit %s: %v", c.expression, c.raw, got)
		}
	}
}

// An expression that is too large is always run and costs no time in the sieve. So is an
// expression whose fragments occur in all texts.
func TestHostileExpressions(t *testing.T) {
	nested := strings.Repeat("(a", 300) + strings.Repeat(")+", 300)
	for _, c := range []struct {
		expression string
		asked      bool
	}{
		{`(?:[a-z]{10}\pL\pN){90}`, true},
		{nested + "bcdefgh", false},
		{strings.Repeat("(?:a|b|cd)?", 500) + "@", false},
		{"(?:" + strings.Repeat("[ab]?[bc]*", 400) + ")x", false},
		{`\PL`, true},
		{`[^\s\S]`, false},
		{`a[^\x00-\x{10FFFF}]|x`, false},
		{`(?i)0?[^\d\D]`, false},
		{`\P{Any}|5`, true},
	} {
		if asked := sieveOf(c.expression).Fits([]byte("0123456789")).Has(0); asked != c.asked {
			t.Errorf("%.30s is asked: %v", c.expression, asked)
		}
	}
}
