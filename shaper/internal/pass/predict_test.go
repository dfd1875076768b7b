package pass_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// everyFeature returns plans. Each has another reason not to predict a member.
func everyFeature(t testing.TB) (all []*plan.Plan) {
	none, yes := profiles.Tool{}, new(true)
	set := func(s profiles.Settings) profiles.Tool { return profiles.Tool{Settings: s} }
	for _, c := range []struct {
		key     profiles.Key
		tool    profiles.Tool
		privacy profiles.Privacy
	}{
		{profiles.Key{}, none, profiles.Privacy{}},
		{exclude("x"), none, profiles.Privacy{}},
		{exclude("b.x", "d[0]"), none, profiles.Privacy{}},
		{exclude("**[0]", "l[-1].a"), none, profiles.Privacy{}},
		{exclude("x*", "*b"), settings, profiles.Privacy{}},
		{include("a", "b.a", "l.c"), none, profiles.Privacy{}},
		{include("[].a", "l[].b"), settings, profiles.Privacy{}},
		{profiles.Key{}, set(profiles.Settings{ExcludeNullValues: yes}), profiles.Privacy{}},
		{profiles.Key{}, set(profiles.Settings{ExcludeNullValues: yes, AlwaysKeep: &[]string{"a", "l[].c"}}), profiles.Privacy{}},
		{exclude("x"), set(profiles.Settings{Emptied: new("drop"), ExcludeEmptyObjects: yes}), profiles.Privacy{}},
		{include("a.b", "c"), set(profiles.Settings{Unmatched: new("keep"), ExcludeEmptyArrays: yes}), profiles.Privacy{}},
		{exclude("x"), set(profiles.Settings{Duplicates: new("first")}), profiles.Privacy{}},
		{exclude("x"), set(profiles.Settings{Duplicates: new("last"), ExcludeNullValues: yes}), profiles.Privacy{}},
		{include("a", "l"), set(profiles.Settings{DuplicatesScope: new("everywhere")}), profiles.Privacy{}},
		{profiles.Key{}, elided(beginsWith), profiles.Privacy{}},
		{exclude("b"), profiles.Tool{Items: new("l"), Derive: map[string]profiles.Derive{"s": {From: "c", Chars: 2}}}, drops("pin")},
		{profiles.Key{}, profiles.Tool{Settings: profiles.Settings{ExcludeDefaultValues: yes}, Defaults: map[string]json.RawMessage{"a": []byte("1"), "l[].b": []byte("{}"), "[].c": []byte(`"s"`)}}, profiles.Privacy{}},
		{profiles.Key{Mode: "m"}, profiles.Tool{ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"*"}, Limits: map[string]int{"l": 2, "d": 1}}}}, profiles.Privacy{}},
		{profiles.Key{}, none, drops("pin", "b.x")},
		{exclude("x"), settings, drops("pin")},
		{profiles.Key{}, none, fits("[0-9]{3}", "#")},
		{exclude("x"), settings, fits("[0-9]{3}", "#", "pin")},
		{profiles.Key{}, settings, profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "a"}, {Path: "l[].b.x"}}}},
	} {
		for _, dialect := range []string{"plain", "scalpel", "mcp"} {
			all = append(all, planOf(t, dialect, false, c.key, c.tool, c.privacy))
		}
	}
	return append(all, planFor(t, "scalpel", true, profiles.Key{}, none), planFor(t, "response-v2", false, profiles.Key{}, settings))
}

// pieces are values of members. Each makes some plan read the value itself.
var pieces = []string{
	`1`, `-0.5e3`, `null`, `true`, `"s"`, `""`, `"abc"`, `"\u0061bc"`, `"{\"x\":1,\"pin\":\"2\"}"`, `"\u007b\"x\":1}"`, `" [{\"x\":null}]"`,
	`"pin: 1234"`, `"no 123"`, `"pin\u003a 1"`, `{}`, `[]`, `{"x":1}`, `{"a":null}`, `{"x":"x: 1"}`, `{"pin":1,"a":{"x":null}}`, `[1,2,3]`, `[null,"{\"x\":1}"]`,
	`["a","pin=\"2\""]`, `[{"a":1,"x":2},{"a":1,"x":3}]`, `{"a":1,"a":2}`, `"é"`, `123`, `[1,22,-3.5,4e1,"s",null,55555555,{"x":1},6]`, `[0,"abc","x",[7,"no 123",8],-99999999.125]`, `{"b":[{"x":[]}],"c":"no 123"}`,
	`[ 1,{"a": 2},[3 ]]`, `[[1, 2],{"b" :[ ]},"c"]`,
}

// broken are invalid values.
var broken = []string{``, `nul`, `01`, `"`, `"\x"`, "\"\xff\"", `[1,]`, `[1,-,3]`, `[1,2,03]`, `[1.,2]`, `["a"1]`, `[1,2}`, `{"a"}`, `1 2`, `}`}

// someRows returns a document of objects that mostly repeat the members of the one before.
func someRows(r *rand.Rand) string {
	names := []string{"a", "b", "x", "c", "d", "pin", "xb", "s", `\u0061`, "tier", "text", "type"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:1+r.IntN(5)]
	value := func(i int) string {
		if r.IntN(150) == 0 {
			return broken[r.IntN(len(broken))]
		}
		return pieces[(i*5+r.IntN(1+r.IntN(len(pieces))))%len(pieces)]
	}
	var rows []string
	for range 2 + r.IntN(4) {
		members := make([]string, 0, len(names)+1)
		for i, name := range names {
			members = append(members, fmt.Sprintf(`"%s":%s`, name, value(i)))
		}
		switch r.IntN(8) {
		case 0:
			members = append(members, fmt.Sprintf(`"%s":%s`, names[r.IntN(len(names))], value(0)))
		case 1:
			members = slices.Delete(members, 0, 1)
		case 2:
			members = append(members, `"more":{"x":null,"a":[]}`)
		}
		rows = append(rows, "{"+strings.Join(members, ",")+"}")
	}
	list := "[" + strings.Join(rows, ",") + "]"
	switch r.IntN(5) {
	case 0:
		return list
	case 1:
		return `{"data":{"l":` + list + `,"b":` + rows[0] + `},"success":true}`
	case 2:
		return `{"content":` + list + `,"structuredContent":{"l":` + list + `}}`
	case 3:
		return `{"l":` + list + `,"a":` + rows[0] + `,"x":` + rows[len(rows)-1] + `}`
	}
	return rows[0]
}

// layouts change the white space of a text, and break a text with quotes in strings.
var layouts = []*strings.Replacer{
	strings.NewReplacer(),
	strings.NewReplacer(`":`, `": `, `,"`, ",\n   \t \"", `{"`, "{\n     \"", `,{`, ",\n {", `[{`, "[\n{", `}]`, "}\n ]", `}}`, "}\r\n}"),
	strings.NewReplacer(`":`, `" : `, `,"`, ` , "`, `]}`, `] }`, `}`, ` }`),
	strings.NewReplacer(`{"a":`, `{ "a":`, `,"b"`, `, "b"`, `"c":`, "\"c\":\n", `,"x":`, `,"x" :`, `},{`, `} ,{`),
}

// A pass with predictions equals a pass under a journal, where each value is read by the
// walker. Earlier rows and the layout of the text change nothing.
func TestForetoldIsAsked(t *testing.T) {
	all := everyFeature(t)
	memories := make([]pass.Pass, 2)
	rounds := uint64(6000)
	if testing.Short() {
		rounds /= 10
	}
	faults := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 4))
		body := someRows(r)
		p := all[r.IntN(len(all))]
		compact := body
		body = layouts[r.IntN(len(layouts))].Replace(compact)
		d := pass.Doc{Body: []byte(body), Limits: scan.Limits{Depth: 9, Members: 7}.OrDefault(), Nesting: 3}
		if r.IntN(2) == 0 {
			d.Inner = echo{}
		}
		if r.IntN(3) == 0 && p.Resolved.Duplicates == profiles.Reject {
			d.Index = new(rootindex.Index)
		}
		got, err := shapeIn(&memories[0], p, d, nil)
		out, told := string(got.Out), fmt.Sprint(got.Reported)
		asked := d
		asked.Journal, asked.Index = journal.New(), nil
		want, wantErr := shapeIn(&memories[1], p, asked, nil)
		if out != string(want.Out) || fmt.Sprint(err) != fmt.Sprint(wantErr) || told != fmt.Sprint(want.Reported) {
			t.Fatalf("seed %d: %s\ngives %s, %v, %s\nasked %s, %v, %v", seed, body, out, err, told, want.Out, wantErr, want.Reported)
		}
		if err != nil {
			faults++
			continue
		}
		if strings.Contains(body, `\"`) {
			continue // in strings blanks are no padding
		}
		d.Body = []byte(layouts[r.IntN(len(layouts))].Replace(compact))
		if spaced, err := shapeIn(&memories[0], p, d, nil); err != nil || string(spaced.Out) != out {
			t.Fatalf("seed %d: %s\ngives %s, and with blanks %s, %v", seed, body, out, spaced.Out, err)
		}
	}
	if faults == 0 || faults > int(rounds)/2 {
		t.Errorf("%d of %d documents at fault", faults, rounds)
	}
}

// A copied element of an array is compact.
func TestForetoldElementsAreCompact(t *testing.T) {
	d := doc(`[[1, 2],{"a": 3},4,[5 ]]`)
	d.Index = new(rootindex.Index) // the pass walks the root for an index
	if out, _, err := run(t, planFor(t, "plain", false, profiles.Key{}, profiles.Tool{}), d); err != nil || out != `[[1,2],{"a":3},4,[5]]` {
		t.Errorf("%s, %v", out, err)
	}
}

// A value that is copied or skipped is checked as strictly as one that is entered.
func TestPassedOverIsRead(t *testing.T) {
	first, last := profiles.Settings{Duplicates: new("first")}, profiles.Settings{Duplicates: new("last")}
	digits := fits("[0-9]{3}", "#")
	for _, c := range []struct {
		name     string
		settings profiles.Settings
		privacy  profiles.Privacy
		in, out  string
		fault    string
	}{
		{"a name twice where patterns fit nothing", profiles.Settings{}, digits, `{"l":[{"a":{"b":1,"b":2}}]}`, "", "duplicate member name"},
		{"and where they fit", profiles.Settings{}, digits, `{"l":[{"a":{"b":"123","b":2}}]}`, "", "duplicate member name"},
		{"where the last one counts and patterns fit nothing", last, digits, `{"l":[{"a":{"b":1,"b":2}}]}`, `{"l":[{"a":{"b":1,"b":2}}]}`, ""},
		{"a value that does not count, and is not there", first, drops("x"), `{"a":1,"a":`, "", "unexpected end of input"},
		{"a value that does not count, and is none", first, drops("x"), `{"a":1,"a":01}`, "", "comma or closing bracket"},
		{"rows at their end", profiles.Settings{}, drops("x"), `[{"a":1,"b":2},{"a":1,"b"`, "", "unexpected end of input"},
		{"rows without their last value", profiles.Settings{}, drops("x"), `[{"a":1,"b":2},{"a":1,"b":`, "", "unexpected end of input"},
		{"an element that is none", profiles.Settings{}, drops("x"), `[1,2,]`, "", "invalid character at start of value"},
		{"an element of an array that ends as an object", profiles.Settings{}, drops("x"), `[1,2}`, "", "comma or closing bracket"},
	} {
		p := planOf(t, "plain", false, profiles.Key{}, profiles.Tool{Settings: c.settings}, c.privacy)
		switch out, _, err := run(t, p, doc(c.in)); {
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: %v, want %s", c.name, err, c.fault)
		case c.fault == "" && (err != nil || out != c.out):
			t.Errorf("%s: %s, %v, want %s", c.name, out, err, c.out)
		}
	}
}
