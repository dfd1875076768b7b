package jsonrpc_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// A server reads a line, and writes the answer, if there is one.
func Example() {
	methods := map[string]jsonrpc.Method{
		"add": func(params json.RawMessage) (any, error) {
			var terms []int
			if err := json.Unmarshal(params, &terms); err != nil {
				return nil, &jsonrpc.Fault{Code: jsonrpc.InvalidParams, Message: "Invalid params: want numbers"}
			}
			sum := 0
			for _, t := range terms {
				sum += t
			}
			return sum, nil
		},
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","method":"add","params":[1,2],"id":"a"}`,
		`{"jsonrpc":"2.0","method":"add","params":{},"id":"b"}`,
		`{"jsonrpc":"2.0","method":"add","params":[1]}`,
	} {
		if answer := jsonrpc.Handle([]byte(line), methods); answer != nil {
			fmt.Println(string(answer))
		}
	}
	// Output:
	// {"jsonrpc":"2.0","result":3,"id":"a"}
	// {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: want numbers"},"id":"b"}
}

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
