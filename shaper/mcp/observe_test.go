package mcp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// seen are the events that an observer was told, in words.
type seen []string

func (s *seen) Answered(e mcp.Event) {
	before, after := e.Tokens(tokens.Estimate{})
	*s = append(*s, fmt.Sprintf("%s %s.%s failed=%t refused=%t profile=%q less=%t fewer=%t counted=%t timed=%t", e.Method, e.Server, e.Tool,
		e.IsError, e.Refused != nil, e.Report.Profile, e.BytesOut < e.BytesIn, after < before, before > 0, e.Took > 0 && e.Waited > e.Took))
	fields, err := e.Fields()
	for _, f := range fields {
		if !f.Kept {
			*s = append(*s, f.Rule+" took "+f.Pattern)
		}
	}
	if err != nil {
		*s = append(*s, err.Error())
	}
}

// An observer is told of every result of a tool, by whatever door it comes, and of nothing
// else.
func TestObserver(t *testing.T) {
	const result = `{"content":[{"type":"text","text":"{\"secret\":\"s\",\"a\":1}"}]}`
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`
	for name, one := range map[string]struct {
		spec   profiles.Spec
		limit  int
		client []string
		server string
		want   []string
	}{
		"shaped": {mcptest.Secretive, 0, []string{call}, answerTo(1, result), []string{
			`tools/call srv.t failed=false refused=false profile="minimal" less=true fewer=true counted=true timed=true`, "/privacy/drop/0 took /content/*/text/secret",
		}},
		"passed":  {mcptest.Plainly, 0, []string{call}, answerTo(1, result), []string{`tools/call srv.t failed=false refused=false profile="" less=false fewer=false counted=true timed=true`}},
		"failed":  {mcptest.Plainly, 0, []string{call}, answerTo(1, `{"isError":true,"content":[]}`), []string{`tools/call srv.t failed=true refused=false profile="" less=false fewer=false counted=false timed=true`}},
		"refused": {mcptest.Secretive, 0, []string{call}, answerTo(1, `{"content":[{"type":"text","text":"x"}],"content":[]}`), []string{`tools/call srv.t failed=false refused=true profile="" less=false fewer=false counted=true timed=true`}},
		"too long, refused": {mcptest.Secretive, 64, []string{call}, answerTo(1, `{"content":[{"type":"text","text":"`+strings.Repeat("x", 200)+`"}]}`),
			[]string{`tools/call srv.t failed=false refused=true profile="" less=true fewer=false counted=false timed=true`}},
		"too long, passed": {mcptest.Plainly, 64, []string{call}, answerTo(1, `{"content":[{"type":"text","text":"`+strings.Repeat("x", 200)+`"}]}`),
			[]string{`tools/call srv.t failed=false refused=false profile="" less=false fewer=false counted=false timed=true`}},
		"no result":   {mcptest.Secretive, 0, []string{call}, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool"}}`, nil},
		"other doors": {mcptest.Secretive, 0, []string{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a:b"}}`}, answerTo(1, `{"contents":[{"uri":"a:b","text":"secret: 1"}]}`), nil},
	} {
		t.Run(name, func(t *testing.T) {
			var told seen
			opts := []mcp.Option{mcp.WithName("srv"), mcp.WithObserver(&told)}
			if one.limit > 0 {
				opts = append(opts, mcp.WithLimit(one.limit))
			}
			x := newSession(t, one.spec, opts...).Exchange()
			for _, line := range one.client {
				x.FromClient(t.Context(), []byte(line))
			}
			x.FromServer(t.Context(), []byte(one.server))
			if !slices.Equal(told, one.want) {
				t.Errorf("got  %q\nwant %q", []string(told), one.want)
			}
		})
	}
}

// A retrieved result is observed like others, as a result of shape's own tool.
func TestObserverOfRetrieval(t *testing.T) {
	var told seen
	_, eng := mcptest.NewChanging(t, short(), shaper.WithArchive(archive.Archive{Store: archive.NewMemory(archive.Limits{}), Key: archive.Key{7}}))
	x := exchange{mcp.New(eng, mcp.WithName("srv"), mcp.WithObserver(&told)).Session().Exchange(), t}
	x.list(toolT, "")
	handle := x.call("t", longResult).Get(metaPath + ".handle").Str
	told = nil
	x.retrieve(`{"handle":"` + handle + `"}`)
	x.retrieve(`{"handle":"none"}`)
	want := []string{
		`tools/call srv.shape_retrieve failed=false refused=false profile="" less=false fewer=false counted=true timed=true`,
		`tools/call srv.shape_retrieve failed=true refused=false profile="" less=false fewer=false counted=true timed=true`,
	}
	if !slices.Equal(told, want) {
		t.Errorf("got  %q\nwant %q", []string(told), want)
	}
}

func answerTo(id int, result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, id, result)
}

// Of a client that shows structuredContent tokens are counted of that.
func TestObserverCountsWhatIsRead(t *testing.T) {
	result := []byte(`{"content":[{"type":"text","text":"a text of some length beside it"}],"structuredContent":{"a":1}}`)
	for reads, want := range map[string]int{"text": tokens.Estimate{}.Count([]byte("a text of some length beside it")), "structured": tokens.Estimate{}.Count([]byte(`{"a":1}`))} {
		var before int
		spec := mcptest.Plainly
		spec.Clients = []profiles.ClientFacts{{Name: "c", Reads: &reads}}
		s := newSession(t, spec, mcp.WithObserver(observer(func(e mcp.Event) { before, _ = e.Tokens(tokens.Estimate{}) })))
		s.IsClient("c", "1")
		s.Result(t.Context(), mcp.Call{Tool: "t"}, result)
		if before != want {
			t.Errorf("%s: %d tokens, want %d", reads, before, want)
		}
	}
}

type observer func(mcp.Event)

func (o observer) Answered(e mcp.Event) { o(e) }

// The event says that a view exempts a result, for the client that shows views alone.
func TestViewIsObserved(t *testing.T) {
	var got []bool
	server := mcp.New(mcptest.Engine(t, mcptest.Secretive), mcp.WithObserver(observes(func(e mcp.Event) { got = append(got, e.View) })))
	for _, capabilities := range []string{`{"extensions":{"io.modelcontextprotocol/ui":{}}}`, `{}`} {
		x := server.Session().Exchange()
		x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":0,"method":"initialize","params":{"capabilities":%s}}`, capabilities))
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
		x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[{"name":"t","_meta":{"ui":{"resourceUri":"ui://x"}}}]}}`))
		x.FromClient(t.Context(), []byte(`{"id":2,"method":"tools/call","params":{"name":"t"}}`))
		x.FromServer(t.Context(), []byte(answerTo(2, `{"content":[]}`)))
	}
	if !slices.Equal(got, []bool{true, false}) {
		t.Errorf("got %v", got)
	}
}

type observes func(mcp.Event)

func (f observes) Answered(e mcp.Event) { f(e) }
