package scan

import (
	"strings"
	"testing"
)

func TestAppendQuote(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `""`},
		{"hello, world: plain text stays", `"hello, world: plain text stays"`},
		{"plain text \"quoted\" behind words", `"plain text \"quoted\" behind words"`},
		{"\"\\/\b\f\n\r\t", `"\"\\/\b\f\n\r\t"`},
		{"\x00\x01\x1f\x7f", `"\u0000\u0001\u001f` + "\x7f\""},
		{"<a href='&'>\u2028\u2029", "\"<a href='&'>\u2028\u2029\""},
		{"é€😂", `"é€😂"`},
		{"a\xffb\xe2\x82", `"a` + "\ufffdb\ufffd\ufffd\""},
		{"\xff\"\xff", "\"\ufffd\\\"\ufffd\""},
	} {
		if got := AppendQuote([]byte("x"), []byte(c.text)); string(got) != "x"+c.want {
			t.Errorf("%q: %s, want %s", c.text, got[1:], c.want)
		}
	}
}

func TestAppendUnquote(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, ""}, {`plain é`, "plain é"},
		{`\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t"},
		{`a\u0000b\u00e9\u20ac\uD83D\ude02c`, "a\x00bé€😂c"},
		{`\ue000\ud7ff\uffff`, "\ue000\ud7ff\uffff"},
		{`\ud800\udc00\udbff\udfff`, "\U00010000\U0010ffff"},
		{`\x\`, `\x\`}, {`\u12`, `\u12`}, {`\ud800\n`, "\\ud800\n"}, // not valid, and harmless
	} {
		if got := AppendUnquote([]byte("x"), []byte(c.in)); string(got) != "x"+c.want {
			t.Errorf("%s: %q, want %q", c.in, got[1:], c.want)
		}
	}
}

// layouts are texts with their compact and their indented forms.
var layouts = []struct{ in, compact, indented string }{
	{" 1 ", "1", "1"},
	{`" a \" b "`, `" a \" b "`, `" a \" b "`},
	{" [ ] ", "[]", "[]"},
	{"{\n}", "{}", "{}"},
	{"[[],{}]", "[[],{}]", "[\n  [],\n  {}\n]"},
	{"[ 1 , 2 ]", "[1,2]", "[\n  1,\n  2\n]"},
	{"[1\t,true\r\n,null\n,2\r]", "[1,true,null,2]", "[\n  1,\n  true,\n  null,\n  2\n]"},
	{`{"a" : 1, "b c":{"d" :[true,"}"]}}`, `{"a":1,"b c":{"d":[true,"}"]}}`,
		"{\n  \"a\": 1,\n  \"b c\": {\n    \"d\": [\n      true,\n      \"}\"\n    ]\n  }\n}"},
	{"[1e400,\t9007199254740993,\r\n\"\\u0041\"]", `[1e400,9007199254740993,"\u0041"]`, "[\n  1e400,\n  9007199254740993,\n  \"\\u0041\"\n]"},
}

func TestAppendCompact(t *testing.T) {
	for _, c := range layouts {
		for _, in := range []string{c.in, c.compact, c.indented} {
			if got := AppendCompact([]byte("x"), []byte(in)); string(got) != "x"+c.compact {
				t.Errorf("%q: %s, want %s", in, got[1:], c.compact)
			}
		}
	}
}

// IsCompact compares a text with the result of AppendCompact. Each byte of either counts.
func TestIsCompact(t *testing.T) {
	for _, c := range layouts {
		for _, in := range []string{c.in, c.compact, c.indented} {
			if !IsCompact([]byte(c.compact), []byte(in)) {
				t.Errorf("%q does not come to %s", in, c.compact)
			}
			if in != c.compact && IsCompact([]byte(in), []byte(in)) {
				t.Errorf("%q is taken for compact", in)
			}
			for i := range c.compact {
				for _, other := range []string{c.compact[:i] + c.compact[i+1:], c.compact[:i] + " " + c.compact[i:], c.compact[:i] + "0" + c.compact[i+1:]} {
					if isSameName := other == c.compact; IsCompact([]byte(other), []byte(in)) != isSameName {
						t.Errorf("%q comes to %s: %v", in, other, !isSameName)
					}
				}
			}
		}
	}
}

func TestAppendIndent(t *testing.T) {
	for _, c := range layouts {
		for _, in := range []string{c.in, c.compact, c.indented} {
			if got := AppendIndent([]byte("x"), []byte(in), "  "); string(got) != "x"+c.indented {
				t.Errorf("%q: %s, want %s", in, got[1:], c.indented)
			}
		}
		if got := AppendIndent(nil, []byte(c.in), "\t"); string(got) != strings.ReplaceAll(c.indented, "  ", "\t") {
			t.Errorf("%q with tabs: %s", c.in, got)
		}
	}
}

// AppendCompact and AppendIndent end for invalid texts as well.
func TestAppendGarbage(t *testing.T) {
	for _, doc := range documents {
		for _, in := range []string{doc.in, "\x00" + doc.in, "]}" + doc.in, `\"` + doc.in} {
			AppendIndent(nil, []byte(in), " ")
			if got := AppendCompact(nil, []byte(in)); len(got) > len(in) {
				t.Errorf("%q grew to %q", in, got)
			}
		}
	}
}

// Two texts are the same where white space between tokens alone tells them apart; each
// other byte of either counts.
func TestSameTokens(t *testing.T) {
	for _, c := range layouts {
		all := []string{c.in, c.compact, c.indented}
		for _, a := range all {
			for _, b := range all {
				if !SameTokens([]byte(a), []byte(b)) {
					t.Errorf("%q is not %q", a, b)
				}
			}
			for i := range c.compact {
				if other := c.compact[:i] + "0" + c.compact[i+1:]; other != c.compact && SameTokens([]byte(other), []byte(a)) {
					t.Errorf("%q is %q", other, a)
				}
			}
		}
	}
	for _, other := range []string{`{"a": "b"}`, `{"a":" b "}`, `{"a":" b" }`, `[" b"]`, `{"a":" b"}`} {
		if isSameName := strings.HasSuffix(other, `" b" }`) || other == `{"a":" b"}`; SameTokens([]byte(other), []byte(`{"a" : " b"}`)) != isSameName {
			t.Errorf("%q: %v", other, !isSameName)
		}
	}
}
