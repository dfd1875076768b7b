package envelope_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func ExampleToolSuccess() {
	result, err := envelope.ToolSuccess(map[string]int{"found": 3})
	if err != nil {
		panic(err)
	}
	answer, err := envelope.RPCSuccess(json.RawMessage("7"), json.RawMessage(result))
	if err != nil {
		panic(err)
	}
	fmt.Println(string(answer))
	// Output: {"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\"found\":3}"}]},"id":7}
}

func ExampleRPCError() {
	answer, err := envelope.RPCError(json.RawMessage(`"a"`), -32601, "Method not found", nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(answer))
	// Output: {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"a"}
}

func ExampleConvert() {
	scalpel := []byte(`{"error":{"error":"File not found: a.py","error_code":"not_found"},"tier":"pro"}`)
	made, err := envelope.Convert(scalpel, "scalpel", "mcp")
	if err != nil {
		panic(err)
	}
	fmt.Println(string(made.Envelope))
	fmt.Println("lost:", made.Lost)
	// Output:
	// {"content":[{"type":"text","text":"Error executing tool: File not found: a.py"}],"isError":true}
	// lost: [error.code tool.tier]
}

func ExampleLocate() {
	text := envelope.CanonicalText("<p>Caf\u00e9s&nbsp;open at noon.</p>")
	place, found := envelope.Locate(text, "open")
	fmt.Println(place, found, envelope.VerifyLocator(text, place.String(), "open"))
	// Output: char:6-10 true true
}
