package otel_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/observe/otel"
)

// The observer takes a meter of the program's own provider:
// provider.Meter("github.com/seed-7aa78ce4/shape"). The meter here prints its counts.
func ExampleNew() {
	var counted []string
	o, err := otel.New(meter{notes: &counted})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(profiles.Builtin(), shaper.WithObserver(o))
	if err != nil {
		panic(err)
	}
	if _, err := eng.Shape(context.Background(), shaper.Request{Tool: "search", Body: []byte(`{"a":1}`)}); err != nil {
		panic(err)
	}
	for _, line := range counted {
		if !strings.HasPrefix(line, "shape.duration") {
			fmt.Println(line)
		}
	}
	// Output:
	// shape.responses 1 gen_ai.tool.name=_other shape.dialect=plain shape.outcome=shaped shape.profile=minimal
	// shape.response.size 7 gen_ai.tool.name=_other shape.direction=in
	// shape.response.size 7 gen_ai.tool.name=_other shape.direction=out
}
