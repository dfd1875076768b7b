package toolresult_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

func ExampleSuccess() {
	result, err := toolresult.Success(map[string]int{"found": 3})
	if err != nil {
		panic(err)
	}
	answer, err := jsonrpc.Success(json.RawMessage("7"), json.RawMessage(result))
	if err != nil {
		panic(err)
	}
	fmt.Println(string(answer))
	// Output: {"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\"found\":3}"}]},"id":7}
}

func ExampleError() {
	fmt.Println(string(toolresult.Error("no such customer")))
	// Output:
	// {"content":[{"type":"text","text":"Error executing tool: no such customer"}],"isError":true}
}
