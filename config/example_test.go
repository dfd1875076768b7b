package config_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Every problem is told at once, each with its place.
func ExampleParse() {
	_, err := config.Parse("response_config.json", []byte(`{
  "global": {"profle": "minimal"}, // comments are fine
  "tool_overrides": {"search": {"exclude_fields": ["a..b"]}}
}`))
	if problems, ok := errors.AsType[config.Diagnostics](err); ok {
		for _, p := range problems {
			fmt.Println(p)
		}
	}
	// Output:
	// response_config.json:2:14: /global/profle: warning: unknown key "profle"; it has no effect (did you mean "profile"?)
	// response_config.json:3:52: /tool_overrides/search/exclude_fields/0: mask "a..b": a name is missing at offset 2
}

// Effective lists the rules of a call with the lines that set them.
func ExampleSnapshot_Effective() {
	s, err := config.Parse("response_config.json", []byte(`{
  "global": {"exclude_null_values": true},
  "tool_overrides": {"search": {"profile": "verbose"}}
}`))
	if err != nil {
		panic(err)
	}
	decided, err := s.Effective(profiles.Key{Tool: "search"})
	if err != nil {
		panic(err)
	}
	for _, d := range decided {
		if d.Origin.File != "" {
			fmt.Printf("%s = %s, said at %s\n", d.Setting, d.Value, d.Origin)
		}
	}
	// Output:
	// profile = verbose, said at response_config.json:3:44: /tool_overrides/search/profile
	// exclude_null_values = true, said at response_config.json:2:37: /global/exclude_null_values
}

// A watcher follows the file; a bad save changes its status and nothing else.
func ExampleWatch() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "response_config.json")
	save := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			panic(err)
		}
	}

	save(`{"global": {"profile": "verbose"}}`)
	ctx := context.Background()
	w, err := config.Watch(ctx, config.Options{Path: file, Home: dir, Etc: dir})
	if err != nil {
		panic(err)
	}
	defer w.Close()
	fmt.Println("generation", w.Current().Generation())

	save(`{"global": {"profile": "debug"}}`)
	fmt.Println(w.Reload(ctx), "generation", w.Current().Generation())
	save(`{"global": `)
	fmt.Println(w.Reload(ctx) != nil, "generation", w.Current().Generation())
	// Output:
	// generation 1
	// <nil> generation 2
	// true generation 2
}
