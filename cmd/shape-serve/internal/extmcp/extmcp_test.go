package extmcp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/gateway"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/inmemory"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// counts records counts and faults.
type counts struct {
	mu     sync.Mutex
	by     map[string]int
	faults []string
}

func (c *counts) Add(service, method, outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[service+" "+method+" "+outcome]++
}

func (c *counts) Fault(_, sentence string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = append(c.faults, sentence)
}

// fixture is a service, and a gateway in front of it.
type fixture struct {
	gateway.Gateway
	file    string
	all     *tenants.Table
	service *extmcp.Service
	counts  *counts
}

// serve starts the service over a configuration.
func serve(t testing.TB, configuration string, o extmcp.Options, change ...func(*tenants.Options)) *fixture {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "shape.json")
	if err := os.WriteFile(file, []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, LookupEnv: os.LookupEnv}, nil)
	from := tenants.Options{Config: config.Options{Path: file}, Key: "tenant", Limit: 1 << 20}
	for _, f := range change {
		f(&from)
	}
	all, err := tenants.Open(a, from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(all.Close)
	if o.ToolKey == "" {
		o.ToolKey = "call"
	}
	f := &fixture{file: file, all: all, counts: &counts{by: map[string]int{}}}
	f.service = extmcp.New(all, o, f.counts)
	_, c := inmemory.Serve(t, func(s *grpc.Server) { extmcppb.RegisterExtMcpServer(s, f.service) })
	f.Gateway = gateway.Gateway{Client: extmcppb.NewExtMcpClient(c), Metadata: map[string]string{"call": "mcpGuardrails.shape_call"}}
	return f
}

// call asks about a call of a tool of one server.
func (f *fixture) call(t *testing.T, server, params, result string) (*gateway.Reply, error) {
	t.Helper()
	return f.Do(t.Context(), gateway.Request{Services: []string{server}, Method: "tools/call", Params: []byte(params)},
		func([]byte) []byte { return []byte(result) })
}

// tell asks about a request whose answer is result.
func (f *fixture) tell(t *testing.T, services []string, method, params, result string) (string, error) {
	t.Helper()
	reply, err := f.Do(t.Context(), gateway.Request{Services: services, Method: method, Params: []byte(params)},
		func([]byte) []byte { return []byte(result) })
	if err != nil {
		return "", err
	}
	return string(reply.Result), nil
}

const rules = `{
  "privacy": {"drop": ["token"], "mask": [{"path": "**.email", "with": "***"}], "detect": ["pii"]},
  "global": {"exclude_null_values": true, "caller": ["fields"]},
  "tool_overrides": {"github.list_issues": {"exclude_fields": ["url"]}, "weather.now": {"include_only": ["wind"]}}
}`

const tooLong = `{"content":[{"type":"text","text":"Error executing tool: list_issues already ran, but its result cannot be shown: the response has more than 1048576 bytes, and something may be hidden in it"}],"isError":true}`

// Each answer is pass, mutated, or an error with the code of the fault.
func TestAnswers(t *testing.T) {
	f := serve(t, rules, extmcp.Options{})
	const issues = `{"content":[],"structuredContent":{"id":1,"url":"u","token":"t-1","by":null}}`
	for _, c := range []struct{ server, params, result, want, phase string }{
		{"github", `{"name":"list_issues"}`, issues, `{"content":[],"structuredContent":{"id":1}}`, "mutated"},
		{"gitlab", `{"name":"list_issues"}`, issues, `{"content":[],"structuredContent":{"id":1,"url":"u"}}`, "mutated"},
		{"github", `{"name":"list_issues"}`, `{"content":[ ]}`, `{"content":[ ]}`, "pass"},
		{"weather", `{"name":"now"}`, `{"content":[{"type":"text","text":"{\"wind\":1,\"rain\":2}"}]}`, `{"content":[{"type":"text","text":"{\"wind\":1}"}]}`, "mutated"},
		{"gitlab", `{"name":"x","arguments":{"_fields":["id"]}}`, issues, `{"content":[],"structuredContent":{"id":1,"url":"u"}}`, "mutated"}, // it was told of no choice
		{"github", `{"name":"list_issues"}`, `{"content":[{"type":"text","text":"mail a@example.com"}]}`, `{"content":[{"type":"text","text":"mail [email]"}]}`, "mutated"},
		{"github", `{"name":"list_issues"}`, `{"content":[` + strings.Repeat(" ", 1<<20) + `]}`, tooLong, "mutated"},
	} {
		got, err := f.call(t, c.server, c.params, c.result)
		if err != nil || string(got.Result) != c.want || got.Phase != c.phase {
			t.Errorf("%s %s: %s, %v; want %s by %s", c.server, c.params, got.Result, err, c.want, c.phase)
		}
	}
	for _, c := range []struct{ params, result, want string }{
		{`{"name":"list_issues"}`, `{"content":[`, "-32600: the result is no JSON"},
		{`7`, `{}`, "-32600: the params are no JSON object"},
		{`{"name":`, `{}`, "-32600: the params are no JSON object"},
	} {
		got, err := f.call(t, "github", c.params, c.result)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60s: %v, %v, want %s", c.params, got, err, c.want)
		}
	}
	if f.counts.by["ext_mcp.response tools/call mutated"] == 0 || f.counts.by["ext_mcp.response tools/call error"] == 0 || len(f.counts.faults) == 0 {
		t.Errorf("counted %v, told %q", f.counts.by, f.counts.faults)
	}
}

// The name of a tool comes from metadata alone. Without it a result is refused, or hidden from
// by the rules of every tool.
func TestResultWithoutTool(t *testing.T) {
	const result = `{"content":[],"structuredContent":{"id":1,"url":"u","token":"t-1","by":null}}`
	for _, c := range []struct {
		hide     bool
		metadata map[string]string
		want     string
	}{
		{false, nil, `-32600: the metadata "call" is missing, which names the tool of a result`},
		{false, map[string]string{"call": "{"}, `-32600: the metadata "call" is neither a name nor a call`},
		{false, map[string]string{"call": "mcpGuardrails.shape_tool"}, `{"content":[],"structuredContent":{"id":1}}`},
		{false, map[string]string{"call": "list_issues"}, `{"content":[],"structuredContent":{"id":1}}`},
		{true, nil, `{"content":[],"structuredContent":{"id":1,"by":null}}`},
	} {
		f := serve(t, rules, extmcp.Options{HideAll: c.hide})
		f.Metadata = c.metadata
		reply, err := f.call(t, "github", `{"name":"list_issues"}`, result)
		got := fmt.Sprint(err)
		if err == nil {
			got = string(reply.Result)
		}
		if got != c.want {
			t.Errorf("%v %v: %s, want %s", c.hide, c.metadata, got, c.want)
		}
	}
}

// In a list of several backends each tool has its backend's name before its own. The rules are
// those of the tool, and so are those of its results.
func TestListOfSeveralBackends(t *testing.T) {
	f := serve(t, rules, extmcp.Options{Retrieve: "shape"})
	schema := `"outputSchema":{"type":"object","properties":{"id":{},"url":{}},"required":["id","url"]}`
	narrow := `"outputSchema":{"type":"object","properties":{"id":{}}}`
	list := `{"tools":[ {"name":"github_list_issues",` + schema + `}, {"name":"gitlab_list_issues",` + schema + `}, {"name":"shape_shape_retrieve"},7, {"name":"x_token", "description":"d"}],"token":"t-2"}`
	got, err := f.tell(t, []string{"github", "gitlab", "shape"}, "tools/list", "", list)
	if err != nil || strings.Contains(got, "t-2") || !strings.Contains(got, `{"name":"github_list_issues",`+narrow) ||
		!strings.Contains(got, `{"name":"gitlab_list_issues","outputSchema":{"type":"object","properties":{"id":{},"url":{}}`) ||
		!strings.Contains(got, `{"name":"shape_shape_retrieve"}`) || strings.Count(got, `"name"`) != 4 {
		t.Errorf("%s, %v", got, err)
	}
	// A caller was told of the choice of fields.
	reply, err := f.call(t, "github", `{"name":"list_issues","arguments":{"q":1,"_fields":["nr"]}}`, `{"content":[],"structuredContent":{"id":1,"url":"u","nr":4}}`)
	if err != nil || string(reply.Params) != `{"name":"list_issues","arguments":{"q":1}}` || strings.Contains(string(reply.Result), `"url"`) {
		t.Errorf("%+v, %v", reply, err)
	}
	if _, err := f.call(t, "github", `{"name":"list_issues","arguments":{"_fields":[]}}`, `{}`); err == nil || !strings.Contains(err.Error(), "list_issues did not run: _fields") {
		t.Error(err)
	}
}

// A denied tool is in no list, and its call does not reach the backend.
func TestDeniedTools(t *testing.T) {
	f := serve(t, `{"global":{"tools":{"deny":["github.delete_*"]}}}`, extmcp.Options{})
	for _, name := range []string{`"name":"github_delete_repo"`, `"n\u0061me":"github_delete_repo"`} {
		got, err := f.tell(t, []string{"github", "b"}, "tools/list", "", `{"tools":[{`+name+`},{"name":"github_get"}]}`)
		if err != nil || got != `{"tools":[{"name":"github_get"}]}` {
			t.Errorf("%s, %v", got, err)
		}
	}
	for _, list := range []string{`{"tools":[],"tools":[{"name":"github_delete_repo"}]}`, `{"tools":{"name":"github_delete_repo"}}`, `[]`} {
		if got, err := f.tell(t, []string{"github", "b"}, "tools/list", "", list); err == nil {
			t.Errorf("%s passed as %s", list, got)
		}
	}
	_, err := f.call(t, "github", `{"name":"delete_`+strings.Repeat("x", 1<<16)+`"}`, `{}`)
	if last := f.counts.faults[len(f.counts.faults)-1]; err == nil || len(last) > 1000 || !strings.Contains(last, "Unknown tool: delete_x") {
		t.Errorf("%v, a line of %d bytes: %.100s", err, len(last), last)
	}
	_, err = f.call(t, "github", `{"name":"delete_repo"}`, `{}`)
	if denied, ok := errors.AsType[*gateway.DeniedError](err); !ok || denied.Code != -32001 {
		t.Error(err)
	}
}

// A list has the bytes of the library's.
func TestListOfTheLibrary(t *testing.T) {
	f := serve(t, rules, extmcp.Options{})
	tenant, _ := f.all.Of("")
	for _, list := range []string{
		`{"tools":[ {"name":"list_issues", "inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"id":{},"url":{}},"required":["id","url"]}} , {"name":"b","description":"mail a@example.com"}, 7 ],"nextCursor":"2", "ttlMs":7}`,
		`{"tools":[]}`, `{"tools":[{"name":"a","name":"b","token":"t-1"}],"token":7}`, `{ "tools" : [ {"name":"x"} ] }`,
		`{"tools":[{"name":"v","_meta":{"ui":{"resourceUri":"ui://x"}},"outputSchema":{"type":"object","properties":{"by":{"type":["null","integer"]}},"required":["by"]}}],"cacheScope":"public"}`,
	} {
		x := mcp.New(tenant.Engine, mcp.WithName("github")).Session().Exchange()
		x.FromClient(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		want := string(x.FromServer(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"result":`+list+`}`)))
		got, err := f.tell(t, []string{"github"}, "tools/list", "", list)
		if err != nil || `{"jsonrpc":"2.0","id":1,"result":`+got+`}` != want {
			t.Errorf("%v, %s\n is not %s", err, got, want)
		}
	}
}

// A client without a list from this process has the tools that any client of its tenant was
// told of last. Its results keep to their schemas.
func TestListOfAnotherReplica(t *testing.T) {
	f := serve(t, `{"global":{"exclude_null_values":true,"schema":"protect"}}`, extmcp.Options{})
	as := func(who, method, params, result string) string {
		reply, err := f.Do(t.Context(), gateway.Request{Services: []string{"s"}, Method: method, Params: []byte(params), Headers: map[string]string{"authorization": who}},
			func([]byte) []byte { return []byte(result) })
		if err != nil {
			t.Fatal(err)
		}
		return string(reply.Result)
	}
	const result = `{"content":[],"structuredContent":{"a":null}}`
	if got := as("two", "tools/call", `{"name":"x"}`, result); got == result {
		t.Error("without a list the schema is known")
	}
	as("one", "tools/list", "", `{"tools":[{"name":"x","outputSchema":{"type":"object","properties":{"a":{"type":"null"}},"required":["a"]}}]}`)
	for _, who := range []string{"two", "three"} {
		if got := as(who, "tools/call", `{"name":"x"}`, result); got != result {
			t.Errorf("%s gets %s", who, got)
		}
	}
}

// The client of MCP 2026-07-28 says in each request its name. Its limits hold.
func TestClientOfMeta(t *testing.T) {
	f := serve(t, `{"clients":{"small":{"max_bytes":400}}}`, extmcp.Options{})
	result := `{"content":[{"type":"text","text":"` + strings.Repeat("word ", 500) + `"}]}`
	for client, isCut := range map[string]bool{"small": true, "large": false} {
		reply, err := f.call(t, "s", `{"name":"x","_meta":{"progressToken":"`+client+`","io.modelcontextprotocol/clientInfo":{"name":"`+client+`","version":"1"}}}`, result)
		if err != nil || (len(reply.Result) < len(result)) != isCut {
			t.Errorf("%s gets %s, %v", client, reply.Result, err)
		}
	}
}

// text_as acts, and keeps the parts that the arguments of the call name.
func TestTextAsOfGateway(t *testing.T) {
	f := serve(t, `{"tool_overrides":{"s.page":{"text_as":["html"]}}}`, extmcp.Options{})
	reply, err := f.call(t, "s", `{"name":"page"}`, `{"content":[{"type":"text","text":"<!DOCTYPE html><html><head><style>p{}</style></head><body><h1>Title</h1><p>One <b>bold</b> word.</p><script>x()</script></body></html>"}]}`)
	if err != nil || !strings.Contains(string(reply.Result), "# Title") || strings.Contains(string(reply.Result), "script") {
		t.Errorf("%s, %v", reply.Result, err)
	}
}

// Results of other methods pass with everything hidden that privacy hides.
func TestOtherMethods(t *testing.T) {
	f := serve(t, rules, extmcp.Options{})
	for _, c := range []struct{ method, result, want string }{
		{"resources/read", `{"contents":[{"uri":"a:b","text":"{\"token\":\"t-1\",\"n\":null}"}]}`, `{"contents":[{"uri":"a:b","text":"{\"n\":null}"}]}`},
		{"prompts/get", `{"messages":[{"role":"user","content":{"type":"text","text":"a@example.com"}}]}`, `{"messages":[{"role":"user","content":{"type":"text","text":"[email]"}}]}`},
		{"tasks/get", `{"taskId":"1","status":"completed","token":"t-1"}`, `{"taskId":"1","status":"completed"}`},
		{"custom/method", `{"token":"t-1","n":1}`, `{"n":1}`},
		{"ping", `{ }`, `{ }`},
	} {
		if got, err := f.tell(t, []string{"github"}, c.method, "", c.result); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.method, got, err, c.want)
		}
	}
	if f.counts.by["ext_mcp.response other mutated"] != 1 {
		t.Error(f.counts.by)
	}
}

// Tenants have configurations of their own. One without a file is refused unless there is one
// for all.
func TestTenants(t *testing.T) {
	table := filepath.Join(t.TempDir(), "tenants.json")
	for name, text := range map[string]string{
		"a.json": `{"privacy":{"drop":["a"]}}`, "b.json": `{"privacy":{"drop":["b"]}}`, "tenants.json": `{"tenants": {"a": "a.json", /* two */ "b": "b.json"}}`,
	} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(table), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := serve(t, rules, extmcp.Options{}, func(o *tenants.Options) { o.File, o.Config.Path = table, "" })
	ask := func(tenant string) string {
		f.Metadata = map[string]string{"call": "mcpGuardrails.shape_call", "tenant": tenant}
		reply, err := f.call(t, "s", `{"name":"x"}`, `{"content":[],"structuredContent":{"a":1,"b":2}}`)
		if err != nil {
			return err.Error()
		}
		return string(reply.Result)
	}
	for tenant, want := range map[string]string{
		"a": `{"content":[],"structuredContent":{"b":2}}`, "b": `{"content":[],"structuredContent":{"a":1}}`,
		"c": `-32600: the metadata "tenant" names no tenant with a configuration`,
	} {
		if got := ask(tenant); got != want {
			t.Errorf("%s: %s, want %s", tenant, got, want)
		}
	}
}

// A changed configuration takes effect without a restart. A refused one leaves the last good one.
func TestReloadOfTenants(t *testing.T) {
	f := serve(t, `{"privacy":{"drop":["a"]}}`, extmcp.Options{})
	ask := func() string {
		reply, err := f.call(t, "s", `{"name":"x"}`, `{"content":[],"structuredContent":{"a":1,"b":2}}`)
		if err != nil {
			t.Fatal(err)
		}
		return string(reply.Result)
	}
	tenant, _ := f.all.Of("")
	for _, step := range []struct{ text, want string }{
		{`{"privacy":{"drop":["b"]}}`, `{"content":[],"structuredContent":{"a":1}}`},
		{`{"privacy":`, `{"content":[],"structuredContent":{"a":1}}`},
		{`{"privacy":{"drop":["a","b"]}}`, `{"content":[],"structuredContent":{}}`},
	} {
		if err := os.WriteFile(f.file, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		tenant.Source.Reload(t.Context()) // the error is that of a refused text
		if got := ask(); got != step.want {
			t.Errorf("after %s: %s, want %s", step.text, got, step.want)
		}
	}
}

// run is one recorded run of an agent.
type run struct {
	Server string
	Items  []struct {
		Call         string
		Args, Result json.RawMessage
		Tool         string
		ID           json.RawMessage
	}
}

// Results are equal to those of the library, byte for byte. The runs are those of the test data,
// and of the folder that SHAPE_TRAJECTORIES names.
func TestResultsOfTheLibrary(t *testing.T) {
	files := []string{"testdata/runs.jsonl"}
	if folder := os.Getenv("SHAPE_TRAJECTORIES"); folder != "" {
		more, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
		files = append(files, more...)
	}
	for _, name := range []string{"privacy", "cuts", "none"} {
		configuration, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		f := serve(t, string(configuration), extmcp.Options{})
		tenant, _ := f.all.Of("")
		results, changed := 0, 0
		for _, file := range files {
			eachRun(t, file, func(r run) {
				library := mcp.New(tenant.Engine, mcp.WithName(r.Server)).Session()
				args := map[string]json.RawMessage{}
				for _, item := range r.Items {
					if item.Call != "" {
						args[string(item.ID)] = item.Args
					}
					if item.Result == nil {
						continue
					}
					call, _, err := library.Choose(item.Tool, args[string(item.ID)])
					if err != nil {
						t.Fatal(err)
					}
					want := library.Result(t.Context(), call, item.Result)
					params, _ := json.Marshal(map[string]any{"name": item.Tool, "arguments": args[string(item.ID)]})
					got, err := f.call(t, r.Server, string(params), string(item.Result))
					if err != nil || !bytes.Equal(got.Result, want) {
						t.Fatalf("%s: %s: differs from the library: %v", file, item.Tool, err)
					}
					results++
					if !bytes.Equal(want, item.Result) {
						changed++
					}
				}
			})
		}
		t.Logf("%s: %d results of %d files, %d of them changed", name, results, len(files), changed)
		if results == 0 || name != "none" && changed == 0 {
			t.Errorf("%s: %d results, %d changed", name, results, changed)
		}
	}
}

func eachRun(t *testing.T, file string, do func(run)) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for lines := bufio.NewReaderSize(in, 1<<20); ; {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var r run
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(file, err)
			}
			do(r)
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Metadata of a request never holds a secret of the client, and only as much of the arguments
// as a response needs.
func TestMetadata(t *testing.T) {
	f := serve(t, rules, extmcp.Options{})
	r := &extmcppb.McpRequest{
		ServiceNames: []string{"s"}, Method: "tools/call",
		McpRequest: []byte(`{"name":"x","arguments":{"_fields":["a"],"text":"` + strings.Repeat("long ", 1000) + `"}}`),
		Headers:    []*extmcppb.McpHeader{{Key: "Authorization", Value: []byte("Bearer secret")}},
	}
	out, err := f.Client.CheckRequest(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	text := structpb.NewStructValue(out.Metadata).String()
	for _, absent := range []string{"secret", "long"} {
		if strings.Contains(text, absent) {
			t.Errorf("the metadata holds %s", absent)
		}
	}
	if !strings.Contains(text, "_fields") || !strings.Contains(text, "owner") {
		t.Error(text)
	}
}
