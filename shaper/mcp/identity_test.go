package mcp_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// FuzzLawsIdentity: a result that no rule reaches passes byte for byte (GUARANTEES, no
// rule). Its tool has no entry, or entries for comfort that meet nothing in it. Its texts
// hold JSON with odd white space and escapes, envelopes, prose and no JSON.
func FuzzLawsIdentity(f *testing.F) {
	for seed := range uint64(64) {
		f.Add(seed)
	}
	f.Fuzz(tryIdentity)
}

// resultsEach is how many results each set of rules of a law gets.
const resultsEach = 8

func tryIdentity(t *testing.T, seed uint64) {
	g := &oddResults{rand.New(rand.NewPCG(seed, 1))}
	spec := g.idleRules()
	s := newSession(t, spec, mcp.WithName("s"))
	other := mcp.New(mcptest.Engine(t, spec)).Session()
	for range resultsEach {
		result := g.result()
		if got := s.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(result)); string(got) != result {
			t.Fatalf("seed %d\ncame %q\nwent %q", seed, result, got)
		}
		x := other.Exchange()
		x.FromClient(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{}}}`))
		msg := g.space() + `{"jsonrpc":"2.0",` + g.space() + `"id":1,"result":` + result + `}`
		if got := x.FromServer(t.Context(), []byte(msg)); string(got) != msg {
			t.Fatalf("seed %d\ncame %q\nwent %q", seed, msg, got)
		}
	}
}

// FuzzLawsUnchangedText: a text in which no rule changes a value keeps its bytes, beside
// one that changes (GUARANTEES, no rule).
func FuzzLawsUnchangedText(f *testing.F) {
	for seed := range uint64(64) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &oddResults{rand.New(rand.NewPCG(seed, 2))}
		spec := g.idleRules()
		spec.Global.Profile = nil                                                                  // off would switch the exclude off
		spec.Tools = append(spec.Tools, profiles.Tool{Name: "*", ExcludeFields: []string{"goes"}}) // names no tool
		kept := quoted(g.textOf())
		result := `{"content":[{"type":"text","text":` + quoted(`{ "goes" : 1, "stays" : 2 }`) + `},{"type":"text","text":` + kept + `}]}`
		want := strings.Replace(result, quoted(`{ "goes" : 1, "stays" : 2 }`), quoted(`{"stays":2}`), 1)
		s := newSession(t, spec)
		if got := s.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(result)); string(got) != want {
			t.Fatalf("seed %d\ncame %q\nwent %q\nwant %q", seed, result, got, want)
		}
	})
}

// oddResults makes results of tools, and rules that meet nothing in them.
type oddResults struct{ *rand.Rand }

func pick[T any](g *oddResults, from ...T) T { return from[g.IntN(len(from))] }

func (g *oddResults) space() string { return pick(g, "", "", " ", "\n", "\t ", "\r\n  ") }

// value is the text of a JSON value with odd white space, without empty members of objects.
func (g *oddResults) value(depth int) string {
	n := g.IntN(9)
	if depth <= 0 {
		n = g.IntN(6)
	}
	switch n {
	case 0:
		return pick(g, "1", "-0", "1e5", "1.50", "12345678901234567890")
	case 1:
		return pick(g, "true", "false")
	case 2, 3, 4, 5:
		return pick(g, `"a"`, `"\u0061\/"`, `"é\ud83d\ude00"`, `"<&>"`, `" \n "`, `"{ \"a\" : 1 }"`, `"[ 1 ]"`)
	case 6:
		return "[" + g.space() + g.value(depth-1) + g.space() + "," + g.space() + g.value(depth-1) + "]"
	}
	names := []string{`"a"`, `"\u0062"`, `"data"`, `"é"`}
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var all []string
	for _, name := range names[:1+g.IntN(3)] {
		all = append(all, g.space()+name+g.space()+":"+g.space()+g.value(depth-1)+g.space())
	}
	return "{" + strings.Join(all, ",") + "}"
}

// envelopes are documents that look like those of the seeds, without empty members.
var envelopes = []string{
	`{ "tier": "pro", "tool_version": "9", "tool_id": "t", "request_id": "r", "duration_ms": 3, "data": { "a": 1 } }`,
	`{ "error": { "error": "m", "error_code": "internal_error" }, "data" : { "a": 1 } }`,
	`{ "success" : true, "data" : { "a": 1 }, "meta" : { "version" : "response-v2" } }`,
	`{ "_metadata": { "operation":"o","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"r","status":"success" }, "results": [ { "a": 1 } ] }`,
}

func (g *oddResults) textOf() string {
	switch g.IntN(6) {
	case 0:
		return pick(g, "plain words", "", "a: 1\nb: 2\n", "{ broken", "\ufeff{ \"a\": 1 }", "```json\n{ \"a\": 1 }\n```", "{ \"a\": 1 }\n{ \"a\": 2 }")
	case 1:
		return pick(g, envelopes...)
	}
	return g.space() + g.value(3) + g.space()
}

// quoted is a text as a JSON string, with the characters of HTML escaped.
func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

func (g *oddResults) result() string {
	text := g.textOf()
	block := `{"type":"text",` + g.space() + `"text":` + quoted(text) + `}`
	all := []string{block, `{"type":"image","data":"AAAA","mimeType":"image/png"}`, `{ "type" : "text", "text" : ` + quoted(g.textOf()) + ` }`}
	members := []string{`"content":[` + g.space() + strings.Join(all[:1+g.IntN(3)], ", ") + `]`}
	switch g.IntN(4) {
	case 0:
		members = append(members, `"structuredContent":`+g.space()+`{ "a": `+g.value(2)+`}`)
	case 1:
		members = append(members, `"structuredContent":{ "a": `+quoted(text)+`, "data" : 1 }`)
	case 2:
		members = append(members, `"structuredContent":`+pick(g, envelopes...))
	}
	members = append(members, pick(g, `"isError" : false`, `"isError":true`), `"_meta":{ "com.example/x" : [ 1 ,2 ] }`)
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + g.space() + strings.Join(members[:2+g.IntN(len(members)-1)], ","+g.space()) + "}"
}

// idleRules are rules for other tools, and such for comfort that meet nothing in a result.
func (g *oddResults) idleRules() (spec profiles.Spec) {
	spec.Tools = []profiles.Tool{{Name: "other", ExcludeFields: []string{"a", "data"}, Settings: profiles.Settings{MaxString: new(1), Compact: new(true)}}}
	if g.IntN(2) == 0 {
		spec.Global.Profile = new(pick(g, "minimal", "standard", "debug", "off"))
	}
	if g.IntN(4) == 0 {
		spec.Force = "debug"
	}
	global := &spec.Global.Settings
	for range g.IntN(4) {
		switch g.IntN(6) {
		case 0:
			global.ExcludeNullValues, global.ExcludeEmptyArrays, global.ExcludeEmptyObjects = new(true), new(true), new(true)
		case 1:
			global.MaxString, global.MaxItems = new(1000), new(1000)
		case 2:
			spec.Tools = append(spec.Tools, profiles.Tool{Name: "*", Budget: &profiles.Budget{MaxBytes: 1 << 20}})
		case 3:
			spec.Profiles = map[string]profiles.Profile{"own": {CommonExclusions: []string{"a"}}}
		case 4:
			global.Columns = new(true)
		default:
			spec.Tools = append(spec.Tools, profiles.Tool{Name: fmt.Sprintf("u%d", g.IntN(9)), Profile: new("off")})
		}
	}
	return spec
}
