package scalpel_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// A tool answers in one envelope, whether it found something or failed.
func Example() {
	countLines := func(file string) ([]byte, error) {
		answer := scalpel.Parts{ToolID: "count_lines", ToolVersion: "3.3.0", Tier: "community"}
		text, err := os.ReadFile(file)
		if err != nil {
			answer.Error = scalpel.ErrorFor(scalpel.ClassifyError(err), "File not found: "+file, nil)
			return scalpel.Build(answer)
		}
		answer.Data = json.RawMessage(fmt.Sprintf(`{"lines":%d}`, bytes.Count(text, []byte{'\n'})))
		return scalpel.Build(answer)
	}
	doc, err := countLines("/missing.py")
	if err != nil {
		panic(err)
	}
	fmt.Println(string(doc))
	// Output:
	// {"tier":"community","tool_version":"3.3.0","tool_id":"count_lines","request_id":null,"capabilities":["envelope-v1"],"duration_ms":null,"error":{"error":"File not found: /missing.py","error_code":"not_found","error_details":null},"upgrade_hints":[],"data":null}
}

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
