package suggest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
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

// A list in a file of three lines that begin alike, in both halves. A table of it saves tokens,
// but not where the server announced a schema.
func TestSchemaOfServer(t *testing.T) {
	for definition, want := range map[string]string{
		"": `text_as=["json"] columns=true`,
		`{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"content":{"type":"string"}}}}`: ``,
	} {
		var calls []recordings.Call
		for range 3 {
			c := recordings.Call{Tool: "t", Body: []byte(file(list(20, `{"name":"row%03d","type":"file"}`)))}
			if definition != "" {
				c.Definition = []byte(definition)
			}
			calls = append(calls, c)
		}
		p, err := propose(calls, options(Aim))
		if err != nil {
			t.Fatal(err)
		}
		if got := linesOf(p, "t"); got != want {
			t.Errorf("%s: %s, want %s", definition, got, want)
		}
	}
}

// The half that counts is that of the recorded client, and the texts without one.
func TestHalfOfClient(t *testing.T) {
	body := fmt.Appendf(nil, `{"content":[{"type":"text","text":"four"}],"structuredContent":{"a":%q}}`, prose(9))
	for _, c := range []struct {
		client, version string
		isText          bool
	}{{"", "", true}, {"opencode", "1", true}, {"claude-code", "2.1.280", false}} {
		call := recordings.Call{Server: "s", Tool: "t", Body: body}
		call.Client.Name, call.Client.Version = c.client, c.version
		l, err := Learn(func(visit func(*recordings.Session) error) error { return visit(session([]recordings.Call{call})) }, options(Aim))
		if err != nil {
			t.Fatal(err)
		}
		p, err := l.Propose()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Tools[0].Before; (got == 1) != c.isText || p.Tools[0].After != got {
			t.Errorf("%s: %d tokens", c.client, got)
		}
		under, err := l.Under(profiles.Builtin())
		if f := under["s.t"]; err != nil || f == nil || f.Results != 1 || f.Before != p.Tools[0].Before || f.After != f.Before {
			t.Errorf("%s: %+v, %v", c.client, f, err)
		}
	}
	for reads, name := range readers {
		if got := profiles.Builtin().Client(name, "").Reads; got != reads {
			t.Errorf("%s reads %v, want %v", name, got, reads)
		}
	}
}

// Fields of all tools of a server stay if the notes on them cost more tokens than they have.
func TestNotesCost(t *testing.T) {
	for address, goes := range map[string]bool{"http://e.io/%d": false, "http://e.io/" + strings.Repeat("long/", 40) + "%d": true} {
		var all []*recordings.Session
		for i := range 12 {
			row := fmt.Sprintf(`{"content":[{"type":"text","text":"{\"id\":\"row%d\",\"html_url\":\"`+address+`\"}"}]}`, i, i)
			all = append(all, session([]recordings.Call{
				{Server: "s", Tool: "a", Body: []byte(row), Arguments: fmt.Appendf(nil, `{"q":"question %d"}`, i)},
				{Server: "s", Tool: "b", Body: []byte(row), Arguments: fmt.Appendf(nil, `{"id":"row%d"}`, i)},
			}))
		}
		p, err := learnFrom(all)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(p.Everywhere) > 0; got != goes {
			t.Errorf("%.30s goes: %v, want %v; %+v", address, got, goes, p.Tools)
		}
		for _, tool := range p.Tools {
			if !goes && (len(tool.Lines) > 0 || tool.After != tool.Before) {
				t.Errorf("%s: %+v", tool.Name, tool)
			}
		}
	}
}

// Tables that several tools fold are a line for all tools of the server, but none if a result
// has structuredContent.
func TestTablesOfAllTools(t *testing.T) {
	rows := list(20, `{"id":"row%03d","kind":"always the very same kind"}`)
	text := fmt.Sprintf(`{"content":[{"type":"text","text":%q}]}`, rows)
	for _, c := range []struct {
		name   string
		bodies []string
		want   bool
	}{
		{"two tools", []string{text, text}, true},
		{"one tool", []string{text, `{"content":[{"type":"text","text":"{}"}]}`}, false},
		{"structuredContent", []string{text, text, twin(rows)}, false},
	} {
		var calls []recordings.Call
		for i, body := range c.bodies {
			calls = append(calls, recordings.Call{Server: "s", Tool: fmt.Sprint("t", i), Body: []byte(body)})
		}
		p, err := propose(calls, options(Aim))
		if err != nil {
			t.Fatal(err)
		}
		shared := p.Everywhere != nil && p.Everywhere[0].Entry == "s.*" && p.Everywhere[0].Tables
		own := strings.Contains(linesOf(p, "t0"), TablesKey)
		written, err := p.Text()
		if shared != c.want || own == c.want || err != nil || strings.Contains(string(written), `"archive"`) {
			t.Errorf("%s: for all tools %v, for one %v; %v\n%s", c.name, shared, own, err, written)
		}
		for _, tool := range p.Tools {
			holdSums(t, &tool, 0)
		}
	}
}
