package jsonish

import (
	"strings"
	"testing"
)

// The value of "password" is withheld, and nothing else.
var withheld = []struct{ text, want string }{
	// Python.
	{`{'user': 'u', 'password': 'x', 'n': None}`, `{'user': 'u', 'password': [withheld], 'n': None}`},
	{`{'password': "it's, ok", 'ok': True}`, `{'password': [withheld], 'ok': True}`},
	{`{'password': ['a', {'b': (1, 2)}], 'ok': True}`, `{'password': [withheld], 'ok': True}`},
	{`{'user': {'name': 'u', 'password': 'x'}, 'ok': True}`, `{'user': {'name': 'u', 'password': [withheld]}, 'ok': True}`},
	{`User(name='u', password='x, y', age=3)`, `User(name='u', password=[withheld], age=3)`},
	{`User(password=["x"], age=3)`, `User(password=[withheld], age=3)`},
	{`User(password={'x'}, age=3)`, `User(password=[withheld], age=3)`},
	{`User(password=('x', 'y'), age=3)`, `User(password=[withheld], age=3)`},
	{`{'password': ['C:\\', 'a]; b'], 'ok': True}`, `{'password': [withheld], 'ok': True}`},
	{`{'doc': """a""", 'password': '''x, 'y', "z"''', 'ok': True}`, `{'doc': """a""", 'password': [withheld], 'ok': True}`},
	{"password = '''x\ny'''", "password = [withheld]"},
	{`{'password': '''it's, x''', 'n': None}`, `{'password': [withheld], 'n': None}`},
	{`{'password': '', 'n': None}`, `{'password': [withheld], 'n': None}`},
	{`password: ''`, `password: [withheld]`},
	{`{'password': b'x', 'ok': 1}`, `{'password': [withheld], 'ok': 1}`},
	{`{'p\x61ssword': 'x', 'p\u0061ssword': 'y', 'pass\'word': 'z'}`, `{'p\x61ssword': [withheld], 'p\u0061ssword': [withheld], 'pass\'word': 'z'}`},
	{`{'note': "don't", 'password': 'x'}`, `{'note': "don't", 'password': [withheld]}`},

	// JavaScript.
	{`{ user: 'u', password: 'x', n: undefined }`, `{ user: 'u', password: [withheld], n: undefined }`},
	{"{ password: `x, ${y}`, n: 1n }", "{ password: [withheld], n: 1n }"},
	{`Map(1) { 'password' => 'x', 'b' => [ 1 ] }`, `Map(1) { 'password' => [withheld], 'b' => [ 1 ] }`},
	{"{\n  password: [\n    'x',\n    'y'\n  ],\n  n: undefined\n}", "{\n  password: [withheld],\n  n: undefined\n}"},

	// JSON that is broken.
	{`{"user":"u","password":"x, y`, `{"user":"u","password":[withheld]`},
	{`{"user":"u","password":"x","n":tru`, `{"user":"u","password":[withheld],"n":tru`},
	{`{"password":{"a":"}"},"n":undefined}`, `{"password":[withheld],"n":undefined}`},
	{`{"n":undefined,"password":{"a":[1]},"b":{"a":2}}`, `{"n":undefined,"password":[withheld],"b":{"a":2}}`},
	{"{\n  \"password\"\n  :\n  \"x\",\n  \"n\": undefined\n}", "{\n  \"password\"\n  :\n  [withheld],\n  \"n\": undefined\n}"},
	{`{"password": /* the, one */ "x", "n": undefined}`, `{"password": [withheld], "n": undefined}`},
	{"{\"password\": // the, one\n \"x\", \"n\": undefined}", "{\"password\": [withheld], \"n\": undefined}"},
	{`{"password": /* the, one "x", "n"`, `{"password": [withheld]`},
	{`{"password": [1, /`, `{"password": [withheld]`},
	{"{\"password\": [1, /* ]'\" */ 2, // ]\n 3], \"n\": undefined}", "{\"password\": [withheld], \"n\": undefined}"},
	{"password: https://a.b/*, n: 1", "password: [withheld], n: 1"},
	{`{"password":,"n":x}`, `{"password":,"n":x}`},
	{`{"log":"password\t: x","n":tru`, `{"log":"password\t: [withheld],"n":tru`},
	{`{"log":"password\u0020 \t: x","n":tru`, `{"log":"password\u0020 \t: [withheld],"n":tru`},
	{`{"log":"a\npassword\\u0009: x","n":tru`, `{"log":"a\npassword\\u0009: [withheld],"n":tru`},
	{`{"log":"password\n: x","n":tru`, `{"log":"password\n: x","n":tru`},
	{`{"log":"password\t\u000a: x","n":tru`, `{"log":"password\t\u000a: x","n":tru`},
	{`\t: password: x`, `\t: password: [withheld]`},
	{`\n=1, password: x`, `\n=1, password: [withheld]`},
	{`{"password":[withheld],"n":x}`, `{"password":[withheld],"n":x}`},
	{`password":"y","n":x}`, `password":[withheld],"n":x}`},
	{`{"doc":"{\"password\\u003cpassword: x, n: 1`, `{"doc":"{\"password\\u003cpassword: [withheld], n: 1`},
	{`x","password":"y"}`, `x","password":[withheld]}`},
	{`{"items[0].password":"x","items[]":[1],"password":"y"`, `{"items[0].password":"x","items[]":[1],"password":[withheld]`},

	// JSON in strings that are no JSON.
	{`{'doc': '{"password": "x"}'}`, `{'doc': '{"-": "x"}'}`},
	{`{'doc': "{\"password\": \"x, y\", \"n\": 1}"}`, `{'doc': "{\"password\": [withheld], \"n\": 1}"}`},
	{`{"doc":"{\"a\":\"{\\\"password\\\":\\\"x,\\\\\\\"y\\\",\\\"n\\\":1}\"}`, `{"doc":"{\"a\":\"{\\\"password\\\":[withheld],\\\"n\\\":1}\"}`},
	{`{"doc":"{\"password\":[\"C:\\\\\",\"a]; b\"],\"n\":1}`, `{"doc":"{\"password\":[withheld],\"n\":1}`},
	{`{"doc":"{\"p\\u0061ssword\":\"x\",\"n\":1}`, `{"doc":"{\"p\\u0061ssword\":[withheld],\"n\":1}`},
	{`{"doc":"{\"p\\\\\\u0061ssword\":\"x\",\"n\":1}`, `{"doc":"{\"p\\\\\\u0061ssword\":[withheld],\"n\":1}`},
	{`{"log":"map[string]any{\"password\": []any{map[string]any{\"b\": \"x\"}, 1}}","n`, `{"log":"map[string]any{\"password\": [withheld]}","n`},
	{`{"log":"map[string]any{\"password\": []\\u0061ny{map[string]any{\"b\": \"x\"}, 1}}","n`, `{"log":"map[string]any{\"password\": [withheld]}","n`},
	{`{"doc":"{\u0022password\u0022:\u0022x, y\u0022,\u0022n\u0022:1}`, `{"doc":"{\u0022password\u0022:[withheld],\u0022n\u0022:1}`},
	{`{"doc":"{\u0027a\u0027:\u0027b\u0027,\u0027password\u0027:[\u0027x]\u0027],\u0027n`, `{"doc":"{\u0027a\u0027:\u0027b\u0027,\u0027password\u0027:[withheld],\u0027n`},
	{`{"doc":"{\"b\":\"{\\u0022password\\u0022:\\u0022x\\\\u0022, y\\u0022,`, `{"doc":"{\"b\":\"{\\u0022password\\u0022:[withheld],`},
	{`password=\u0022x, y\u0022, n`, `password=[withheld], n`},
	{`{"doc":"{\"password\"\n:\"x\",\"n\":1}`, `{"doc":"{\"password\"\n:[withheld],\"n\":1}`},
	{`{"doc":"{\"password\" \r\n\t :\"x\",\"n\":1}`, `{"doc":"{\"password\" \r\n\t :[withheld],\"n\":1}`},
	{`{"doc":"{\"password\"\u0009\u000a\u000A\u000d\u000D\u0020:\"x\",\"n\":1}`, `{"doc":"{\"password\"\u0009\u000a\u000A\u000d\u000D\u0020:[withheld],\"n\":1}`},
	{`{"doc":"{\"b\":\"{\\\"password\\\"\\n\\u0020:\\\"x\\\",\\\"n`, `{"doc":"{\"b\":\"{\\\"password\\\"\\n\\u0020:[withheld],\\\"n`},
	{`{"doc":"{\"password\"\b:\"x\",\"n\":1}`, `{"doc":"{\"password\"\b:\"x\",\"n\":1}`},
	{`u0022password\u0022: x, password7: y, u0022: z`, `u0022password\u0022: x, password7: y, u0022: z`},
	{`'user: u\npassword: x'`, `'user: u\npassword: [withheld]`},

	// YAML.
	{"user: u\npassword: x y\nn: 1", "user: u\npassword: [withheld]\nn: 1"},
	{"password: 'x, y'\r\nn: 1", "password: [withheld]\r\nn: 1"},
	{"password:\n  a: 1\n\n  b: 2\nn: 1", "password:\n  [withheld]\nn: 1"},
	{"password:\n- a\n- b\n\nn: 1", "password:\n[withheld]\n\nn: 1"},
	{"- password:\n    a\n  n: 1", "- password:\n    [withheld]\n  n: 1"},
	{"- 'password': |\n    a\n  n: 1", "- 'password': [withheld]\n  n: 1"},
	{"password:\n-\n  a\n-\tb\nn: 1", "password:\n[withheld]\nn: 1"},
	{"password:\n-n: 1", "password:\n-n: 1"},
	{"- - password:\n      a\n    n: 1", "- - password:\n      [withheld]\n    n: 1"},
	{"- password:\n- a: 1", "- password:\n- a: 1"},
	{"a:\n  password: |-\n    x\n    y\n  n: 1", "a:\n  password: [withheld]\n  n: 1"},
	{"password: >2+  \n\n    x\n  y\nn: 1", "password: [withheld]\nn: 1"},
	{"password: |9\n          x\nn: 1", "password: [withheld]\nn: 1"},
	{"password: |2+1\n  x\nn: 1", "password: [withheld]\nn: 1"}, // no header of a block has so many signs
	{"'password': |\n  x\nn: 1", "'password': [withheld]\nn: 1"},
	{"password: !!binary |-\n  x\nn: 1", "password: [withheld]\nn: 1"},
	{"password: a > b\n  x\nn: <i>\n  y", "password: [withheld]\nn: <i>\n  y"},
	{"password: <i>\n  x\nn: 1", "password: [withheld]\nn: 1"},
	{"password: 1-1\n  x\nn: 1", "password: [withheld]\nn: 1"},
	{"password: # the one\n  x\nn: 1", "password: [withheld]\nn: 1"},
	{"password: |\nn: 1", "password: [withheld]\nn: 1"},
	{"password: |  \nn: 1", "password: [withheld]  \nn: 1"},
	{"password:\nn: 1", "password:\nn: 1"},
	{"password:", "password:"},
	{"\ufeffpassword:\n  a: 1\n  b: 2\nn: 1", "\ufeffpassword:\n  [withheld]\nn: 1"},
	{"\u00a0password:\n- a\nn: 1", "\u00a0password:\n[withheld]\nn: 1"},
	{"password: {a: 1,\n  b: 2}\nn: 1", "password: [withheld]\nn: 1"},
	{"see the password:\n    x\nn: 1", "see the password:\n    [withheld]\nn: 1"},
	{"a:\n  see the password:\n    x\n  n: 1", "a:\n  see the password:\n    [withheld]\n  n: 1"},

	// Others.
	{"map[n:1 password:x y]", "map[n:1 password:[withheld]]"},
	{"{Password:x password:y}", "{Password:x password:[withheld]}"},
	{`password := "x"; n := 1`, `password := [withheld]; n := 1`},
	{`:password => "x", :n => 1`, `:password => [withheld], :n => 1`},
	{`["password" => "x", "n" => 1]`, `["password" => [withheld], "n" => 1]`},
	{`"password" = "x, y"`, `"password" = [withheld]`},
	{`<a password="x y" n="1">`, `<a password=[withheld] n="1">`},
	{`pass\"word\": 1, \"password\"=\"x\"`, `pass\"word\": 1, \"password\"=[withheld]`},
	{`password=\"x\", n=1`, `password=[withheld], n=1`},

	// Not assigned, or not to that name.
	{"PASSWORD=x\npassword=x&n=1", "PASSWORD=x\npassword=[withheld]&n=1"},
	{"password == x", "password == x"},
	{"the password\n: x", "the password\n: x"},
	{"my-password: x, password2: y, $password: z", "my-password: x, password2: y, $password: [withheld]"},
	{"the password is x", "the password is x"},
	{"`password`: x", "`password`: [withheld]"},
	{"password: ,\npassword: ;password: ]", "password: ,\npassword: [withheld]"},

	// Names in values that go: their values go as well, wherever they end.
	{"password: don't, password: \"it's x, y\"", "password: [withheld], password: [withheld]"},
	{"'password': {'password': 'x', 'n': 1}, 'n': 2", "'password': [withheld], 'n': 2"},
	{"password: 'n, password: [y', z', x], n: 1", "password: [withheld], n: 1"},
	{"password:\n  password: 'x\nn: y'\nn: 1", "password:\n  [withheld]\nn: 1"},
	{"password: 'x\n  password:\n    y'\n    z\nn: 1", "password: [withheld]\nn: 1"},
	{"{\"password\": /* ' */ {\"password\": \"x\"}, \"n\": '1', m", "{\"password\": [withheld], \"n\": '1', m"},
	{"password: x password:  ", "password: [withheld]"},
	{"password: [a,\n  password:\n    b]\n    c\nn: 1", "password: [withheld]\nn: 1"},
	{"password: 'a\npassword:\n  b\nn: 1\npassword:\n  c'\n  d\nn: 1", "password: [withheld]\nn: 1"},
	{"\"password\": \"x\" \"password\": \n \"y\", \"n\": z", "\"password\": [withheld] \"password\": \n [withheld], \"n\": z"},
	{"\"password\": \"x\" \"password\": // the one\n \"y\", \"n\": z", "\"password\": [withheld] \"password\": [withheld], \"n\": z"},

	// Text behind any number of nested values stays.
	{strings.Repeat("{'password': ", 20) + "x" + strings.Repeat("}", 20) + ", 'n': 1", "{'password': [withheld]}, 'n': 1"},
	{steps("password:\n", 20) + "n: 1", "password:\n [withheld]\nn: 1"},

	// Comments in JSON.
	{"{\"a\":1, // password: x\n\"password\":2 /* password: 'y*/}", "{\"a\":1, // password: [withheld]\n\"-\":2 /* password: [withheld]*/}"},
	{"/* password: x, n: 1, password: y */ {\"password\":1}", "/* password: [withheld], n: 1, password: [withheld] */ {\"-\":1}"},
}

func TestWithheld(t *testing.T) {
	for _, c := range withheld {
		got := withhold(c.text, "password")
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
		if again := withhold(got, "password"); again != got {
			t.Errorf("%s\nand then %s", got, again)
		}
	}
}

// steps are lines, each indented deeper than the one before.
func steps(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + line)
	}
	return b.String()
}
