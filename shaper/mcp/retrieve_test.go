package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// short lets results of t keep ten characters of each string, and hides.
func short(hidden ...string) profiles.Spec {
	return profiles.Spec{Tools: []profiles.Tool{{
		Name: "t", Settings: profiles.Settings{MaxString: new(10)}, ExcludeFields: hidden,
	}}}
}

// keeping is a server whose results are kept.
func keeping(t *testing.T, spec profiles.Spec, more ...shaper.Option) (*mcptest.Changing, *mcp.Server) {
	t.Helper()
	kept := shaper.WithArchive(archive.Archive{Store: archive.NewMemory(archive.Limits{}), Key: archive.Key{7}})
	rules, eng := mcptest.NewChanging(t, spec, append(more, kept)...)
	return rules, mcp.New(eng)
}

// exchange sends messages and returns the client's output. ask returns an immediate answer, or
// fails.
type exchange struct {
	*mcp.Exchange
	t *testing.T
}

func (x exchange) list(tools, more string) gjson.Result {
	x.t.Helper()
	x.FromClient(x.t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
	return gjson.ParseBytes(x.FromServer(x.t.Context(), []byte(`{"id":1,"result":{"tools":[`+tools+`]`+more+`}}`)))
}

func (x exchange) call(tool, result string) gjson.Result {
	x.t.Helper()
	x.FromClient(x.t.Context(), fmt.Appendf(nil, `{"id":2,"method":"tools/call","params":{"name":%q}}`, tool))
	return gjson.ParseBytes(x.FromServer(x.t.Context(), []byte(`{"id":2,"result":`+result+`}`))).Get("result")
}

func (x exchange) ask(method, params string) gjson.Result {
	x.t.Helper()
	forward, reply := x.FromClient(x.t.Context(), []byte(`{"id":3,"method":"`+method+`","params":`+params+`}`))
	if forward != nil {
		x.t.Fatalf("%s went to the server: %s", method, forward)
	}
	return gjson.ParseBytes(reply)
}

func (x exchange) retrieve(arguments string) gjson.Result {
	x.t.Helper()
	return x.ask("tools/call", `{"name":"shape_retrieve","arguments":`+arguments+`}`).Get("result")
}

const (
	metaPath   = `_meta.io\.github\.seed-7aa78ce4/shape.archive`
	notePath   = `structuredContent._note`
	toolT      = `{"name":"t","inputSchema":{"type":"object"}}`
	longHalf   = `{"a":"one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them","b":"secret words and more of them, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them"}`
	longResult = `{"content":[{"type":"text","text":"{\"a\":\"one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them\",\"b\":\"secret words and more of them, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them\"}"}],"structuredContent":{"a":"one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them","b":"secret words and more of them, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them"}}`
)

// The tool and the resource give back the parts cut from a result. Hidden values stay hidden,
// even after a change of the rules.
func TestRetrieve(t *testing.T) {
	rules, server := keeping(t, short())
	x := exchange{server.Session().Exchange(), t}
	if tools := x.list(toolT, "").Get("result.tools.#.name").Raw; tools != `["t","shape_retrieve"]` {
		t.Fatal(tools)
	}
	got := x.call("t", longResult)
	handle := got.Get(metaPath + ".handle").Str
	if a := got.Get("structuredContent.a").Str; a != "one two th… +165 chars" {
		t.Fatal(got)
	}
	want := "2 texts shortened · shape_retrieve " + handle
	if got.Get("content.1.text").Str != want || got.Get(notePath).Str != want {
		t.Fatal(got)
	}
	for arguments, want := range map[string]string{
		`{"handle":"` + handle + `"}`:                                        longHalf,
		`{"handle":"` + handle + `","path":"/structuredContent/a"}`:          "one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them",
		`{"handle":"` + handle + `","path":"/content/0/text/b","page":1}`:    "secret words and more of them, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them",
		`{"handle":"` + handle + `","path":"/structuredContent/a","page":2}`: "Error executing tool: there is no page 2: the value has 1, counted from 1",
		`{"handle":"aaaa"}`: "Error executing tool: no result under this handle (unknown, expired, or another client's)",
		`{"handle":"` + handle + `","path":"/structuredContent/a","page":"1"}`:  "one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them",
		`{"handle":"` + handle + `","path":"/structuredContent/a","page":1.0}`:  "one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them",
		`{"handle":"` + handle + `","path":"/structuredContent/a","page":null}`: "one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them",
		`{"handle":"` + handle + `","page":"x"}`:                                "Error executing tool: page is a whole number from 1 on",
		`{"handle":"` + handle + `","page":1e99}`:                               "Error executing tool: page is a whole number from 1 on",
		`{"handle":"` + handle + `","path":["structuredContent"]}`:              "Error executing tool: path is a text",
		`{"handle":"` + handle + `","query":7}`:                                 "Error executing tool: query is a text",
		`{"handle":"` + handle + `","query":"/(/"}`:                             "Error executing tool: query: not a regular expression: missing closing )",
		`{"handle":"` + handle + `","query":"nowhere"}`:                         "Error executing tool: nothing in the document matches",
		`{"handle":"` + handle + `","fields":7}`:                                "Error executing tool: fields is a list of names",
		`{"handle":"` + handle + `","where":"a"}`:                               "Error executing tool: where is an object, such as {\"level\":\"error\"}",
		`{"handle":"` + handle + `","lines":{"a":1}}`:                           "Error executing tool: lines: a range is \"400-480\", counted from 1",
	} {
		if said := x.retrieve(arguments).Get("content.0.text").Str; said != want {
			t.Errorf("%s: %s, want %s", arguments, said, want)
		}
	}
	read := x.ask("resources/read", `{"uri":"shape://archive/`+handle+`?path=/structuredContent/b"}`)
	if text := read.Get("result.contents.0.text").Str; text != `"secret words and more of them, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them"` {
		t.Error(read)
	}
	rules.To(t, short("b"))
	if said := x.retrieve(`{"handle":"` + handle + `"}`).Raw; strings.Contains(said, "secret") || !strings.Contains(said, "three") {
		t.Errorf("after a rule hides b: %s", said)
	}
	for _, arguments := range []string{`"path":"/structuredContent/b"`, `"query":"secret"`, `"query":"/secr.t/"`, `"fields":["b"]`} {
		if said := x.retrieve(`{"handle":"` + handle + `",` + arguments + `}`); !said.Get("isError").Bool() || strings.Contains(said.Raw, "secret") {
			t.Errorf("after a rule hides b: %s", said)
		}
	}
}

// countedShapes counts the responses that an engine tells its observer of.
type countedShapes struct{ n int }

func (s *countedShapes) Shaped(shaper.Event) { s.n++ }

// An answer to a query has values that the client lacks, and no hidden ones. An observer of
// the engine counts it like a page without a query.
func TestRetrieveWhatIsLacking(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"key"}, Settings: profiles.Settings{OmitFields: &[]string{"color", "pad"}}}}}
	var counted countedShapes
	_, server := keeping(t, spec, shaper.WithObserver(&counted))
	x := exchange{server.Session().Exchange(), t}
	x.list(toolT, "")
	row := `{"id":%d,"name":"team %d","note":"of the teams","key":"k%d","color":"c%d","pad":"` + strings.Repeat("words ", 150) + `"},`
	rows := ""
	for i := range 9 {
		rows += fmt.Sprintf(row, i, i, i, i)
	}
	text := `{"rows":[` + strings.TrimSuffix(rows, ",") + `]}`
	got := x.call("t", fmt.Sprintf(`{"content":[{"type":"text","text":%q}]}`, text))
	handle := got.Get(metaPath + ".handle").Str
	before := counted.n
	x.retrieve(`{"handle":"` + handle + `"}`)
	ofPage := counted.n - before
	page := x.retrieve(`{"handle":"` + handle + `","query":"team 7 of the teams"}`).Get("content.1.text").Str
	if want := `/7 {"id":7,"name":"team 7","color":"c7"`; !strings.Contains(page, want) || strings.Contains(page, "k7") || strings.Contains(page, "of the teams") {
		t.Errorf("%s\nwant %s\nof %s", page, want, got)
	}
	if ofQuery := counted.n - before - ofPage; ofQuery != ofPage {
		t.Errorf("the observer counts %d responses for a query, %d for a page", ofQuery, ofPage)
	}
}

// A handle of one client gives another one nothing, always with the same error.
func TestRetrieveIsOnesOwn(t *testing.T) {
	_, server := keeping(t, short())
	one, two, same := exchange{server.Session().Exchange(), t}, exchange{server.Session().Exchange(), t}, exchange{server.Session().Exchange(), t}
	one.BelongsTo("authorization", "Bearer one")
	two.BelongsTo("authorization", "Bearer two")
	same.BelongsTo("authorization", "Bearer one")
	for _, x := range []exchange{one, two, same} {
		x.list(toolT, "")
	}
	handle := one.call("t", longResult).Get(metaPath + ".handle").Str
	foreign, unknown := two.retrieve(`{"handle":"`+handle+`"}`).Raw, two.retrieve(`{"handle":"`+strings.Repeat("a", 16)+`"}`).Raw
	if handle == "" || foreign != unknown || !strings.Contains(foreign, "isError") {
		t.Errorf("%s\n%s", foreign, unknown)
	}
	read := two.ask("resources/read", `{"uri":"shape://archive/`+handle+`"}`)
	if read.Get("error.code").Int() != -32002 || read.Get("result").Exists() {
		t.Error(read)
	}
	if got := same.retrieve(`{"handle":"` + handle + `"}`).Get("content.0.text").Str; got != longHalf {
		t.Error(got)
	}
}

// The tool is offered if a result can be cut, on the last page, and never in place of the
// server's own.
func TestRetrieveIsOffered(t *testing.T) {
	own := `{"name":"shape_retrieve","inputSchema":{"type":"object"}}`
	for name, c := range map[string]struct {
		spec  profiles.Spec
		pages [][2]string
		want  string
	}{
		"nothing is cut":     {profiles.Spec{}, [][2]string{{toolT, ""}}, `["t"]`},
		"no tool":            {short(), [][2]string{{"", ""}}, `[]`},
		"a page":             {short(), [][2]string{{toolT, `,"nextCursor":"c"`}}, `["t"]`},
		"a cursor of null":   {short(), [][2]string{{toolT, `,"nextCursor":null`}}, `["t","shape_retrieve"]`},
		"the last page":      {short(), [][2]string{{toolT, `,"nextCursor":"c"`}, {`{"name":"u"}`, ""}}, `["u","shape_retrieve"]`},
		"the server's":       {short(), [][2]string{{own + "," + toolT, ""}}, `["shape_retrieve","t"]`},
		"on an earlier page": {short(), [][2]string{{own, `,"nextCursor":"c"`}, {toolT, ""}}, `["t"]`},
		"a shorter text":     {profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{TextAs: &[]string{"log"}}}}}, [][2]string{{toolT, ""}}, `["t","shape_retrieve"]`},
		"a client's limit":   {profiles.Spec{Clients: []profiles.ClientFacts{{Name: "*", MaxTokens: new(100)}}}, [][2]string{{toolT, ""}}, `["t","shape_retrieve"]`},
	} {
		_, server := keeping(t, c.spec)
		x := exchange{server.Session().Exchange(), t}
		got := ""
		for _, page := range c.pages {
			got = x.list(page[0], page[1]).Get("result.tools.#.name").Raw
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		msg := []byte(`{"id":9,"method":"tools/call","params":{"name":"shape_retrieve","arguments":{"handle":"x"}}}`)
		if forward, _ := x.FromClient(t.Context(), msg); (forward == nil) != strings.Contains(c.want, `t","shape_retrieve"`) && name != "the last page" {
			t.Errorf("%s: a call of shape_retrieve goes on as %s", name, forward)
		}
	}
}

// Resource templates include that of archived results if the client knows the tool.
func TestRetrieveTemplate(t *testing.T) {
	_, server := keeping(t, short())
	x := exchange{server.Session().Exchange(), t}
	templates := func() string {
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"resources/templates/list"}`))
		return gjson.GetBytes(x.FromServer(t.Context(), []byte(`{"id":1,"result":{"resourceTemplates":[]}}`)), "result.resourceTemplates.#.uriTemplate").Raw
	}
	if got := templates(); got != `[]` {
		t.Error(got)
	}
	x.list(toolT, "")
	if got := templates(); got != `["shape://archive/{handle}{?path,page}"]` {
		t.Error(got)
	}
}

// The schema that is told always has room for the note: it names the member, or becomes
// wider.
func TestRetrieveFitsSchemas(t *testing.T) {
	const a = `"properties":{"a":{"type":"string"}`
	for schema, want := range map[string]string{
		`{"type":"object",` + a + `},"required":["a"],"additionalProperties":false}`: `{"type":"object",` + a + `,"_note":{}},"required":["a"],"additionalProperties":false}`,
		`{"type":"object",` + a + `}}`:                                                                    `{"type":"object",` + a + `}}`,
		`{"type":"object","additionalProperties":false}`:                                                  `{"type":"object","additionalProperties":false,"properties":{"_note":{}}}`,
		`{"type":"object",` + a + `},"additionalProperties":{"type":"string"}}`:                           `{"type":"object",` + a + `,"_note":{}},"additionalProperties":{"type":"string"}}`,
		`{"type":"object",` + a + `},"maxProperties":1}`:                                                  `{"type":"object"}`,
		`{"type":"object","allOf":[{"properties":{"a":{}},"additionalProperties":false}]}`:                `{"type":"object"}`,
		`{"oneOf":[{"type":"object"}]}`:                                                                   `{}`,
		`{"type":["object","null"],"propertyNames":{"maxLength":1}}`:                                      `{"type":["object","null"]}`,
		`{"type":"object","properties":{"_note":{"type":"integer"},"a":{}},"additionalProperties":false}`: `{"type":"object","properties":{"_note":{"type":"integer"},"a":{},"_shape_note":{}},"additionalProperties":false}`,
	} {
		_, server := keeping(t, short())
		x := exchange{server.Session().Exchange(), t}
		if told := x.list(`{"name":"t","outputSchema":`+schema+`}`, "").Get("result.tools.0.outputSchema").Raw; told != want {
			t.Errorf("%s: told %s, want %s", schema, told, want)
		}
		if !strings.Contains(schema, `"a"`) { // else the result does not fit
			continue
		}
		got := x.call("t", `{"content":[],"structuredContent":{"a":"one two three four and so on, much longer than the note that stands beside it, with many a word that nothing but the archive holds, one by one, up to the very last one of them"}}`)
		note := got.Get("structuredContent._note").Exists() || got.Get("structuredContent._shape_note").Exists()
		if !note || !got.Get(metaPath).Exists() {
			t.Errorf("%s: %s", schema, got)
		}
	}
}

// A client that is told of fewer things in the text is told of the note there all the same.
func TestRetrieveBesideDroppedText(t *testing.T) {
	spec := short()
	spec.Tools[0].Delivery = profiles.Delivery{Text: new("drop")}
	_, server := keeping(t, spec)
	x := exchange{server.Session().Exchange(), t}
	x.list(toolT, "")
	got := x.call("t", longResult)
	if n := got.Get("content.#").Int(); n != 1 || !strings.HasPrefix(got.Get("content.0.text").Str, "2 texts shortened · ") {
		t.Error(got)
	}
}

// Pages are as long as the client takes, and all of them are all of it.
func TestRetrieveByPages(t *testing.T) {
	spec := short()
	spec.Clients = []profiles.ClientFacts{{Name: "*", MaxBytes: new(2000)}}
	_, server := keeping(t, spec)
	x := exchange{server.Session().Exchange(), t}
	x.list(toolT, "")
	long := strings.Repeat("wörd ", 1000)
	handle := x.call("t", `{"content":[{"type":"text","text":"`+long+`"}]}`).Get(metaPath + ".handle").Str
	all, raw := "", ""
	for page := 1; page <= 7; page++ {
		got := x.retrieve(fmt.Sprintf(`{"handle":%q,"path":"/content/0/text","page":%d}`, handle, page))
		read := x.ask("resources/read", fmt.Sprintf(`{"uri":"shape://archive/%s?path=/content/0/text&page=%d"}`, handle, page)).Get("result")
		all += got.Get("content.1.text").Str
		raw += read.Get("contents.1.text").Str
		want := fmt.Sprintf("page %d of 7", page)
		if got.Get("content.0.text").Str != want || len(got.Raw) > 2000 || read.Get("contents.0.text").Str != want || read.Get("contents.0.mimeType").Str != "text/plain" {
			t.Fatalf("%s, %s, want %s", got, read, want)
		}
	}
	if all != long || raw != `"`+long+`"` {
		t.Error("the pages are not the text")
	}
}

// A search answers with rows of the half that the client reads, behind the number of the page.
func TestRetrieveSearches(t *testing.T) {
	spec := short()
	spec.Clients = []profiles.ClientFacts{{Name: "reader", Reads: new("text")}}
	_, server := keeping(t, spec)
	session := server.Session()
	x := exchange{session.Exchange(), t}
	x.list(toolT, "")
	const rows = `[{\"id\":1,\"v\":\"a needle in the text, and many more words behind it, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on\"},{\"id\":2,\"v\":\"needle and needle, and many more words behind both, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on\"}]`
	handle := x.call("t", `{"content":[{"type":"text","text":"`+rows+`"}],"structuredContent":{"rows":[{"id":1,"v":"a needle in the text, and many more words behind it, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on"},{"id":2,"v":"needle and needle, and many more words behind both, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on"}]}}`).Get(metaPath + ".handle").Str
	for arguments, want := range map[string][2]string{
		`"query":"text needle","fields":["id"]`:      {"page 1 of 1, rows 1–2 of 2, best first", "in AT\n/0 {\"id\":1}\n/1 [2]"},
		`"query":"/needle and/","fields":"id, v"`:    {"page 1 of 1, rows 1–1 of 1, best first", `AT/1 {"id":2,"v":"needle and needle, and many more words behind both, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on"}`},
		`"where":{"id":2},"fields":["v"],"page":"1"`: {"page 1 of 1, rows 1–1 of 1", `AT/1 {"v":"needle and needle, and many more words behind both, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on"}`},
		`"lines":1,"path":"/content/0/text/0/v"`:     {"page 1 of 1", "a needle in the text, and many more words behind it, beyond the note that stands beside a row, one by one, up to the very last one of them, and then again from the first one on"},
	} {
		for _, half := range []string{"/structuredContent/rows", "/content/0/text"} {
			session.IsClient(map[bool]string{true: "reader"}[half[1] == 'c'], "")
			got := x.retrieve(`{"handle":"` + handle + `",` + arguments + `}`)
			if got.Get("content.0.text").Str != want[0] || got.Get("content.1.text").Str != strings.ReplaceAll(want[1], "AT", half) {
				t.Errorf("%s: %s, want %s", arguments, got, want)
			}
		}
	}
}

// A page takes no more than the client does, whatever is quoted in it.
func TestRetrieveQuotes(t *testing.T) {
	spec := short()
	spec.Clients = []profiles.ClientFacts{{Name: "*", MaxBytes: new(600)}}
	_, server := keeping(t, spec)
	x := exchange{server.Session().Exchange(), t}
	x.list(toolT, "")
	handle := x.call("t", `{"content":[{"type":"text","text":"`+strings.Repeat(`\\`, 900)+`"}]}`).Get(metaPath + ".handle").Str
	if got := x.retrieve(`{"handle":"` + handle + `","page":2}`); len(got.Raw) > 600 || got.Get("isError").Exists() {
		t.Errorf("%d bytes: %s", len(got.Raw), got)
	}
}

// A notification gets no answer, and only the rest of a batch is forwarded.
func TestRetrieveOfNotifications(t *testing.T) {
	_, server := keeping(t, short())
	x := exchange{server.Session().Exchange(), t}
	x.list(toolT, "")
	const (
		told  = `{"method":"tools/call","params":{"name":"shape_retrieve"}}`
		reads = `{"method":"resources/read","params":{"uri":"shape://archive/x"}}`
		ping  = `{"id":4,"method":"ping"}`
	)
	for msg, want := range map[string]string{told: "", reads: "", "[" + told + "]": "", "[" + told + "," + reads + "]": "", "[" + told + ", " + ping + "]": "[" + ping + "]"} {
		forward, reply := x.FromClient(t.Context(), []byte(msg))
		if string(forward) != want || (forward == nil) != (want == "") || reply != nil {
			t.Errorf("%s\nforward %s\nreply %s", msg, forward, reply)
		}
	}
}

// A call by a client without an offer may be meant for the server's own tool.
func TestRetrieveOfServers(t *testing.T) {
	_, server := keeping(t, short())
	x := exchange{server.Session().Exchange(), t}
	x.list(`{"name":"shape_retrieve"},`+toolT, "")
	for _, msg := range []string{
		`{"id":3,"method":"tools/call","params":{"name":"shape_retrieve","arguments":{"handle":"x"}}}`,
		`{"id":4,"method":"resources/read","params":{"uri":"shape://archive/x"}}`,
	} {
		if forward, reply := x.FromClient(t.Context(), []byte(msg)); string(forward) != msg || reply != nil {
			t.Errorf("%s\nforward %s\nreply %s", msg, forward, reply)
		}
	}
	handle := x.call("t", longResult).Get(metaPath + ".handle").Str
	if read := x.ask("resources/read", `{"uri":"shape://archive/`+handle+`"}`); read.Get("result.contents.0.text").Str != longResult {
		t.Error(read)
	}
	if read := x.ask("tools/call", `{"name":"shape_retrieve","arguments":{"handle":"`+handle+`"}}`); read.Get("result.content.0.text").Str != longHalf {
		t.Error(read)
	}
}
