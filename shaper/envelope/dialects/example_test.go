package dialects_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// A program without knowledge of a contract finds the dialect in the table, and asks it for
// its abilities.
func Example() {
	doc := []byte(`{"tier":"gold","data":{"a":1}}`)
	opened, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		panic(err)
	}
	d := dialects.Detect(opened)
	if v, ok := d.(envelope.Validator); ok {
		found, err := v.Validate(doc, "")
		fmt.Println(d.Name(), found.Errors, err)
	}
	_, known := dialects.Lookup("scalpels")
	fmt.Println(known, &dialects.UnknownError{Name: "scalpels"})
	// Output:
	// scalpel [{tier must be one of community, pro, enterprise, null}] <nil>
	// false unknown dialect "scalpels", known are auto, plain, scalpel, response-v2, mcp, jsonrpc, bmcis (did you mean "scalpel"?)
}

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
