package scalpel_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

func ExampleBuild() {
	doc, err := scalpel.Build(scalpel.Parts{
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
	fmt.Println(string(scalpel.ErrorFor("", "File not found: /missing.py", details)))
	// Output:
	// {"error":"File not found: /missing.py","error_code":"not_found","error_details":{"line":3}}
}

func ExampleDialect_Validate() {
	findings, err := scalpel.Dialect{}.Validate([]byte(`{"tier":"gold","error":{"error":"boom"}}`), "")
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
