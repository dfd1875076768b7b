package shaper

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// Of a large document that begins as an envelope, or is a list, the plan is known before
// it is read, and it is read once; of others nothing is guessed.
func TestForesee(t *testing.T) {
	e, err := New(profiles.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Repeat(`{"id":1,"text":"a, \" b"},`, foreseen/10) + `{}`
	for _, c := range []struct {
		body  string
		known bool
	}{
		{`[` + rows + `]`, true},
		{` [ [` + rows + `]]`, true},
		{`{"tier":"pro","upgrade_hints":[],"error":null,"data":[` + rows + `]}`, true},
		{`{"content":[{"type":"text","text":"x"}],"structuredContent":{"rows":[` + rows + `]}}`, true},
		{`{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"rows":[` + rows + `]}}}`, true},
		{`{"rows":[` + rows + `]}`, false},
		{`{"data":[` + rows + `],"tier":"pro","upgrade_hints":[],"error":null}`, false},
		{`{"success":true,"data":[` + rows + `],"meta":{"version":"response-v2","warnings":[]}}`, false},
		{`{"a":1,"a":2,"data":[` + rows + `]}`, false},
		{`[1 2,` + rows + `]`, false},
		{`"` + strings.Repeat("x", 2*foreseen) + `"`, false},
		{strings.Repeat(" ", 2*foreseen), false},
		{strings.Repeat("[", 2*foreseen), false},
		{`]` + strings.Repeat(" ", 2*foreseen), false},
		{`{}}` + strings.Repeat(" ", 2*foreseen), false},
	} {
		m := new(memory)
		req := Request{Tool: "t", Body: []byte(c.body)}
		d := e.document(m, &req, nil)
		asked := d.plans.Ask(nil, &d.call)
		base, err := asked.Base()
		if err != nil {
			t.Fatal(err)
		}
		in := e.forPass(d, &m.within)
		guess := m.foresee(d, in, asked, base)
		if (guess != nil) != c.known {
			t.Errorf("%.40q: guessed %t", c.body, guess != nil)
		}
		if p, err := m.fit(d, &in, nil, new(pass.Outcome)); c.known && (p != guess || err != nil) {
			t.Errorf("%.40q: another plan, %v", c.body, err)
		}
	}
}
