package redact_test

import "testing"

// Unreadable text loses its private values by their names. The rest stays, and names that
// match an exclude are counted.
func TestWordsInTexts(t *testing.T) {
	for _, rules := range []string{"!password", "^password", "~password", "!**.password", "!password.*", "!password[0]", "!pass*", "!**.password.**"} {
		try(t, []said{
			{rules: rules, text: `{"password": "S", "a":`, want: `{"password": [withheld], "a":`, withheld: 1},
			{rules: rules, text: `{'password': 'S', 'a': True}`, want: `{'password': [withheld], 'a': True}`, withheld: 1},
			{rules: rules, text: `User(password='S', a=1)`, want: `User(password=[withheld], a=1)`, withheld: 1},
			{rules: rules, text: `:password => "S"`, want: `:password => [withheld]`, withheld: 1},
			{rules: rules, text: `password: "S`, want: `password: [withheld]`, withheld: 1},
			{rules: rules, text: `password: [withheld], password: S`, want: `password: [withheld], password: [withheld]`, withheld: 1},
			{rules: rules, text: `say password = S`, want: `say password = [withheld]`, withheld: 1},
			{rules: rules, text: `password: , a: 1`},
			{rules: rules, text: `password: {"b":"password: S"}`, want: `password: [withheld]`, withheld: 1},
			{rules: rules, text: `no password here`},
			{rules: rules, text: "password:\n  S\n  T\na: b", want: "password:\n  [withheld]\na: b", withheld: 1},
		})
	}
	try(t, []said{
		{rules: "!password", text: "the password Hunter2abc is lost", missed: 1},
		{rules: "!password", text: "the password hunter is lost"},
		{rules: "!password", text: "if password == get_password() {", missed: 0},
		{rules: "!password", text: "password = get_password()", missed: 1},
		{rules: "!password", text: "<a><password>S</password></a>", want: "<a><password>[withheld]</password></a>", withheld: 1},
		{rules: "!password", text: "id,password,x\n1,S,2\n3,T,4\n", want: "id,password,x\n1,[withheld],2\n3,[withheld],4\n", withheld: 2},
		{rules: "!password", text: "id,password,x\n1,S,password=T\n3,U,4\n", want: "id,password,x\n1,[withheld],password=[withheld]\n3,[withheld],4\n", withheld: 3},
		{rules: "!password", text: "id,password,x\n1,S,password=\"T\n\n3,U,4\n", want: "id,password,x\n1,[withheld],password=[withheld]\n\n3,U,4\n", withheld: 2},
		{rules: "!password", text: "run --password S3c --x T", want: "run --password [withheld] --x T", withheld: 1},
		{rules: "!password", text: "see https://a:S@h/b", want: "see https://a:[withheld]@h/b", withheld: 1},
		{rules: "!token", text: "see https://a:S@h/b"},
		{rules: "!password", text: "\ufeffpassword: S", want: "\ufeffpassword: [withheld]", withheld: 1},
		{rules: "!password", text: "a: '{\"password\":\\n\t\"{S}\",\\n\t\"b\": 1}'", want: "a: '{\"password\":[withheld],\\n\t\"b\": 1}'", withheld: 1},
		{rules: "!password", text: "const DefaultPassword string = \"S\"", want: "const DefaultPassword string = [withheld]", withheld: 1},
		{rules: "!password", text: "const password string = \"S\"\nconst b int = 1", want: "const password string = [withheld]\nconst b int = 1", withheld: 1},
		{rules: "!password", text: "const (\n\tpassword    Handle   = 0x80550004\n)", missed: 1},
		{rules: "!password", text: "a: `{\"password\":\"\\\\\"\\\\\\\\ S\",\"b\":1}`", want: "a: `{\"password\":[withheld],\"b\":1}`", withheld: 1},
		{rules: "password", text: `{"password": "S", "a":`, opaque: 1},
		{rules: "password", text: `'password': 1, password='2', "password" => 3`, opaque: 3},
		{rules: "url !password", text: `"url": 1, "password": 2`, want: `"url": 1, "password": [withheld]`, withheld: 1, opaque: 1},
		{rules: "!password", text: `{"a":1} password: {"b":2} {"password":3}`, want: `{"a":1} password: [withheld]`, withheld: 1},
		{rules: "!password", text: "password: {\"b\":\n2} {\"password\":3,\"c\":4}", want: "password: [withheld]", withheld: 1},
	})
}

// A rule of several names matches at its last name, after the others occurred in the string or
// above it.
func TestNamesThatFollow(t *testing.T) {
	const rules = "!user.password"
	try(t, []said{
		{rules: rules, text: `user: {password: S}`, want: `user: {password: [withheld]}`, withheld: 1},
		{rules: rules, text: `password: S, user: T`},
		{rules: rules, text: `password: S, user: T, password: U`, want: `password: S, user: T, password: [withheld]`, withheld: 1},
		{rules: rules, text: `password: S`, want: `password: [withheld]`, withheld: 1, at: way{"user"}},
		{rules: rules, text: `password: S`, want: `password: [withheld]`, withheld: 1, at: way{"user", "a", "b"}},
		{rules: rules, text: `password: S`, at: way{"a", "b"}},
		{rules: rules, text: `{"user":1} password: S`, want: `{"user":1} password: [withheld]`, withheld: 1},
		{rules: rules + " !x", text: `{"x":{"user":1}} password: S`, want: `{} password: [withheld]`, withheld: 1},
		{rules: rules, text: `{"user":1,"password": S, "a": {"password": 2}}`, withheld: 2, // the mark turns the following text into words
			want: `{"user":1,"password": [withheld], "a": {"password": [withheld]}}`},
		{rules: "!a.b.c", text: `b: 1; a: 2; c: 3`, want: `b: 1; a: 2; c: [withheld]`, withheld: 1},
		{rules: "!a.b.c", text: `a: 2; c: 3`},
		{rules: "!a.*.c", text: `a: 2; c: 3`, want: `a: 2; c: [withheld]`, withheld: 1},
		{rules: "!*_a.b", text: `x_a: 2; b: 3`, want: `x_a: 2; b: [withheld]`, withheld: 1},
	})
}

// A rule without a name may mean any value, so the whole string goes.
func TestRulesWithoutNames(t *testing.T) {
	try(t, []said{
		{rules: "![0]", text: `{"a": [1, 2`, want: `[withheld]`, withheld: 1},
		{rules: "![0]", text: `[1,2]`, want: `[2]`},
		{rules: "![0]", text: nested(`[1,{"a": [1, 2}]`, 1), want: nested(`[withheld]`, 1), withheld: 1},
		{rules: "![0]", text: `Two words`},
		{rules: "[0]", text: `{"a": [1, 2`, opaque: 1},
	})
}
