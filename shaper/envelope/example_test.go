package envelope_test

import (
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// wire is an envelope of one's own: {"ok": true, "body": …}.
type wire struct{}

func (wire) Name() string { return "wire" }

func (wire) Detect(d *envelope.Doc) int {
	if d.Has("ok", "body") {
		return 90
	}
	return 0
}

func (wire) Misfit(d *envelope.Doc) string { return d.Lacks("ok", "body") }

func (wire) Layout() *envelope.Layout {
	return &envelope.Layout{Protocol: []string{"ok"}, Payload: []string{"body"}}
}

func (wire) Facts(d *envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: string(d.Value("ok")) == "false"}
}

// A dialect recognises an envelope, and its layout lists the roles of the parts.
func ExampleDialect() {
	var d envelope.Dialect = wire{}
	doc, err := envelope.Open([]byte(`{"ok":false,"body":{"reason":"late"}}`), envelope.Limits{})
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Detect(doc), d.Facts(doc).IsError, d.Layout().Payload)
	// Output: 90 true [body]
}

// A syntax error names its place and never the content.
func ExampleSyntaxError() {
	_, err := envelope.Open([]byte(`{"user":"ann","user":"bob"}`), envelope.Limits{})
	if fault, ok := errors.AsType[*envelope.SyntaxError](err); ok {
		fmt.Println(fault.Reason, fault.Pointer, fault.Offset)
	}
	fmt.Println(err)
	// Output:
	// duplicate_name /user 14
	// 1:15: duplicate member name (at /user, offset 14)
}
