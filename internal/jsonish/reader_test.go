package jsonish

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

var stretches = []struct {
	text string
	form Form
	want string
}{
	// Data: one document, several, one to a line, in one fence.
	{`{"a":1}`, Data, `⟪{"a":1}⟫`},
	{" [1, 2]\n", Data, " ⟪[1, 2]⟫\n"},
	{`"{\"a\":1}"`, Data, `⟪"{\"a\":1}"⟫`},
	{"42", Data, "⟪42⟫"},
	{"NaN", Data, "⟪NaN⟫"},
	{"{\"a\":1}\n{\"b\":2}\n", Data, "⟪{\"a\":1}⟫\n⟪{\"b\":2}⟫\n"},
	{`{"a":1}{"b":2} [3]`, Data, `⟪{"a":1}⟫⟦{"b":2}⟧ ⟦[3]⟧`},
	{"null\n\"a\"\n[]", Data, "⟪null⟫\n⟪\"a\"⟫\n⟪[]⟫"},
	{"\x1e{\"a\":1}\n\x1e{\"b\":2}\n", Data, "\x1e⟪{\"a\":1}⟫\n\x1e⟪{\"b\":2}⟫\n"},
	{"\ufeff{\"a\":1}", Data, "\ufeff⟪{\"a\":1}⟫"},
	{"\ufeff\ufeff{\"a\":1}", Data, "\ufeff\ufeff⟪{\"a\":1}⟫"},
	{"\u00a0\u00a0{\"a\":1}\u00a0", Data, "\u00a0\u00a0⟪{\"a\":1}⟫\u00a0"},
	{"```json\n{\"a\":NaN,}\n```\n", Data, "```json\n⟪{\"a\":NaN,}⟫\n```\n"},
	{"~~~~ json title=x\r\n[1]\r\n[2]\r\n~~~~~", Data, "~~~~ json title=x\r\n⟪[1]⟫\r\n⟪[2]⟫\r\n~~~~~"},
	{"```\n\"x\"\n```", Data, "```\n⟪\"x\"⟫\n```"},
	{"// made by hand\n{\"a\":1} /* b */ [2]\n// end", Data, "‹// made by hand›\n⟪{\"a\":1}⟫ ‹/* b */› ⟦[2]⟧\n‹// end›"},

	// Texts that are almost data.
	{"", Words, ""},
	{" \n", Words, " \n"},
	{"// nothing", Words, "// nothing"},
	{"/* open", Words, "/* open"},
	{"```\n```", Words, "```\n```"},
	{"`{\"a\":1}`", Mixed, "`⟦{\"a\":1}⟧`"},
	{"```{\"a\":1}```", Mixed, "```⟦{\"a\":1}⟧```"},
	{"```json\n{\"ab\":1}", Lined, "```json\n⟪{\"ab\":1}⟫"},
	{"```json\n{\"a\":1}", Mixed, "```json\n⟪{\"a\":1}⟫"}, // half is not over half
	{"````\n{\"a\":1}\n```", Mixed, "````\n⟪{\"a\":1}⟫\n```"},
	{"```\n{\"abcdefg\":1}\n```\n```\n[1]\n```", Lined, "```\n⟪{\"abcdefg\":1}⟫\n```\n```\n⟪[1]⟫\n```"},
	{"``\n[1]\n``", Mixed, "``\n⟪[1]⟫\n``"},
	{"{\"a\":1},\n{\"b\":2}", Lined, "⟪{\"a\":1}⟫,\n⟪{\"b\":2}⟫"},
	{"{\"a\":1}\n{\"b\":2}\n{\"c", Lined, "⟪{\"a\":1}⟫\n⟪{\"b\":2}⟫\n{\"c"},
	{"2026-11-22", Words, "2026-11-22"},
	{"true or false", Words, "true or false"},
	{`"a" and "b"`, Words, `"a" and "b"`},
	{`"a": 1`, Words, `"a": 1`},
	{`"a" "b"`, Words, `"a" "b"`},

	// Fragments.
	{"Here:\n```json\n{\"a\":1}\n```\nDone.", Mixed, "Here:\n```json\n⟪{\"a\":1}⟫\n```\nDone."},
	{"# Result\n\n{\"abcdefghij\":1}\n", Lined, "# Result\n\n⟪{\"abcdefghij\":1}⟫\n"},
	{"{\"abcdefghij\":1}\n\nDone.", Lined, "⟪{\"abcdefghij\":1}⟫\n\nDone."},
	{"{\"a\":1}\n\na          b", Lined, "⟪{\"a\":1}⟫\n\na          b"}, // blanks do not count
	{"got {\"abcdefghij\":1}", Mixed, "got ⟦{\"abcdefghij\":1}⟧"},
	{"x\n \u00a0{\"ab\":1}", Lined, "x\n \u00a0⟪{\"ab\":1}⟫"},
	{"[info] see [1] and [see 2]", Mixed, "[info] see ⟦[1]⟧ and [see 2]"},
	{"{x} {\"a\":1}", Mixed, "{x} ⟦{\"a\":1}⟧"},
	{"{[1]}", Mixed, "{⟦[1]⟧}"},
	{`[1] 2 "x" NaN`, Mixed, `⟪[1]⟫ 2 "x" NaN`},

	// After a failure there is no retry from the inner brackets.
	{`{"a":{"b":1},"c":[2],d}`, Words, `{"a":{"b":1},"c":[2],d}`},
	{`{"a":{"b":1},"c":[2],"d`, Words, `{"a":{"b":1},"c":[2],"d`},
	{`{"a":{"b":1},d:[2]}`, Mixed, `{"a":{"b":1},d:⟦[2]⟧}`},
	{strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "[1]", Mixed, strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "⟦[1]⟧"},
	{"[[withheld],[1]] [2]", Mixed, "[[withheld],[1]] ⟦[2]⟧"},

	// Other languages.
	{`{'a': [1, 2], "b": None}`, Mixed, `{'a': ⟦[1, 2]⟧, "b": None}`},
	{`{a: 1}`, Words, `{a: 1}`},
	{`{"a": True}`, Words, `{"a": True}`},
	{`{"a": undefined}`, Words, `{"a": undefined}`},
}

func TestStretches(t *testing.T) {
	for _, c := range stretches {
		if form, got := parts(c.text); form != c.form || got != c.want {
			t.Errorf("%q: %d %s, want %d %s", c.text, form, got, c.form, c.want)
		}
	}
}

var values = []struct {
	text string
	end  int
	ok   bool
}{
	// Values that real programs write.
	{`{"a":NaN,"b":-Infinity,"c":Infinity}x`, 36, true},
	{`[nan,-nan,inf,-inf,+Inf,INFINITY]`, 33, true},
	{`["\ud83d","\udc00\ud83d"]`, 25, true},
	{"[\"a\nb\tc\x00\"]", 10, true},
	{"[\"\xff\"]", 5, true},
	{"[1,2,]", 6, true},
	{"{\"a\":1,\n}", 9, true},
	{"[1, // one\n 2 /* two, \"x */ ]", 29, true},
	{"{/**/\"a\"/**/:/**/1/**/,/**/}/**/", 28, true},

	// Values that they do not write.
	{"", 0, false},
	{"[,]", 1, false},
	{"[1,,]", 3, false},
	{"{,}", 1, false},
	{"[1 2]", 3, false},
	{"[1}", 2, false},
	{"{\"a\"}", 4, false},
	{"{\"a\":}", 5, false},
	{"{\"a\":1 \"b\"", 7, false},
	{"{1:2}", 1, false},
	{"[:]", 1, false},
	{"['a']", 1, false},
	{"[a]", 1, false},
	{"[None]", 1, false},
	{"[True]", 1, false},
	{"[undefined]", 1, false},
	{"[Infinite]", 4, false},
	{"[nano]", 4, false},
	{"[01]", 2, false},
	{"[1.]", 3, false},
	{"[.5]", 1, false},
	{"[-x]", 2, false},
	{`["\x41"]`, 2, false},
	{`["\u00g0"]`, 2, false},
	{"[\"\n\\x\"]", 3, false},
	{"[1,\u00a02]", 3, false},
	{"[1 / 2]", 3, false},
	{"/**/[]", 0, false},
	{" [1,]", 0, false},

	// Cut short.
	{`[`, 1, false},
	{`{"a":1,`, 7, false},
	{`["a`, 3, false},
	{"[\"\na", 4, false},
	{"[\"\n\\u12", 3, false},
	{"[\"\n\\n", 5, false},
	{"[1, /* 2", 8, false},
	{"[1 // 2", 7, false},

	// Limits, and the mark: read to the end.
	{`[[[]]] `, 6, true},
	{`[[[[]]]] `, 8, false},
	{`["1234567890"] `, 14, true},
	{`["12345678901"] `, 15, false},
	{`{"12345678901":1} `, 17, false},
	{`["12345678","123456"] `, 21, true},
	{`["12345678","1234567"] `, 22, false},
	{`[[[1,]]] `, 8, true},
	{`[[[[1,]]]] `, 10, false},
	{`["1234567890",] `, 15, true},
	{`["12345678901",] `, 16, false},
	{`{"1234567890":1,} `, 17, true},
	{`["12345678","12345",] `, 21, true},
	{`["12345678","123456",] `, 22, false},
	{`[[withheld]] `, 12, false},
	{`[[withheld],x] `, 12, false},
	{`[[withheld]`, 11, false},
}

func TestValue(t *testing.T) {
	for _, c := range values {
		var r Reader
		lim := scan.Limits{Depth: 3, StringBytes: 10, DocumentBytes: 21}
		if len(c.text) > 23 {
			lim = limits
		}
		for _, before := range []string{"", "some words, and then "} {
			end, ok := r.Value([]byte(before+c.text), len(before), &lim)
			if end -= len(before); end != c.end || ok != c.ok {
				t.Errorf("%q behind %q: %d, %t, want %d, %t", c.text, before, end, ok, c.end, c.ok)
			}
		}
	}
}

// A string is escaped if there is a backslash in it, whatever else makes it one
// that is no JSON.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]bool{
		`"a"`: false, `"é"`: false, "\"a\n\"": false, "\"\xff\"": false,
		`"\n"`: true, `"a\u00e9"`: true, "\"\n\\n\"": true, "\"\\n\n\"": true, `"\ud83d"`: true,
	} {
		var tokens Tokens
		tokens.Begin([]byte(text), 0)
		if token, ok := tokens.Next(); !ok || token != (Token{String, want, 0, len(text)}) {
			t.Errorf("%q: %v, %t", text, token, ok)
		}
	}
}

func TestIsDocument(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1}`: true, "42": true, "```json\n[1]\n```": true, " // one\n[1] /* two */\n": true,
		"": false, "// none": false, "[1]\n[2]": false, "[1] x": false, "[1]\n[x": false, "x [1]": false,
	} {
		var r Reader
		r.Read([]byte(text), &limits)
		if got := r.IsDocument(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestSeek(t *testing.T) {
	const text = `ab [1] cd [2] ef`
	for _, c := range []struct {
		to   int
		want string
	}{
		{1, "b |[1]| cd |[2]| ef"},
		{3, "[1]| cd |[2]| ef"},
		{4, "1] cd |[2]| ef"},
		{6, " cd |[2]| ef"},
		{8, "d |[2]| ef"},
		{11, "2] ef"},
		{16, ""},
	} {
		var r Reader
		r.Read([]byte(text), &limits)
		r.Next()
		r.Seek(c.to)
		var got []string
		for s, ok := r.Next(); ok; s, ok = r.Next() {
			got = append(got, text[s.Start:s.End])
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("from %d: %q, want %q", c.to, got, c.want)
		}
	}
}
