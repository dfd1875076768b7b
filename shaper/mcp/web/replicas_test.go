package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// breaking is a store that fails while it is broken.
type breaking struct {
	archive.Store
	broken atomic.Bool
}

var errBroken = errors.New("it is broken")

func (b *breaking) Put(ctx context.Context, h archive.Handle, value []byte) error {
	if b.broken.Load() {
		return errBroken
	}
	return b.Store.Put(ctx, h, value)
}

func (b *breaking) Get(ctx context.Context, h archive.Handle) ([]byte, error) {
	if b.broken.Load() {
		return nil, errBroken
	}
	return b.Store.Get(ctx, h)
}

// fleet is replicas of a proxy behind a balancer.
type fleet struct {
	standing // its URL is that of the balancer
	store    *breaking
	rules    []*mcptest.Changing // of each replica
	proxies  []*web.Proxy
	next     func() int // chooses the replica of the next request
}

const longFleet = 64 << 10 // bytes of a message that is looked at

// newFleet puts replicas in front of a server. Their archive is shared. Its keys are changing:
// each replica has another first key.
func newFleet(t *testing.T, spec profiles.Spec, replicas int, upstream http.HandlerFunc) *fleet {
	t.Helper()
	up := httptest.NewServer(upstream)
	t.Cleanup(up.Close)
	at, err := url.Parse(up.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	f := &fleet{store: &breaking{Store: archive.NewMemory(archive.Limits{})}}
	archive.Register("fleet", func(archive.Settings) (archive.Store, error) { return f.store, nil })
	for i := range replicas {
		keys := filepath.Join(t.TempDir(), "keys")
		text := "" // the first key is that of one replica
		for k := range replicas {
			text += strings.Repeat(strconv.Itoa((i+k)%replicas), 64) + "\n"
		}
		if err := os.WriteFile(keys, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		results, err := archive.Open(archive.Settings{Store: "fleet", KeyFile: keys})
		if err != nil {
			t.Fatal(err)
		}
		rules, eng := mcptest.NewChanging(t, spec, shaper.WithArchive(results))
		f.rules = append(f.rules, rules)
		f.proxies = append(f.proxies, web.New(mcp.New(eng, mcp.WithName("s"), mcp.WithLimit(longFleet)), at))
	}
	var turns atomic.Int64
	f.next = func() int { return int(turns.Add(1)) % replicas }
	balancer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := f.next()
		r.RemoteAddr = fmt.Sprintf("10.0.0.%d:99", i) // a balancer of several machines
		f.proxies[i].ServeHTTP(w, r)
	}))
	t.Cleanup(balancer.Close)
	f.url = balancer.URL
	return f
}

const (
	fleetTools = `{"name":"t","outputSchema":{"type":"object","properties":{"token":{"type":"string"},"b":{},"c":{}},"required":["token","b","c"],"additionalProperties":false}},` +
		`{"name":"strict","outputSchema":{"type":"object","properties":{"token":{"type":"string"},"b":{},"c":{},"secret":{}},"required":["token","b","c","secret"],"additionalProperties":false}},` +
		`{"name":"long","outputSchema":{"type":"object","properties":{"token":{"type":"string"},"text":{"type":"string"},"secret":{},"own":{}},"required":["token","text"],"additionalProperties":false}}`
	noMore = `,"secret":"s3cret"`
)

// fleetSpec takes b or c out of results of t, holds strict to its schema, and cuts those of long.
// It hides secrets, and own in results of another tool.
func fleetSpec(takes string) profiles.Spec {
	return profiles.Spec{
		Tools: []profiles.Tool{
			{Name: "t", ExcludeFields: []string{takes}, Delivery: profiles.Delivery{Caller: &[]string{"fields"}}},
			{Name: "strict", ExcludeFields: []string{"b", "c"}, Delivery: profiles.Delivery{Schema: new("protect")}},
			{Name: "long", Budget: &profiles.Budget{MaxBytes: 1000}},
			{Name: "other", ExcludeFields: []string{"own"}},
		},
		Privacy: []profiles.Privacy{{Drop: []string{"secret"}}},
	}
}

// fleetServer is a server that answers calls with the token in their arguments, as JSON or as
// events. It gives sessions to clients that greet.
func fleetServer(t *testing.T) http.HandlerFunc {
	var sessions atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		var msg struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments map[string]any
			}
		}
		body, _ := io.ReadAll(r.Body)
		json.Unmarshal(body, &msg)
		token, _ := msg.Params.Arguments["token"].(string)
		if _, has := msg.Params.Arguments["_fields"]; has {
			t.Errorf("the server gets a choice of the caller: %s", body)
		}
		result := ""
		switch msg.Method + " " + msg.Params.Name {
		case "initialize ":
			w.Header().Set("Mcp-Session-Id", fmt.Sprint("s", sessions.Add(1)))
			result = `{"capabilities":{"tools":{"listChanged":true}}}`
		case "tools/list ":
			result = `{"tools":[` + fleetTools + `]}`
		case "tools/call t":
			result = `{"content":[],"structuredContent":{"token":"` + token + `","b":1,"c":2}}`
		case "tools/call strict":
			result = `{"content":[],"structuredContent":{"token":"` + token + `","b":1,"c":2,"secret":"s3cret"}}`
		case "tools/call long":
			result = `{"content":[],"structuredContent":` + longOf(token, noMore) + `}`
		default:
			result = `{"content":[{"type":"text","text":"of the server"}]}`
		}
		answer := `{"jsonrpc":"2.0","id":` + string(msg.ID) + `,"result":` + result + `}`
		if rand.IntN(2) == 0 {
			answers(asEvents, "data: "+answer+"\n\n")(w, r)
			return
		}
		answers(asJSON, answer)(w, r)
	}
}

func longOf(token, more string) string {
	return `{"token":"` + token + `","own":1,"text":"` + strings.Repeat(token+" ", 400) + `"` + more + `}`
}

// fleetClient is a client of a fleet.
type fleetClient struct {
	f       *fleet
	t       *testing.T
	headers []string
	meta    string // of each request, for a client without a session
	schemas map[string]*jsonschema.Schema
}

func (c *fleetClient) ask(method, params string) gjson.Result {
	c.t.Helper()
	if c.meta != "" && params != "" {
		params += ","
	}
	text := c.f.says(c.t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+c.meta+`}}`, c.headers...)
	text = strings.TrimPrefix(strings.TrimSpace(text), "data: ")
	if strings.Contains(text, "s3cret") {
		c.t.Errorf("%s %s shows a secret: %s", method, params, text)
	}
	return gjson.Get(text, "result")
}

// lists asks for the tools, and keeps their schemas.
func (c *fleetClient) lists() {
	c.t.Helper()
	c.schemas = map[string]*jsonschema.Schema{}
	names := ""
	for _, tool := range c.ask("tools/list", "").Get("tools").Array() {
		names += tool.Get("name").Str + " "
		if schema := tool.Get("outputSchema").Raw; schema != "" {
			s, err := jsonschema.Compile([]byte(schema), jsonschema.Options{})
			if err != nil {
				c.t.Error(err)
			}
			c.schemas[tool.Get("name").Str] = s
		}
	}
	if names != "t strict long shape_retrieve " {
		c.t.Errorf("the tools are %s", names)
	}
}

// calls makes a call whose result must fit the schema that the client was told. It reports
// whether there was a result.
func (c *fleetClient) calls(tool, arguments string) (result gjson.Result, ok bool) {
	c.t.Helper()
	result = c.ask("tools/call", `"name":"`+tool+`","arguments":`+arguments)
	if result.Get("isError").Bool() {
		if !strings.Contains(result.Raw, "list the tools again") {
			c.t.Errorf("%s: %s", tool, result)
		}
		return result, false
	}
	faults, err := c.schemas[tool].Validate([]byte(result.Get("structuredContent").Raw))
	if err != nil || len(faults) > 0 {
		c.t.Errorf("%s: %s does not fit the schema that the client was told: %v %v", tool, result, faults, err)
	}
	return result, true
}

func (c *fleetClient) retrieves(handle string) string {
	c.t.Helper()
	return c.ask("tools/call", `"name":"shape_retrieve","arguments":{"handle":"`+handle+`"}`).Get("content.0.text").Str
}

// newClient is a client with a session, with an authorization and no session, or without both.
func (f *fleet) newClient(t *testing.T, n int) *fleetClient {
	c := &fleetClient{f: f, t: t, headers: []string{fmt.Sprint("User-Agent: c/", n)}}
	switch n % 3 {
	case 0:
		res := f.ask(t, http.MethodPost, greeting, c.headers...)
		all(t, res)
		c.headers = append(c.headers, "Mcp-Session-Id: "+res.Header.Get("Mcp-Session-Id"))
		return c
	case 1:
		c.headers = append(c.headers, fmt.Sprint("Authorization: Bearer ", n))
	}
	c.meta = fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"c%d","version":"1"}}`, n)
	return c
}

// TestReplicas sends the requests of many clients to three replicas in random order. Every result
// fits the schema that its client was told. Every handle redeems at every replica, for its client
// alone. Each round changes the rules of one replica, as a configuration arrives at different
// times. It is 9 clients with 2 rounds, and with SHAPE_SOAK=1 60 with 60:
//
//	SHAPE_SOAK=1 go test -run TestReplicas$ -timeout 1h -v ./shaper/mcp/web
func TestReplicas(t *testing.T) {
	clients, rounds := 9, 2
	if os.Getenv("SHAPE_SOAK") != "" {
		clients, rounds = 60, 60
	}
	f := newFleet(t, fleetSpec("b"), 3, fleetServer(t))
	f.next = func() int { return rand.IntN(3) }
	all := make([]*fleetClient, clients)
	for n := range all {
		all[n] = f.newClient(t, n)
	}
	handles := make([]string, clients)
	var results, refused, redeemed atomic.Int64
	for round := range rounds {
		each := func(do func(n int, c *fleetClient)) {
			var work sync.WaitGroup
			for n, c := range all {
				work.Go(func() { do(n, c) })
			}
			work.Wait()
		}
		each(func(n int, c *fleetClient) { c.lists() })
		for half := range 2 {
			each(func(n int, c *fleetClient) {
				for i := range 6 {
					token := fmt.Sprintf("%d-%d-%d", n, round, i)
					choice := [...]string{"", `,"_fields":["token"]`}[i%2]
					for tool, arguments := range map[string]string{"t": `{"token":"` + token + `"` + choice + `}`, "strict": `{"token":"` + token + `"}`} {
						result, ok := c.calls(tool, arguments)
						if results.Add(1); !ok {
							refused.Add(1)
						} else if got := result.Get("structuredContent.token").Str; got != token {
							t.Errorf("%s got %s", token, result)
						}
					}
					result, _ := c.calls("long", `{"token":"`+token+`"}`)
					handle := result.Get(`_meta.io\.github\.seed-7aa78ce4/shape.archive.handle`).Str
					if handle == "" && half == 1 && result.Get("structuredContent").Raw == longOf(token, "") {
						continue // a replica with newer rules than the list cuts nothing
					}
					if got, want := c.retrieves(handle), longOf(token, ""); !strings.Contains(got, want) {
						t.Errorf("%s by %q is given back as %.200s", token, handle, got)
					}
					handles[n] = handle
					redeemed.Add(1)
				}
			})
			each(func(n int, c *fleetClient) {
				if got := c.retrieves(handles[(n+1)%clients]); !strings.Contains(got, "no result under this handle") {
					t.Errorf("client %d redeems a foreign handle: %.200s", n, got)
				}
			})
			f.rules[round%3].To(t, fleetSpec([]string{"c", "b"}[round/3%2])) // the second half of a round is told of the rules before
		}
	}
	t.Logf("%d results, %d of them refused under other rules than the list's; %d handles redeemed", results.Load(), refused.Load(), redeemed.Load())
	if refused.Load() > results.Load()/2 {
		t.Error("most results are refused")
	}
}

// Each request of a client reaches the next replica. Each one knows the tasks, the interrupted
// calls and the listening streams of the others.
func TestReplicasInTurn(t *testing.T) {
	const (
		session = "Mcp-Session-Id: s"
		odd     = "an id with a text" // is sealed
	)
	closed := make(chan struct{})
	defer close(closed)
	f := newFleet(t, briefly, 3, byMethod(map[string]http.HandlerFunc{
		"initialize": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Mcp-Session-Id", "s")
			answers(asJSON, `{"id":0,"result":{"capabilities":{"tools":{"listChanged":true},"logging":{}}}}`)(w, r)
		},
		"tools/list":   answers(asJSON, listing),
		`"id":"cut"`:   answers(asEvents, "id: "+odd+"\ndata:\n\n"),
		`"task":{}`:    answers(asJSON, `{"id":1,"result":{"task":{"taskId":"k"}}}`),
		"tasks/result": answers(asJSON, resultT),
		"GET": func(w http.ResponseWriter, r *http.Request) {
			switch id := r.Header.Get("Last-Event-ID"); id {
			case "":
				answers(asEvents, ": hi\n\n")(w, r)
				w.(http.Flusher).Flush()
				<-closed
			case odd:
				answers(asEvents, "data: "+strings.Replace(resultT, "1", `"cut"`, 1)+"\n\n")(w, r)
			default:
				t.Errorf("a stream goes on after %q", id)
			}
		},
	}))
	f.says(t, greeting)
	if got := f.says(t, listsT, session); !strings.HasPrefix(got, strings.TrimSuffix(listingT, "]}}")) {
		t.Error(got)
	}
	f.says(t, strings.Replace(callT, `"name"`, `"task":{},"name"`, 1), session)
	if got := f.says(t, `{"id":1,"method":"tasks/result","params":{"taskId":"k"}}`, session); got != shapedT {
		t.Errorf("a task: %s", got)
	}
	id := strings.TrimSuffix(f.says(t, strings.Replace(callT, "1", `"cut"`, 1), session), "\ndata:\n\n")
	if got, want := all(t, f.ask(t, http.MethodGet, "", session, "Last-Event-"+strings.Replace(id, "id", "ID", 1))), "data: "+strings.Replace(shapedT, "1", `"cut"`, 1)+"\n\n"; got != want || !strings.HasPrefix(id, "id: shape-") {
		t.Errorf("after %s: %q, want %q", id, got, want)
	}

	listens := f.ask(t, http.MethodGet, "", session)
	lines := bufio.NewScanner(listens.Body)
	hears := func(want string) {
		t.Helper()
		if !lines.Scan() || lines.Text() != want || !lines.Scan() {
			t.Errorf("hears %q, want %q", lines.Text(), want)
		}
	}
	hears(":")
	f.says(t, listsT, session) // at another replica
	for i := range f.rules {
		f.rules[i].To(t, profiles.Spec{})
		f.proxies[i].ListChanged()
	}
	hears(`data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
}

// A call whose stream broke after a long event is known at the next replica too.
func TestReplicasAfterLongEvent(t *testing.T) {
	const session = "Mcp-Session-Id: s"
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Budget: &profiles.Budget{MaxBytes: 1000}}}}
	f := newFleet(t, spec, 2, byMethod(map[string]http.HandlerFunc{
		"tools/call": answers(asEvents, "id: 1\ndata: "+strings.Repeat(" ", longFleet)+`{"method":"m"}`+"\n\n"),
		"tools/list": answers(asJSON, listing),
		"GET":        answers(asEvents, `data: {"id":1,"result":{"content":[{"type":"text","text":"`+strings.Repeat("word ", 1000)+`"}]}}`+"\n\n"),
	}))
	for range f.rules {
		f.says(t, listsT, session)
	}
	if got := f.says(t, callT, session); len(got) < longFleet {
		t.Error(got)
	}
	if got := all(t, f.ask(t, http.MethodGet, "", session, "Last-Event-ID: 1")); len(got) > 2000 || !strings.Contains(got, "… +") {
		t.Error(got)
	}
}

// A list of tools that cannot be read shows no denied tool, also if another replica was asked.
func TestReplicasBrokenList(t *testing.T) {
	const session = "Mcp-Session-Id: s"
	f := newFleet(t, profiles.Spec{Global: profiles.Global{ToolList: &profiles.ToolList{Deny: []string{"denied"}}}}, 2, byMethod(map[string]http.HandlerFunc{
		"tools/list": answers(asEvents, "id: 1\ndata:\n\n"),
		"GET":        answers(asEvents, `data: {"id":1,"result":{"tools":[{"name":"denied"}]`+"\n\n"),
	}))
	f.says(t, listsT, session)
	if got := all(t, f.ask(t, http.MethodGet, "", session, "Last-Event-ID: 1")); !strings.Contains(got, `"id":1,"error"`) || strings.Contains(got, "denied") {
		t.Error(got)
	}
}

// A client without an authorization and a session hears the result of its task from another
// replica. No other client opens the handle of that result.
func TestReplicasTaskOfUnknown(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Budget: &profiles.Budget{MaxBytes: 1000}}}}
	f := newFleet(t, spec, 2, byMethod(map[string]http.HandlerFunc{
		"tools/call": answers(asJSON, `{"id":1,"result":{"resultType":"task","taskId":"k"}}`),
		"tools/list": answers(asJSON, listing),
		"GET": answers(asEvents, `data: {"method":"notifications/tasks","params":{"taskId":"k","status":"completed","result":{"content":[{"type":"text","text":"`+
			strings.Repeat("word ", 1000)+`"}]}}}`+"\n\n"),
	}))
	clients := []string{"User-Agent: one", "User-Agent: two"}
	for _, client := range clients {
		f.says(t, listsT, client)
		f.says(t, listsT, client)
	}
	f.says(t, callT, clients[0])
	heard := all(t, f.ask(t, http.MethodGet, "", clients[0]))
	_, handle, _ := strings.Cut(heard, `"handle":"`)
	handle, _, found := strings.Cut(handle, `"`)
	if !found {
		t.Fatal(heard)
	}
	for i, client := range clients {
		got := f.says(t, `{"id":1,"method":"tools/call","params":{"name":"shape_retrieve","arguments":{"handle":"`+handle+`"}}}`, client)
		if isKnown := !strings.Contains(got, "no result under this handle"); isKnown != (i == 0) {
			t.Errorf("%s: %s", client, got)
		}
	}
}

// While the store fails clients are answered, and nothing is cut. A list that was told meanwhile
// binds the results of its replica, and those of all others after the failure.
func TestReplicasWithoutStore(t *testing.T) {
	f := newFleet(t, fleetSpec("b"), 3, fleetServer(t))
	c := f.newClient(t, 1)
	at := 0
	f.next = func() int { return at }
	c.lists()
	for _, rules := range f.rules {
		rules.To(t, fleetSpec("c"))
	}
	f.store.broken.Store(true)
	at = 1
	c.lists()
	if result, ok := c.calls("t", `{"token":"x"}`); !ok || result.Get("structuredContent").Raw != `{"token":"x","b":1}` {
		t.Errorf("%s", result)
	}
	if result, ok := c.calls("long", `{"token":"x-y-z"}`); !ok || result.Get("structuredContent").Raw != longOf("x-y-z", "") {
		t.Errorf("%.300s", result)
	}
	f.store.broken.Store(false)
	c.ask("ping", "")
	for at = range 3 {
		if result, ok := c.calls("t", `{"token":"x"}`); !ok || result.Get("structuredContent").Raw != `{"token":"x","b":1}` {
			t.Errorf("replica %d: %s", at, result)
		}
		result, _ := c.calls("long", `{"token":"x-y-z"}`)
		if got := c.retrieves(result.Get(`_meta.io\.github\.seed-7aa78ce4/shape.archive.handle`).Str); got != longOf("x-y-z", "") {
			t.Errorf("replica %d: %.300s", at, got)
		}
	}
}
