package jsonish

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestReadings(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // of the last name in it
	}{
		{`a: 1`, []string{"a"}},
		{`"a b": 1`, []string{"a b"}},
		{`"": 1`, []string{""}},
		{`'a"b': 1`, []string{`a"b`}},
		{`"a.b": 1, c.d: 1`, []string{"d"}},
		{`größe_2-$x: 1`, []string{"größe_2-$x"}},
		{`パスワード: 1`, []string{"パスワード"}},
		{`पासवर्ड: 1`, []string{"पासवर्ड"}},
		{`é: 1`, []string{"é"}},
		{`À: 1`, []string{"À"}},
		{`(a): 1`, nil},
		{`\n: 1`, nil},

		// The words before it.
		{`use the API Key: 1`, []string{"API Key", "the API Key", "Key"}},
		{`API  Key: 1`, []string{"Key"}},
		{`(API) Key: 1`, []string{"Key"}},

		// Escapes, of escapes too.
		{`"a\u0062\x63\U00000064\t": 1`, []string{`a\u0062\x63\U00000064\t`, "abcd\t"}},
		{`"\x39\x6f\nx": 1`, []string{`\x39\x6f\nx`, "9o\nx"}},
		{`"\\q\x5c": 1`, []string{`\\q\x5c`, `\q\`, `q\`}},
		{`"\ud83d\ude02": 1`, []string{`\ud83d\ude02`, "😂"}},
		{`"\ud83d\ude02\ud83d": 1`, []string{`\ud83d\ude02\ud83d`, "😂\ufffd"}},
		{`\"a\\u0062\": 1`, []string{`a\\u0062`, `a\u0062`, "ab"}},
		{`"\u00zz\x": 1`, []string{`\u00zz\x`, "u00zzx"}},
		{`"a\\": 1`, nil},
		{`\"a\\": 1`, nil},
		{`\\"a\\": 1`, []string{"a"}},
		{`\\\"a\": 1`, []string{"a"}},
		{`"C:\\\\\\\\\\\\\\\\\\\\x": 1`, []string{
			`C:\\\\\\\\\\\\\\\\\\\\x`, `C:\\\\\\\\\\x`, `C:\\\\\x`, "C:\\\\x", `C:\x`, "C:x"}},

		// A quote in a name.
		{`"a\"b": 1`, []string{"b", `a\"b`, `a"b`}},
		{`'a\'b': 1`, []string{"b", `a\'b`, "a'b"}},
		{strings.Repeat(`"a\`, 7) + `"b": 1`, []string{"b", `a\"a\"a\"a\"a\"a\"a\"b`, `a"a"a"a"a"a"a"b`}},
		{strings.Repeat(`"a\`, 8) + `"b": 1`, []string{"b"}},
		{`\"a\\\"b\": 1`, []string{"b", `a\\\"b`, `a\"b`, `a"b`}},
		{`"a": "x \"b": 1`, []string{"b", `x \"b`, `x "b`}},
		{`a\"b": 1`, []string{"b"}},

		// Text that looks like the escape of a control character may be one.
		{`'x\na: 1'`, []string{"na", "a"}},
		{`'x\a: 1'`, []string{"a"}},
		{`'x\u0080a: 1'`, []string{"u0080a", "a"}},
		{`'x\u00a0a: 1'`, []string{"u00a0a", "a"}},
		{`'\x1ba: 1'`, []string{"x1ba", "a"}},
		{`'x\u00e4a: 1'`, []string{"u00e4a", "x\\u00e4a", "xäa"}},
		{`'x\u00a0: 1'`, []string{"u00a0"}},
		{`{x\u{e4}a\u0061: 1}`, []string{"u0061", `x\u{e4}a\u0061`, "xäaa"}},

		// A name that the text begins in.
		{`a': 1`, []string{"a"}},
		{`a\u0062\": 1`, []string{`a\u0062`, "ab"}},
		{`": 1`, nil},
	} {
		var a Assignments
		var got []string
		a.Read([]byte(c.text), 0, len(c.text))
		for found, ok := a.Next(); ok; found, ok = a.Next() {
			got = nil
			a.Readings(found, func(name []byte) bool {
				got = append(got, string(name))
				return true
			})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// No reading follows after yield returned false.
func TestReadingsStop(t *testing.T) {
	const text = `"\"a\\u0062": 1`
	for most := range 5 {
		var a Assignments
		a.Read([]byte(text), 0, len(text))
		found, _ := a.Next()
		n := 0
		a.Readings(found, func([]byte) bool {
			n++
			return n < most
		})
		if want := max(1, most); n != want {
			t.Errorf("%d readings, want %d", n, want)
		}
	}
}

// Escapes are undone through more nested strings than real texts have.
func TestReadingsOfNested(t *testing.T) {
	text := `"p\u0061ss": 1`
	for range 8 {
		text = strconv.Quote(text)
	}
	var a Assignments
	var last string
	a.Read([]byte(text), 0, len(text))
	found, _ := a.Next()
	a.Readings(found, func(name []byte) bool {
		last = string(name)
		return true
	})
	if last != "pass" {
		t.Errorf("%.80q, want pass", last)
	}
}
