package redact_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// FuzzLawsHidden: the edits of a string ascend, and the result is a valid string with the
// edited text as content. The output is the input with cuts, marks and redactions. A second
// run hides nothing more. Earlier strings have no influence.
func FuzzLawsHidden(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(seed, "")
	}
	for seed, text := range []string{"password: '", "{\"a\":1}\npassword: \\", "[/*", "\"a\": \"b\nurl: "} {
		f.Add(uint64(seed), text)
	}
	var sets []*plan.Hiding
	for _, rules := range ruleSets {
		sets = append(sets, hiding(f, rules))
	}
	var used redact.Hider
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		g := texts{rand.New(rand.NewPCG(seed, 5))}
		if text = strings.ToValidUTF8(text, "") + g.text(3); len(text) > 1<<12 {
			return
		}
		i := g.IntN(len(sets))
		raw := g.written(text)
		edits, counts := look(&used, sets[i], raw, nil)
		edits = slices.Clone(edits)
		once := after(t, raw, edits, counts)
		var fresh redact.Hider
		if same, sameCounts := look(&fresh, sets[i], raw, nil); !bytes.Equal(edits, same) || sameCounts != counts {
			t.Fatalf("%s, %q:\nused  %v, %v\nfresh %v, %v", ruleSets[i], raw, edits, counts, same, sameCounts)
		}
		more, counts := look(&fresh, sets[i], once, nil)
		if len(more) > 0 || counts.Withheld > 0 {
			t.Fatalf("%s:\nin    %s\nonce  %s\ntwice %s, %+v", ruleSets[i], raw, once, redact.Append(nil, once, more), counts)
		}
	})
}

// after applies the edits to a string. The result must be a valid string.
func after(t *testing.T, raw []byte, edits redact.Edits, counts redact.Counts) []byte {
	t.Helper()
	at, grown := 0, 0
	for e := range edits.All() {
		if e.From < at || e.To < e.From || e.To > len(raw) {
			t.Fatalf("%q: the edits %v", raw, edits)
		}
		at = e.To
		if bytes.Contains(e.With, []byte("[redacted]")) {
			grown += len(e.With)
		}
	}
	out := redact.Append(nil, raw, edits)
	if len(out) > len(raw)+counts.Withheld*len(jsonish.Mark)+grown {
		t.Fatalf("%q: %d withheld: %q", raw, counts.Withheld, out)
	}
	if end, _, kind := scan.String([]byte(`"`+string(out)+`"`), 0, len(out)+2); kind != scan.KindNone || end != len(out)+2 {
		t.Fatalf("%q\nis no string after its edits: %q", raw, out)
	}
	return out
}

var ruleSets = []string{
	"!password", "password", "url !password", "!user.password url", "~email url ^token", "*_id !*word", "!a.b .url", "~a.email !.pin a.url",
}

// texts draws texts with names in all forms.
type texts struct{ *rand.Rand }

func (g texts) oneOf(s ...string) string { return s[g.IntN(len(s))] }

func (g texts) name() string {
	return g.oneOf("password", "url", "user", "a", "b", "email", "token", "x_id", "pin", "p\\u0061ssword", "data")
}

// written returns a text with escapes as in some JSON writer.
func (g texts) written(text string) []byte {
	if g.IntN(3) > 0 {
		return quote(text)
	}
	var out []byte
	for _, r := range text {
		switch {
		case r == '/' && g.IntN(2) == 0:
			out = append(out, `\/`...)
		case r < 0x80 && g.IntN(8) == 0:
			out = append(out, `\u00`...)
			out = append(out, "0123456789abcdef"[r>>4], "0123456789ABCDEF"[r&15])
		default:
			out = append(out, quote(string(r))...)
		}
	}
	return out
}

// text draws a mixture of tool outputs.
func (g texts) text(depth int) string {
	var b strings.Builder
	for range 1 + g.IntN(4) {
		switch g.IntN(9) {
		case 0, 1, 2:
			b.WriteString(g.value(depth))
		case 3:
			b.WriteString("\n```json\n" + g.value(depth) + "\n```\n")
		case 4:
			b.WriteString(g.damaged(g.value(depth)))
		case 5:
			b.WriteString(g.name() + g.oneOf(": ", "=", " => ", ":\n  ") + g.oneOf("x", "'y'", `"z"`, "[1, 2]", "|\n  x\n", "it's", "(", "") + g.oneOf(", ", "\n", "; ", ""))
		case 6:
			b.WriteString(g.oneOf("'", `"`) + g.name() + g.oneOf("': ", `": `, `\": `) + g.value(depth))
		case 7:
			b.WriteString(g.oneOf("Result:\n", " and so on.", "\n", "[withheld]", "// c\n", "/* ", " */", "`", "\\", `"`, "'", "{", "]"))
		case 8:
			b.WriteString(strings.Repeat(g.oneOf("word ", "\n", "é"), g.IntN(12)))
		}
	}
	return b.String()
}

// value draws a value that is nearly JSON.
func (g texts) value(depth int) string {
	if depth <= 0 {
		return g.oneOf("1", `"x"`, "NaN", "null", `"\ud83d"`, "[]", "{}")
	}
	var parts []string
	for range g.IntN(4) {
		parts = append(parts, g.comment()+`"`+g.name()+`"`+g.oneOf(":", ": ", " :\n")+g.inner(depth)+g.comment())
	}
	if g.IntN(4) == 0 {
		return "[" + g.inner(depth) + "," + g.inner(depth) + "]"
	}
	return "{" + strings.Join(parts, ",") + g.oneOf("", "", "", "\n", ",") + "}"
}

func (g texts) comment() string {
	return g.oneOf("", "", "", "", "", " ", "/* c */", "// password: 1\n", "/* url: 'x' */")
}

func (g texts) inner(depth int) string {
	if g.IntN(4) == 0 {
		return string(scan.AppendQuote(nil, []byte(g.text(depth-1))))
	}
	return g.value(depth - 1)
}

// damaged returns a value with missing bytes, or in the syntax of another language.
func (g texts) damaged(value string) string {
	switch g.IntN(4) {
	case 0:
		return value[:g.IntN(len(value))]
	case 1:
		return strings.ReplaceAll(value, `"`, "'")
	case 2:
		return strings.ReplaceAll(value, "1", "True")
	}
	return value[g.IntN(len(value)):]
}
