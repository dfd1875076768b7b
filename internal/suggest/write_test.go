package suggest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/learn"
)

// A proposal is a configuration for people: each line has its savings and its reason.
func TestText(t *testing.T) {
	p := Proposal{Counter: "estimate", Sessions: 5, Tools: []Tool{
		{Name: "list \"all\"", Results: 2, Before: 1234567, After: 1000, Bare: 10, Lines: []Line{
			{Key: "exclude_null_values", Value: true, Saved: 1, Why: "1 null"},
			{Key: "shorten", Value: map[string]map[string]int{"a.b": {"items": 10}, `"x,y"`: {"chars": 200}}, Saved: 1232566, Why: "so"},
			{Key: "low_priority", Value: []string{"a", "b"}, Why: "first"},
		}},
		{Name: "nothing", Results: 1, Before: 3, After: 3},
		{Name: "get", Results: 1, Before: 10, After: 5, Lines: []Line{{Key: "compact", Value: true, Why: "spaces"}, {Key: "text", Value: "drop", Saved: 5, Why: "both"}}},
	}}
	const want = `// Proposed by shape suggest, from 4 results of 3 tools in 5 sessions.
// 1,234,580 tokens (estimate): with these lines 1,008, 99.9 % less.
// This holds for these results. To know about others takes 5 sessions of 3 tasks.
{
  "global": {
    "archive": {"store": "directory"}  // gives back what is taken
  },
  "tool_overrides": {
    // 2 results of 1,234,567 tokens: 1,000 are left
    // 10, 0.0 %, go with any line: metadata of an envelope
    "list \"all\"": {
      "exclude_null_values": true,  // saves 1 token, 0.0 %: 1 null
      "shorten": {"\"x,y\"": {"chars": 200}, "a.b": {"items": 10}},  // saves 1,232,566 tokens, 99.8 %: so
      "low_priority": ["a", "b"]  // first
    },
    // 1 result of 10 tokens: 5 are left
    "get": {
      "compact": true,  // spaces
      "text": "drop"  // saves 5 tokens, 50.0 %: both
    }
  }
}
`
	text, err := p.Text()
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s", err, text)
	}
	p.Tools = []Tool{{Name: "get", Lines: []Line{{Key: "columns", Value: true}}}}
	if text, err := p.Text(); err != nil || bytes.Contains(text, []byte("archive")) {
		t.Errorf("nothing is cut, and kept: %v\n%s", err, text)
	}
	const none = `// Proposed by shape suggest, from 0 results of 0 tools in 0 sessions.
// 0 tokens (estimate): with these lines 0, 0.0 % less.
// This holds for these results. To know about others takes 5 sessions of 3 tasks.
{
  "tool_overrides": {}
}
`
	if text, err := (&Proposal{Counter: "estimate"}).Text(); err != nil || string(text) != none {
		t.Errorf("%v\n%s", err, text)
	}
}

// A proposal that the configuration's checker refuses is never printed.
func TestTextIsChecked(t *testing.T) {
	p := Proposal{Tools: []Tool{{Name: "t", Lines: []Line{{Key: "max_items", Value: 0}}}}}
	if text, err := p.Text(); err == nil {
		t.Errorf("%s", text)
	}
}

// Omitted fields have their evidence beside them. Those that save little share a line. A
// tool that reads files passes as it is.
func TestTextOfOmissions(t *testing.T) {
	p := Proposal{Counter: "estimate", Sessions: 9, Tools: []Tool{
		{Name: "list", Results: 2, Before: 1000, After: 400, Lines: []Line{{Key: OmitKey, Saved: 600, Omits: []learn.Omission{
			{Mask: "node_id", Results: 4, Tokens: 4000}, {Mask: ".a.\"b c\"", Results: 2, Tokens: 100, Taken: 1}, {Mask: "kind", Results: 2, Tokens: 50},
		}}}},
		{Name: "read", Results: 1, Before: 100, After: 100, IsFile: true},
	}, Everywhere: []Everywhere{{Entry: "*", Tables: true, Omits: []learn.Omission{{Mask: "*_url", Results: 3, Tokens: 3000}}}}}
	text, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(text), "\"tool_overrides\": ")
	want := `{
    // fields that no tool needs
    "*": {
      "KEY": [
        "*_url"  // 1,000 tokens a result in 3 results, used 0 times
      ],
      "columns": true  // lists of objects as tables, which lose nothing
    },
    // 2 results of 1,000 tokens: 400 are left
    "list": {
      "KEY": [  // saves 600 tokens
        "node_id",  // 1,000 tokens a result in 4 results, used 0 times
        ".a.\"b c\"", "kind"  // 150 tokens, used 1 time
      ]
    },
    // the results may be contents of files or pages
    "read": "off"
  }
}
`
	if want = strings.ReplaceAll(strings.ReplaceAll(want, "KEY", OmitKey), `\"b c\"`, `\\\"b c\\\"`); got != strings.ReplaceAll(want, `\\\"`, `\"`) {
		t.Errorf("%s", got)
	}
}

// A proof is told in the head of a proposal, beside the caps of clients.
func TestTextOfProof(t *testing.T) {
	p := Proposal{Counter: "estimate", Sessions: 6, Price: Price{3, 15, 3.75, 0.3}, Proof: &Proof{
		Own:  Figures{Usage: Usage{1e6, 4e6, 1e5}, ShapedUsage: Usage{2e5, 4e5, 1e5}, Before: 1000, After: 200, Prompt: 5000, Shaped: 1500, Retrievals: 1, Taken: 40, Kept: 39, Back: 1},
		Caps: map[string]*Figures{"cap": {Before: 1000, After: 400, Prompt: 5000, Shaped: 2500, Taken: 40, Kept: 30, Lost: 10}},
	}}
	text, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"//   these lines: results -80.0 %, prompts of all turns -70.0 % net of 1 retrieval; kept 97.5 % of 40 values, retrievable 1, lost 0\n",
		"//   a client's cap: results -60.0 %, prompts of all turns -50.0 % net of 0 retrievals; kept 75.0 % of 40 values, retrievable 0, lost 10\n",
		"// Tokens written into prompts: 1,000,000 become 200,000. Read again by later turns: 4,000,000 become 400,000.\n",
		"// At prices of 3,15,3.75,0.3: 6.45 become 2.37 with a prompt cache, 16.50 become 3.30 without one.\n",
	} {
		if !strings.Contains(string(text), line) {
			t.Errorf("no %s in %s", line, text)
		}
	}
}
