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

// Patterns are privacy patterns as operators write them; nothing in the corpora is
// what they fit.
var Patterns = []string{
	`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
	`\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{82})\b`,
	`(?i)[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}`,
	`\b(?:\d{1,3}\.){3}\d{1,3}\b`,
	`\b(?:4\d{3}|5[1-5]\d{2}|6011)(?:[ -]?\d{4}){3}\b`,
	`\beyJ[\w-]+\.[\w-]+\.[\w-]+`,
	`-----BEGIN [A-Z ]*PRIVATE KEY-----`,
	`\bxox[abprs]-[0-9A-Za-z-]{10,}`,
	`\+?\b\d{1,3}[ .-]\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b`,
	`(?i)\bbearer\s+[a-z0-9._~+/-]{16,}=*`,
}
