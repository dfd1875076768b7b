package examples_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// show prints an envelope with one member per line, and the faults that the validator of
// its contract finds. So an example with the envelope as its only output is a valid one.
func show(contract envelope.Validator, doc []byte, err error) {
	if err != nil {
		fmt.Println("handler:", err)
		return
	}
	findings, err := contract.Validate(doc, "")
	if err != nil {
		fmt.Println("validator:", err)
		return
	}
	for _, f := range findings.Errors {
		fmt.Println("must:", f.Path, f.Message)
	}
	for _, f := range findings.Warnings {
		fmt.Println("should:", f.Path, f.Message)
	}
	for _, m := range envelope.Index(doc).Members {
		fmt.Printf("%s: %s\n", m.Name, doc[m.Start:m.End])
	}
}
