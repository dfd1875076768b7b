package pass_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// planFor returns the plan of a call for a dialect.
func planFor(t testing.TB, dialect string, failed bool, key profiles.Key, tool profiles.Tool) *plan.Plan {
	t.Helper()
	return planOf(t, dialect, failed, key, tool, profiles.Privacy{})
}

// planOf is planFor with a privacy section.
func planOf(t testing.TB, dialect string, failed bool, key profiles.Key, tool profiles.Tool, privacy profiles.Privacy) *plan.Plan {
	t.Helper()
	tool.Name, key.Tool = "t", "t"
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{tool}, Privacy: []profiles.Privacy{privacy}})
	if err != nil {
		t.Fatal(err)
	}
	d, ok := dialects.Lookup(dialect)
	if !ok {
		t.Fatalf("no dialect %s", dialect)
	}
	call := plan.Call{Key: key}
	asked := plan.NewCache(set).Ask(nil, &call)
	answer := plan.Of(d)
	answer.IsError, answer.Failed = failed, failed
	p, err := asked.Plan(answer)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func doc(body string) pass.Doc {
	return pass.Doc{Body: []byte(body), Limits: scan.Limits{}.OrDefault()}
}

// run shapes a document in used memory.
func run(t testing.TB, p *plan.Plan, d pass.Doc) (out string, done pass.Outcome, err error) {
	t.Helper()
	var memory pass.Pass
	for range 2 {
		done, err = shapeIn(&memory, p, d, []byte("before "))
		if !bytes.HasPrefix(done.Out, []byte("before ")) {
			t.Fatalf("what was there before is %q", done.Out)
		}
	}
	return string(done.Out[len("before "):]), done, err
}

func exclude(masks ...string) profiles.Key { return profiles.Key{Exclude: masks} }
func include(masks ...string) profiles.Key { return profiles.Key{Include: masks} }

var settings = profiles.Tool{Settings: profiles.Settings{ExcludeNullValues: new(true), ExcludeEmptyArrays: new(true), ExcludeEmptyObjects: new(true)}}

// beginsWith derives a field from the beginning of another one.
var beginsWith = profiles.Tool{Derive: map[string]profiles.Derive{"s": {From: "a", Chars: 2}}}

// elided returns a tool with every elision.
func elided(tool profiles.Tool) profiles.Tool {
	tool.Settings = settings.Settings
	return tool
}

// TestRun covers the rules of a plan.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, in, out string
		key           profiles.Key
		tool          profiles.Tool
	}{
		{"nothing is decided", ` { "a" : [ 1 , "b" ] } `, `{"a":[1,"b"]}`, profiles.Key{}, profiles.Tool{}},
		{"a scalar", ` 1.0 `, `1.0`, profiles.Key{}, profiles.Tool{}},
		{"dropped members", `{"a":1,"x":{"b":2},"c":3,"x2":4}`, `{"a":1,"c":3}`, exclude("x*"), profiles.Tool{}},
		{"the first one dropped", `{"x":1,"a":2}`, `{"a":2}`, exclude("x"), profiles.Tool{}},
		{"dropped elements", `[1,2,3]`, `[2,3]`, exclude("[0]"), profiles.Tool{}},
		{"counted from the end", `[[1,2],[3]]`, `[[1],[]]`, exclude("[][-1]"), profiles.Tool{}},
		{"all that there is", `{"a":1}`, `{}`, exclude("a"), profiles.Tool{}},
		{"the document itself", `[1]`, `[]`, exclude("**"), profiles.Tool{}},
		{"kept members", `{"a":{"b":1,"c":2},"d":3}`, `{"a":{"b":1}}`, include("a.b"), profiles.Tool{}},
		{"nothing selected below", `{"a":{"c":1},"b":2}`, `{"b":2}`, include("a.b", "b"), profiles.Tool{}},
		{"a scalar where more was asked for", `{"a":1,"b":2}`, `{"b":2}`, include("a.b", "b"), profiles.Tool{}},
		{"elision", `{"a":null,"b":[],"c":{},"d":[null,{}]}`, `{"d":[null,{}]}`, profiles.Key{}, settings},
		{"elision of what was emptied", `{"a":{"b":{"x":1}},"c":1}`, `{"c":1}`, exclude("x"), settings},
		{"a name that is spelled otherwise", `{"\u0078":1,"\u0061":2}`, `{"\u0061":2}`, exclude("x"), profiles.Tool{}},
		{"a limit", `{"l":[1,2,3],"m":[1,2]}`, `{"l":[1],"m":[1,2]}`, profiles.Key{Mode: "m"},
			profiles.Tool{ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"*"}, Limits: map[string]int{"l": 1}}}}},
		{"a limit of none", `{"l":[[1],2],"m":[[1]]}`, `{"l":[],"m":[[1]]}`, profiles.Key{Mode: "m"},
			profiles.Tool{ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"*"}, Limits: map[string]int{"l": 0}}}}},
		{"a derived field", `[{"a":"abc","b":1},{"a":"a"},{"b":2},{"a":1},{"a":"abc","s":"own"}]`,
			`[{"a":"abc","b":1,"s":"ab..."},{"a":"a","s":"a"},{"b":2},{"a":1},{"a":"abc","s":"own"}]`, profiles.Key{},
			beginsWith},
		{"a derived field alone", `[{"a":"abc"},{"a":1}]`, `[{"s":"ab..."}]`, include("s"), beginsWith},
		{"a derived field in place of an elided one", `{"a":"abc","s":null}`, `{"a":"abc","s":"ab..."}`, profiles.Key{}, elided(beginsWith)},
		{"an elided field beside one that is not derived", `{"a":"abc","s":"own","n":null}`, `{"a":"abc","s":"own"}`, profiles.Key{}, elided(beginsWith)},
		{"a row whose members were elided, and others", `{"l":[{},{"b":1},{"b":2},{"a":null},{"a":1}]}`, `{"l":[{},{},{"a":1}]}`, include("l[].a"), settings},
		{"the first of two", `{"a":1,"x":0,"a":2}`, `{"a":1}`, exclude("x"), profiles.Tool{Settings: profiles.Settings{Duplicates: new("first")}}},
		{"the last of two", `{"a":1,"x":0,"a":2}`, `{"a":2}`, exclude("x"), profiles.Tool{Settings: profiles.Settings{Duplicates: new("last")}}},
	} {
		out, done, err := run(t, planFor(t, "plain", false, c.key, c.tool), doc(c.in))
		if err != nil || out != c.out || done.Read != len(strings.TrimRight(c.in, " ")) {
			t.Errorf("%s: %s, %v, %d bytes read\nwant %s", c.name, out, err, done.Read, c.out)
		}
	}
}

// A fault in a dropped part counts as well. After a fault the output is unchanged.
func TestRunFaults(t *testing.T) {
	limits := scan.Limits{Depth: 3, DocumentBytes: 60, StringBytes: 10, Members: 3}
	for in, want := range map[string]string{
		``:                                    "unexpected end of input",
		`{"a":1} 2`:                           "unexpected data after the document",
		`{"a":1,"a":2}`:                       "duplicate member name (at /a, offset 7)",
		`{"a"1}`:                              "colon expected",
		`{"a"`:                                "unexpected end of input",
		`{"a":`:                               "unexpected end of input",
		`[1 2]`:                               "comma or closing bracket",
		`{"a":1 "b":2}`:                       "comma or closing bracket",
		`{,"a":1}`:                            "member name",
		`[,1]`:                                "invalid character at start of value",
		`[1,]`:                                "invalid character at start of value",
		`{"x":[nul]}`:                         "invalid character in literal",
		`[[[[]]]]`:                            "nested too deeply",
		`{"x":[[[]]]}`:                        "nested too deeply",
		`{"a":1,"b":2,"c":3,"d":4}`:           "too many members",
		`{"x":"12345678901"}`:                 "string too long",
		"\ufeff{}":                            "byte order mark",
		`[` + strings.Repeat("1,", 30) + `1]`: "document too large",
	} {
		d := doc(in)
		d.Limits = limits
		out, _, err := run(t, planFor(t, "plain", false, exclude("x"), profiles.Tool{}), d)
		if err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: %v and %q, want %s", in, err, out, want)
		}
	}
}

// A document at a limit is shaped, and one beyond it is not.
func TestRunAtLimits(t *testing.T) {
	const body, want = `{"a":{"b":[]},"c":"12345678","12345678":{"x":[1],"y":2}}`, `{"a":{"b":[]},"c":"12345678","12345678":{"y":2}}`
	p := planFor(t, "plain", false, exclude("x"), profiles.Tool{})
	for name, less := range map[string]scan.Limits{
		"": {}, "too deeply": {Depth: 1}, "document too large": {DocumentBytes: 1}, "string too long": {StringBytes: 1}, "too many members": {Members: 1},
	} {
		d := doc(body)
		d.Limits = scan.Limits{
			Depth: 3 - less.Depth, DocumentBytes: len(body) - less.DocumentBytes, StringBytes: 8 - less.StringBytes, Members: 3 - less.Members,
		}
		switch out, _, err := run(t, p, d); {
		case name == "" && (err != nil || out != want):
			t.Errorf("%s, %v", out, err)
		case name != "" && (err == nil || !strings.Contains(err.Error(), name)):
			t.Errorf("%s, %v, want %s", out, err, name)
		}
	}
}

// A document inside a larger text ends where its value does, and keeps its depth.
func TestRunInsideAText(t *testing.T) {
	d := doc(`{"a":[1],"x":2} , "more`)
	d.More, d.Depth, d.Limits.Depth = true, 3, 5
	out, done, err := run(t, planFor(t, "plain", false, exclude("x"), profiles.Tool{}), d)
	if err != nil || out != `{"a":[1]}` || done.Read != 15 {
		t.Errorf("%s, %v, %d bytes read", out, err, done.Read)
	}
	d.Depth = 4
	if _, _, err := run(t, planFor(t, "plain", false, exclude("x"), profiles.Tool{}), d); err == nil {
		t.Error("six containers passed a limit of five")
	}
}

// The value of metadata decides if it shows.
func TestMetadata(t *testing.T) {
	for _, c := range []struct {
		name, dialect string
		failed        bool
		profile       string
		in, out       string
	}{
		{"not listed", "scalpel", false, "", `{"tier":"pro","duration_ms":1,"data":1}`, `{"data":1}`},
		{"listed", "scalpel", false, "verbose", `{"tier":"pro","duration_ms":1,"data":1}`, `{"duration_ms":1,"data":1}`},
		{"unset hints", "scalpel", false, "", `{"upgrade_hints":[ ],"error":null,"data":1}`, `{"data":1}`},
		{"set hints", "scalpel", false, "", `{"upgrade_hints":[ 1 ],"data":1}`, `{"upgrade_hints":[1],"data":1}`},
		{"an error that says nothing", "scalpel", true, "", `{"error":{ },"data":1}`, `{"error":{},"data":1}`},
		{"all of it", "scalpel", false, "debug", `{"tier":"pro","upgrade_hints":[],"data":null}`, `{"tier":"pro","upgrade_hints":[],"data":null}`},
		{"null beside an error", "scalpel", true, "", `{"error":{"error":"m","error_details":{}},"data":null}`, `{"error":{"error":"m"}}`},
		{"something beside an error", "scalpel", true, "", `{"error":{"error":"m"},"data":[]}`, `{"error":{"error":"m"},"data":[]}`},
		{"null without an error", "scalpel", false, "", `{"data":null}`, `{"data":null}`},
		{"the same name below", "scalpel", false, "", `{"data":{"tier":1,"upgrade_hints":[]}}`, `{"data":{"tier":1,"upgrade_hints":[]}}`},
		{"further down", "response-v2", false, "", `{"meta":{"telemetry":{"t":1},"warnings":[],"version":"v"}}`, `{"meta":{"version":"v"}}`},
		{"in a list", "response-v2", false, "", `{"meta":[{"telemetry":{"t":1},"warnings":[]}]}`, `{"meta":[{"telemetry":{"t":1},"warnings":[]}]}`},
	} {
		p := planFor(t, c.dialect, c.failed, profiles.Key{Profile: c.profile}, profiles.Tool{})
		if out, _, err := run(t, p, doc(c.in)); err != nil || out != c.out {
			t.Errorf("%s: %s, %v\nwant %s", c.name, out, err, c.out)
		}
	}
}

// A payload that is an array is its own list of items.
func TestListsOfItems(t *testing.T) {
	tool := profiles.Tool{
		Items: new("rows"), Settings: profiles.Settings{ResponseMode: new("m"), AlwaysKeep: &[]string{"k"}}, Derive: map[string]profiles.Derive{"s": {From: "a", Chars: 1}},
		ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"a", "s", "l", "m"}, Limits: map[string]int{"l": 1, "m": 1}}},
	}
	cut := func(path string) report.Cuts {
		return report.Cuts{{Path: path, Total: 2, Kept: 1, Lists: 1, By: plan.ByMode}}
	}
	for _, c := range []struct {
		dialect, in, out string
		cuts             report.Cuts
	}{
		{"plain", `{"k":1,"rows":[{"a":"xy","b":2,"l":[1,2]}]}`, `{"k":1,"rows":[{"a":"xy","l":[1],"s":"x..."}]}`, cut("rows[].l")},
		{"plain", `[{"a":"xy","b":2,"l":[1,2]},{"rows":[{"a":1}]}]`, `[{"a":"xy","l":[1],"s":"x..."}]`, cut("[].l")},
		{"plain", `[{"l":[1,2]},{"m":[1,2,3],"l":[1]},{"m":[4,5],"l":[3,4]}]`, `[{"l":[1]},{"m":[1],"l":[1]},{"m":[4],"l":[3]}]`, report.Cuts{{Path: "[].l", Total: 4, Kept: 2, Lists: 2, By: plan.ByMode}, {Path: "[].m", Total: 5, Kept: 2, Lists: 2, By: plan.ByMode}}},
		{"plain", `[{"k":1,"b":2}]`, `[{"k":1}]`, nil},
		{"plain", `{"k":[{"a":"x","b":2}]}`, `{"k":[{"a":"x","b":2}]}`, nil},
		{"bmcis", `{"results":[{"a":"xy","b":2}],"warnings":[]}`, `{"results":[{"a":"xy","s":"x..."}],"warnings":[]}`, nil},
		{"bmcis", `{"results":{"rows":[{"a":"xy","b":2}]},"warnings":[]}`, `{"results":{"rows":[{"a":"xy","s":"x..."}]},"warnings":[]}`, nil},
		{"scalpel", `{"data":[{"b":1},{"a":"x"}]}`, `{"data":[{"a":"x","s":"x"}]}`, nil},
	} {
		out, done, err := run(t, planFor(t, c.dialect, false, profiles.Key{}, tool), doc(c.in))
		if err != nil || out != c.out {
			t.Errorf("%s %s: %s, %v\nwant %s", c.dialect, c.in, out, err, c.out)
		}
		d := doc(c.in)
		d.Journal = journal.New()
		if told, _, err := run(t, planFor(t, c.dialect, false, profiles.Key{}, tool), d); err != nil || told != c.out {
			t.Errorf("%s %s: with a journal %s, %v", c.dialect, c.in, told, err)
		}
		if !reflect.DeepEqual(done.Reported.Cuts, c.cuts) {
			t.Errorf("%s %s: cut %v, want %v", c.dialect, c.in, done.Reported.Cuts, c.cuts)
		}
	}
}

// The index of the pass equals that of a look-ahead.
func TestRunIndexes(t *testing.T) {
	p := planFor(t, "plain", false, exclude("x"), profiles.Tool{})
	for _, body := range []string{`{}`, ` { "a" : [1] , "x" : 2 , "\u0062" : "c" } `, `[1]`, `"a"`, manyMembers()} {
		var index rootindex.Index
		d := doc(body)
		d.Index = &index
		if _, _, err := run(t, p, d); err != nil {
			t.Fatal(err)
		}
		want, err := dialects.Skim(d.Body, envelope.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got, ok := index.Doc(d.Body)
		if !ok || spelled(got) != spelled(want) {
			t.Errorf("%s: %s, %v, want %s", body, spelled(got), ok, spelled(want))
		}
	}
}

// The first result of a JSON-RPC response is indexed if the pass walks it.
func TestRunIndexesResults(t *testing.T) {
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","result":{"content":[],"isError":true}}`:                                     `content=[] isError=true`,
		` { "jsonrpc" : "2.0" , "result" : { "content" : [ ] , "is\u0045rror" : false } , "id" : 1 } `: `content=[ ] isError=false`,
		`{"jsonrpc":"2.0","result":{}}`:                                                                ``,
		`{"jsonrpc":"2.0","result":[{"isError":true}]}`:                                                `none`,
		`{"jsonrpc":"2.0","result":"{}","x":{"isError":true}}`:                                         `none`,
		`{"result":{"isError":true}}`:                                                                  `none`,
		`{"x":{"jsonrpc":"2.0","result":{"isError":true}}}`:                                            `none`,
		`[{"jsonrpc":"2.0","result":{"isError":true}}]`:                                                `none`,
	} {
		var index rootindex.Index
		for range 2 { // the second time over the memory of the first one
			d := doc(body)
			d.Index = &index
			if _, _, err := run(t, planFor(t, "jsonrpc", false, include("a"), profiles.Tool{}), d); err != nil {
				t.Fatal(err)
			}
			doc, _ := index.Doc(d.Body)
			if got := spelledResult(doc); got != want {
				t.Errorf("%s: %s, want %s", body, got, want)
			}
		}
	}
}

// spelledResult spells the indexed members of a result.
func spelledResult(d *envelope.Doc) string {
	if d.Result == nil {
		return "none"
	}
	var all []string
	for _, m := range d.Result {
		all = append(all, fmt.Sprintf("%s=%s", m.Name, d.Raw[m.Start:m.End]))
	}
	return strings.Join(all, " ")
}

// manyMembers returns an object with too many members to index, and one that names the
// dialect.
func manyMembers() string {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, `"k%d":%d,`, i, i)
	}
	return "{" + b.String() + `"success":true}`
}

func spelled(d *envelope.Doc) string {
	if d.Members == nil {
		return "none"
	}
	var all []string
	for _, m := range d.Members {
		all = append(all, fmt.Sprintf("%s@%d=%s", m.Name, m.Key, d.Raw[m.Start:m.End]))
	}
	return fmt.Sprint(all)
}

// Reused memory changes no outcome, even after a document that broke off.
func TestMemoryIsReused(t *testing.T) {
	p := planFor(t, "plain", false, exclude("x"), profiles.Tool{})
	docs := []string{`{"a":[{"b":1,"x":2}]}`, `[{"b":1},{"b":`, `{"a":1,"a":2}`, `[[[[`, `"s"`, `{"x":1}`}
	var shared pass.Pass
	for range 3 {
		for _, body := range docs {
			var fresh pass.Pass
			want, wantErr := shapeIn(&fresh, p, doc(body), nil)
			got, err := shapeIn(&shared, p, doc(body), nil)
			if string(got.Out) != string(want.Out) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("%s: %s, %v, want %s, %v", body, got.Out, err, want.Out, wantErr)
			}
			shared.Forget()
		}
	}
}

// A pass in grown memory allocates nothing, at any depth and with every hook.
func TestRunAllocatesNothing(t *testing.T) {
	strict := settings
	strict.DuplicatesScope = new("everywhere")
	deep := strings.Repeat(`{"a":[`, 135) + `{"id":1,"x":null,"b":[1,2.5,"c"]}` + strings.Repeat(`]}`, 135)
	for name, c := range map[string]struct {
		plan *plan.Plan
		body string
	}{
		"an envelope": {planFor(t, "scalpel", false, include("a", "rows.b"), profiles.Tool{}),
			`{"tier":"pro","upgrade_hints":[],"data":{"a":1,"rows":[{"b":1,"c":2},{"b":3,"c":"\u0061"}],"d":{}}}`},
		"nesting":            {planFor(t, "plain", false, exclude("x"), settings), deep},
		"strict nesting":     {planFor(t, "plain", false, exclude("x"), strict), deep},
		"nesting in a copy":  {planFor(t, "plain", false, include("a"), strict), deep},
		"counted in nesting": {planFor(t, "plain", false, exclude("**[-1].y"), settings), deep},
		"what is private":    {hiding(t, "plain", drops("pin"), exclude("x")), deep},
		"patterns":           {hiding(t, "plain", fits("[0-9]{3}", "#"), exclude("x")), deep},
	} {
		d := doc(c.body)
		var memory pass.Pass
		dst := make([]byte, 0, len(d.Body))
		shape := func() {
			if done, err := shapeIn(&memory, c.plan, d, dst); err != nil || len(done.Out) == 0 {
				t.Fatal(done, err)
			}
			memory.Forget()
		}
		shape()
		shape()
		if n := testing.AllocsPerRun(50, shape); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// errInner is an error without a place in a text.
var errInner = errors.New("inner")
