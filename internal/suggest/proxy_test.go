package suggest

import (
	"fmt"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

const handles = 10 // tokens by which the handles of a result differ, counted twice

// A proposal leaves as many tokens as the proxy does under it, except for handles, since
// their letters differ.
func TestProxyLeavesAsMuch(t *testing.T) {
	set, err := recordings.Read([]string{"../../testdata/recordings"}, "")
	if err != nil {
		t.Fatal(err)
	}
	o := options(Aim)
	p, err := propose(set.Calls, o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := config.Parse("proposal", text)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := shaper.New(snapshot, shaper.WithArchive(archive.Archive{Store: archive.NewMemory(archive.Limits{})}))
	if err != nil {
		t.Fatal(err)
	}
	session := mcp.New(engine).Session()
	left := map[string]int{}
	for _, c := range set.Calls {
		session.Tool(fmt.Appendf(nil, `{"name":%q,"inputSchema":{"type":"object"}}`, c.Tool))
		out := session.Result(t.Context(), mcp.Call{Tool: c.Tool}, []byte(gjson.GetBytes(c.Body, "result").Raw))
		read, err := shaper.Measure(out, o.Counter)
		if err != nil {
			t.Fatal(err)
		}
		left[c.Tool] += read.Text.Tokens
	}
	for _, tool := range p.Tools {
		if off := left[tool.Name] - tool.After; max(off, -off) > handles*tool.Results {
			t.Errorf("%s: the proxy leaves %d tokens, the proposal tells of %d", tool.Name, left[tool.Name], tool.After)
		}
	}
}
