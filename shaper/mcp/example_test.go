package mcp_test

import (
	"context"
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// A program with a transport of its own has one [mcp.Session] for each client.
func ExampleNew() {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "forecast", ExcludeFields: []string{"api_key"}}}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	client := mcp.New(eng, mcp.WithName("weather")).Session()
	result := []byte(`{"content":[],"structuredContent":{"wind":4,"api_key":"k-1"}}`)
	fmt.Println(string(client.Result(context.Background(), mcp.Call{Tool: "forecast"}, result)))
	// Output:
	// {"content":[],"structuredContent":{"wind":4}}
}
