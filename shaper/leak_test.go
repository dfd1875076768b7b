package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// The secrets of [FuzzLawsLeak]: one stands behind the names that the rules hide,
// the other one in strings that a pattern looks for.
const (
	namedSecret   = "S3CRETvalue"
	patternSecret = "SK-31337"
)

// What is hidden by name: always, by privacy and tiers; unless it is metadata, by
// excludes; and in the root of a payload.
var (
	forbiddenNames = []string{"password", "p\\u0061ssword", "api_key", "user_pin", "halstead", "\\u0065mail", "phone"}
	excludedNames  = []string{"token", "t\\u006fken", "cookie"}
	anchoredNames  = []string{"pin", "\\u0070in"}
)

func leakSpec(r *rand.Rand) profiles.Spec {
	spec := profiles.Spec{
		Privacy: []profiles.Privacy{
			{Drop: []string{"password", "**.api_key", "*_pin", ".pin"}},
			{Mask: []profiles.PrivacyMask{{Path: "email"}, {Path: "**.phone", With: new("")}, {Pattern: "SK-[0-9]+", With: new("#")}}},
		},
		Tools: []profiles.Tool{{
			Name: "t", ExcludeFields: []string{"token"}, ExcludeWhenTier: map[string][]string{"community": {"halstead"}},
			IncludeOnError: []string{"password", "halstead", "email"},
			Derive:         map[string]profiles.Derive{"s": {From: "password", Chars: 50}, "u": {From: "email", Chars: 50}, "v": {From: "a", Chars: 50}},
			ResponseModes:  map[string]profiles.Mode{"m": {Fields: []string{"a", "rows", "s", "u", "v", "password"}, Limits: map[string]int{"rows": 2}}},
		}},
	}
	tool := &spec.Tools[0]
	tool.Settings = leakSettings(r)
	if r.IntN(3) == 0 {
		tool.Items = new("rows")
	}
	if r.IntN(3) == 0 {
		tool.IncludeOnly = []string{"a", "rows", "password", "**.email"}
	}
	return spec
}

func leakSettings(r *rand.Rand) profiles.Settings {
	var s profiles.Settings
	if r.IntN(2) == 0 {
		s.ExcludeNullValues, s.ExcludeEmptyArrays, s.ExcludeEmptyObjects = new(r.IntN(2) == 0), new(r.IntN(2) == 0), new(r.IntN(2) == 0)
	}
	if r.IntN(2) == 0 {
		s.AlwaysKeep = &[]string{"password", "email", "success"}
	}
	s.Unmatched, s.Emptied = word(r.IntN(2) == 0, "keep", "prune"), word(r.IntN(2) == 0, "drop", "keep")
	s.Duplicates = new([]string{"reject", "reject", "first", "last"}[r.IntN(4)])
	return s
}

// leaker makes documents of every dialect with secrets in them, wherever they
// must be hidden.
type leaker struct {
	*rand.Rand
	called bool // a dialect is named: only what is forbidden is sure to be hidden
	inside bool // a document that is a part of another one
	depth  int  // documents that may still be put into each other
	texts  int  // that the document is in
}

func (g *leaker) oneOf(s ...string) string { return s[g.IntN(len(s))] }

// member is a member with or without a secret, and what may follow it.
func (g *leaker) member(names ...string) string {
	names = append(names, forbiddenNames...)
	switch g.IntN(6) {
	case 0, 1:
		value := g.oneOf(`"`+namedSecret+`"`, `{"a":["`+namedSecret+`"]}`, `[{"\u0062":"`+namedSecret+`"},1]`, `"{\"a\":\"`+namedSecret+`\"}"`)
		return fmt.Sprintf(`%s"%s"%s:%s%s`, g.space(), g.oneOf(names...), g.space(), g.space(), value)
	case 2:
		return fmt.Sprintf(`"%s":"say %s"`, g.oneOf("a", "note", "b"), patternSecret)
	}
	return fmt.Sprintf(`"%s":%s`, g.oneOf("k", "rows", "é", "l"), g.oneOf("1", "null", `"x"`, "[]", "{}", `[{"a":1},{"a":2},{"a":3}]`))
}

func (g *leaker) space() string {
	if g.texts > 3 {
		return g.oneOf("", " ")
	}
	return g.oneOf("", "", " ", "\n\t")
}

// object joins members; a name may be there twice, which is refused or settled.
func (g *leaker) object(members ...string) string {
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	seen, kept := map[string]bool{}, members[:0]
	for _, m := range members {
		name := m[:max(0, strings.Index(m, ":"))]
		if m != "" && (!seen[name] || g.IntN(8) == 0) {
			kept = append(kept, m)
		}
		seen[name] = true
	}
	return "{" + g.space() + strings.Join(kept, ","+g.space()) + g.space() + "}"
}

// hidden are the names that are hidden in a payload, at its root or below.
func (g *leaker) hidden(root bool) []string {
	switch {
	case g.called || g.texts > 4: // too deep to be read: only what is private is withheld
		return nil
	case root:
		return append(append([]string{}, anchoredNames...), excludedNames...)
	}
	return excludedNames
}

// payload is a value that no dialect knows more of.
func (g *leaker) payload(depth int, root bool) string {
	names := g.hidden(root)
	if depth == 0 {
		return g.object(g.member(names...), g.member(names...))
	}
	switch g.IntN(4) {
	case 0:
		return "[" + g.payload(depth-1, root) + "," + g.payload(depth-1, root) + "]"
	case 1:
		return g.object(g.member(names...), `"rows":`+g.payload(depth-1, false), `"data":`+g.payload(depth-1, false))
	}
	return g.object(g.member(names...), g.member(names...), `"nested":`+g.payload(depth-1, false))
}

// meta is an object of metadata, which excludes spare.
func (g *leaker) meta() string { return g.object(g.member(), g.member()) }

// foreign is a member that no dialect knows.
func (g *leaker) foreign() string { return `"x":` + g.payload(1, false) }

// message is a text for people.
func (g *leaker) message() string { return g.oneOf(`"m"`, `"no key `+patternSecret+`"`) }

// text is what the text of a tool result says.
func (g *leaker) text() string {
	said := g.oneOf("ok", patternSecret, "[info] "+patternSecret, "{"+patternSecret, `{"a":"`+patternSecret+`"}{`)
	if g.IntN(4) > 0 {
		g.texts++
		said = g.oneOf("", "\ufeff", " \n") + g.document()
		g.texts--
	}
	quoted, _ := json.Marshal(said)
	return string(quoted)
}

// document is a document of any dialect, or of none.
func (g *leaker) document() string {
	if g.depth--; g.depth < 0 {
		return g.payload(1, true)
	}
	switch g.IntN(7) {
	case 0:
		return g.scalpel()
	case 1:
		return g.responseV2()
	case 2:
		return g.bmcis()
	case 3:
		return g.object(g.mcp()...)
	case 4:
		return g.object(`"jsonrpc":"2.0"`, `"id":`+g.oneOf("1", `"r"`), `"result":`+g.object(g.mcp()...), g.foreign())
	case 5:
		return g.object(`"jsonrpc":"2.0"`, `"id":null`, `"error":`+g.object(`"code":-32000`, `"message":`+g.message(), `"data":`+g.payload(2, true)), g.foreign())
	}
	return g.payload(3, true)
}

func (g *leaker) scalpel() string {
	failure := g.oneOf("null", g.object(`"error":`+g.message(), `"error_code":"timeout"`, `"error_details":`+g.payload(2, true)))
	return g.object(`"data":`+g.payload(2, true), `"error":`+failure, g.oneOf(`"tier":"community"`, `"duration_ms":1`),
		`"upgrade_hints":[`+g.meta()+`]`, `"capabilities":`+g.oneOf("[]", g.meta(), `["`+patternSecret+`"]`))
}

func (g *leaker) responseV2() string {
	meta := g.object(`"version":"response-v2"`, `"warnings":[`+g.message()+`]`, `"telemetry":`+g.meta(), `"pagination":`+g.meta(), g.member(g.hidden(false)...))
	return g.object(`"success":`+g.oneOf("true", "false"), `"data":`+g.oneOf(g.payload(2, true), g.message()), `"error":`+g.oneOf("null", g.message()), `"meta":`+meta, g.foreign())
}

func (g *leaker) bmcis() string {
	head := g.object(`"operation":"o"`, `"version":"1"`, `"timestamp":"t"`, `"request_id":"r"`, `"status":`+g.oneOf(`"success"`, `"error"`), `"message":`+g.message(), g.member(g.hidden(false)...))
	return g.object(`"_metadata":`+head, `"results":[`+g.payload(2, true)+`]`, `"pagination":`+g.oneOf("null", g.meta()),
		`"execution_context":`+g.object(`"tokens_estimated":1`, g.member(g.hidden(false)...)),
		`"warnings":[`+g.object(`"level":"info"`, `"code":"C"`, `"message":`+g.message(), g.member(g.hidden(false)...))+`]`, g.foreign())
}

// mcp are the members of a tool result.
func (g *leaker) mcp() []string {
	items := []string{g.object(`"type":"text"`, `"text":`+g.text(), g.member(g.hidden(false)...))}
	if g.IntN(2) == 0 {
		items = append(items, g.object(`"type":"resource"`, `"resource":`+g.object(`"uri":"u"`, `"text":`+g.text(), g.member(g.hidden(false)...)), `"annotations":`+g.payload(1, false)))
	}
	members := []string{`"content":[` + strings.Join(items, ",") + `]`, `"isError":` + g.oneOf("true", "false"), g.foreign()}
	switch g.IntN(4) {
	case 0:
		members = append(members, `"structuredContent":`+g.oneOf(g.message(), g.payload(2, !g.called)))
	case 1, 2:
		if g.called && g.inside {
			g.depth = 0 // no texts in it
		}
		g.inside = true
		members = append(members, `"structuredContent":`+g.document())
	}
	return append(members, `"_meta":`+g.meta())
}

// Whatever the document, the call and what was shaped before, nothing that is
// hidden comes out: not shaped, not in an error, not in the report, not explained.
// Spared are the protocol parts of an envelope and, of excludes that are neither
// privacy nor tiers, its metadata and texts under another dialect's name.
func FuzzLawsLeak(f *testing.F) {
	for seed := range uint64(1500) {
		f.Add(seed)
	}
	var engines []*shaper.Engine
	for i := range uint64(12) {
		engines = append(engines, newEngineWith(f, leakSpec(rand.New(rand.NewPCG(i, 11)))))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 13))
		req := leakRequest(r)
		g := leaker{Rand: r, called: req.Dialect != "", depth: 1 + r.IntN(8)}
		req.Body = []byte(g.document())
		if !g.called && r.IntN(10) == 0 {
			g.called = true // of a batch, the texts are private, not shaped
			req.Body = []byte("[" + g.object(`"jsonrpc":"2.0"`, `"id":2`, `"result":`+g.object(g.mcp()...)) + "]")
		}
		i := r.IntN(len(engines))
		res, err := engines[i].Shape(t.Context(), req)
		x, xerr := engines[i].Explain(t.Context(), req)
		told := fmt.Sprintf("%s\n%v\n%+v\n%+v\n%v", res.Body, err, res.Report, x.Decisions, xerr)
		if strings.Contains(told, namedSecret) || strings.Contains(told, patternSecret) {
			t.Fatalf("engine %d, %s\nin  %s\nout %s", i, spellRequest(req), req.Body, told)
		}
		if string(x.Body) != string(res.Body) || errorText(err) != errorText(xerr) || err == nil && !json.Valid(res.Body) {
			t.Fatalf("engine %d, %s\nin        %s\nout       %s, %v\nexplained %s, %v", i, spellRequest(req), req.Body, res.Body, err, x.Body, xerr)
		}
	})
}

func spellRequest(req shaper.Request) string {
	req.Body = nil
	text, _ := json.Marshal(req)
	return string(text)
}

// leakRequest is a call that asks for as much as it can.
func leakRequest(r *rand.Rand) shaper.Request {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	req := shaper.Request{
		Tool: "t", Profile: pick("", "", "standard", "verbose", "debug"), Tier: pick("", "", " Community", "gold"),
		Mode: pick("", "", "m"), Exclude: []string{"cookie"}, IsError: r.IntN(4) == 0, Strict: r.IntN(4) == 0,
	}
	if r.IntN(3) == 0 {
		req.Dialect = pick("plain", "scalpel", "response-v2", "bmcis", "mcp", "jsonrpc")
	}
	switch r.IntN(4) {
	case 0:
		req.Include = []string{"**", "password", "data.email"}
	case 1:
		req.Fields = []string{"a", "password", "rows"}
	}
	return req
}
