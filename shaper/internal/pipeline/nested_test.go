package pipeline

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// The second half reuses the output of the first one if both have the same bytes, and if
// nothing distinguishes the halves.
func TestTwins(t *testing.T) {
	const doc = `{"data":{"rows":[{"id":1,"s":"x","n":"call 555"},{"id":2}]}}`
	private := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"pin"}, Mask: []profiles.PrivacyMask{{Pattern: "555"}}}}}
	rows := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"**"}, Limits: map[string]int{"rows": 1}}}}}}
	plainly := strings.Replace(doc, "call 555", "call", 1)
	for name, c := range map[string]struct {
		spec profiles.Spec
		req  Request
		text string
		data string // "" is the text
		twin bool
	}{
		"nothing is hidden":            {text: plainly, twin: true},
		"lists":                        {req: call(plan.Call{Key: profiles.Key{Include: []string{"rows.id"}, Exclude: []string{"s"}}}), text: plainly, twin: true},
		"space around the text":        {text: " " + plainly + "\n", data: plainly, twin: true},
		"patterns that fit nothing":    {spec: private, text: plainly, twin: true},
		"a pattern that fits":          {spec: private, text: doc},
		"a string that is looked into": {req: call(plan.Call{Key: profiles.Key{Exclude: []string{"pin"}}}), text: strings.Replace(doc, "call 555", `{\"pin\":1}`, 1)},
		"a document in a document":     {text: `{"content":[{"type":"text","text":"{\"a\":1}"}]}`},
		"what was cut":                 {spec: rows, req: call(plan.Call{Key: profiles.Key{Mode: "m"}}), text: plainly},
		"another number":               {text: plainly, data: strings.Replace(plainly, `"id":1`, `"id":1.0`, 1)},
		"more in the text":             {text: plainly + " {}", data: plainly},
		"an error":                     {req: call(plan.Call{Key: profiles.Key{IsError: true}}), text: plainly},
		"decisions are recorded":       {req: Request{Journal: journal.New()}, text: plainly},
		"as deep as either may be":     {text: deepText(1000 - aroundText), twin: true},
		"deeper":                       {text: deepText(1000 - aroundText + 1)},
		"too deep in there":            {text: deepText(1000)},
	} {
		set, err := profiles.New(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		e, plans := engineOver(set)
		c.req.Plans, c.req.Call.Tool = plans, "t"
		if c.data == "" {
			c.data = c.text
		}
		if got := writesTwin(t, e, c.req, c.text, c.data); got != c.twin {
			t.Errorf("%s: the second half is written from the first one: %v", name, got)
		}
	}
}

func deepText(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }

func call(c plan.Call) Request { return Request{Call: c} }

// counting is a [pass.Inner] that counts the halves that were written from the other one.
type counting struct {
	*nested
	twins int
}

func (c *counting) Shape(in pass.Inside) (pass.Shaped, error) {
	if c.twin.equals(&in) {
		c.twins++
	}
	return c.nested.Shape(in)
}

func writesTwin(t *testing.T, e *Engine, req Request, text, data string) bool {
	t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	req.Body = fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quoted, data)
	m := newMemory()
	d := m.decode(e, &req)
	c, err := e.choose(m, d, nil)
	if err == nil {
		m.inner.restart()
		counted := &counting{nested: &m.inner}
		in := e.passDoc(d, counted)
		if err := m.pass.Run(c.plan, &in, nil, &c.done); err != nil {
			t.Fatal(err)
		}
		return counted.twins > 0
	}
	if !strings.Contains(err.Error(), "deep") {
		t.Fatal(err)
	}
	return false
}
