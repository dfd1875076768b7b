package examples_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// handler is the signature by which frameworks such as mcp-go call a tool. A returned
// error becomes a protocol error, and the model never sees that.
type handler func(ctx context.Context, arguments json.RawMessage) (result json.RawMessage, err error)

// shaped makes a handler from a function without knowledge of envelopes. Its values and
// errors become tool results under the rules of an engine. The handler fails if the engine
// fails, so that no unshaped result is sent.
func shaped(eng *shaper.Engine, tool string, work func(arguments json.RawMessage) (any, error)) handler {
	return func(ctx context.Context, arguments json.RawMessage) (json.RawMessage, error) {
		out, err := eng.Shape(ctx, shaper.Request{Tool: tool, Dialect: "mcp", Body: toolresult.From(work(arguments))})
		return out.Body, err
	}
}

func Example_goErrors() {
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{
		Drop: []string{"password"},
		Mask: []profiles.PrivacyMask{{Pattern: `acct-[0-9]+`}},
	}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	eng, err := shaper.New(set, shaper.FailClosed())
	if err != nil {
		fmt.Println(err)
		return
	}
	lookUp := shaped(eng, "look_up", func(arguments json.RawMessage) (any, error) {
		if string(arguments) != `"u"` {
			return nil, errors.New("no such user: acct-4711")
		}
		return map[string]string{"user": "u", "password": "x"}, nil
	})
	for _, arguments := range []string{`"u"`, `"v"`} {
		result, err := lookUp(context.Background(), json.RawMessage(arguments))
		fmt.Println(string(result), err)
	}
	// Output:
	// {"content":[{"type":"text","text":"{\"user\":\"u\"}"}]} <nil>
	// {"content":[{"type":"text","text":"Error executing tool: no such user: [redacted]"}],"isError":true} <nil>
}
