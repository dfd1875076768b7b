package dialects_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

func ExampleDetect() {
	doc, err := envelope.Open([]byte(`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}`), envelope.Limits{})
	if err != nil {
		panic(err)
	}
	fmt.Println(dialects.Detect(doc).Name())
	// Output: response-v2
}

func ExampleConvert() {
	scalpel := []byte(`{"error":{"error":"File not found: a.py","error_code":"not_found"},"tier":"pro"}`)
	made, err := dialects.Convert(scalpel, "scalpel", "mcp")
	if err != nil {
		panic(err)
	}
	fmt.Println(string(made.Envelope))
	fmt.Println("lost:", made.Lost)
	// Output:
	// {"content":[{"type":"text","text":"Error executing tool: File not found: a.py"}],"isError":true}
	// lost: [error.code tool.tier]
}
