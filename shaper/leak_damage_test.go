package shaper_test

import (
	"strings"
)

// This file writes JSON into a text as producers do, with every kind of damage that occurs.

// reading is a way to read a text (GUARANTEES, hiding).
type reading int

const (
	data       reading = iota // JSON and nothing else
	fragments                 // JSON for the most part
	scattered                 // some JSON between other words
	unreadable                // no JSON
)

// A damage is a way to write JSON into a text.
type damage struct {
	name    string
	reading reading
	texts   int  // around the JSON, inside the text
	bare    bool // names in it have no quotes
	write   func(g *leaker, s site) string
}

var damages []damage

// init: texts in texts are written by the table that lists them.
func init() {
	damages = []damage{
		{"strict", data, 0, false, strictly},
		{"strict", data, 0, false, strictly},
		{"byte order marks", data, 0, false, around("\ufeff|", "\ufeff\ufeff|")},
		{"non-breaking spaces", data, 0, false, around("\u00a0|", " \u00a0|\u00a0\n")},
		{"fence", data, 0, false, around("```json\n|\n```", "```\n|```", "\n```JSON\n|\n```\n", "~~~\n|\n~~~")},
		{"lines", data, 0, false, joined("\n", "\r\n", "\n\n")},
		{"several", data, 0, false, joined("", " ", "\t")},
		{"NaN", data, 0, false, twisted(entry{name: "score", value: literal("NaN")}, entry{name: "score", value: list(literal("-Infinity"), literal("Infinity"))})},
		{"lone surrogate", data, 0, false, twisted(entry{name: "s", value: literal(`"\ud83d"`)}, entry{name: "s", value: text("cut " + halfEmoji)})},
		{"control character", data, 0, false, twisted(entry{name: "s", value: literal("\"a\tb\"")}, entry{name: "s", value: literal("\"a\nb\x01\"")})},
		{"trailing comma", data, 0, false, trailing},
		{"comments", data, 0, false, commented},
		{"string", data, 1, false, inStrings(1)},
		{"string in a string", data, 2, false, inStrings(2)},
		{"six strings", data, 6, false, inStrings(6)},
		{"four strings", data, 4, false, inStrings(4)},

		{"heading", fragments, 0, false, mostly("# R\n|", "Rows:\n\n|")},
		{"sentence", fragments, 0, false, mostly("|\nDone.", "|\n\nThat is all.")},
		{"both", fragments, 0, false, mostly("R:\n|\nEnd")},
		{"fences", fragments, 0, false, mostly("A\n```json\n|\n```\nB\n", "1.\n```\n|\n```\n2.\n```json\n{\"k\":1}\n```")},

		{"in a line", scattered, 0, false, around("The answer is | as it was asked for.", "log: |", "[info] | (ok)")},
		{"after a word", scattered, 0, false, around("data=|;", "<pre>|</pre>", "{|", "[1, 2\n|")},
		{"long prose", scattered, 0, false, around(strings.Repeat("Many words, and then some. ", 40) + "\n|")},

		{"cut", unreadable, 0, false, cut},
		{"cut", unreadable, 0, false, cut},
		{"doubly escaped", unreadable, 0, false, escaped},
		{"too deep", unreadable, 0, false, tooDeep},
		{"Python", unreadable, 0, false, printed(pythonRepr)},
		{"JavaScript", unreadable, 0, true, printed(javaScript)},
		{"Go", unreadable, 0, true, printed(goMap)},
		{"Go literal", unreadable, 0, false, printed(goLiteral)},
		{"Ruby", unreadable, 0, false, printed(rubyHash)},
		{"YAML", unreadable, 0, true, func(g *leaker, s site) string {
			var b strings.Builder
			g.yaml(&b, g.tree(1, s), "")
			return strings.TrimPrefix(b.String(), "\n")
		}},
		{"env", unreadable, 0, true, func(g *leaker, s site) string { return g.env(g.tree(0, s)) }},
		{"notation", unreadable, 0, true, (*leaker).notation},
		{"notation", unreadable, 0, true, (*leaker).notation},
		{"notation", unreadable, 0, true, (*leaker).notation},
		{"notation", unreadable, 0, true, (*leaker).notation},
		{"notation", unreadable, 0, true, (*leaker).notation},
		{"notation", unreadable, 0, true, (*leaker).notation},
		{"call", unreadable, 0, true, func(g *leaker, s site) string {
			m := g.plant(s)
			return "User(" + m.name + "=" + g.print(m.value, pythonRepr) + ", id=3)"
		}},
	}
}

// said is a text with secrets in it, in some damage.
func (g *leaker) said(s site) string {
	g.depth--
	defer func() { g.depth++ }()
	if g.depth < 0 || s.level > 5 {
		return "ok " + patternSecret
	}
	if g.in(12) {
		return oneOf(g, "ok", patternSecret, "[info] "+patternSecret, "{"+patternSecret, `{"a":"`+patternSecret+`"}{`)
	}
	d := damages[g.IntN(len(damages))]
	if d.bare && s.quoted || d.name == "too deep" && !g.in(20) {
		d = damages[0] // a deep text is large
	}
	if d.reading == unreadable {
		g.plainly++
		defer func() { g.plainly-- }()
	}
	return d.write(g, d.within(s))
}

// within returns the site inside a text. Excludes act on data, and on texts that are mostly
// fragments. Elsewhere they are counted. All this holds down to the fourth text.
func (d damage) within(s site) site {
	s.root, s.level = true, s.level+1+d.texts
	s.quoted = s.quoted || d.reading == unreadable || s.level > 3
	s.mixed = s.mixed || s.quoted || d.reading != data || d.name == "lines" || d.name == "several"
	acts := d.reading == data || d.reading == fragments
	if s.excludes == hidden && (!acts || s.level > 3) {
		s.excludes = counted
	}
	return s
}

func strictly(g *leaker, s site) string {
	if g.in(4) {
		return g.document(s)
	}
	return g.json(g.tree(g.IntN(3), s))
}

// around writes JSON at the place of the bar.
func around(frames ...string) func(*leaker, site) string {
	return func(g *leaker, s site) string {
		return strings.Replace(oneOf(g, frames...), "|", g.json(g.tree(g.IntN(3), s)), 1)
	}
}

// mostly writes more JSON than there is around it.
func mostly(frames ...string) func(*leaker, site) string {
	return func(g *leaker, s site) string {
		n := g.tree(g.IntN(3), s)
		long := field("long", text(strings.Repeat("x", 80)))
		if n.kind == '[' {
			n.items = append(n.items, record(long))
		} else {
			n.members = append(n.members, long)
		}
		return strings.Replace(oneOf(g, frames...), "|", g.json(n), 1)
	}
}

func joined(by ...string) func(*leaker, site) string {
	return func(g *leaker, s site) string {
		all := []string{g.json(g.tree(1, s)), g.json(g.tree(0, s)), g.json(g.tree(0, s))}
		return strings.Join(all[:2+g.IntN(2)], oneOf(g, by...))
	}
}

// twisted writes JSON with a member that no JSON may have.
func twisted(with ...entry) func(*leaker, site) string {
	return func(g *leaker, s site) string {
		n := g.tree(g.IntN(2), s)
		m := oneOf(g, with...)
		if n.kind == '[' {
			n.items = append(n.items, record(m))
		} else {
			at := g.IntN(len(n.members) + 1)
			n.members = append(n.members[:at:at], append([]entry{m}, n.members[at:]...)...)
		}
		return g.json(n)
	}
}

func trailing(g *leaker, s site) string {
	n := g.tree(g.IntN(2), s)
	n.comma = true
	return g.json(n)
}

// commented writes JSON with comments. The comments hold secrets, too.
func commented(g *leaker, s site) string {
	n := g.tree(0, s)
	if s.quoted {
		return g.json(n)
	}
	inside := s
	if inside.excludes == hidden {
		inside.excludes = counted
	}
	for i := range n.members {
		m := g.plant(inside)
		said := m.name + ": " + bareOrQuoted(g, g.json(m.value))
		n.members[i].comment = oneOf(g, "", "/* why */", "// why\n", "/* "+said+" */", "// "+said+"\n")
	}
	return g.json(n)
}

// inStrings writes JSON in JSON strings in each other.
func inStrings(n int) func(*leaker, site) string {
	return func(g *leaker, s site) string {
		said := g.json(g.tree(g.IntN(2), s))
		for range n {
			var b strings.Builder
			g.quote(&b, said)
			said = b.String()
		}
		return said
	}
}

// cut writes the beginning of a text of any kind.
func cut(g *leaker, s site) string {
	said := g.json(g.tree(g.IntN(3), s))
	switch g.IntN(4) {
	case 0:
		said = "```json\n" + said + "\n```"
	case 1:
		said += "\n" + g.json(g.tree(0, s))
	}
	said = strings.ToValidUTF8(said[:1+g.IntN(len(said))], halfEmoji)
	return said + oneOf(g, "", "…", "...", " [truncated]")
}

// escaped writes JSON as it would stand in a string, without the string.
func escaped(g *leaker, s site) string {
	said := g.json(g.tree(g.IntN(2), s))
	for range 1 + g.IntN(2) {
		var b strings.Builder
		g.quote(&b, said)
		said = b.String()[1 : b.Len()-1]
	}
	return said
}

func tooDeep(g *leaker, s site) string {
	said := g.json(g.tree(1, s))
	return strings.Repeat(`{"d":[`, 510) + said + strings.Repeat("]}", 510)
}

func printed(in syntax) func(*leaker, site) string {
	return func(g *leaker, s site) string { return g.print(g.tree(g.IntN(3), s), in) }
}
