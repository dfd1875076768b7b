package tables_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

const depth = 1000

func TestFold(t *testing.T) {
	for _, c := range []struct {
		name, in, want string // "" means in
		tables         int
	}{
		{"a table", `[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"},{"id":4,"name":"d"}]`, `{"$columns":["id","name"],"rows":[[1,"a"],[2,"b"],[3,"c"],[4,"d"]]}`, 1},
		{"one row", `[{"a long name":1,"another long name":2}]`, "", 0},
		{"too small to be worth it", `[{"a":1},{"a":2}]`, "", 0},
		{"no rows", `[]`, "", 0},
		{"rows of nothing", `[{},{},{},{},{},{},{},{},{},{},{},{}]`, "", 0},
		{"a scalar", `"[{}]"`, "", 0},
		{"not all are objects", `[{"a long name":1},{"a long name":2},3,{"a long name":4}]`, "", 0},
		{"the end of a row is missing", `[{"first":1,"second":2},{"first":3},{},{"first":4,"second":null}]`, `{"$columns":["first","second"],"rows":[[1,2],[3],[],[4,null]]}`, 1},
		{"a member in between is missing", `[{"a":1,"the second name of all":2,"the third name of all":3},{"a":1,"the third name of all":4},{"the second name of all":5,"the third name of all":6},{"the second name of all":7}]`,
			`{"$columns":["a","the second name of all","the third name of all"],"absent":"~","rows":[[1,2,3],[1,"~",4],["~",5,6],["~",7]]}`, 1},
		{"a column comes late", `[{"the first name of all":1,"the third name of all":2},{"the first name of all":1,"the second name of all":3,"the third name of all":4},{"the zeroth name of all":0,"the first name of all":5},{"the first name of all":6,"the third name of all":7}]`,
			`{"$columns":["the zeroth name of all","the first name of all","the second name of all","the third name of all"],"absent":"~","rows":[["~",1,"~",2],["~",1,3,4],[0,5],["~",6,"~",7]]}`, 1},
		{"tildes are values", `[{"the first name of all":"~","the second name of all":"~~~"},{"the second name of all":"x~"},{"the first name of all":"a","the second name of all":1},{"the first name of all":"","the second name of all":2}]`,
			`{"$columns":["the first name of all","the second name of all"],"absent":"~~~~","rows":[["~","~~~"],["~~~~","x~"],["a",1],["",2]]}`, 1},
		{"rows have another order", `[{"first":1,"second":2},{"second":3,"first":4},{"first":5,"second":6}]`, "", 0},
		{"a name comes twice", `[{"first":1,"first":2},{"first":3,"first":4},{"first":5,"first":6}]`, "", 0},
		{"and in two spellings", `[{"first":1,"firs\u0074":2},{"first":3,"firs\u0074":4},{"first":5,"firs\u0074":6}]`, "", 0},
		{"escapes and numbers stay", `[{"n\u0061me":1.0,"other":"\u0061\/"},{"n\u0061me":1e400,"other":-0},{"n\u0061me":1,"other":2}]`, `{"$columns":["n\u0061me","other"],"rows":[[1.0,"\u0061\/"],[1e400,-0],[1,2]]}`, 1},
		{"columns of lists", `[{"name":"a","parts":[{"number":1},{"number":2},{"number":3},{"number":4},{"number":5}]},{"name":"b","parts":[{"number":6}]},{"name":"c","parts":[]},{"name":"d","parts":[null,"~"]},{"name":"e","parts":null}]`,
			`{"$columns":["name",{"parts":[["number"]]}],"rows":[["a",[[1],[2],[3],[4],[5]]],["b",[[6]]],["c",[]],["d",[null,"~"]],["e",null]]}`, 1},
		{"columns of objects", `[{"id":1,"user":{"login":"a","type":"User"},"n":1},{"id":2,"user":null,"n":2},{"id":3,"user":{"login":"b"},"n":3},{"id":4,"user":{},"n":4},{"id":5,"user":"~","n":5},{"id":6,"user":{"type":"User"}},{"id":7,"n":6}]`,
			`{"$columns":["id",{"user":["login","type"]},"n"],"absent":"~~","rows":[[1,["a","User"],1],[2,null,2],[3,["b"],3],[4,[],4],[5,"~",5],[6,["~~","User"]],[7,"~~",6]]}`, 1},
		{"columns in columns", `[{"commit":{"author":{"name":"a","date":1},"parents":[{"sha":"x"}]}},{"commit":{"author":{"name":"b","date":2},"parents":[{"sha":"y"},{"sha":"z"}]}}]`,
			`{"$columns":[{"commit":[{"author":["name","date"]},{"parents":[["sha"]]}]}],"rows":[[[["a",1],[["x"]]]],[[["b",2],[["y"],["z"]]]]]}`, 1},
		{"a member that all rows share", `[{"object":"page","id":1,"user":{"id":7,"type":"bot"},"more":null},{"object":"page","id":2,"user":{"id":8,"type":"bot"},"more":null},{"object":"page","id":3,"user":null,"more":null},{"object":"page","more":null}]`,
			`{"$columns":[{"object":"page"},"id",{"user":["id",{"type":"bot"}]},{"more":null}],"rows":[[1,[7]],[2,[8]],[3,null],[]]}`, 1},
		{"no other members", `[{"object":"page"},{"object":"page"},{"object":"page"},{"object":"page"}]`, `{"$columns":[{"object":"page"}],"rows":[[],[],[],[]]}`, 1},
		{"a member that one row lacks", `[{"the object":"page","id":1},{"the object":"page","id":2},{"id":3},{"the object":"page","id":4}]`, `{"$columns":["the object","id"],"absent":"~","rows":[["page",1],["page",2],["~",3],["page",4]]}`, 1},
		{"a shared member behind a gap", `[{"first":1,"second":2,"third":"~"},{"first":3,"third":"~"},{"first":4,"third":"~"}]`, `{"$columns":["first","second",{"third":"~"}],"rows":[[1,2],[3],[4]]}`, 1},
		{"a long text that all rows share", strings.ReplaceAll(`[{"id":1,"text":"#"},{"id":2,"text":"#"},{"id":3,"text":"#"}]`, "#", strings.Repeat("x", 250)),
			strings.ReplaceAll(`{"$columns":["id","text"],"rows":[[1,"#"],[2,"#"],[3,"#"]]}`, "#", strings.Repeat("x", 250)), 1},
		{"an object in a column of lists", `[{"a long name":[{"number":1}]},{"a long name":{"number":2}},{"a long name":[{"number":3}]}]`,
			`{"$columns":["a long name"],"rows":[[[{"number":1}]],[{"number":2}],[[{"number":3}]]]}`, 1},
		{"a list in a list of a column", `[{"a long name":[{"number":1}]},{"a long name":[[{"number":2}]]},{"a long name":[{"number":3}]}]`,
			`{"$columns":["a long name"],"rows":[[[{"number":1}]],[[[{"number":2}]]],[[{"number":3}]]]}`, 1},
		{"objects of a column that have another order", `[{"a long name":{"first":1,"second":2}},{"a long name":{"second":1,"first":2}},{"a long name":[]}]`,
			`{"$columns":["a long name"],"rows":[[{"first":1,"second":2}],[{"second":1,"first":2}],[[]]]}`, 1},
		{"a column whose names are worth nothing", `[{"a long name":{"a":1}},{"a long name":{"b":1}},{"a long name":{"c":1}}]`,
			`{"$columns":["a long name"],"rows":[[{"a":1}],[{"b":1}],[{"c":1}]]}`, 1},
		{"tables in a plain column", `[{"a long name":"a","parts":[[{"number":1},{"number":2},{"number":3},{"number":4},{"number":5}]]},{"a long name":"b","parts":[]},{"a long name":"c"}]`,
			`{"$columns":["a long name","parts"],"rows":[["a",[{"$columns":["number"],"rows":[[1],[2],[3],[4],[5]]}]],["b",[]],["c"]]}`, 2},
		{"tables below objects", `{"n":1,"found":{"all":[{"number":1},{"number":2},{"number":3},{"number":4},{"number":5}],"more":true}}`,
			`{"n":1,"found":{"all":{"$columns":["number"],"rows":[[1],[2],[3],[4],[5]]},"more":true}}`, 1},
		{"a table is there", `[{"$columns":1,"a long name":1},{"$columns":2,"a long name":2},{"$columns":2,"a long name":3}]`, "", 0},
		{"in a string", `[{"text":"{\"$columns\":[]}","a long name":1},{"a long name":2},{"a long name":3},{"a long name":4}]`, "", 0},
		{"a name is too long", strings.ReplaceAll(`[{"#":1},{"#":2},{"#":3}]`, "#", strings.Repeat("n", 63)), "", 0},
	} {
		if c.want == "" {
			c.want = c.in
		}
		got, count := tables.Fold([]byte(c.in), depth)
		if string(got) != c.want || count != c.tables {
			t.Errorf("%s: %d tables\ngot  %s\nwant %s", c.name, count, got, c.want)
		}
		if again, more := tables.Fold(got, depth); string(again) != string(got) || more > 0 {
			t.Errorf("%s: again it is %s", c.name, again)
		}
		if back, err := tables.Expand(got, scan.Limits{}); c.tables > 0 && (string(back) != c.in || err != nil) {
			t.Errorf("%s: back it is %s, %v", c.name, back, err)
		}
	}
}

func TestExpand(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{ // "" means in
		{"a table", ` { "$columns" : ["a","b"], "rows" : [ [1, {"c":[2]} ], [], [null] ] } `, `[{"a":1,"b":{"c":[2]}},{},{"a":null}]`},
		{"no columns, no rows", `{"$columns":[],"rows":[]}`, `[]`},
		{"absent", `{"$columns":["a","b"],"absent":"-","rows":[["-",1],["-","-"]]}`, `[{"b":1},{}]`},
		{"in a string", `{"text":" {\"$columns\":[\"a\"],\"rows\":[[1]]}\n"}`, `{"text":"[{\"a\":1}]"}`},
		{"in a string in a string", `["\"{\\\"$columns\\\":[\\\"a\\\"],\\\"rows\\\":[[1]]}\""]`, `["\"[{\\\"a\\\":1}]\""]`},
		{"in a text", `["see {\"$columns\":[\"a\"],\"rows\":[[1]]}"]`, ""},
		{"columns in columns", `{"$columns":[{"a":["b",{"c":[["d"]]}]},"e"],"absent":"-","rows":[[[1,[[2],[],7]],3],["-",4],[[]],[null,"-"]]}`, `[{"a":{"b":1,"c":[{"d":2},{},7]},"e":3},{"e":4},{"a":{}},{"a":null}]`},
		{"shared members", `{"$columns":[{"a":1},"b",{"c":{}}],"rows":[[2]]}`, ""},
		{"members that rows share", `{"$columns":[{"a":1},"b",{"c":"{\"$columns\":[],\"rows\":[]}"}],"absent":"-","rows":[[2],[],["-"]]}`, `[{"a":1,"b":2,"c":"[]"},{"a":1,"c":"[]"},{"a":1,"c":"[]"}]`},
		{"a cell of a shared member", `{"$columns":["b",{"a":1}],"rows":[[2,1]]}`, ""},
		{"too much that rows share", `{"$columns":["b",{"a":"` + strings.Repeat("x", 252) + `"}],"rows":[[2]]}`, ""},
		{"a table in a cell of a column", `{"$columns":[{"a":["b"]}],"rows":[[[{"$columns":["c"],"rows":[[1]]}]]]}`, `[{"a":{"b":[{"c":1}]}}]`},
		{"a cell of a column that is too long", `{"$columns":[{"a":["b"]}],"rows":[[[1,2]]]}`, ""},
		{"a cell of a column of lists that is too long", `{"$columns":[{"a":[["b"]]}],"rows":[[[[1,2]]]]}`, ""},
		{"an object as a cell of a column", `{"$columns":[{"a":["b"]}],"rows":[[{"b":1}]]}`, ""},
		{"an object as a row of a column", `{"$columns":[{"a":[["b"]]}],"rows":[[[{"b":1}]]]}`, ""},
		{"a column without columns", `{"$columns":[{"a":[]}],"rows":[[[]]]}`, ""},
		{"a column of lists without columns", `{"$columns":[{"a":[[]]}],"rows":[[[]]]}`, ""},
		{"a column with more", `{"$columns":[{"a":["b"],"c":["d"]}],"rows":[]}`, ""},
		{"a column of lists with more", `{"$columns":[{"a":[["b"],["c"]]}],"rows":[]}`, ""},
		{"columns of a column that come twice", `{"$columns":[{"a":["b","\u0062"]}],"rows":[]}`, ""},
		{"a column that is empty", `{"$columns":[{}],"rows":[]}`, ""},
		{"columns on too many levels", `{"$columns":[` + strings.Repeat(`{"a":[`, 9) + `"b"` + strings.Repeat(`]}`, 9) + `],"rows":[[1]]}`, ""},
		{"another order", `{"rows":[[1]],"$columns":["a"]}`, ""},
		{"no rows are there", `{"$columns":["a"]}`, ""},
		{"columns that are none", `{"$columns":{"a":1},"rows":[[1]]}`, ""},
		{"a column that is none", `{"$columns":["a",1],"rows":[[1]]}`, ""},
		{"columns that come twice", `{"$columns":["a","\u0061"],"rows":[[1,2]]}`, ""},
		{"absent is no text", `{"$columns":["a"],"absent":0,"rows":[[0]]}`, ""},
		{"rows that are none", `{"$columns":["a"],"rows":1}`, ""},
		{"a row that is none", `{"$columns":["a"],"rows":[[1],{}]}`, ""},
		{"a row that is too long", `{"$columns":["a"],"rows":[[1],[1,2]]}`, ""},
		{"something more", `{"$columns":["a"],"rows":[[1]],"more":1}`, ""},
		{"a table in what is none", `{"$columns":[{"$columns":["a"],"rows":[[1]]}],"rows":[]}`, `{"$columns":[[{"a":1}]],"rows":[]}`},
		{"a column that makes tables of rows", `{"$columns":["$columns","rows"],"rows":[[["a"],[[1]]]]}`, ""},
		{"another spelling", `{"\u0024columns":["a"],"rows":[[1]]}`, ""},
		{"a long name", `{"$columns":["` + strings.Repeat("n", 63) + `"],"rows":[[1]]}`, ""},
		{"nothing of it, and so no white space goes", `{ "a" : [1] }`, ""},
	} {
		if c.want == "" {
			c.want = c.in
		}
		if got, err := tables.Expand([]byte(c.in), scan.Limits{}); string(got) != c.want || err != nil {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, err, got, c.want)
		}
	}
}

func TestExpandRefuses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		lim      scan.Limits
		want     string
	}{
		{"what is no JSON", `{"$columns":["a"],"rows":[[1]],}`, scan.Limits{}, `1:32: member name expected (offset 31)`},
		{"what is too large once unfolded", `{"$columns":["a long name"],"rows":[[1],[1],[1],[1],[1]]}`, scan.Limits{DocumentBytes: 60}, `1:1: document too large (offset 0)`},
		{"and in strings", `["{\"$columns\":[\"a long name\"],\"rows\":[[1],[1],[1],[1],[1]]}"]`, scan.Limits{DocumentBytes: 75}, `1:1: document too large (offset 0)`},
	} {
		if got, err := tables.Expand([]byte(c.in), c.lim); err == nil || err.Error() != c.want || string(got) != c.in {
			t.Errorf("%s: %s, %v", c.name, got, err)
		}
	}
}

func TestMarked(t *testing.T) {
	for text, want := range map[string]bool{
		``: false, `$`: false, `"$`: false, `"$columns`: false, `"$columns"`: true, `"\"$columns\""`: true, `$columns"`: false,
		`"$columnsx"`: false, `["$","$columns"]`: true, `"$column" "$columns"`: true,
	} {
		if tables.Marked([]byte(text)) != want {
			t.Errorf("%s is marked: %v", text, !want)
		}
	}
}
