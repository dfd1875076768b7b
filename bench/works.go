package bench

import (
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Work is one job that every contestant does.
type Work struct {
	Name    string
	Request shaper.Request // without a body
	Keep    []string       // what an item keeps; nil is everything
	Drop    []string       // names dropped at every depth
	Elide   bool           // nulls and empties go
}

// itemFields are the fields that the works on records keep.
var itemFields = []string{"id", "name", "full_name", "description", "stargazers_count", "default_branch", "owner.login", "assignees.login"}

// dropped are the names that the works drop anywhere.
var dropped = []string{"node_id", "gravatar_id", "site_admin", "permissions", "keys_url"}

// Works are the jobs on records: W2 keeps a few fields through arrays, W3 drops
// nulls, empties and five names at every depth, W4 does both. All of them
// validate all of the input.
func Works() []Work {
	yes := true
	elide := profiles.Settings{ExcludeNullValues: &yes, ExcludeEmptyArrays: &yes, ExcludeEmptyObjects: &yes}
	var include []string
	for _, f := range itemFields {
		include = append(include, "items."+f)
	}
	return []Work{
		{Name: "W2", Keep: itemFields, Request: shaper.Request{Dialect: "plain", Include: include}},
		{Name: "W3", Drop: dropped, Elide: true, Request: shaper.Request{Dialect: "plain", Exclude: dropped, Settings: elide}},
		{Name: "W4", Keep: itemFields, Drop: dropped, Elide: true, Request: shaper.Request{Dialect: "plain", Include: include, Exclude: dropped, Settings: elide}},
	}
}
