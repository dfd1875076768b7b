package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// generator makes documents and rules that have much to do with each other: few
// names, deep arrays, and all that is hard to get right.
type generator struct {
	*rand.Rand
	duplicates bool // names twice in an object
	unordered  bool // no path speaks of positions
	texts      bool // strings that hold JSON, or look like it
	envelopes  bool // the last schema was that of a possible envelope
	records    bool // lists of objects with the same names in the same order, mostly
	patterns   bool // the last engine has the privacy pattern x+
}

func newGenerator(seed uint64) *generator {
	r := rand.New(rand.NewPCG(seed, 7))
	return &generator{Rand: r, duplicates: r.IntN(3) == 0}
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
		`""`, `"x"`, `"a\u0062\"\\\/"`, `"<&>"`, `"\ud83d\ude00"`, `"é\u00e9"`, `"\u0000"`,
	}
	genTexts = []string{
		`{"a":{"b":null},"ab":"x"}`, `[{"id":1},{"c":[]}]`, "{\"a\":1}\n{\"b\":NaN,}", `a: x, b = {'a': 'x', "id": 5} end`, `{"a":"x","b":[{"id":"x`,
		"```json\n{\"b\":1}\n```", `see {"a":1,"c":2} and more`, `"{\"a\":1}"`, "ab:\n  a: 1\n  b: |\n    x\n",
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
	case g.texts && g.often(1):
		quoted, _ := json.Marshal(pick(g, genTexts))
		b.Write(quoted)
	case depth == 0 || n < 2:
		b.WriteString(pick(g, genScalars))
	case g.records && n < 6:
		g.rows(b, depth-1)
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

// rows writes a list of objects of one or two kinds. Objects of a kind have the same names, in
// the same order and spelling. A few have another name, or end early.
func (g *generator) rows(b *strings.Builder, depth int) {
	var kinds [2][]string
	for i := range kinds {
		seen := map[string]bool{}
		for range g.IntN(5) {
			var name strings.Builder
			g.name(&name, seen)
			kinds[i] = append(kinds[i], name.String())
		}
	}
	b.WriteByte('[')
	for i := range g.IntN(9) {
		if i > 0 {
			b.WriteByte(',')
		}
		g.row(b, kinds[g.IntN(2)*g.IntN(2)], depth)
	}
	b.WriteByte(']')
}

func (g *generator) row(b *strings.Builder, names []string, depth int) {
	names = names[:len(names)-g.IntN(len(names)/2+1)*g.IntN(2)*g.IntN(2)]
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		if g.IntN(20) == 0 {
			name = fmt.Sprintf(`"%d"`, 1000+i)
		}
		b.WriteString(name + ":")
		g.value(b, depth*g.IntN(2))
	}
	b.WriteByte('}')
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
	if g.often(1) && !g.unordered {
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
	case n < 8 && !g.unordered:
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

// sometimes is ways, in n of 10 cases.
func (g *generator) sometimes(n, most int) []way {
	if g.often(n) {
		return append(g.ways(most-1), g.way())
	}
	return nil
}

// named is those of the ways that spell out a name.
func named(ways []way) []way {
	return slices.DeleteFunc(ways, func(w way) bool {
		return !slices.ContainsFunc(w.steps, func(s wayStep) bool { return s.op == "name" })
	})
}

// rules makes random rules.
func (g *generator) rules() *rules {
	r := &rules{
		include: g.ways(3), exclude: g.ways(3), unmatched: *word(g.often(2), "keep", "prune"), emptied: *word(g.often(3), "drop", "keep"),
		nulls: g.often(2), arrays: g.often(2), objects: g.often(2), operator: g.often(3),
		duplicates: pick(g, []string{"reject", "first", "last"}),
		omit:       g.sometimes(3, 2),
		isError:    g.often(3), onError: named(g.sometimes(2, 2)),
		drop: named(g.sometimes(2, 2)), redact: named(g.sometimes(2, 2)),
	}
	if g.often(3) {
		r.always = []way{{steps: []wayStep{{op: "name", name: pick(g, genNames)}}}}
	}
	if g.often(2) {
		r.caller = pick(g, []string{"", "pro", " Enterprise", "gold", "community"})
		r.tiers = map[string][]way{"community": g.ways(2), "pro": g.ways(2)}
		for tier := range r.tiers {
			r.tiers[tier] = named(r.tiers[tier])
		}
	}
	g.narrow(r)
	if g.often(2) {
		r.maxItems = 1 + g.IntN(3)
	}
	for range g.IntN(4) * g.IntN(2) {
		d := fallback{way{steps: []wayStep{g.nameStep(), g.nameStep()}[g.IntN(2):]}, pick(g, genScalars)}
		if !slices.ContainsFunc(r.defaults, func(other fallback) bool { return other.String() == d.String() }) {
			r.defaults = append(r.defaults, d)
		}
	}
	return r
}

// narrow adds a mode, with limits, and a caller's fields. A mode takes only those
// that begin with a name of its own.
func (g *generator) narrow(r *rules) {
	r.mode, r.fields = g.sometimes(3, 3), g.sometimes(2, 2)
	if len(r.mode) > 0 {
		r.fields = slices.DeleteFunc(r.fields, func(w way) bool { return !begins(r.mode, w) })
		for range g.IntN(3) * g.IntN(2) {
			l := limit{g.way(), g.IntN(3)}
			if !slices.ContainsFunc(r.limits, func(other limit) bool { return other.String() == l.String() }) {
				r.limits = append(r.limits, l)
			}
		}
	}
	if len(r.mode)+len(r.fields) > 0 && g.often(5) {
		r.items = g.items()
	}
}

// begins reports whether a way may begin with the same name as one of the others.
func begins(others []way, w way) bool {
	first := func(w way) (name string, literal bool) { return w.steps[0].name, w.steps[0].op == "name" }
	name, literal := first(w)
	return literal && slices.ContainsFunc(others, func(other way) bool {
		with, known := first(other)
		return !known || with == name
	})
}

func (g *generator) nameStep() wayStep { return wayStep{op: "name", name: pick(g, genNames[:8])} }

// items makes the path of a list. It ends in a name or a position.
func (g *generator) items() way {
	for {
		w := g.way()
		if last := w.steps[len(w.steps)-1].op; !w.pointer && (last == "name" || last == "index") {
			return way{steps: w.steps}
		}
	}
}

// spec spells the rules as a configuration of the tool "t".
func (r *rules) spec() profiles.Spec {
	t := profiles.Tool{
		Name: "t", ExcludeFields: spell(r.exclude), IncludeOnly: spell(r.include), IncludeOnError: spell(r.onError),
		ExcludeWhenTier: map[string][]string{}, Defaults: map[string]json.RawMessage{}, Settings: r.settings(),
	}
	if r.operator && len(r.include) > 0 {
		t.IncludeOnly = []string{"what the operator replaces"}
	}
	for tier, ways := range r.tiers {
		t.ExcludeWhenTier[tier] = spell(ways)
	}
	if len(r.mode) > 0 {
		limits := map[string]int{}
		for _, l := range r.limits {
			limits[l.String()] = l.most
		}
		t.ResponseModes = map[string]profiles.Mode{"m": {Fields: spell(r.mode), Limits: limits}}
		t.ResponseMode = new("m")
	}
	if len(r.items.steps) > 0 {
		t.Items = new(r.items.String())
	}
	for _, d := range r.defaults {
		t.Defaults[d.String()] = json.RawMessage(d.raw)
	}
	privacy := profiles.Privacy{Drop: spell(r.drop)}
	for _, w := range r.redact {
		privacy.Mask = append(privacy.Mask, profiles.PrivacyMask{Path: w.String()})
	}
	return profiles.Spec{Tools: []profiles.Tool{t}, Privacy: []profiles.Privacy{privacy}}
}

func (r *rules) settings() profiles.Settings {
	return profiles.Settings{
		AlwaysKeep: new(spell(r.always)), OmitFields: new(spell(r.omit)), ExcludeNullValues: &r.nulls, ExcludeEmptyArrays: &r.arrays, ExcludeEmptyObjects: &r.objects,
		ExcludeDefaultValues: new(len(r.defaults) > 0), Unmatched: &r.unmatched, Emptied: &r.emptied, Duplicates: &r.duplicates,
		MaxItems: unlessZero(r.maxItems),
	}
}

// request asks for a plain document to be shaped by the rules.
func (r *rules) request(body []byte) shaper.Request {
	req := shaper.Request{Tool: "t", Dialect: "plain", Tier: r.caller, IsError: r.isError, Body: body}
	if r.operator {
		req.Include = spell(r.include)
	}
	if len(r.fields) > 0 {
		req.Fields = spell(r.fields)
	}
	return req
}

func unlessZero(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func word(yes bool, a, b string) *string {
	if yes {
		return &a
	}
	return &b
}

// String is the rules as they would be written, for failures.
func (r *rules) String() string {
	spec := r.spec()
	text, _ := json.Marshal([]any{spec.Tools[0], spec.Privacy[0], spellRequest(r.request(nil))})
	return string(text)
}

func spell(ways []way) []string {
	list := []string{}
	for _, w := range ways {
		list = append(list, w.String())
	}
	return list
}
