package jsonrpc_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

func ExampleHandle() {
	server := jsonrpc.ToolServer{Name: "demo", Version: "1.0.0", Tools: []toolresult.Tool{{
		Name: "greet",
		Call: func(arguments json.RawMessage) (any, error) {
			var in struct{ Name string }
			if err := json.Unmarshal(arguments, &in); err != nil {
				return nil, err
			}
			return map[string]string{"greeting": "Hello, " + in.Name}, nil
		},
	}}}
	request := `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"greet","arguments":{"name":"Ann"}},"id":1}`
	fmt.Println(string(jsonrpc.Handle([]byte(request), server.Methods())))
	// Output:
	// {"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\"greeting\":\"Hello, Ann\"}"}]},"id":1}
}

func ExampleError() {
	answer, err := jsonrpc.Error(json.RawMessage(`"a"`), -32601, "Method not found", nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(answer))
	// Output: {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"a"}
}
