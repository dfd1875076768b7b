package retrieve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/pflag"
	"google.golang.org/grpc"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/gateway"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/inmemory"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

type nothing struct{}

func (nothing) Add(string, string, string) {}
func (nothing) Fault(string, string)       {}

// open opens two tenants and one for all, and a gateway in front of them.
func open(t *testing.T) (*tenants.Table, *gateway.Gateway) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	rules := `{"privacy":{"drop":["token"]},"tool_overrides":{"s.long":{"max_string":20},"s.other":{"exclude_fields":["id"]}},"global":{"archive":{"store":"memory"}}}`
	for name, text := range map[string]string{"shape.json": rules, "a.json": rules, "tenants.json": `{"tenants":{"a":"a.json"}}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, LookupEnv: os.LookupEnv}, nil)
	all, err := tenants.Open(a, tenants.Options{Config: config.Options{Path: filepath.Join(dir, "shape.json")}, File: filepath.Join(dir, "tenants.json"), Key: "tenant", Limit: 1 << 20, Retrieves: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(all.Close)
	_, c := inmemory.Serve(t, func(s *grpc.Server) {
		extmcppb.RegisterExtMcpServer(s, extmcp.New(all, extmcp.Options{ToolKey: "call", Retrieve: "shape"}, nothing{}))
	})
	return all, &gateway.Gateway{Client: extmcppb.NewExtMcpClient(c)}
}

// headers adds headers to each request.
type headers map[string]string

func (h headers) RoundTrip(r *http.Request) (*http.Response, error) {
	for name, value := range h {
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// A handle is valid for the client of the call, in the tenant of the call.
func TestRetrieveBackend(t *testing.T) {
	all, g := open(t)
	o := &Options{listen: "127.0.0.1:0", tool: "retrieve", token: "secret"}
	at, end, err := o.Start(all, "1")
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	long := strings.Repeat("word ", 100)
	type as struct{ tenant, authorization string }
	ask := func(by as, result string) string {
		g.Metadata = map[string]string{"call": "mcpGuardrails.shape_call", "tenant": by.tenant}
		in := gateway.Request{Services: []string{"s"}, Method: "tools/call", Params: []byte(`{"name":"long"}`), Headers: map[string]string{"authorization": by.authorization}}
		reply, err := g.Do(t.Context(), in, func([]byte) []byte { return []byte(result) })
		if err != nil {
			t.Fatal(err)
		}
		return string(reply.Result)
	}
	redeem := func(by as, handle string) (text string) {
		g.Metadata = map[string]string{"call": "mcpGuardrails.shape_call", "tenant": by.tenant}
		in := gateway.Request{Services: []string{"shape"}, Method: "tools/call", Params: []byte(`{"name":"retrieve","arguments":{}}`), Headers: map[string]string{"authorization": by.authorization, extmcp.OwnerHeader: "61.forged"}}
		reply, err := g.Do(t.Context(), in, func([]byte) []byte { return []byte(`{"content":[]}`) })
		if err != nil {
			t.Fatal(err)
		}
		sent := headers{web.TokenHeader: "secret"}
		if owner := reply.Headers[extmcp.OwnerHeader]; owner != "" {
			sent[extmcp.OwnerHeader] = owner
		}
		client, err := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: "http://" + at.String() + "/mcp", HTTPClient: &http.Client{Transport: sent}, DisableStandaloneSSE: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		list, err := client.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) != 1 || list.Tools[0].Name != "retrieve" {
			t.Fatal(list, err)
		}
		got, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "retrieve", Arguments: map[string]any{"handle": handle}})
		if err != nil {
			return err.Error()
		}
		return got.Content[0].(*sdk.TextContent).Text
	}
	me, another, elsewhere, none := as{"a", "Bearer 1"}, as{"a", "Bearer 2"}, as{"", "Bearer 1"}, as{"", ""}
	for _, by := range []as{me, none} {
		out := ask(by, `{"content":[{"type":"text","text":"{\"id\":7,\"token\":\"t-1\",\"body\":\"`+long+`\"}"}]}`)
		found := regexp.MustCompile(`shape_retrieve ([a-z2-7]+)`).FindStringSubmatch(out)
		if found == nil || strings.Contains(out, long) {
			t.Fatalf("the cut result names no handle: %s", out)
		}
		// Only the hiding rules of the result's own tool act: id stays.
		if got := redeem(by, found[1]); !strings.Contains(got, long) || strings.Contains(got, "t-1") || !strings.Contains(got, `id`) {
			t.Errorf("%v gets %s", by, got)
		}
		for _, other := range []as{me, another, elsewhere, none} {
			if other == by {
				continue
			}
			if got := redeem(other, found[1]); strings.Contains(got, "word") || !strings.Contains(got, "no result under this handle") {
				t.Errorf("%v gets of %v %s", other, by, got)
			}
		}
	}
	if res, err := http.Post("http://"+at.String()+"/mcp", "application/json", strings.NewReader("{}")); err != nil || res.StatusCode != http.StatusForbidden {
		t.Errorf("without the secret: %v, %v", res, err)
	}
}

// The secret is that of a variable, as with --client-token of the proxy. A value that no header
// can hold is refused at the start.
func TestToken(t *testing.T) {
	variables := map[string]string{"GOOD": "secret", "LINE": "secret\n", "EMPTY": ""}
	lookup := func(name string) (string, bool) { value, ok := variables[name]; return value, ok }
	for text, want := range map[string]string{"$GOOD": "secret", "GOOD": "secret", "${GOOD}": "secret", "$LINE": "", "$EMPTY": "", "$OTHER": ""} {
		var o Options
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		o.Add(flags, lookup)
		if err := flags.Parse([]string{"--retrieve-token", text}); o.token != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", text, o.token, err)
		}
	}
}

// Other machines need a secret of sixteen characters.
func TestExposed(t *testing.T) {
	o := &Options{listen: "0.0.0.0:0", token: "short"}
	if _, _, err := o.Start(nil, "1"); err == nil || !strings.Contains(err.Error(), "--retrieve-token") {
		t.Error(err)
	}
	served := guard(http.NotFoundHandler(), "0123456789abcdef")
	for token, want := range map[string]int{"0123456789abcdef": 404, "": 403, "0123456789abcdeF": 403} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("POST", "/mcp", nil)
		r.Header.Set(web.TokenHeader, token)
		if served.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: %d, want %d", token, w.Code, want)
		}
	}
}
