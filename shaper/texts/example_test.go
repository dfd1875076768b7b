package texts_test

import (
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/logs"
)

// A program links the transform of logs, and shortens a text that is one.
func ExampleLookup() {
	var log strings.Builder
	for i := range 40 {
		fmt.Fprintf(&log, "[DEBUG] chunk %d of 40\n", i)
	}
	log.WriteString("[ERROR] chunk 40 is missing")

	kind, _ := texts.Detect(log.String())
	transform, ok := texts.Lookup(kind)
	if !ok {
		return
	}
	out, err := transform(texts.Request{Text: log.String()})
	fmt.Println(kind, err, strings.Count(out, "\n")+1, "lines")
	fmt.Println(strings.Split(out, "\n")[2])
	// Output:
	// log <nil> 13 lines
	// … 29 lines alike
}
