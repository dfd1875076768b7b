package shaper_test

import (
	"fmt"
	"strconv"
	"strings"
)

// This file writes nodes as producers do: in JSON, and in the printed forms of other
// languages.

// halfEmoji stands for half of an emoji. Only an escape can spell it.
const halfEmoji = "\uf8ff"

// quote writes a JSON string. Letters may be escapes, but for those of promises
// and patterns.
func (g *leaker) quote(b *strings.Builder, s string) {
	spelled, before := g.plainly == 0 && g.in(8), ' '
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\uf8ff':
			b.WriteString(`\ud83d`)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || spelled && before != '\\' && strings.ContainsRune("abcdehijklmnprstuvwyz", r) && g.in(5):
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	b.WriteByte('"')
}

func (g *leaker) space() string { return oneOf(g, "", "", "", " ", "\n\t") }

// json writes a written as JSON.
func (g *leaker) json(n written) string {
	var b strings.Builder
	g.writeJSON(&b, n)
	return b.String()
}

func (g *leaker) writeJSON(b *strings.Builder, n written) {
	switch n.kind {
	case '"':
		g.quote(b, n.text)
	case '[':
		b.WriteByte('[')
		for i, item := range n.items {
			b.WriteString(between(i, ",") + g.space())
			g.writeJSON(b, item)
		}
		b.WriteString(between(b2i(n.comma), ",") + "]")
	case '{':
		b.WriteByte('{')
		for i, m := range n.members {
			b.WriteString(between(i, ",") + g.space() + m.comment)
			g.quote(b, m.name)
			b.WriteString(g.space() + ":" + g.space())
			g.writeJSON(b, m.value)
		}
		b.WriteString(between(b2i(n.comma), ",") + g.space() + "}")
	default:
		b.WriteString(n.text)
	}
}

func between(i int, separator string) string {
	if i == 0 {
		return ""
	}
	return separator
}

func b2i(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// A syntax is another language's notation for the values of JSON.
type syntax struct {
	object, array, colon, comma string // the first two are an opening and a closing part
	name                        func(g *leaker, s string) string
	text                        func(g *leaker, s string) string
	literals                    map[string]string
}

var (
	pythonRepr = syntax{"{|}", "[|]", ": ", ", ", pythonString, pythonString, map[string]string{"null": "None", "true": "True"}}
	javaScript = syntax{"{|}", "[|]", ": ", ", ", scriptName, scriptString, map[string]string{"null": "undefined"}}
	goMap      = syntax{"map[|]", "[|]", ":", " ", func(_ *leaker, s string) string { return s }, bareOrQuoted, map[string]string{"null": "<nil>"}}
	goLiteral  = syntax{"map[string]any{|}", "[]any{|}", ": ", ", ", quoteGo, quoteGo, map[string]string{"null": "nil"}}
	rubyHash   = syntax{"{|}", "[|]", " => ", ", ", quoteGo, quoteGo, map[string]string{"null": "nil"}}
)

func pythonString(_ *leaker, s string) string {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"` + strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(s) + `"`
	}
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(s) + "'"
}

func scriptName(g *leaker, s string) string {
	return oneOf(g, s, s, `"`+s+`"`, `'`+s+`'`)
}

func scriptString(g *leaker, s string) string {
	quote := oneOf(g, `"`, `'`, "`")
	return quote + strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`).Replace(s) + quote
}

func quoteGo(_ *leaker, s string) string { return strconv.Quote(s) }

func bareOrQuoted(_ *leaker, s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzXSK0123456789- ") == "" {
		return s
	}
	return strconv.Quote(s)
}

// print writes a written in a language's own words.
func (g *leaker) print(n written, in syntax) string {
	var b strings.Builder
	g.printTo(&b, n, in)
	return b.String()
}

func (g *leaker) printTo(b *strings.Builder, n written, in syntax) {
	switch n.kind {
	case '"':
		b.WriteString(in.text(g, n.text))
	case '[':
		opening, closing, _ := strings.Cut(in.array, "|")
		b.WriteString(opening)
		for i, item := range n.items {
			b.WriteString(between(i, in.comma))
			g.printTo(b, item, in)
		}
		b.WriteString(closing)
	case '{':
		opening, closing, _ := strings.Cut(in.object, "|")
		b.WriteString(opening)
		for i, m := range n.members {
			b.WriteString(between(i, in.comma) + in.name(g, m.name) + in.colon)
			g.printTo(b, m.value, in)
		}
		b.WriteString(closing)
	default:
		if spelled, ok := in.literals[n.text]; ok {
			b.WriteString(spelled)
			return
		}
		b.WriteString(n.text)
	}
}

// yaml writes a written as the value of a name, or as a document.
func (g *leaker) yaml(b *strings.Builder, n written, indent string) {
	switch {
	case n.kind == '{' && len(n.members) > 0:
		for _, m := range n.members {
			b.WriteString("\n" + indent + m.name + ":")
			g.yaml(b, m.value, indent+"  ")
		}
	case n.kind == '[' && len(n.items) > 0:
		for _, item := range n.items {
			b.WriteString("\n" + indent + "-")
			g.yaml(b, item, indent+"  ")
		}
	case n.kind == '"':
		b.WriteString(" " + bareOrQuoted(g, n.text))
	default:
		b.WriteString(" " + g.json(n))
	}
}

// env writes the strings of an object as a shell's assignments.
func (g *leaker) env(n written) string {
	var b strings.Builder
	for _, m := range n.members {
		if m.value.kind == '"' {
			b.WriteString(oneOf(g, "", "export ") + m.name + "=" + strconv.Quote(m.value.text) + "\n")
		}
	}
	return b.String()
}
