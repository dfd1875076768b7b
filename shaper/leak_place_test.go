package shaper_test

import "strings"

// This file makes the documents around the secrets: of every dialect, of none,
// and of those that tools and clients pass to each other.

// str is a string with secrets in the JSON that it holds, or nearly holds.
func (g *leaker) str(s site) string {
	var b strings.Builder
	g.quote(&b, g.said(s))
	return b.String()
}

// object joins members in any order.
func (g *leaker) object(members ...string) string {
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	kept := members[:0]
	for _, m := range members {
		if m != "" {
			kept = append(kept, m)
		}
	}
	return "{" + g.space() + strings.Join(kept, ","+g.space()) + g.space() + "}"
}

// payload returns a value unknown to all dialects. It is the root of a payload if the site is
// one.
func (g *leaker) payload(s site) string {
	if g.called && s.level == 0 || s.packed {
		s.root = false // it is the payload of the label, and not the document's
	}
	n := g.tree(1+g.IntN(2), s)
	if g.tables && s.level == 0 {
		return g.tabled(list(n, record(field("k", literal("1")))))
	}
	return g.json(n)
}

// meta returns an object of metadata. Excludes do not act in it.
func (g *leaker) meta(s site) string {
	s = s.spared()
	n := g.tree(0, s)
	if g.in(3) {
		n.members = append(n.members, field("said", text(g.said(s))))
	}
	return g.json(n)
}

func (s site) spared() site {
	s.excludes, s.root = free, false
	return s
}

// foreign are members that no dialect knows.
func (g *leaker) foreign(s site) string {
	switch s = s.below(); g.IntN(4) {
	case 0:
		return `"x":` + g.payload(s)
	case 1:
		return `"x":` + g.str(s)
	}
	return ""
}

// message is a text for people.
func (g *leaker) message(s site) string {
	if s = s.below(); s.excludes == hidden {
		s.excludes = counted
	}
	if g.in(3) {
		return g.str(s)
	}
	return oneOf(g, `"m"`, `"no key `+patternSecret+`"`)
}

// document is a document of any dialect, of none, or one that holds results of
// tools.
func (g *leaker) document(s site) string {
	g.depth--
	defer func() { g.depth++ }()
	if g.depth < 0 {
		return g.payload(s)
	}
	if s.level == 0 && g.in(3) {
		return g.printout(s)
	}
	s.root = true
	documents := []func(site) string{
		g.plain, g.plain, g.scalpel, g.responseV2, g.bmcis, g.result, g.result, g.result, g.answer, g.answer,
		g.failure, g.resources, g.prompts, g.blocks, g.block, g.batch, g.toolMessage, g.toolResult, g.hook, g.asking,
	}
	return documents[g.IntN(len(documents))](s)
}

func (g *leaker) plain(s site) string {
	if g.in(6) {
		return g.str(s)
	}
	return g.payload(s)
}

func (g *leaker) scalpel(s site) string {
	failure := "null"
	if g.in(3) {
		failure = g.object(`"error":`+g.message(s), `"error_code":"timeout"`, `"error_details":`+g.payload(s))
	}
	return g.object(`"data":`+oneOf(g, g.payload, g.str)(s), `"error":`+failure, oneOf(g, `"tier":"community"`, `"duration_ms":1`),
		`"upgrade_hints":[`+g.meta(s)+`]`, `"capabilities":`+oneOf(g, "[]", g.meta(s), `["`+patternSecret+`"]`))
}

func (g *leaker) responseV2(s site) string {
	meta := g.object(`"version":"response-v2"`, `"warnings":[`+g.message(s)+`]`, `"telemetry":`+g.meta(s), `"pagination":`+g.meta(s), g.foreign(s))
	return g.object(`"success":`+oneOf(g, "true", "false"), `"data":`+oneOf(g, g.payload, g.message)(s),
		`"error":`+oneOf(g, "null", g.message(s)), `"meta":`+meta, g.foreign(s))
}

func (g *leaker) bmcis(s site) string {
	head := g.object(`"operation":"o"`, `"version":"1"`, `"timestamp":"t"`, `"request_id":"r"`, `"status":`+oneOf(g, `"success"`, `"error"`),
		`"message":`+g.message(s), g.foreign(s))
	return g.object(`"_metadata":`+head, `"results":[`+oneOf(g, g.payload, g.str)(s)+`]`, `"pagination":`+oneOf(g, "null", g.meta(s)),
		`"execution_context":`+g.object(`"tokens_estimated":1`, g.foreign(s)),
		`"warnings":[`+g.object(`"level":"info"`, `"code":"C"`, `"message":`+g.message(s), g.foreign(s))+`]`, g.foreign(s))
}

// result is the result of a tool.
func (g *leaker) result(s site) string {
	return g.object(`"content":`+g.content(s), `"isError":`+oneOf(g, "true", "false"), g.structured(s), g.foreign(s), `"_meta":`+g.meta(s))
}

// printout is the result of a tool that prints text.
func (g *leaker) printout(s site) string {
	var b strings.Builder
	g.quote(&b, g.notation(s))
	return g.object(`"content":[{"type":"text","text":` + b.String() + `}]`)
}

func (g *leaker) structured(s site) string {
	switch g.IntN(4) {
	case 0:
		return ""
	case 1:
		return `"structuredContent":` + g.str(s)
	case 2:
		return `"structuredContent":` + g.payload(s)
	}
	return `"structuredContent":` + g.document(s)
}

// content is a list of blocks, at least one of them a text.
func (g *leaker) content(s site) string {
	blocks := []string{g.textBlock(s)}
	for range g.IntN(2) {
		blocks = append(blocks, oneOf(g, g.textBlock, g.resourceBlock, g.linkBlock, g.imageBlock)(s))
	}
	return "[" + strings.Join(blocks, ",") + "]"
}

func (g *leaker) textBlock(s site) string {
	return g.object(`"type":"text"`, `"text":`+g.str(s), g.foreign(s))
}

func (g *leaker) resourceBlock(s site) string {
	return g.object(`"type":"resource"`, `"resource":`+g.resource(s))
}

func (g *leaker) resource(s site) string {
	return g.object(`"uri":"u"`, `"text":`+g.str(s), `"mimeType":"text/plain"`, g.foreign(s))
}

func (g *leaker) linkBlock(s site) string {
	return g.object(`"type":"resource_link"`, `"uri":"u"`, `"name":"no key `+patternSecret+`"`, `"description":`+g.message(s.spared()))
}

func (g *leaker) imageBlock(s site) string {
	return g.object(`"type":"image"`, `"data":"aGVsbG8="`, `"mimeType":"image/png"`, `"_meta":`+g.meta(s))
}

// answer is a response of JSON-RPC.
func (g *leaker) answer(s site) string {
	return g.object(`"jsonrpc":"2.0"`, `"id":`+oneOf(g, "1", `"r"`), `"result":`+g.result(s), g.foreign(s))
}

func (g *leaker) failure(s site) string {
	failure := g.object(`"code":-32000`, `"message":`+g.message(s), `"data":`+oneOf(g, g.payload, g.str)(s))
	return g.object(`"jsonrpc":"2.0"`, `"id":null`, `"error":`+failure, g.foreign(s))
}

func (g *leaker) wrapped(result string) string {
	return oneOf(g, result, `{"jsonrpc":"2.0","id":7,"result":`+result+"}")
}

func (g *leaker) resources(s site) string {
	return g.wrapped(g.object(`"contents":[` + g.resource(s) + `]`))
}

func (g *leaker) prompts(s site) string {
	said := g.object(`"role":`+oneOf(g, `"user"`, `"assistant"`), `"content":`+oneOf(g, g.textBlock, g.resourceBlock)(s))
	return g.wrapped(g.object(`"messages":[`+said+`]`, `"description":"d"`))
}

func (g *leaker) blocks(s site) string { return g.content(s) }

func (g *leaker) block(s site) string { return g.textBlock(s) }

func (g *leaker) batch(s site) string {
	s.packed = true
	return "[" + g.answer(s) + "," + g.answer(s) + "]"
}

func (g *leaker) toolMessage(s site) string {
	return g.object(`"role":"tool"`, `"tool_call_id":"c"`, `"content":`+g.contentOrText(s))
}

func (g *leaker) toolResult(s site) string {
	result := g.object(`"type":"tool_result"`, `"tool_use_id":"c"`, `"content":`+g.contentOrText(s))
	return oneOf(g, result, `{"role":"user","content":[`+result+`]}`)
}

func (g *leaker) contentOrText(s site) string { return oneOf(g, g.str, g.content)(s) }

// hook returns the input that a client gives a program after a call.
func (g *leaker) hook(s site) string {
	s.packed = true
	said := oneOf(g, g.result, g.blocks, g.str, func(s site) string { return g.object(`"stdout":`+g.str(s), `"stderr":""`) })(s.below())
	return g.object(`"hook_event_name":"PostToolUse"`, `"tool_name":"t"`, `"tool_input":{"a":1}`, `"tool_response":`+said)
}

// asking is a result that asks for more; its own parts are opaque to all but
// the two that speak it.
func (g *leaker) asking(s site) string {
	return g.object(`"resultType":"input_required"`, `"requestState":"opaque"`, `"content":[]`,
		`"inputRequests":{"a":{"method":"elicitation/create","params":{"message":"no key `+patternSecret+`"}}}`, g.foreign(s))
}
