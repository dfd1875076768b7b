package profiles_test

import (
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// A program sets its rules in Go, and asks for the rules of a call.
func ExampleNew() {
	set, err := profiles.New(profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: new(true)}},
		Tools: []profiles.Tool{
			{Name: "github.*", IncludeOnly: []string{"id"}, ExcludeFields: []string{"*_url"}},
			{Name: "github.list_issues", IncludeOnly: []string{"id", "title"}, ExcludeFields: []string{"node_id"}},
		},
	})
	if err != nil {
		panic(err)
	}
	holds, err := set.Resolve(profiles.Key{Tool: "github.list_issues"})
	if err != nil {
		panic(err)
	}
	for _, rule := range holds.Include[0].Rules {
		fmt.Println("show", rule.Path)
	}
	for _, rule := range holds.Exclude {
		fmt.Println("hide", rule.Path, "because of", rule.Origin)
	}
	fmt.Println("nulls go:", holds.Elide.Null)
	// Output:
	// show id
	// show title
	// show success
	// hide *_url because of /tool_overrides/github.*/exclude_fields/0
	// hide node_id because of /tool_overrides/github.list_issues/exclude_fields/0
	// nulls go: true
}

// An error has all problems, and the place of each.
func ExampleNew_problems() {
	_, err := profiles.New(profiles.Spec{
		Global: profiles.Global{Profile: new("minimul")},
		Tools:  []profiles.Tool{{Name: "search", ExcludeFields: []string{"a..b"}}},
	})
	if refused, ok := errors.AsType[*profiles.Error](err); ok {
		for _, p := range refused.Problems {
			fmt.Println(p.Origin.Pointer, "holds a mistake:", p.Message)
		}
	}
	// Output:
	// /tool_overrides/search/exclude_fields/0 holds a mistake: mask "a..b": a name is missing at offset 2
	// /global/profile holds a mistake: unknown profile "minimul"; known: debug, minimal, off, standard, verbose
}
