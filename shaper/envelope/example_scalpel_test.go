package envelope_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func ExampleBuildScalpel() {
	doc, err := envelope.BuildScalpel(envelope.ScalpelParts{
		ToolID: "security_scan",
		Data:   json.RawMessage(`{"risk_level":"high"}`),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(doc))
	// Output:
	// {"tier":null,"tool_version":null,"tool_id":"security_scan","request_id":null,"capabilities":["envelope-v1"],"duration_ms":null,"error":null,"upgrade_hints":[],"data":{"risk_level":"high"}}
}

func ExampleErrorFor() {
	details := json.RawMessage(`{"line":3,"snippet":"password = 'x'"}`)
	fmt.Println(string(envelope.ErrorFor("", "File not found: /missing.py", details)))
	// Output:
	// {"error":"File not found: /missing.py","error_code":"not_found","error_details":{"line":3}}
}

func ExampleScalpel_Validate() {
	findings, err := envelope.Scalpel{}.Validate([]byte(`{"tier":"gold","error":{"error":"boom"}}`), "")
	if err != nil {
		panic(err)
	}
	for _, f := range findings.Errors {
		fmt.Println(f.Path, f.Message)
	}
	// Output:
	// tier must be one of community, pro, enterprise, null
	// error.error_code is required
}

func ExampleHandleRPC() {
	server := envelope.ToolServer{Name: "demo", Version: "1.0.0", Tools: []envelope.Tool{{
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
	fmt.Println(string(envelope.HandleRPC([]byte(request), server.Methods())))
	// Output:
	// {"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\"greeting\":\"Hello, Ann\"}"}]},"id":1}
}

func ExampleToolError() {
	fmt.Println(string(envelope.ToolError("no such customer")))
	// Output:
	// {"content":[{"type":"text","text":"Error executing tool: no such customer"}],"isError":true}
}

func ExampleDetect() {
	doc, err := envelope.Open([]byte(`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}`), envelope.Limits{})
	if err != nil {
		panic(err)
	}
	fmt.Println(envelope.Detect(doc).Name())
	// Output: response-v2
}
