package redact_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// said is a case: rules, a text and the expected text.
type said struct {
	rules, text, want string
	withheld, opaque  int
	missed            int
	at                way
}

func try(t *testing.T, cases []said) {
	t.Helper()
	var h redact.Hider
	for _, c := range cases {
		if c.want == "" {
			c.want = c.text
		}
		rules := hiding(t, c.rules)
		got, counts := hidden(t, &h, rules, c.text, c.at)
		if got != c.want || counts != (redact.Counts{Withheld: c.withheld, Opaque: c.opaque, Missed: c.missed}) {
			t.Errorf("%s at %q:\nin   %q\nout  %q, %+v\nwant %q, %d, %d, %d", c.rules, c.at, c.text, got, counts, c.want, c.withheld, c.opaque, c.missed)
		}
		again, counts := hidden(t, &h, rules, got, c.at)
		if positions := strings.Contains(c.rules, "["); !positions && again != got || counts.Withheld > 0 {
			t.Errorf("%s at %q:\nin    %q\nonce  %q\ntwice %q, %+v", c.rules, c.at, c.text, got, again, counts)
		}
	}
}

// Each rule acts in data, that is in a string of JSON alone.
func TestDataInTexts(t *testing.T) {
	for _, rules := range []string{"!password", "^password", "password", "!**.pass*", "*word"} {
		try(t, []said{
			{rules: rules, text: `{"password":1}`, want: `{}`},
			{rules: rules, text: ` [{"a":{"password":[{"b":"}"}]}}] `, want: ` [{"a":{}}] `},
			{rules: rules, text: "{\"password\":1}\n{\"a\":1,\"password\":2}\r\n", want: "{}\n{\"a\":1}\r\n"},
			{rules: rules, text: `{"password":1}{"b":2}`, want: `{}{"b":2}`},
			{rules: rules, text: "```json\n{\"password\":1}\n```\n", want: "```json\n{}\n```\n"},
			{rules: rules, text: "~~~~\n[{\"password\":1}]\n~~~~", want: "~~~~\n[{}]\n~~~~"},
			{rules: rules, text: "\ufeff\u00a0{\"password\":1}\ufeff", want: "\ufeff\u00a0{}\ufeff"},
			{rules: rules, text: `{"password":1,"a":NaN,"b":-Infinity}`, want: `{"a":NaN,"b":-Infinity}`},
			{rules: rules, text: "{\"a\":\"\t\n\",\"password\":\"\x01\"}", want: "{\"a\":\"\t\n\"}"},
			{rules: rules, text: `{"a":"\ud83d","password":"\udc00"}`, want: `{"a":"\ud83d"}`},
			{rules: rules, text: `{"p\u0061ssword":1,"\u0061":2}`, want: `{"\u0061":2}`},
			{rules: rules, text: `{"password":1,"password":2,"a":3,"password":4}`, want: `{"a":3}`}, // a repeated name
			{rules: rules, text: `{"note":"password"}`},
			{rules: rules, text: `null`},
		})
		for levels := range 4 {
			try(t, []said{{rules: rules, text: nested(`{"password":"\"é\"","a":"\u00e9"}`, levels), want: nested(`{"a":"\u00e9"}`, levels)}})
		}
	}
}

// Below the deepest opened string, private values are withheld for their names.
func TestDeepStrings(t *testing.T) {
	for levels := 4; levels < 7; levels++ {
		deep := nested(`{"password":"S","a":1}`, levels)
		try(t, []said{
			{rules: "!password", text: deep, want: withheld(levels), withheld: 1},
			{rules: "password", text: deep, opaque: 1},
		})
	}
}

func withheld(levels int) string { return nested(`{"password":[withheld],"a":1}`, levels) }

// In prose, private values go. Excludes act in texts that are mostly fragments at the
// beginning of a line; otherwise their names are only counted.
func TestFragmentsInTexts(t *testing.T) {
	fenced := "Hi:\n```\n{\"password\":\"0123456789\"}\n```\nBye\n"
	try(t, []said{
		{rules: "!password", text: "See: {\"password\":1,\"a\":2} there.", want: "See: {\"a\":2} there."},
		{rules: "^password", text: "a [{\"password\":1}] b [{\"password\":2}]", want: "a [{}] b [{}]"},
		{rules: "password", text: "See: {\"password\":1,\"a\":2} there.", opaque: 1},
		{rules: "password", text: "{\"a\":{\"password\":1,\"b\":{\"password\":2}}} is what was said, between so many other words, in quite a long story", opaque: 2},
		{rules: "password", text: "{\"password\":{\"password\":2}} is what was said, between so many other words, in quite a long story", opaque: 1},
		{rules: "password", text: `[{'a': '["', 'password': 1}, {'password': 2, 'a': '"]'}]`, opaque: 2}, // contains a JSON array
		{rules: "password", text: fenced, want: "Hi:\n```\n{}\n```\nBye\n"},
		{rules: "password", text: "# Result\n  {\"password\":\"0123456789\"}\nok", want: "# Result\n  {}\nok"},
		{rules: "password !user", text: "x {\"password\":1,\"user\":2} y", want: "x {\"password\":1} y", opaque: 1},
		{rules: "~email url", text: "x {\"email\":1,\"url\":2} y", want: "x {\"email\":\"[redacted]\",\"url\":2} y", opaque: 1},
	})
}

// If private values change the reading of a text, the reading without them counts.
func TestTextThatTurns(t *testing.T) {
	try(t, []said{{
		rules: "url !password", text: "hi\n{\"url\":1,\"a\":[1,2,3,4]}\npassword: a very long one, of many letters; password: aaaaaaaaaaaaaaaaa",
		want: "hi\n{\"url\":1,\"a\":[1,2,3,4]}\npassword: [withheld]; password: [withheld]", withheld: 2, opaque: 1,
	}, {
		rules: "url !password", text: "{\"url\":1,\"a\":[1,2,3,4],\"b\":\"0123\"}\npassword: averylongoneofsomanyletters",
		want: "{\"a\":[1,2,3,4],\"b\":\"0123\"}\npassword: [withheld]", withheld: 1,
	}, {
		rules: "url !password", text: turning, want: turned,
	}})
}

// turning is mostly words as long as it is complete.
const (
	turning = "{\"url\":1,\"abcdefghij\":2}\nsee {\"password\":\"0123456789012345678901\"}"
	turned  = "{\"abcdefghij\":2}\nsee {}"
)

// A string gets repeated runs up to a size, inclusive.
func TestSettles(t *testing.T) {
	const rules = "url !password"
	blanks := strings.Repeat(" ", redact.Settles-len(quote(turning)))
	var h redact.Hider
	for blanks, want := range map[string]string{blanks: turned, blanks + " ": "{\"url\":1,\"abcdefghij\":2}\nsee {}"} {
		if got, _ := hidden(t, &h, hiding(t, rules), turning+blanks, nil); strings.TrimSpace(got) != want {
			t.Errorf("%d blanks: %.80q, want %q", len(blanks), got, want)
		}
	}
}

// The content of a string is matched from the place of the string and from the root.
func TestPlacesInTexts(t *testing.T) {
	try(t, []said{
		{rules: "!a.b", text: `{"b":1,"a":{"b":2}}`, want: `{"b":1,"a":{}}`},
		{rules: "!a.b", text: `{"b":1,"a":{"b":2}}`, want: `{"a":{}}`, at: way{"a"}},
		{rules: "a.b", text: `[{"b":1}]`, want: `[{}]`, at: way{"a"}},
		{rules: "a.b", text: `{"c":"{\"b\":1}","a":"{\"b\":1,\"c\":2}"}`, want: `{"c":"{\"b\":1}","a":"{\"c\":2}"}`},
		{rules: ".pin", text: `{"pin":1,"a":{"pin":2}}`, want: `{"a":{"pin":2}}`},
		{rules: ".pin", text: `{"data":{"pin":1,"a":{"pin":2}}}`, want: `{"data":{"a":{"pin":2}}}`}, // a payload may be there
		{rules: "/data/pin", text: `{"data":{"pin":1}}`, want: `{"data":{}}`},
		{rules: "a[0]", text: `{"a":[1,2],"b":[1,2]}`, want: `{"a":[2],"b":[1,2]}`},
		{rules: "a[-1]", text: `{"a":[[1],2,[3]]}`, want: `{"a":[[1],2]}`},
		{rules: "a[1:]", text: `{"a":[1,2,3]}`, want: `{"a":[1]}`},
		{rules: "**[-1].x", text: `[{"x":1},[{"x":2},{"x":3}]]`, want: `[{"x":1},[{},{}]]`},
		{rules: "**[-1].x", text: `[[{"x":1},{"x":2},{"x":3}],{"x":4}]`, want: `[[{"x":1},{"x":2},{}],{}]`},
		{rules: "a.*.c", text: `{"a":{"b":{"c":1}}}`, want: `{"a":{"b":{}}}`},
	})
}

// Members shown in errors stay, unless they are private.
func TestTextsOfErrors(t *testing.T) {
	try(t, []said{
		{rules: "url +url", text: `{"url":1}`},
		{rules: "url token +url", text: `{"url":1,"token":2}`, want: `{"url":1}`},
		{rules: "url token +url", text: `"url": 1, "token": 2`, opaque: 1},
		{rules: "!url +url", text: `{"url":1}`, want: `{}`},
	})
}

// TestRedactionsInTexts checks redactions and patterns.
func TestRedactionsInTexts(t *testing.T) {
	try(t, []said{
		{rules: "~email", text: `{"a":1,"email":{"b":1},"c":["x"]}`, want: `{"a":1,"email":"[redacted]","c":["x"]}`},
		{rules: "~email", text: `{"a":"{\"email\":1}"}`, want: `{"a":"{\"email\":\"[redacted]\"}"}`},
		{rules: "~a[0]", text: `{"a":[1,2]}`, want: `{"a":["[redacted]",2]}`},
		{rules: "~email", text: `email: x@y.z, a: b`, want: `email: [withheld], a: b`, withheld: 1},
		{rules: "~email", text: `x {\\\"email\\\": \\\"[redacted]\\\"}`},
		{rules: "~email", text: `x {\\\"email\\\": \\\"[redacting]\\\"}`, want: `x {\\\"email\\\": [withheld]}`, withheld: 1},
		{rules: "~email", text: `email: [redacted], a: b`},
		{rules: "!password", text: "Name      Slot   Value\n--------  -----  -----\nPASSWORD  False  x7\nREGION    True   eu4", want: "Name      Slot   Value\n--------  -----  -----\nPASSWORD  False  [withheld]\nREGION    True   eu4", withheld: 1},
		{rules: `/S.CRET/`, text: `{"a":"is S3CRET","S3CRET":1}`, want: `{"a":"is #\"","S3CRET":1}`},
		{rules: `/S.CRET/`, text: `{"a":"{\"b\":\"S3CRET\"}"}`, want: `{"a":"{\"b\":\"#\\\"\"}"}`},
		{rules: `/S.CRET/ !password`, text: `{"password":1,"a":"S3CRET"}`, want: `{"a":"#\""}`},
	})
}

// Strings of one length at the deepest level share memory, but no state.
func TestStringsThatShareMemory(t *testing.T) {
	name := `pass\u0077ord`
	for levels := range plan.MaxNesting {
		try(t, []said{
			{rules: "!password", text: nested(`["`+name+`","`+name+`"]`, levels)},
			{rules: "!password", text: nested(`["`+name+`: x","`+name+`: y"]`, levels), withheld: 2, want: nested(`["`+name+`: [withheld]","`+name+`: [withheld]"]`, levels)},
		})
	}
}

// A comment goes with its member. Counts from the comment do not count then.
func TestCommentsInWhatGoes(t *testing.T) {
	try(t, []said{
		{rules: "!password", text: "{\"password\"://password: x\n1}", want: `{}`},
		{rules: "!password", text: `{"q":1,"password"/*password: x*/:2,"r":3}`, want: `{"q":1,"r":3}`},
		{rules: "!password", text: `{"q":1,"password":/*password: x*/2}`, want: `{"q":1}`},
		{rules: "!password", text: `[/*password: x*/{"password":/*password: x*/1}]`, want: `[/*password: [withheld]*/{}]`, withheld: 1},
		{rules: "!password", text: nested(`{"password":/*password: x*/1,"r":2}`, 2), want: nested(`{"r":2}`, 2)},
		{rules: "!password /[0-9]{4}/", text: `{"a":"{\"password\":/*password: x*/1,\"r\":\"4711\"}"}`, want: `{"a":"{\"r\":\"#\\\"\"}"}`},
		{rules: "password", text: `{"password":/*password: x*/1}`, want: `{}`},
	})
}
