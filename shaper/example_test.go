package shaper_test

import (
	"context"
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// The response of the package's documentation has two documents: one stands in a slot of the
// other. Two layers act on the payload of the inner one.
func Example() {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{
		{Name: "list_rows", Items: new("rows"), IncludeOnly: []string{"rows"}},
	}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	res, err := eng.Shape(context.Background(), shaper.Request{
		Tool: "list_rows", Fields: []string{"id"},
		Body: []byte(`{"content": [{"type": "text",
		               "text": "{\"tier\":\"pro\",\"data\":{\"rows\":[{\"id\":1,\"note\":\"n\"}]}}"}],
		  "isError": false}`),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(res.Body))
	// Output:
	// {"content":[{"type":"text","text":"{\"data\":{\"rows\":[{\"id\":1}]}}"}],"isError":false}
}

// A program without a configuration file writes its configuration in Go.
func ExampleNew() {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{
		{Name: "github.*", IncludeOnly: []string{"id", "title"}, ExcludeFields: []string{"*_url"}},
	}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	body := []byte(`[{"id":1,"title":"Leak","html_url":"https://example.com/1","body":"long"}]`)
	res, err := eng.Shape(context.Background(), shaper.Request{Tool: "github.list_issues", Body: body})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(res.Body))
	fmt.Println(res.Report.BytesIn, "bytes in,", res.Report.BytesOut, "out")
	// Output:
	// [{"id":1,"title":"Leak"}]
	// 74 bytes in, 25 out
}

// A handler passes its result and the fields that the caller asked for.
func ExampleEngine_ShapeValue() {
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"pin"}}}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	type user struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
		Pin  string `json:"pin"`
	}
	users := []user{{1, "Ada", "1815"}, {2, "Grace", "1906"}}
	all, err := eng.ShapeValue(context.Background(), "list_users", users)
	if err != nil {
		panic(err)
	}
	names, err := eng.ShapeValue(context.Background(), "list_users", users, func(r *shaper.Request) { r.Fields = []string{"name"} })
	if err != nil {
		panic(err)
	}
	fmt.Println(string(all.Body))
	fmt.Println(string(names.Body))
	// Output:
	// [{"id":1,"name":"Ada"},{"id":2,"name":"Grace"}]
	// [{"name":"Ada"},{"name":"Grace"}]
}

// Wrap builds an envelope from the facts of a tool, and trims it to the profile.
func ExampleEngine_Wrap() {
	eng, err := shaper.New(profiles.Builtin())
	if err != nil {
		panic(err)
	}
	parts := []byte(`{"data":{"risk":"high"},"tier":"pro","duration_ms":27}`)
	for _, profile := range []string{"minimal", "debug"} {
		res, err := eng.Wrap(context.Background(), shaper.Request{Dialect: "scalpel", Profile: profile, Body: parts})
		if err != nil {
			panic(err)
		}
		fmt.Println(string(res.Body))
	}
	// Output:
	// {"data":{"risk":"high"}}
	// {"tier":"pro","tool_version":null,"tool_id":null,"request_id":null,"capabilities":["envelope-v1"],"duration_ms":27,"error":null,"upgrade_hints":[],"data":{"risk":"high"}}
}

func ExampleEngine_Explain() {
	eng, err := shaper.New(profiles.Builtin())
	if err != nil {
		panic(err)
	}
	x, err := eng.Explain(context.Background(), shaper.Request{
		Exclude: []string{"password"}, Body: []byte(`[{"user":"u","password":"x"},{"user":"v","password":"y"}]`),
	})
	if err != nil {
		panic(err)
	}
	for _, f := range x.Fields {
		fmt.Printf("%d × %s: %s, %d tokens\n", f.Count, f.Pattern, f.Reason, f.Tokens)
	}
	// Output:
	// 2 × /*/password: excluded, 8 tokens
	// 2 × /*/user: kept, 8 tokens
}
