package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// toolRules is a configuration whose global section holds a key tools, as JSON.
func toolRules(t testing.TB, tools string) profiles.Spec {
	t.Helper()
	spec := profiles.Spec{Global: profiles.Global{ToolList: new(profiles.ToolList)}}
	var text struct {
		Allow, Defer, Drop *[]string
		Deny               []string
		Description        *struct {
			Max   *int
			First *bool
		}
	}
	if err := json.Unmarshal([]byte(tools), &text); err != nil {
		t.Fatal(err)
	}
	l := spec.Global.ToolList
	l.Allow, l.Defer, l.Drop, l.Deny = text.Allow, text.Defer, text.Drop, text.Deny
	if d := text.Description; d != nil {
		l.Description = &profiles.ToolDescription{Max: d.Max, FirstSentence: d.First}
	}
	return spec
}

func listingBy(t *testing.T, tools string) exchange {
	t.Helper()
	return exchange{mcp.New(mcptest.Engine(t, toolRules(t, tools)), mcp.WithName("s")).Session().Exchange(), t}
}

// Annotations go in the place of a schema alone, and no type, enum or required goes.
func TestShortDefinitions(t *testing.T) {
	const named = `{"name":"t","inputSchema":{"type":"object","title":"T","properties":{"title":{"type":"string","title":"x","default":"d"},"default":{"enum":[{"title":"e","default":1}]},` +
		`"examples":{"const":{"examples":[1]},"examples":[1]}},"required":["title"],"default":{},"anyOf":[{"title":"y"},true],"items":[{"title":"z"}],"$defs":{"default":{"title":"q","type":"null"}}}}`
	for _, c := range []struct{ name, rules, tool, want string }{
		{"only in the place of a schema", `{"drop":["titles","defaults","examples"]}`, named,
			`{"name":"t","inputSchema":{"type":"object","properties":{"title":{"type":"string"},"default":{"enum":[{"title":"e","default":1}]},` +
				`"examples":{"const":{"examples":[1]}}},"required":["title"],"anyOf":[{},true],"items":[{}],"$defs":{"default":{"type":"null"}}}}`},
		{"titles alone", `{"drop":["titles"]}`, `{"name":"t","title":"A","inputSchema":{"title":"T","default":1}}`, `{"name":"t","title":"A","inputSchema":{"default":1}}`},
		{"a reference into a default", `{"drop":["defaults"]}`, `{"name":"t","inputSchema":{"default":{"type":"null"},"items":{"$ref":"#/default"}}}`, ""},
		{"outputs", `{"drop":["outputs"]}`, `{"name":"t","inputSchema":{"description":"d"},"outputSchema":{"type":"object","title":"t","properties":{"description":{"description":"x","type":"string"}}}}`,
			`{"name":"t","inputSchema":{"description":"d"},"outputSchema":{"type":"object","properties":{"description":{"type":"string"}}}}`},
		{"white space stays without a change", `{"drop":["titles"],"description":{"max":9}}`, `{ "name":"t", "description": "d", "inputSchema": { "type": "object" } }`, ""},
		{"a description that is no text", `{"drop":["titles","outputs"],"description":{"first":true}}`, `{"name":"t","description":7,"inputSchema":{"description":["a. b"],"title":{}}}`, ""},
		{"sentences", `{"description":{"first":true}}`, `{"name":"t","description":"See e.g. v1.2 of it. More.","inputSchema":{"properties":{"a":{"description":"One? Two."},"description":{"enum":["A. B."]}}}}`,
			`{"name":"t","description":"See e.g. v1.2 of it.","inputSchema":{"properties":{"a":{"description":"One?"},"description":{"enum":["A. B."]}}}}`},
		{"a list ends a sentence", `{"description":{"first":true}}`, `{"name":"t","description":"\n  Reads a file\nfrom disk:\n - a\n - b","inputSchema":{}}`, `{"name":"t","description":"Reads a file\nfrom disk:","inputSchema":{}}`},
		{"so does a blank line", `{"description":{"first":true}}`, `{"name":"t","description":"One\n\ntwo","inputSchema":{}}`, `{"name":"t","description":"One","inputSchema":{}}`},
		{"other scripts", `{"description":{"first":true}}`, `{"name":"t","description":"読む。書く。","inputSchema":{}}`, `{"name":"t","description":"読む。","inputSchema":{}}`},
		{"max", `{"description":{"max":10}}`, `{"name":"t","description":"ünfd word after","inputSchema":{}}`, `{"name":"t","description":"ünfd word…","inputSchema":{}}`},
		{"max that is met", `{"description":{"max":4}}`, `{"name":"t","description":"ünfd","inputSchema":{}}`, ""},
		{"defer", `{"defer":["s.t"]}`, `{"name":"t","title":"T","description":"One\nline. Two.","inputSchema":{"type":"object","required":["a"]},"outputSchema":{},"annotations":{"readOnlyHint":true}}`,
			`{"name":"t","title":"T","description":"One line.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`},
		{"deny", `{"deny":["mcp__s__*"]}`, `{"name":"t","inputSchema":{}}`, "none"},
		{"allow", `{"allow":["u"]}`, `{"name":"t","inputSchema":{}}`, "none"},
		{"allow and deny", `{"allow":["t"],"deny":["t"]}`, `{"name":"t","inputSchema":{}}`, "none"},
		{"allow of another spelling", `{"allow":["mcp_s_t"]}`, `{"name":"t","inputSchema":{}}`, ""},
	} {
		got := listingBy(t, c.rules).list(c.tool, "").Get("result.tools.0").Raw
		if want := map[string]string{"": c.tool, "none": ""}[c.want]; got != want && got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The list of a special entry decides on defer, and every list on deny.
func TestListsOfEntries(t *testing.T) {
	spec := toolRules(t, `{"defer":["*"],"description":{"max":3},"allow":["a*"]}`)
	spec.Tools = []profiles.Tool{
		{Name: "s.*", ToolList: &profiles.ToolList{Deny: []string{"ab"}}},
		{Name: "aa", ToolList: &profiles.ToolList{Defer: &[]string{}, Allow: &[]string{"*"}}},
	}
	set := mcptest.Rules(t, spec)
	for tool, want := range map[string]string{"aa": "{false false 3 false []}", "ab": "{true true 3 false []}", "ac": "{false true 3 false []}", "b": "{true true 3 false []}"} {
		d := *set.Lists().Definition("s", tool)
		if got := fmt.Sprint(d); got != want || set.Lists().Denies("s", tool) != d.Denied {
			t.Errorf("%s: %s", tool, got)
		}
	}
	if set.Lists().Denies("other", "ab") || !set.Lists().Denies("", strings.Repeat("a__", 200)) {
		t.Error("a tool of another server is denied, or a name with many readings is not")
	}
	if r, err := set.Resolve(profiles.Key{Server: "s", Tool: "aa"}); err != nil || !strings.Contains(fmt.Sprint(r.Decisions()), "tools.deny") {
		t.Error("the rules of a call do not name the list")
	}
	set = mcptest.Rules(t, toolRules(t, `{"deny":["a b","[c]"],"description":{"max":3}}`))
	r, err := set.Resolve(profiles.Key{Server: "s", Tool: "aa"})
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, d := range r.Decisions() {
		said[d.Setting] = d.Value
	}
	if said["tools.deny"] != "a b, [c]" || said["tools.description.max"] != "3" {
		t.Errorf("the rules of a call spell masks as %q and %q", said["tools.deny"], said["tools.description.max"])
	}
}

// No message reaches the server that a server may read as the call of a denied tool.
func TestDeniedTools(t *testing.T) {
	x := listingBy(t, `{"deny":["del*"]}`)
	for _, c := range []struct{ msg, forward, reply string }{
		{`{"id":3,"method":"tools/call","params":{"name":"delete"}}`, "", `{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: delete"}}`},
		{`{"id":3,"method":"tools\/call","params":{"name":"d\u0065lete","task":{}}}`, "", `{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: delete"}}`},
		{`{"method":"tools/call","params":{"name":"delete"}}`, "", ""},
		{`{"id":3,"method":"tools/call","params":{"name":"read","name":"delete"}}`, "", "several ways"},
		{`{"id":3,"method":"tools/call","params":{"name":"read","Name":"delete"}}`, "", "several ways"},
		{`{"id":3,"method":"tools/call","params":{"Name":"delete"}}`, "", "several ways"},
		{`{"id":3,"Method":"tools/call","params":{"name":"delete"}}`, "", "several ways"},
		{`{"id":3,"method":"tools/call","params":{"name":"read"},"Params":{"name":"delete"}}`, "", "several ways"},
		{"\xef\xbb\xbf" + `{"id":3,"method":"tools/call","params":{"name":"delete"}}`, "", `"id":null`},
		{`{"id":3,"method":"tools/call","params":{"name":"delete","a":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}}`, "", `"id":null`},
		{`[{"id":3,"method":"tools/call","params":{"name":"delete"}},{"id":4,"method":"ping"},[{"id":5,"method":"tools/call","params":{"name":"delete"}}]]`, `[{"id":4,"method":"ping"}]`, `"id":3`},
		{`{"id":3,"method":"tools/call","params":{"name":"read","arguments":{"Name":"delete"}}}`, "same", ""},
		{``, "same", ""},
	} {
		forward, reply := x.FromClient(t.Context(), []byte(c.msg))
		if c.forward == "same" {
			c.forward = c.msg
		}
		if string(forward) != c.forward || !strings.Contains(string(reply), c.reply) || c.reply == "" && reply != nil {
			t.Errorf("%.100q: forwards %q, replies %q", c.msg, forward, reply)
		}
	}
	got := x.list(`{"name":"delete","inputSchema":{}}`, "")
	if got.Raw != `{"id":1,"result":{"tools":[]}}` {
		t.Error(got.Raw)
	}
	x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
	deep := `{"id":1,"result":{"tools":[{"name":"delete","inputSchema":` + strings.Repeat(`{"items":`, 10_000) + "{}" + strings.Repeat("}", 10_000) + `}]}}`
	if got := string(x.FromServer(t.Context(), []byte(deep))); strings.Contains(got, "delete") || gjson.Get(got, "id").Int() != 1 {
		t.Errorf("a list that is nested too deep: %.200s", got)
	}
	plain := exchange{mcp.New(mcptest.Engine(t, profiles.Spec{})).Session().Exchange(), t}
	for _, msg := range []string{`{"id":3,"method":"tools/call","params":{"name":"a","name":"b"}}`, `{"id":`} {
		if forward, reply := plain.FromClient(t.Context(), []byte(msg)); string(forward) != msg || reply != nil {
			t.Errorf("without limits %s becomes %q", msg, forward)
		}
	}
}

const (
	gets = `{"name":"get","description":"Gets it. The secret is k-1.","inputSchema":{"type":"object","properties":{"id":{"type":"integer","default":1}},"required":["id"],"additionalProperties":false},` +
		`"outputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{}},"required":["a","b"],"additionalProperties":false}}`
	puts = `{"name":"put","description":"Puts it.","inputSchema":{"type":"object"}}`
)

// A deferred tool is listed by one line, answers as ever, and shape_tool gives its whole
// definition after hiding.
func TestDeferredTools(t *testing.T) {
	spec := toolRules(t, `{"defer":["get"],"drop":["defaults"]}`)
	spec.Tools = []profiles.Tool{{Name: "get", ExcludeFields: []string{"b"}}}
	spec.Privacy = []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Pattern: "k-[0-9]+"}}}}
	rules, eng := mcptest.NewChanging(t, spec)
	x := exchange{mcp.New(eng, mcp.WithName("s")).Session().Exchange(), t}
	if _, reply := x.FromClient(t.Context(), []byte(`{"id":3,"method":"tools/call","params":{"name":"shape_tool","arguments":{"name":"get"}}}`)); reply != nil {
		t.Errorf("before the list: %s", reply)
	}
	x.FromServer(t.Context(), []byte(`{"id":3,"result":{"content":[]}}`))
	x.list(puts, `,"nextCursor":"2"`)
	tools := x.list(gets, "").Get("result.tools")
	if got := tools.Get("0").Raw; got != `{"name":"get","description":"Gets it.","inputSchema":{"type":"object"}}` || tools.Get("1.name").Str != mcp.DefinitionTool || tools.Get("#").Int() != 2 {
		t.Fatal(tools.Raw)
	}
	define := func(name string) gjson.Result {
		t.Helper()
		return x.ask("tools/call", `{"name":"shape_tool","arguments":{"name":`+name+`}}`).Get("result")
	}
	want := `{"name":"get","description":"Gets it. The secret is [redacted].","inputSchema":` + gjson.Get(gets, "inputSchema").Raw + `}`
	for _, name := range []string{`"get"`, `"mcp__s__get"`} {
		if got := define(name).Get("content.0.text").Str; got != want {
			t.Errorf("%s is %s\nwant %s", name, got, want)
		}
	}
	for _, name := range []string{`"none"`, `7`, `""`} {
		if got := define(name); !got.Get("isError").Bool() {
			t.Errorf("%s is %s", name, got.Raw)
		}
	}
	if got := x.call("get", `{"content":[],"structuredContent":{"a":1,"b":2}}`).Get("structuredContent").Raw; got != `{"a":1}` {
		t.Errorf("the result is %s", got)
	}
	spec.Global.ToolList.Deny = []string{"get"}
	rules.To(t, spec)
	if got := define(`"get"`); !got.Get("isError").Bool() || strings.Contains(got.Raw, "Gets") {
		t.Errorf("a denied tool is defined: %s", got.Raw)
	}
}

// Results keep to the narrowed schema of the whole definition. A result that misses it is
// refused, though the list does not show it.
func TestDeferredSchemaHolds(t *testing.T) {
	x := listingBy(t, `{"defer":["get"]}`)
	plain := listingBy(t, `{}`)
	for _, data := range []string{`{"a":1,"b":2}`, `{"a":"x"}`, `{"a":1,"b":2,"c":3}`} {
		result := `{"content":[],"structuredContent":` + data + `}`
		x.list(gets, "")
		plain.list(gets, "")
		if got, want := x.call("get", result).Raw, plain.call("get", result).Raw; got != want {
			t.Errorf("%s becomes %s, and %s without the key", data, got, want)
		}
	}
}

// A tool of the server's own goes before one of shape's; shape's then has another name.
func TestServersOwnDefiner(t *testing.T) {
	x := listingBy(t, `{"defer":["get"]}`)
	names := x.list(gets+`,{"name":"shape_tool","inputSchema":{}}`, "").Get("result.tools.#.name").Raw
	if names != `["get","shape_tool","shape_tool_definition"]` {
		t.Error(names)
	}
	if forward, _ := x.FromClient(t.Context(), []byte(`{"id":3,"method":"tools/call","params":{"name":"shape_tool"}}`)); forward == nil {
		t.Error("the server's own tool is not called")
	}
	if x.ask("tools/call", `{"name":"shape_tool_definition","arguments":{"name":"get"}}`).Get("result.isError").Bool() {
		t.Error("shape's own tool does not answer")
	}
	names = listingBy(t, `{"defer":["get"]}`).list(gets+`,{"name":"shape_tool","inputSchema":{}},{"name":"shape_tool_definition","inputSchema":{}}`, "").Get("result.tools.#").Raw
	if names != "3" {
		t.Errorf("%s tools", names)
	}
}

// A new list of the configuration is told, in both directions.
func TestReloadOfLists(t *testing.T) {
	rules, eng := mcptest.NewChanging(t, toolRules(t, `{}`))
	x := exchange{mcp.New(eng).Session().Exchange(), t}
	x.FromClient(t.Context(), []byte(`{"id":0,"method":"initialize"}`))
	x.FromServer(t.Context(), []byte(introduces))
	x.list(puts, "")
	if rules.To(t, toolRules(t, `{"defer":["put"]}`)); x.ListChanged() != nil {
		t.Error("a tool without a schema looks the same")
	}
	for _, list := range []string{`{"deny":["get"]}`, `{}`, `{"defer":["get"]}`, `{"defer":["get"],"description":{"max":3}}`, `{"deny":["p*"]}`} {
		x.list(gets+","+puts, "")
		if x.ListChanged() != nil {
			t.Error("a change without one")
		}
		if rules.To(t, toolRules(t, list)); x.ListChanged() == nil {
			t.Errorf("%s is not told", list)
		}
	}
}

// A thousand tools, long descriptions and deep schemas are read once. A reference stays whole.
func TestHostileDefinitions(t *testing.T) {
	x := listingBy(t, `{"defer":["t1*"],"deny":["t2*"],"description":{"first":true,"max":50},"drop":["titles","defaults","examples","outputs"]}`)
	var tools []string
	for i := range 1000 {
		tools = append(tools, fmt.Sprintf(`{"name":"t%d","description":"d","inputSchema":{"title":"t"}}`, i))
	}
	list := x.list(strings.Join(tools, ","), "")
	if n := list.Get("result.tools.#").Int(); n != 1000-111+1 {
		t.Errorf("%d tools", n)
	}
	if again := x.list(strings.Join(tools, ","), ""); again.Raw != list.Raw {
		t.Error("the list differs the second time")
	}
	for _, text := range []string{strings.Repeat("a", 1<<20), strings.Repeat(" ", 1<<20), strings.Repeat(`\n`, 1<<19), strings.Repeat("a.", 1<<19), strings.Repeat("e.g. ", 1<<18), strings.Repeat("é", 1<<19)} {
		tool := x.list(`{"name":"x","description":"`+text+`","inputSchema":{"description":"`+text+`"}}`, "").Get("result.tools.0")
		if n := len([]rune(tool.Get("description").Str)); n > 50 || len([]rune(tool.Get("inputSchema.description").Str)) != n {
			t.Errorf("%.10s: %d characters", text, n)
		}
	}
	deep := strings.Repeat(`{"title":"t","items":`, 900) + `{"title":"t","$ref":"#/$defs/a"}` + strings.Repeat("}", 900)
	got := x.list(`{"name":"x","inputSchema":{"$defs":{"a":{"title":"a","type":"object"}},"items":`+deep+`}}`, "").Get("result.tools.0.inputSchema").Raw
	if want := `{"$defs":{"a":{"type":"object"}},"items":` + strings.ReplaceAll(deep, `"title":"t",`, "") + `}`; got != want {
		t.Errorf("got %.200s", got)
	}
}

// FuzzLawsDefinitions tests that a shortened schema accepts the same values, and that the whole
// definition is given back.
func FuzzLawsDefinitions(f *testing.F) {
	f.Add(`{"type":"object","title":"t","properties":{"title":{"default":1,"type":"integer"}},"required":["title"]}`, `{"title":1}`)
	f.Add(`{"$defs":{"default":{"type":"null"}},"items":{"$ref":"#/$defs/default"},"examples":[[]]}`, `[null]`)
	f.Add(`{"dependencies":{"a":["title"],"default":{"title":"x","required":["b"]}},"enum":[{"default":1}]}`, `{"default":1}`)
	f.Add(`{"not":{"description":"A. B.","const":{"description":"A. B."}}}`, `{"description":"A."}`)
	eng := mcptest.Engine(f, toolRules(f, `{"drop":["titles","defaults","examples"],"description":{"first":true}}`))
	f.Fuzz(func(t *testing.T, schema, value string) {
		before, err := jsonschema.Compile([]byte(schema), jsonschema.Options{})
		if err != nil || !json.Valid([]byte(schema)) {
			return
		}
		session := mcp.New(eng).Session()
		served := gjson.GetBytes(session.Tool([]byte(`{"name":"t","inputSchema":`+schema+`}`)), "inputSchema").Raw
		after, err := jsonschema.Compile([]byte(served), jsonschema.Options{})
		if err != nil {
			t.Fatalf("%s becomes %s: %v", schema, served, err)
		}
		faults, err := before.Validate([]byte(value))
		faultsNow, errNow := after.Validate([]byte(value))
		if (err == nil) != (errNow == nil) || len(faults) != len(faultsNow) {
			t.Errorf("%s accepts %s otherwise than %s", served, value, schema)
		}
	})
}
