package toolresult_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// A failed tool gives the model the reason in place of its result.
func Example() {
	balance := func(customer string) ([]byte, error) {
		if customer != "ann" {
			return toolresult.Error("no such customer"), nil
		}
		return toolresult.Structured(map[string]int{"balance": 12})
	}
	for _, customer := range []string{"ann", "bob"} {
		result, err := balance(customer)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(result))
	}
	// Output:
	// {"content":[{"type":"text","text":"{\"balance\":12}"}],"structuredContent":{"balance":12}}
	// {"content":[{"type":"text","text":"Error executing tool: no such customer"}],"isError":true}
}

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
