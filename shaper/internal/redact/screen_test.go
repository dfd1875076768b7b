package redact_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// Under excludes alone, names are compiled for a string that begins with JSON. Under privacy
// rules they are compiled for every document.
func TestNamesAreCompiledOnDemand(t *testing.T) {
	for _, c := range []struct {
		rules, raw string
		want       bool
	}{{"password", "plain: password", false}, {"password", `{\"a\":1}`, true}, {"!password", "plain", true}, {"/a.b/", "plain", true}} {
		rules, compiled := hiding(t, c.rules), false
		names := rules.Names
		rules.Names = func() *plan.Names { compiled = true; return names() }
		var h redact.Hider
		h.Begin(rules, redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
		if h.Screen.Looks([]byte(c.raw), scan.EscapesOf([]byte(c.raw))); compiled != c.want {
			t.Errorf("%s over %s: compiled %t, want %t", c.rules, c.raw, compiled, c.want)
		}
	}
}

// TestLooks lists strings that need processing and strings that do not.
func TestLooks(t *testing.T) {
	var excludes, private redact.Hider
	excludes.Begin(hiding(t, "password *_pin"), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
	private.Begin(hiding(t, "!password !*_pin"), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
	for _, c := range []struct {
		raw             string
		exclude, privat bool
	}{
		{`plain`, false, false},
		{``, false, false},
		{`:password: x`, false, true},
		{`password:`, false, true},
		{`password(x) : 1`, false, true},
		{"password\u2000: 1", false, true}, // a blank whose first byte is beyond ASCII
		{`{\"word\" \t: 1}`, false, false},
		{`{\nword: 1}`, false, true}, // the raw text may end "pass\nword"
		{`{\nworm: 1}`, false, false},
		{`https://example.com/?a=b&c='d'`, false, false},
		{`password: x`, false, true},
		{`my password`, false, false},
		{`value: x, name: password`, false, true},
		{`a_pin='x'`, false, true},
		{`password : x, pin: y`, false, true},
		{`[password: x]`, true, true},
		{"\u3000[password: x]", true, true},
		{`漢[password: x]`, false, true}, // not a blank: other bytes
		{`{\"password\":1}`, true, true},
		{`{\"passwords\":1,\"word\":2}`, false, false},
		{`{\"word\":\"password\"}`, false, true},
		{`{\"password\" \t:1}`, true, true},
		{`{\"password\"\\n:1}`, true, true},
		{`{\"passw\\u006frd\":1}`, true, true},
		{`{\"pass\\u0077ord\":1}`, true, true},
		{`\"password\"\u003a 1`, true, true},
		{`password\u0022: 1`, true, true},
		{`pass\\word: 1`, false, true},
		{`a\npassword: 1`, false, true},
		{`a\n \t[password: 1]`, true, true},
		{`say \"password\" : 1`, true, true},
		{`\"\\u007b\\u0022password\\u0022:1}\"`, true, true},
		{`\tif password == 1 {`, false, true},
		{`say \"password\", or: 1`, false, true},
		{`\"\\n{\\\"password\\\"\\n:1}\"`, true, true},
		{`\"\\\u0075007b\\\u00750022password\\\u00750022:1}\"`, true, true},
		{`\u007b\"password\"\/* c */:1}`, true, true},
		{`\u007b\"password\"\/\u002a c */:1}`, true, true},
		{`\u007b\"password\"\u002f* c */:1}`, true, true},
		{`\"{\\\"password\\\"\\u003a1}\"`, true, true},
		{`{\"b\":\"password\\u003d'x'\"}`, true, true},
		{`{\"b\":\"password\\\u0075003d'x'\"}`, true, true},
		{`{\"b\":\"password\u005cu003d'x'\"}`, true, true},
		{`{\"b\":\"password\\u005cu003d'x'\"}`, true, true},
		{`C:\\new\\table\\readme`, false, false},
		{`a\n* b\nu\/v`, false, false},
		{`{\"password\" /* c */ : 1}`, true, true},
		{`{\"password\" // c\n : 1}`, true, true},
		{"{\\\"password\\\"\u00a0:1}", true, true},
		{`x := 1; if a == b { return \"c\" }`, false, false},
	} {
		if got := excludes.Screen.Looks([]byte(c.raw), scan.EscapesOf([]byte(c.raw))); got != c.exclude {
			t.Errorf("excludes look into %s: %v", c.raw, got)
		}
		if got := private.Screen.Looks([]byte(c.raw), scan.EscapesOf([]byte(c.raw))); got != c.privat {
			t.Errorf("privacy looks into %s: %v", c.raw, got)
		}
	}
}

// A rule without a last name may match without a sign. A pattern may match escaped text in a
// nested string.
func TestLooksWithoutNames(t *testing.T) {
	var excludes, private, patterns redact.Hider
	excludes.Begin(hiding(t, "a[0]"), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
	private.Begin(hiding(t, "!a[0]"), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
	patterns.Begin(hiding(t, "/a.b/"), redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
	for _, c := range []struct {
		raw                      string
		exclude, privat, pattern bool
	}{
		{`[1,2]`, true, true, false},
		{`["a b"]`, true, true, true},
		{`\u005b1,2]`, true, true, true},
		{`\"[1,2]\"`, true, true, false},
		{`\"\\n[1,2]\"`, true, true, false},
		{`\"a\\u0020b\"`, true, true, true},
		{`\"a\\tb\"`, false, true, true},
		{`a b`, false, false, false},
	} {
		raw := []byte(c.raw)
		got := []bool{excludes.Screen.Looks(raw, scan.EscapesOf(raw)), private.Screen.Looks(raw, scan.EscapesOf(raw)), patterns.Screen.Looks(raw, scan.EscapesOf(raw))}
		if want := []bool{c.exclude, c.privat, c.pattern}; !slices.Equal(got, want) {
			t.Errorf("%s is looked into: %v, want %v", c.raw, got, want)
		}
	}
}

// FuzzLawsLooks: if Looks denies a string, nothing in it is hidden, and under privacy nothing
// is counted.
func FuzzLawsLooks(f *testing.F) {
	for _, text := range []string{
		`{"password":1}`, `password: x`, "{\"password\"\n:1}", `{"p\u0061ssword":1}`, `"{\"password\":1}"`, `User(a_pin='x')`, `pass\word: 1`,
		"'password'\t=> 2", `{"password"//` + "\n" + `:1}`, `"{\"password\"\n\t:\n1}`, `\"password\u0022: 1`, "password:\n  x", `{"a":"\"password\\\"=1"}`,
		"pass_word: x", "p-ASSword = x", "passwo\u200brd: x", "passwor\u200bd: x", "password\u200b: x", "passwor\uff24: x", "pa\u017f\u017fword: x",
		"a_pin : x", "A_PI\uff4e=x", "--password x", "<password>x</password>", `passwor d\":0`, "p-ASSword*=x", `passwor\ d":0`, "passwor\td: 1", "passwor\nd\": 1", "password\uff1a x", strings.Repeat("x ", 40) + "password: y",
	} {
		f.Add(text, false)
		f.Add(text, true)
	}
	for _, raw := range []string{
		`\"\\n{\\\"password\\\"\\n:1}\"`, `\u007b\"password\"\/* c */:1}`, `{\"b\":\"password\\u003d'x'\"}`, `\"\\\u0075007b\\\u00750022password\\\u00750022:1}\"`,
	} {
		f.Add(raw, false)
		f.Add(raw, true)
	}
	excluded, forbidden := hiding(f, "password *_pin a.b"), hiding(f, "!password !*_pin ~a.b")
	f.Fuzz(func(t *testing.T, text string, private bool) {
		rules := excluded
		if private {
			rules = forbidden
		}
		quoted, _ := json.Marshal(text)
		lawLooks(t, rules, quoted[1:len(quoted)-1], private)
		asIs := fmt.Appendf(nil, `"%s"`, text)
		if end, _, kind := scan.String(asIs, 0, len(asIs)); kind == scan.KindNone && end == len(asIs) {
			lawLooks(t, rules, []byte(text), private)
		}
	})
}

// lawLooks checks the law for one raw string. Without escapes, it also checks the Glance of a
// document with the string among others.
func lawLooks(t *testing.T, rules *plan.Hiding, raw []byte, private bool) {
	var h redact.Hider
	doc := fmt.Appendf(nil, `{"a":"b","password":"%s","c":"d"}`, raw)
	from := len(`{"a":"b","password":"`)
	h.Begin(rules, redact.Source{Text: doc, Limits: &limits, Nesting: plan.MaxNesting})
	isLeft := !h.Screen.Looks(raw, scan.EscapesOf(raw))
	if bytes.IndexByte(raw, '\\') < 0 && (len(raw) == 0 || !h.Screen.Opens[raw[0]]) {
		isLeft = isLeft || !h.Screen.Asks || !h.Screen.Concerns(from, from+len(raw))
	}
	if !isLeft {
		return
	}
	edits, counts := h.Edits(redact.String{Raw: raw, Text: scan.AppendUnquote(nil, raw), Place: redact.Root(rules)})
	if len(edits) > 0 || counts.Withheld > 0 || counts.Opaque > 0 && private {
		t.Fatalf("%s is left, and loses %v, counts %+v", raw, edits, counts)
	}
}
