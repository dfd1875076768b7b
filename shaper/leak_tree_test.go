package shaper_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/notations"
)

// promise is the expected outcome for a secret. It follows from the rule behind the secret's
// name, and from the text around it. A secret carries its promise, so the test does not need
// to read the document.
type promise string

const (
	hidden  promise = "Xq" // it does not show
	counted promise = "Xo" // it is gone, or its name is counted in Report.Opaque or MissedNames
	free    promise = "Xf" // the answer may show it, and nothing else may

	patternSecret = "SK-31337" // hidden by a pattern, in every string
)

// A site is a place for members, with the promise for those that excludes match.
type site struct {
	excludes promise
	root     bool // a payload begins here
	packed   bool // inside a document unknown to all dialects, such as a batch or a message
	quoted   bool // line ends are escapes, so that no bare name is sure to be seen
	mixed    bool // a text around is no single document
	level    int  // texts around it
}

func (s site) below() site {
	s.root = false
	return s
}

// A written is a value before it is written down in some syntax.
type written struct {
	kind    byte   // '"', '{', '[', or 0 for a value written as it is
	text    string // of a string, and of a value written as it is
	members []entry
	items   []written
	comma   bool // one too many, at the end
}

type entry struct {
	name    string
	value   written
	comment string // before it
}

func text(s string) written              { return written{kind: '"', text: s} }
func literal(s string) written           { return written{text: s} }
func list(items ...written) written      { return written{kind: '[', items: items} }
func record(members ...entry) written    { return written{kind: '{', members: members} }
func field(name string, v written) entry { return entry{name: name, value: v} }

// leaker makes documents with secrets in them.
type leaker struct {
	*rand.Rand
	depth   int  // texts and documents that may still be put into each other
	redacts int  // values that a redaction may stand in for
	plainly int  // texts around it in another language, each escaping JSON anew
	debug   bool // the call asks for it
	called  bool // a dialect is named, perhaps not the document's
	tables  bool // lists of objects are tables of an earlier look
}

func oneOf[T any](g *leaker, from ...T) T { return from[g.IntN(len(from))] }

// in is true in one of n cases.
func (g *leaker) in(n int) bool { return g.IntN(n) == 0 }

// plant is a member that some rule hides.
func (g *leaker) plant(s site) entry {
	switch n := g.IntN(5); {
	case n == 0 && s.root:
		return field(oneOf(g, anchoredNames...), g.secret(hidden))
	case n < 3:
		return field(g.forbidden(), g.secret(hidden))
	}
	name := oneOf(g, excludedNames...)
	if name == "trace" && g.debug {
		return field(name, g.secret(free)) // of a profile; debug leaves it out
	}
	return field(name, g.secret(s.excludes))
}

// forbidden is a name that privacy or a tier hides. Half of those of privacy are spelled
// otherwise than in their rule.
func (g *leaker) forbidden() string {
	name := oneOf(g, forbiddenNames...)
	if name == "email" || name == "phone" {
		g.redacts++
	}
	spelled := spelledNames()[name]
	if len(spelled) == 0 || g.in(2) {
		return name
	}
	return oneOf(g, spelled...)
}

// spelledNames are the spellings that meet the rules of privacy. A name of more than five
// letters meets as the last part of a longer name too.
var spelledNames = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, name := range forbiddenNames {
		if name == "halstead" || strings.HasSuffix(name, "_pin") {
			continue // of a tier, and a pattern
		}
		all[name] = notations.Spellings(name)
		if len(name) > 5 {
			all[name] = append(all[name], notations.Spellings("db_"+name)...)
		}
	}
	return all
})

// apart is a member that holds a secret beside its name (GUARANTEES, pairs).
func (g *leaker) apart() entry {
	name, secret := text(g.forbidden()), g.secret(hidden)
	switch g.IntN(4) {
	case 0:
		pair := []entry{field(oneOf(g, "name", "Name", "key"), name), field(oneOf(g, "value", "Value"), secret), field("type", literal("1"))}
		return field("pair", record(g.once(pair)...))
	case 1:
		columns, row := []written{text("x"), name}, []written{literal("1"), secret}
		return field("table", record(field(oneOf(g, "columns", "fields"), list(columns...)), field("rows", list(list(row...), list(row...)))))
	case 2:
		return field(oneOf(g, "headers", "rawHeaders"), list(text("x"), text("y"), name, text(g.word(hidden))))
	}
	return field("pairs", list(list(text("x"), text("y")), list(name, text(g.word(hidden)))))
}

// secret is a value with one secret in it.
func (g *leaker) secret(p promise) written {
	s := g.word(p)
	switch g.IntN(9) {
	case 0:
		return record(field("a", list(text(s))))
	case 1:
		return list(record(field("b", text(s))), literal("1"))
	case 2:
		return text(`{"a":"` + s + `"}`)
	case 3:
		return text(oneOf(g, `a, b] `, `it's; } `, "\"\\ ", "é😀 ", "two\nlines: ") + s)
	}
	return text(s)
}

// word is a secret alone.
func (g *leaker) word(p promise) string { return string(p) + strconv.Itoa(1000+g.IntN(9000)) }

// tree is an object, or an array of some, with secrets in it.
func (g *leaker) tree(depth int, s site) written {
	if depth > 0 && g.in(5) {
		return list(g.tree(depth-1, s), g.tree(depth-1, s))
	}
	var members []entry
	for range 1 + g.IntN(2) {
		members = append(members, g.plant(s))
	}
	for range g.IntN(2) {
		members = append(members, g.filler())
	}
	if !s.mixed && g.in(6) {
		members = append(members, g.apart())
	}
	if depth > 0 {
		members = append(members, field(oneOf(g, "rows", "data", "nested"), g.tree(depth-1, s.below())))
	}
	if g.depth > 0 && g.in(4) {
		members = append(members, field(oneOf(g, "log", "body"), text(g.said(s.below()))))
	}
	return record(g.once(members)...)
}

func (g *leaker) filler() entry {
	if g.in(4) {
		return field(oneOf(g, "a", "note", "b"), text("say "+patternSecret))
	}
	value := oneOf(g, literal("1"), literal("null"), literal("true"), text("x"), list(), record(),
		list(record(field("a", literal("1"))), record(field("a", literal("2"))), record(field("a", literal("3")))))
	return field(oneOf(g, "k", "rows", "é", "l", "a"), value)
}

// once shuffles members. A name may be there twice: that is refused or resolved.
func (g *leaker) once(members []entry) []entry {
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	seen, kept := map[string]bool{}, members[:0]
	for _, m := range members {
		if !seen[m.name] || g.in(30) {
			kept = append(kept, m)
		}
		seen[m.name] = true
	}
	return kept
}
