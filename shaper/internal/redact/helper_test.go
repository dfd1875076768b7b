package redact_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// hiding returns the rules for words: !password is private, ^halstead is a tier rule, ~email
// is a redaction, and /S.CRET/ is a pattern. +token is shown in errors, and the response is an
// error. Any other word is an exclude.
func hiding(t testing.TB, rules string) *plan.Hiding {
	t.Helper()
	var spec profiles.Spec
	tool := profiles.Tool{Name: "t"}
	call := plan.Call{Key: profiles.Key{Tool: "t", Tier: "community"}}
	var private profiles.Privacy
	failed := false
	for _, rule := range strings.Fields(rules) {
		switch sign, rest := rule[0], rule[1:]; {
		case sign == '!':
			private.Drop = append(private.Drop, rest)
		case sign == '~':
			private.Mask = append(private.Mask, profiles.PrivacyMask{Path: rest})
		case sign == '/' && strings.HasSuffix(rest, "/"):
			private.Mask = append(private.Mask, profiles.PrivacyMask{Pattern: strings.TrimSuffix(rest, "/"), With: new("#\"")})
		case sign == '^':
			tool.ExcludeWhenTier = map[string][]string{"community": {rest}}
		case sign == '+':
			tool.IncludeOnError, failed = append(tool.IncludeOnError, rest), true
		default:
			tool.ExcludeFields = append(tool.ExcludeFields, rule)
		}
	}
	spec.Tools, spec.Privacy = []profiles.Tool{tool}, []profiles.Privacy{private}
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := dialects.Lookup("plain")
	answer := plan.Of(d)
	answer.IsError, answer.Failed = failed, failed
	asked := plan.NewCache(set).Ask(nil, &call)
	p, err := asked.Plan(answer)
	if err != nil || p.Hiding == nil {
		t.Fatalf("%q: nothing hides, %v", rules, err)
	}
	return p.Hiding
}

var limits = scan.Limits{}.OrDefault()

// way lists the names of the members above a string, and its own.
type way []string

// look processes a string with the given content below a way.
func look(h *redact.Hider, rules *plan.Hiding, raw []byte, at way) (redact.Edits, redact.Counts) {
	h.Begin(rules, redact.Source{Limits: &limits, Nesting: plan.MaxNesting, Asked: true})
	if h.Follows() {
		h.Leave(0)
		for _, name := range at {
			h.Enter([]byte(name))
		}
		h.Stood(nil)
	}
	if !h.Screen.Looks(raw, scan.EscapesOf(raw)) {
		return nil, redact.Counts{}
	}
	place := redact.Root(rules)
	for _, name := range at {
		place = place.Member(rules, []byte(name))
	}
	return h.Edits(redact.String{Raw: raw, Text: scan.AppendUnquote(nil, raw), Place: place, Censors: true})
}

// quote returns a text as a JSON string without the quotes.
func quote(text string) []byte {
	quoted := scan.AppendQuote(nil, []byte(text))
	return quoted[1 : len(quoted)-1]
}

// hidden returns a text after hiding.
func hidden(t testing.TB, h *redact.Hider, rules *plan.Hiding, text string, at way) (string, redact.Counts) {
	t.Helper()
	raw := quote(text)
	edits, counts := look(h, rules, raw, at)
	return string(scan.AppendUnquote(nil, redact.Append(nil, raw, edits))), counts
}

// nested returns a text in the given number of JSON strings.
func nested(text string, levels int) string {
	for range levels {
		text = string(scan.AppendQuote(nil, []byte(text)))
	}
	return text
}
