package loose

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// parts writes the stretches of a text one behind the other: JSON in ⟦ ⟧, where
// it begins a line in ⟪ ⟫, and comments in ‹ ›.
func parts(text string) (Form, string) {
	var r Reader
	lim := scan.Limits{}.OrDefault()
	form := r.Read([]byte(text), &lim)
	var b strings.Builder
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		open, shut := "", ""
		switch {
		case s.OwnLine:
			open, shut = "⟪", "⟫"
		case s.JSON:
			open, shut = "⟦", "⟧"
		case s.Comment:
			open, shut = "‹", "›"
		}
		b.WriteString(open + text[s.Start:s.End] + shut)
	}
	return form, b.String()
}

func TestStretches(t *testing.T) {
	for _, c := range []struct {
		text string
		form Form
		want string
	}{
		{`{"a":1}`, Data, `⟪{"a":1}⟫`},
		{"```json\n{\"a\":NaN,}\n```\n", Data, "```json\n⟪{\"a\":NaN,}⟫\n```\n"},
		{"Here:\n```json\n{\"a\":1}\n```\nDone.", Mixed, "Here:\n```json\n⟪{\"a\":1}⟫\n```\nDone."},
		{"{\"a\":1}\n{\"b\":2}\n", Data, "⟪{\"a\":1}⟫\n⟪{\"b\":2}⟫\n"},
		{"[info] see [1]", Mixed, "[info] see ⟦[1]⟧"},
		{"[info] see [1", Words, "[info] see [1"},
	} {
		if form, got := parts(c.text); form != c.form || got != c.want {
			t.Errorf("%q: %d %s, want %d %s", c.text, form, got, c.form, c.want)
		}
	}
}
