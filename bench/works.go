package bench

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Work is one job that every contestant does on documents of a corpus.
type Work struct {
	Name    string
	Request shaper.Request // without a body
	Keep    []string       // paths that are kept, through arrays; nil is everything
	Drop    []string       // names dropped at every depth
	Elide   bool           // nulls and empties go
	Halves  bool           // the document is in both halves of a tool result
}

// dropped are the names that the works drop anywhere.
var dropped = []string{"node_id", "gravatar_id", "site_admin", "permissions", "keys_url"}

// Works are the jobs on a corpus. W1 trims an envelope to its payload. W2 keeps a few
// fields through arrays. W3 drops nulls, empties and five names at every depth. W4 does
// both. W6 is W2 in both halves of a tool result. All of them validate all of the input.
// W5, W2 with validation by optional validators, is therefore W2.
func (c Corpus) Works() []Work {
	yes := true
	elide := profiles.Settings{ExcludeNullValues: &yes, ExcludeEmptyArrays: &yes, ExcludeEmptyObjects: &yes}
	payload := []string{c.Payload}
	plain := func(r shaper.Request) shaper.Request {
		r.Dialect = "plain"
		return r
	}
	return []Work{
		{Name: "W1", Keep: payload, Request: plain(shaper.Request{Include: payload})},
		{Name: "W2", Keep: c.Keep, Request: plain(shaper.Request{Include: c.Keep})},
		{Name: "W3", Drop: dropped, Elide: true, Request: plain(shaper.Request{Exclude: dropped, Settings: elide})},
		{Name: "W4", Keep: c.Keep, Drop: dropped, Elide: true, Request: plain(shaper.Request{Include: c.Keep, Exclude: dropped, Settings: elide})},
		c.halves(),
	}
}

// halves is W6. Behind MCP the envelope is known, and a mask applies to its payload.
func (c Corpus) halves() Work {
	w := Work{Name: "W6", Halves: true}
	const envelope = "data"
	for _, path := range c.Keep {
		inside, ok := strings.CutPrefix(path, envelope+".")
		if ok || c.Payload != envelope {
			w.Keep, w.Request.Include = append(w.Keep, path), append(w.Request.Include, inside)
		}
	}
	return w
}

// Documents returns the input of a work: the documents of the corpus, or tool results with
// them in both halves.
func (w Work) Documents(c Corpus) [][]byte {
	bodies := c.Bodies()
	if w.Halves {
		for i, body := range bodies {
			bodies[i] = ToolResult(body)
		}
	}
	return bodies
}

// Patterns are privacy patterns as operators write them. Nothing in the corpora matches
// them.
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
