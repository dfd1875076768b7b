package shaper

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// The second half is written from the first one where it says the same, byte for byte,
// and nothing that tells the halves apart had a say.
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
		"lists":                        {req: Request{Include: []string{"rows.id"}, Exclude: []string{"s"}}, text: plainly, twin: true},
		"space around the text":        {text: " " + plainly + "\n", data: plainly, twin: true},
		"patterns that fit nothing":    {spec: private, text: plainly, twin: true},
		"a pattern that fits":          {spec: private, text: doc},
		"a string that is looked into": {req: Request{Exclude: []string{"pin"}}, text: strings.Replace(doc, "call 555", `{\"pin\":1}`, 1)},
		"a document in a document":     {text: `{"content":[{"type":"text","text":"{\"a\":1}"}]}`},
		"what was cut":                 {spec: rows, req: Request{Mode: "m"}, text: plainly},
		"another number":               {text: plainly, data: strings.Replace(plainly, `"id":1`, `"id":1.0`, 1)},
		"more in the text":             {text: plainly + " {}", data: plainly},
		"an error":                     {req: Request{IsError: true}, text: plainly},
		"somebody asks for each value": {req: Request{Unmatched: true}, text: plainly},
		"as deep as either may be":     {text: nested(1000 - around), twin: true},
		"deeper":                       {text: nested(1000 - around + 1)},
		"too deep in there":            {text: nested(1000)},
	} {
		set, err := profiles.New(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(set)
		if err != nil {
			t.Fatal(err)
		}
		c.req.Tool = "t"
		if c.data == "" {
			c.data = c.text
		}
		if got := writesTwin(t, e, c.req, c.text, c.data); got != c.twin {
			t.Errorf("%s: the second half is written from the first one: %v", name, got)
		}
	}
}

func nested(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }

// counting is an [pass.Inner] that tells which half was written from the other one.
type counting struct {
	*within
	twins int
}

func (c *counting) Shape(in pass.Inside) (pass.Shaped, error) {
	text := c.twin
	if text.stands(&in) {
		c.twins++
	}
	return c.within.Shape(in)
}

func writesTwin(t *testing.T, e *Engine, req Request, text, data string) bool {
	t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	req.Body = fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quoted, data)
	m := new(memory)
	d := e.document(m, &req, nil)
	counted := &counting{within: &m.within}
	in := e.forPass(d, counted)
	_, err = m.fit(d, &in, nil, new(pass.Outcome))
	if err != nil && !strings.Contains(err.Error(), "deep") {
		t.Fatal(err)
	}
	return counted.twins > 0
}

// A text in which a name comes again is taken to stand no deeper than any other.
func TestTwinsAreAsDeepAsTheyAre(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{Duplicates: new("first")}}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(set, WithLimits(Limits{Depth: 5}))
	if err != nil {
		t.Fatal(err)
	}
	body := `{"content":[{"type":"text","text":"{\"a\":[[]],\"b\":1,\"a\":2}"}]}`
	got, _, err := e.AppendShape(nil, Request{Tool: "t", Include: []string{"a", "b"}, Body: []byte(body)})
	if want := strings.Replace(body, `,\"a\":2`, "", 1); string(got) != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// What a text came to in one pass is not handed on to the next one, in which a half
// stays whole: the data may stand before the text that says the same.
func TestTwinsEndWithThePass(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "t", IncludeOnly: []string{"a"}}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(set)
	if err != nil {
		t.Fatal(err)
	}
	const other, same = `{"type":"text","text":"{\"a\":1}"}`, `{"type":"text","text":"{\"b\":2}"}`
	body := `{"structuredContent":{"b":2},"content":[` + other + `,` + same + `]}`
	want := strings.Replace(body, `{\"b\":2}`, `{}`, 1)
	for range 2 {
		res, err := e.Shape(t.Context(), Request{Tool: "t", Body: []byte(body)})
		if err != nil || string(res.Body) != want || res.Report.Whole != "structuredContent" {
			t.Errorf("got  %s, whole %q, %v\nwant %s", res.Body, res.Report.Whole, err, want)
		}
	}
}
