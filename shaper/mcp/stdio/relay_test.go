package stdio

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// hookAtFault panics with content, at the first call and at the first answer.
type hookAtFault struct{ called, answered bool }

func (h *hookAtFault) Record(r mcp.Record) {
	if r.Kind == mcp.RecordCall && !h.called {
		h.called = true
		panic("S3CRET")
	}
}

func (h *hookAtFault) Answered(mcp.Event) {
	if !h.answered {
		h.answered = true
		panic("S3CRET")
	}
}

// A panic is an error response to the one message, in both directions. The relay goes on.
func TestPanicIsOfOneMessage(t *testing.T) {
	rules, err := profiles.New(profiles.Spec{})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := shaper.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	hook := &hookAtFault{}
	var client, server bytes.Buffer
	r := &relay{
		exchange: mcp.New(engine, mcp.WithObserver(hook), mcp.WithRecorder(hook)).Session().Exchange(), limit: 1 << 20,
		client: &writer{to: &client}, server: &writer{to: &server},
	}
	const (
		call   = `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"t"}}` + "\n"
		result = `{"jsonrpc":"2.0","id":9,"result":{"content":[]}}` + "\n"
		fault  = `{"jsonrpc":"2.0","id":9,"error":{"code":-32603,"message":"a fault of shape itself, at stdio/relay_test.go:`
	)
	r.fromClient(context.Background(), strings.NewReader(call+call))
	if server.String() != call || !strings.HasPrefix(client.String(), fault) {
		t.Errorf("to the server %s, to the client %s", server.String(), client.String())
	}
	client.Reset()
	r.fromServer(context.Background(), strings.NewReader(result))
	if !strings.HasPrefix(client.String(), fault) || strings.Contains(client.String(), "S3CRET") {
		t.Error(client.String())
	}
	client.Reset()
	r.fromClient(context.Background(), strings.NewReader(call))
	r.fromServer(context.Background(), strings.NewReader(result))
	if client.String() != result {
		t.Error(client.String())
	}
}
