package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// changing is a configuration that changes, to rules that are told as text.
type changing struct{ *mcptest.Changing }

func (c changing) to(t *testing.T, rules string) {
	t.Helper()
	c.To(t, rulesOf(t, rules))
}

func newChanging(t *testing.T, rules string) (changing, *mcp.Session) {
	t.Helper()
	c, session, _ := newChangingServer(t, rules)
	return c, session
}

func newChangingServer(t *testing.T, rules string) (changing, *mcp.Session, *mcp.Server) {
	t.Helper()
	c, eng := mcptest.NewChanging(t, rulesOf(t, rules))
	server := mcp.New(eng)
	return changing{c}, server.Session(), server
}

const (
	introduces = `{"id":0,"result":{"capabilities":{"tools":{"listChanged":true}}}}`
	listing    = `{"id":1,"result":{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"a":{},"b":{},"c":{}},"required":["a","b"],"additionalProperties":false}}]}}`
)

// lists has the client list the tools.
func lists(t *testing.T, x *mcp.Exchange) string {
	t.Helper()
	x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
	return string(x.FromServer(t.Context(), []byte(listing)))
}

// calls has the client call the tool, and returns the result.
func calls(t *testing.T, x *mcp.Exchange, id int, data string) string {
	t.Helper()
	x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":%d,"method":"tools/call","params":{"name":"t"}}`, id))
	got := string(x.FromServer(t.Context(), fmt.Appendf(nil, `{"id":%d,"result":{"content":[],"structuredContent":%s}}`, id, data)))
	got = strings.TrimPrefix(got, fmt.Sprintf(`{"id":%d,"result":{"content":[],"structuredContent":`, id))
	return strings.TrimSuffix(got, "}}")
}

// switching is a configuration that becomes another one at its n-th use.
type switching struct {
	before, after *profiles.Set
	uses, n       atomic.Int64
}

func (s *switching) Profiles() *profiles.Set {
	if s.uses.Add(1) < s.n.Load() {
		return s.before
	}
	return s.after
}

// A _meta that one configuration shows is hidden under the next one, at whatever use of the
// configuration that comes.
func TestReloadWithinMeta(t *testing.T) {
	const result = `{"content":[],"structuredContent":{"a":1},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1","secret":"s3cret"}}}`
	open, hides := mcptest.Rules(t, profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"b"}}}}), mcptest.Rules(t, mcptest.Secretive)
	for n := range int64(20) {
		s := &switching{before: open, after: hides}
		s.n.Store(1 << 30)
		eng, err := shaper.New(s)
		if err != nil {
			t.Fatal(err)
		}
		session := mcp.New(eng).Session()
		ask := func() string { return string(session.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(result))) }
		s.n.Store(s.uses.Load() + n)
		if ask(); n == 19 && s.uses.Load() >= s.n.Load() {
			t.Errorf("a result uses the configuration %d times: raise the bound", n)
		}
		s.n.Store(0)
		if got := ask(); strings.Contains(got, "s3cret") {
			t.Errorf("switched at use %d: %s", n, got)
		}
	}
}

// Until a client has listed the tools again, new hiding rules act at once and newly visible
// values wait. The client is notified of changes to its own list, and of no others.
func TestReload(t *testing.T) {
	rules, session := newChanging(t, `{"tools":{"t":{"exclude_fields":["c"]}}}`)
	x := session.Exchange()
	x.FromClient(t.Context(), []byte(`{"id":0,"method":"initialize","params":{}}`))
	x.FromServer(t.Context(), []byte(introduces))
	first := lists(t, x)
	all, step := `{"a":1,"b":2,"c":3}`, 2
	then := func(what, now string, tells bool, want string) {
		t.Helper()
		rules.to(t, now)
		if msg := x.ListChanged(); (msg != nil) != tells {
			t.Errorf("%s: the client is told %q", what, msg)
		}
		if x.ListChanged() != nil {
			t.Errorf("%s: the client is told twice", what)
		}
		if got := calls(t, x, step, all); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
		step++
	}
	then("nothing", `{"tools":{"t":{"exclude_fields":["c"]}}}`, false, `{"a":1,"b":2}`)
	then("what is no matter of this tool", `{"tools":{"t":{"exclude_fields":["c","x"]}}}`, false, `{"a":1,"b":2}`)
	then("what newly shows", `{}`, true, `{"a":1,"b":2}`)
	if lists(t, x) != listing || x.ListChanged() != nil {
		t.Error("listed again, it is not told what is now")
	}
	then("what newly shows, once it was listed", `{}`, false, all)
	then("what is newly hidden and need not be there", `{"tools":{"t":{"exclude_fields":["c"]}}}`, true, `{"a":1,"b":2}`)
	rules.to(t, `{"tools":{"t":{"exclude_fields":["b"]}}}`)
	if got := calls(t, x, step, all); !strings.Contains(got, "already ran") || strings.Contains(got, "2") ||
		!strings.Contains(got, "The list of tools has changed: list the tools again, or restart the server") {
		t.Errorf("what is newly hidden, and was to be there: %s", got)
	}
	if again := lists(t, x); again == first || strings.Contains(again, `"b"`) {
		t.Error(again)
	}
	if got := calls(t, x, step+1, all); got != `{"a":1,"c":3}` {
		t.Error(got)
	}
}

// A budget of a later configuration cuts at once, within the schema that the client was told. A
// note of the cut is there if that schema allows one.
func TestReloadOfBudget(t *testing.T) {
	const open, closed = `{"type":"object","properties":{"rows":{"type":"array"}},"required":["rows"]}`, `{"type":"object","properties":{"rows":{"type":"array"}},"additionalProperties":false}`
	none, budget := profiles.Spec{}, profiles.Spec{Tools: []profiles.Tool{{Name: "t", Budget: &profiles.Budget{MaxBytes: 1000}}}}
	rows := `{"rows":[` + strings.Repeat(`{"a":1,"b":"some words of a text"},`, 60) + `{"a":2}]}`
	for _, c := range []struct {
		before, now  profiles.Spec
		schema, note string
		isCut        bool
	}{
		{none, budget, open, `,"_note":"rows: `, true}, {none, budget, closed, ``, true}, {none, budget, `{}`, `,"_note":"rows: `, true},
		{budget, budget, open, `,"_note":"rows: `, true}, {budget, budget, closed, `,"_note":"rows: `, true},
		{budget, none, open, ``, false}, {none, budget, `{"properties":{"rows":{"minItems":61}}}`, ``, false},
	} {
		rules, eng := mcptest.NewChanging(t, c.before)
		x := mcp.New(eng).Session().Exchange()
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
		told := schemaOf(t, string(x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[{"name":"t","outputSchema":`+c.schema+`}]}}`))))
		rules.To(t, c.now)
		x.FromClient(t.Context(), []byte(`{"id":2,"method":"tools/call","params":{"name":"t"}}`))
		got := gjson.GetBytes(x.FromServer(t.Context(), []byte(`{"id":2,"result":{"content":[],"structuredContent":`+rows+`}}`)), "result.structuredContent").Raw
		if isCut := len(got) < 1000 && strings.HasPrefix(got, `{"rows":[{`); isCut != c.isCut || strings.Contains(got, `"_note"`) != (c.note != "") || !strings.Contains(got, c.note) {
			t.Errorf("%s, note %q: %d bytes: %s", c.schema, c.note, len(got), got)
		}
		if faults, err := told.Validate([]byte(got)); c.isCut && (err != nil || len(faults) > 0) {
			t.Errorf("%s: %s does not fit: %v, %v", c.schema, got, faults, err)
		}
	}
}

// While the configuration changes all the time, each result fits the client's last list. No
// result shows a value hidden at the time of the call.
func TestReloadUnderCalls(t *testing.T) {
	rules, first, server := newChangingServer(t, `{}`)
	var epoch atomic.Int64 // while it is odd, c is hidden
	done := make(chan struct{})
	var work sync.WaitGroup
	for n := range 10 {
		session := first
		if n > 0 {
			session = server.Session()
		}
		work.Go(func() {
			x := session.Exchange()
			told := schemaOf(t, lists(t, x))
			for i := range 100 {
				if i%7 == 0 {
					told = schemaOf(t, lists(t, x))
				}
				was := epoch.Load()
				got := calls(t, x, i+2, `{"a":1,"b":2,"c":"s3cr3t"}`)
				if was%2 == 1 && was == epoch.Load() && strings.Contains(got, "s3cr3t") {
					t.Errorf("call %d of client %d shows what is hidden: %s", i, n, got)
				}
				if strings.Contains(got, "already ran") {
					continue // a newly hidden value was required by the schema
				}
				if faults, err := told.Validate([]byte(got)); err != nil || len(faults) > 0 {
					t.Errorf("call %d of client %d: %s does not fit: %v, %v", i, n, got, faults, err)
				}
			}
		})
	}
	go func() { work.Wait(); close(done) }()
	for i := 0; ; i++ {
		rules.to(t, `{"tools":{"t":{"exclude_fields":["c"]}}}`)
		epoch.Add(1)
		rules.to(t, fmt.Sprintf(`{"tools":{"t":{"exclude_fields":["c"],"include_only":["a","x%d"]}}}`, i))
		first.Exchange().ListChanged()
		epoch.Add(1)
		rules.to(t, []string{`{}`, `{"tools":{"t":{"exclude_fields":["b"]}}}`}[i%2])
		select {
		case <-done:
			return
		default:
		}
	}
}

// schemaOf is the schema that a list tells.
func schemaOf(t *testing.T, list string) *jsonschema.Schema {
	t.Helper()
	var told struct {
		Result struct {
			Tools []struct{ OutputSchema json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(list), &told); err != nil {
		t.Error(err)
		return nil
	}
	schema, err := jsonschema.Compile(told.Result.Tools[0].OutputSchema, jsonschema.Options{})
	if err != nil {
		t.Error(err)
	}
	return schema
}
