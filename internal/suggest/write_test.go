package suggest

import (
	"bytes"
	"testing"
)

// A proposal is a configuration for people: each line has its savings and its reason.
func TestText(t *testing.T) {
	p := Proposal{Counter: "estimate", Tools: []Tool{
		{Name: "list \"all\"", Results: 2, Before: 1234567, After: 1000, Bare: 10, Lines: []Line{
			{Key: "exclude_null_values", Value: true, Saved: 1, Why: "1 null"},
			{Key: "shorten", Value: map[string]map[string]int{"a.b": {"items": 10}, `"x,y"`: {"chars": 200}}, Saved: 1232566, Why: "so"},
			{Key: "low_priority", Value: []string{"a", "b"}, Why: "first"},
		}},
		{Name: "nothing", Results: 1, Before: 3, After: 3},
		{Name: "get", Results: 1, Before: 10, After: 5, Lines: []Line{{Key: "compact", Value: true, Why: "spaces"}, {Key: "text", Value: "drop", Saved: 5, Why: "both"}}},
	}}
	const want = `// Proposed by shape suggest, from 4 results of 3 tools.
// 1,234,580 tokens (estimate): with these lines 1,008, 99.9 % less.
{
  "global": {
    "archive": {"store": "directory"}  // gives back what is shortened
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
	p.Tools = p.Tools[1:]
	if text, err := p.Text(); err != nil || bytes.Contains(text, []byte("archive")) {
		t.Errorf("nothing is cut, and kept: %v\n%s", err, text)
	}
	const none = `// Proposed by shape suggest, from 0 results of 0 tools.
// 0 tokens (estimate): with these lines 0, 0.0 % less.
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
