package shaper_test

import (
	"encoding/json"
	"strings"
)

// dialectNames are those of envelopes that the generator writes.
var dialectNames = []string{"plain", "scalpel", "response-v2", "bmcis", "mcp", "jsonrpc"}

// envelope writes a random document of a dialect, a success or a failure, with some of its
// possible members.
func (g *generator) envelope(dialect string) []byte {
	switch dialect {
	case "scalpel":
		return []byte(g.scalpel())
	case "response-v2":
		return []byte(g.responseV2())
	case "bmcis":
		return []byte(g.bmcis())
	case "mcp":
		return []byte(g.toolResult())
	case "jsonrpc":
		return []byte(g.rpc())
	}
	return g.document()
}

// some is a value that is generated.
func (g *generator) some(depth int) string {
	var b strings.Builder
	g.value(&b, depth)
	return b.String()
}

// object joins members in any order. The first n are always there, each other one may be
// missing.
func (g *generator) object(n int, members ...string) string {
	var kept []string
	for i, m := range members {
		if i < n || g.often(5) {
			kept = append(kept, m)
		}
	}
	if g.often(3) {
		g.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	}
	return "{" + strings.Join(kept, ", ") + "}"
}

func (g *generator) oneOf(values ...string) string { return pick(g, values) }

// detail is an object that may be empty, or become so.
func (g *generator) detail() string {
	return g.oneOf("{}", `{"a":1}`, `{"b":[{"a":null}]}`, `{"id":"x","ab":[]}`, "null", "[]", g.some(2))
}

func (g *generator) scalpel() string {
	failure := g.oneOf("null", "null", "{}", `{"a":1}`, `{"b":[{"a":null}]}`, g.object(1, `"error":"m"`, `"error_code":`+g.oneOf(`"timeout"`, `"internal_error"`), `"error_details":`+g.detail()))
	return g.object(1, `"data":`+g.some(3), `"error":`+failure, `"tier":`+g.oneOf(`"pro"`, `"community"`, "null"), `"tool_id":"t"`, `"tool_version":"1"`,
		`"request_id":"r"`, `"capabilities":`+g.detail(), `"duration_ms":1`, `"upgrade_hints":`+g.oneOf("[]", "null", `[{"feature":"f","tier":"pro","reason":"x"}]`, "["+g.detail()+"]"))
}

func (g *generator) responseV2() string {
	meta := g.object(1, `"version":"response-v2"`, `"request_id":"r"`, `"warnings":`+g.oneOf("[]", `["x"]`, g.detail()), `"warning_details":[`+g.detail()+`]`,
		`"pagination":`+g.detail(), `"rate_limit":`+g.detail(), `"telemetry":`+g.detail(), `"content_fidelity":"full"`, `"dropped_content_ids":`+g.oneOf("[]", `["x"]`), `"a":`+g.detail())
	return g.object(4, `"success":`+g.oneOf("true", "true", "false"), `"data":`+g.some(3), `"error":`+g.oneOf("null", "null", `"x"`), `"meta":`+meta, `"b":`+g.detail())
}

func (g *generator) bmcis() string {
	head := g.object(5, `"operation":"o"`, `"version":"1"`, `"timestamp":"t"`, `"request_id":"r"`, `"status":`+g.oneOf(`"success"`, `"error"`, `"partial"`), `"message":`+g.oneOf("null", `"x"`), `"a":`+g.detail())
	execution := g.object(1, `"tokens_estimated":1`, `"tokens_used":`+g.oneOf("null", "2"), `"cache_hit":true`, `"a":`+g.detail())
	return g.object(2, `"`+g.oneOf("_metadata", "_metadata", "metadata")+`":`+head, `"results":`+g.some(3), `"pagination":`+g.oneOf("null", g.detail()),
		`"execution_context":`+execution, `"warnings":`+g.oneOf("[]", `[{"level":"info","code":"C","message":"x","a":1}]`), `"b":`+g.detail(),
		`"error":`+g.oneOf("null", g.object(2, `"code":"C"`, `"message":"x"`, `"details":`+g.detail())))
}

func (g *generator) toolResult() string {
	said, _ := json.Marshal(g.oneOf("x", "42", g.some(2), g.some(3), "```json\n"+g.some(2)+"\n```"))
	item := g.object(2, `"type":"text"`, `"text":`+string(said), `"annotations":`+g.detail(), `"a":`+g.detail())
	return g.object(1, `"content":[`+item+`]`, `"structuredContent":`+g.oneOf(g.some(3), `"x"`, "null"), `"isError":`+g.oneOf("true", "false"), `"_meta":`+g.detail(), `"b":`+g.detail())
}

func (g *generator) rpc() string {
	if g.often(2) {
		return g.object(3, `"jsonrpc":"2.0"`, `"id":1`, `"error":`+g.object(2, `"code":-32000`, `"message":"x"`, `"data":`+g.detail()), `"b":`+g.detail())
	}
	return g.object(3, `"jsonrpc":"2.0"`, `"id":1`, `"result":`+g.oneOf(g.toolResult(), g.toolResult(), `"pong"`, g.some(2)), `"b":`+g.detail())
}
