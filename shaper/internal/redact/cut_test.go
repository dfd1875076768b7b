package redact_test

import "testing"

// A removed item takes its comma and the comments beside it. All other bytes stay.
func TestCutsInTexts(t *testing.T) {
	const rules = "!x"
	try(t, []said{
		{rules: rules, text: `{"x":1,"a":2,"b":3}`, want: `{"a":2,"b":3}`},
		{rules: rules, text: `{"a":2,"x":1,"b":3}`, want: `{"a":2,"b":3}`},
		{rules: rules, text: `{"a":2,"b":3,"x":1}`, want: `{"a":2,"b":3}`},
		{rules: rules, text: `{ "x" : 1 }`, want: `{  }`},
		{rules: rules, text: "{\n  \"a\": 1,\n  \"x\": 2\n}", want: "{\n  \"a\": 1\n}"},
		{rules: rules, text: "{\n  \"x\": 2,\n  \"a\": 1\n}", want: "{\n  \"a\": 1\n}"},
		{rules: rules, text: `{"x":1,"x":[{}],"a":2,"x":{},"x":4}`, want: `{"a":2}`},
		{rules: rules, text: `{"x":1,"x":2}`, want: `{}`},
		{rules: rules, text: `{"a":1,"x":2,}`, want: `{"a":1,}`},
		{rules: rules, text: `{"x":2,}`, want: `{}`},
		{rules: rules, text: `{"x":2,"a":1,}`, want: `{"a":1,}`},
		{rules: rules, text: `[{"x":1},{"x":2},]`, want: `[{},{},]`},
		{rules: rules, text: "{\"a\":1, // of a\n\"x\":2 // of x\n}", want: "{\"a\":1\n}"},
		{rules: rules, text: "{\"x\":2, // of x\n\"a\":1}", want: "{\"a\":1}"},
		{rules: rules, text: `{"a":1,/* x */"x":/* y */2/* z */,"b":3}`, want: `{"a":1,/* x */"b":3}`},
		{rules: rules, text: "{\"a\":1 // of a\n,\"x\":2}", want: "{\"a\":1}"},
		{rules: rules, text: `{"a":1/* x: 1 */,"b":2}`, want: `{"a":1/* x: [withheld] */,"b":2}`, withheld: 1},
		{rules: rules, text: `{"a":1/* x: 1 */,"x":2}`, want: `{"a":1}`}, // the comment goes with its mark
		{rules: rules, text: "// x: 'y\n{\"x\":1}", want: "// x: [withheld]\n{}", withheld: 1},
		{rules: rules, text: `{"a":"\u0041\/\"","x":"\"","b":"\ud83d\ude00"}`, want: `{"a":"\u0041\/\"","b":"\ud83d\ude00"}`},
		{rules: rules, text: `{"x":1,"s":"{      \"x\":2,\"a\":1}"}`, want: `{"s":"{      \"a\":1}"}`}, // at the same offset of two texts
		{rules: "x[1]", text: `{"x":[1, 2 ,3]}`, want: `{"x":[1, 3]}`},
		{rules: "x[-1]", text: `{"x":[1 , 2 ]}`, want: `{"x":[1 ]}`},
		{rules: "x[:]", text: `{"x":[1 , 2 ]}`, want: `{"x":[ ]}`},
	})
}
