package suggest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// listed is a session of a task that lists some tools and calls others.
func listed(task int, tools int, calls ...string) *recordings.Session {
	s := &recordings.Session{Definitions: map[string]json.RawMessage{
		"shape_tool": json.RawMessage(`{"name":"shape_tool","description":"` + strings.Repeat("x", 900) + `"}`),
	}}
	for i := range tools {
		name := fmt.Sprintf("t%d", i)
		s.Definitions[name] = json.RawMessage(fmt.Sprintf(`{"name":%q,"description":"Tells it. %s","inputSchema":{"type":"object","properties":{"a":{"title":"A","type":"string","description":%q}}}}`,
			name, strings.Repeat("More words. ", 20), strings.Repeat("a", 400)))
	}
	for _, name := range calls {
		call := recordings.Call{Tool: name, Arguments: fmt.Appendf(nil, `{"task":%d}`, task)}
		s.Events = append(s.Events, recordings.Event{Kind: recordings.Request, Call: call})
		call.Body = []byte(`{"content":[{"type":"text","text":"done"}]}`)
		s.Events = append(s.Events, recordings.Event{Kind: recordings.Result, Call: call})
	}
	return s
}

func proposeOf(t *testing.T, sessions ...*recordings.Session) (*Proposal, string) {
	t.Helper()
	l, err := Learn(func(visit func(*recordings.Session) error) (err error) {
		for _, s := range sessions {
			if err == nil {
				err = visit(s)
			}
		}
		return err
	}, options(Aim))
	if err != nil {
		t.Fatal(err)
	}
	p, err := l.Propose()
	if err != nil {
		t.Fatal(err)
	}
	text, err := p.Text()
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return p, string(text)
}

// Tools that no session called are deferred after five sessions, and never denied. The figures
// are those of sessions that they were not learned from, with the calls of shape_tool.
func TestProposedLists(t *testing.T) {
	var sessions []*recordings.Session
	for i := range 12 {
		sessions = append(sessions, listed(i, 8, "t0", "t1"))
	}
	p, text := proposeOf(t, sessions...)
	for _, want := range []string{
		"    // in 12 sessions that it was not learned from: -", "with 0 calls of shape_tool\n",
		`      "description": {"first_sentence": true},  // saves `,
		"      // 6 of 8 tools never called in 12 sessions: saves ",
		`      "defer": [` + "\n" + `        "t2", "t3", "t4", "t5", "t6", "t7"` + "\n      ]\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "deny") || p.Lists.Before != p.Lists.After+p.Lists.Saved["drop"]+p.Lists.Saved["description"]+p.Lists.Saved["defer"] {
		t.Errorf("%+v\n%s", p.Lists, text)
	}
	sessions[3] = listed(3, 8, "t0", "t1", "t5")
	rare, _ := proposeOf(t, sessions...)
	if f := rare.Lists.Proof; f.Asked != 1 || f.After <= p.Lists.Proof.After || strings.Contains(fmt.Sprint(rare.Lists.Defer), "t5") {
		t.Errorf("%+v, and without the rare call %+v", f, p.Lists.Proof)
	}
	if few, text := proposeOf(t, sessions[:4]...); few.Lists.Defer != nil || few.Lists.Proof != nil || !strings.Contains(text, "first_sentence") {
		t.Errorf("of four sessions: %s", text)
	}
	for name, session := range map[string]*recordings.Session{"no list": listed(0, 0, "t0"), "a short list": listed(0, 1, "t0")} {
		session.Definitions["t0"] = json.RawMessage(`{"name":"t0","inputSchema":{"type":"object"}}`)
		if name == "no list" {
			session.Definitions = nil
		}
		if p, text := proposeOf(t, session); p.Lists != nil || strings.Contains(text, `"tools"`) {
			t.Errorf("%s: %s", name, text)
		}
	}
	star := listed(0, 3, "t0")
	star.Definitions["*"] = json.RawMessage(`{"name":"*","inputSchema":{"type":"object","title":"` + strings.Repeat("x", 999) + `"}}`)
	if p, text := proposeOf(t, star, star, star, star, star); len(p.Lists.Defer) != 2 {
		t.Errorf("a tool whose name is a mask: %s", text)
	}
}
