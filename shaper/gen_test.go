package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// generator makes documents and rules that have much to do with each other: few
// names, deep arrays, and all that is hard to get right.
type generator struct {
	*rand.Rand
	duplicates bool // names twice in an object
}

func newGenerator(seed uint64) *generator {
	r := rand.New(rand.NewPCG(seed, 7))
	return &generator{r, r.IntN(3) == 0}
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// often is true in n of 10 cases.
func (g *generator) often(n int) bool { return g.IntN(10) < n }

var (
	genNames = []string{
		"a", "b", "c", "ab", "abc", "", "id", "a.b", "A", "é", "😀", "x\x00y", "0", "1", "-a", "a b", "**", "/", "~", "success",
	}
	genScalars = []string{
		"null", "true", "false", "0", "-0", "1.0", "1e400", "9007199254740993", "-1.5E-7", "3.141592653589793238462643383279",
		`""`, `"x"`, `"a\u0062\"\\\/"`, `"<&>"`, `"\ud83d\ude00"`, `"é\u00e9"`, `"{\"a\":1}"`, `"\u0000"`,
	}
	genSpaces = []string{"", "", "", " ", "\n\t", "\r\n  "}
)

// document writes a random document.
func (g *generator) document() []byte {
	var b strings.Builder
	g.space(&b)
	g.value(&b, 1+g.IntN(5))
	g.space(&b)
	return []byte(b.String())
}

func (g *generator) space(b *strings.Builder) { b.WriteString(pick(g, genSpaces)) }

func (g *generator) value(b *strings.Builder, depth int) {
	switch n := g.IntN(10); {
	case depth == 0 || n < 2:
		b.WriteString(pick(g, genScalars))
	case n < 5:
		g.list(b, '[', ']', func() { g.value(b, depth-1) })
	default:
		seen := map[string]bool{}
		g.list(b, '{', '}', func() {
			g.name(b, seen)
			g.space(b)
			b.WriteByte(':')
			g.space(b)
			g.value(b, depth-1)
		})
	}
}

func (g *generator) list(b *strings.Builder, open, closing byte, item func()) {
	b.WriteByte(open)
	g.space(b)
	for i := range g.IntN(5) {
		if i > 0 {
			b.WriteByte(',')
			g.space(b)
		}
		item()
		g.space(b)
	}
	b.WriteByte(closing)
}

// name writes a member name, plainly or in some other spelling.
func (g *generator) name(b *strings.Builder, seen map[string]bool) {
	name := pick(g, genNames)
	for !g.duplicates && seen[name] {
		name = fmt.Sprint(g.IntN(1000))
	}
	seen[name] = true
	b.WriteString(g.spell(name))
}

func (g *generator) spell(name string) string {
	if g.often(7) {
		quoted, _ := json.Marshal(name)
		return string(quoted)
	}
	var b strings.Builder
	for _, r := range name {
		if r < utf8.RuneSelf || g.often(5) {
			if high := r >> 16; high > 0 {
				r -= 0x10000
				fmt.Fprintf(&b, `\u%04x\u%04X`, 0xD800+r>>10, 0xDC00+r&0x3FF)
				continue
			}
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return `"` + b.String() + `"`
}

// way makes a random path.
func (g *generator) way() way {
	if g.often(1) {
		w := way{pointer: true}
		for range 1 + g.IntN(3) {
			w.steps = append(w.steps, wayStep{op: "name", name: pick(g, genNames)})
		}
		return w
	}
	w := way{anchored: g.often(2)}
	for range 1 + g.IntN(1+g.IntN(4)) {
		if s := g.step(); s.op != "deep" || len(w.steps) == 0 || w.steps[len(w.steps)-1].op != "deep" {
			w.steps = append(w.steps, s)
		}
	}
	return w
}

func (g *generator) step() wayStep {
	switch n := g.IntN(20); {
	case n < 2:
		return wayStep{op: "any"}
	case n < 4:
		return wayStep{op: "deep"}
	case n < 6:
		return wayStep{op: "glob", name: pick(g, []string{"a*", "*b", "*b*", "a*c", "***"})}
	case n < 8:
		return g.index()
	}
	return wayStep{op: "name", name: pick(g, genNames[:8])}
}

func (g *generator) index() wayStep {
	s := wayStep{op: "index", from: g.IntN(7) - 3}
	switch g.IntN(3) {
	case 0:
		s.single = true
	case 1:
		s.toEnd = true
	default:
		s.to = g.IntN(7) - 3
	}
	return s
}

func (g *generator) ways(most int) []way {
	var ways []way
	for range g.IntN(most + 1) {
		ways = append(ways, g.way())
	}
	return ways
}

// rules makes random rules.
func (g *generator) rules() *rules {
	r := &rules{
		include: g.ways(3), exclude: g.ways(3), unmatchedKeep: g.often(2), emptiedDrop: g.often(3),
		nulls: g.often(2), arrays: g.often(2), objects: g.often(2),
		duplicates: pick(g, []string{"reject", "first", "last"}),
	}
	if g.often(3) {
		r.always = []way{{steps: []wayStep{{op: "name", name: pick(g, genNames)}}}}
	}
	if g.often(3) {
		r.fields = append(g.ways(2), g.way())
		if g.often(5) {
			r.items = g.items()
		}
	}
	return r
}

// items makes the path of a list. It ends in a name or a position.
func (g *generator) items() []wayStep {
	for {
		w := g.way()
		if last := w.steps[len(w.steps)-1].op; !w.pointer && (last == "name" || last == "index") {
			return w.steps
		}
	}
}

// spec spells the rules as a configuration of the tool "t".
func (r *rules) spec() profiles.Spec {
	t := profiles.Tool{Name: "t", ExcludeFields: spell(r.exclude), IncludeOnly: spell(r.include)}
	if r.fields != nil {
		t.ResponseModes = map[string]profiles.Mode{"m": {Fields: spell(r.fields)}}
		t.ResponseMode = new("m")
	}
	if r.items != nil {
		t.Items = new(way{steps: r.items}.String())
	}
	t.Settings.AlwaysKeep = new(spell(r.always))
	t.Settings.ExcludeNullValues, t.Settings.ExcludeEmptyArrays, t.Settings.ExcludeEmptyObjects = &r.nulls, &r.arrays, &r.objects
	t.Settings.Unmatched = word(r.unmatchedKeep, "keep", "prune")
	t.Settings.Emptied = word(r.emptiedDrop, "drop", "keep")
	t.Settings.Duplicates = &r.duplicates
	return profiles.Spec{Tools: []profiles.Tool{t}}
}

func word(yes bool, a, b string) *string {
	if yes {
		return &a
	}
	return &b
}

// String is the rules as they would be written, for failures.
func (r *rules) String() string {
	text, _ := json.Marshal(r.spec().Tools[0])
	return string(text)
}

func spell(ways []way) []string {
	list := []string{}
	for _, w := range ways {
		list = append(list, w.String())
	}
	return list
}
