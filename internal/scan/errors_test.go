package scan

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestErrorText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "1:1: unexpected end of input (offset 0)"},
		{"[1,\n 2,\n  x]", "3:3: invalid character at start of value (at /2, offset 10)"},
		{"{\"a\":\n\n\t[0, {\"b\": tru}]}", "3:15: invalid character in literal (at /a/1/b, offset 21)"},
		{"[\"é\", x]", "1:8: invalid character at start of value (at /1, offset 7)"}, // columns count bytes
		{"[1]\r\n]", "2:1: unexpected data after the document (offset 5)"},
		{"\n", "2:1: unexpected end of input (offset 1)"},
		{"{\"a\": {\n\"b\":1,\"b\":2}}", "2:7: duplicate member name (at /a/b, offset 14)"},
		{"[\"a\nb\"]", "1:4: control character in string (at /0, offset 3)"},
	} {
		if err := Check([]byte(c.in), Limits{}, true); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.in, err, c.want)
		}
	}
}

// A message stays on one line and short, whatever the names in the pointer.
func TestErrorPointerIsPrintable(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{`a b`, `1:9: invalid character at start of value (at /a b, offset 8)`},
		{`\u001b[2J`, `(at "/\x1b[2J", offset`},
		{`a\nb`, `(at "/a\nb", offset`},
		{`é`, `at /é`},
		{strings.Repeat("n", 199), "(at /" + strings.Repeat("n", 199) + ", offset"},
		{strings.Repeat("n", 200), "(at …" + strings.Repeat("n", 200) + ", offset"},
		{strings.Repeat("n", 5000), "(at …" + strings.Repeat("n", 200) + ", offset"},
	} {
		got := Check([]byte(`{ "`+c.name+`":`+`x}`), Limits{}, true).Error()
		if !strings.Contains(got, c.want) || strings.ContainsAny(got, "\n\x1b") {
			t.Errorf("%.20s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A string that no colon follows may be a value: it is part of the pointer, and
// not told.
func TestErrorsTellNoValues(t *testing.T) {
	for _, c := range []struct{ in, pointer, want string }{
		{`{"a":{"secret"]`, "/a/secret", "1:15: colon expected after member name (at /a, offset 14)"},
		{`{"secret" 1}`, "/secret", "1:11: colon expected after member name (offset 10)"},
		{`["a",{"secret" `, "/1/secret", "1:16: unexpected end of input (at /1, offset 15)"},
		{`{"a":1,"se/cret"`, "/se~1cret", "1:17: unexpected end of input (offset 16)"},
		{`{"a":`, "/a", "1:6: unexpected end of input (at /a, offset 5)"},
	} {
		err, ok := errors.AsType[*Error](Check([]byte(c.in), Limits{}, true))
		if !ok || err.Pointer != c.pointer || err.Error() != c.want {
			t.Errorf("%s: %q, %v, want %q, %s", c.in, err.Pointer, err, c.pointer, c.want)
		}
	}
}

// Every kind says something of its own.
func TestKindTexts(t *testing.T) {
	seen := map[string]Kind{}
	for k := KindNone; k <= KindMembers; k++ {
		if other, dup := seen[k.String()]; dup || k.String() == "" {
			t.Errorf("kinds %d and %d are both %q", other, k, k)
		}
		seen[k.String()] = k
	}
}

func TestErrorAt(t *testing.T) {
	p := Position{Offset: 100, Line: 7, Column: 5}
	first := Error{Kind: KindValue, Offset: 2, Line: 1, Column: 3, Pointer: "/a"}
	if got, want := *first.At(p), (Error{Kind: KindValue, Offset: 102, Line: 7, Column: 7, Pointer: "/a"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	later := Error{Offset: 20, Line: 3, Column: 4}
	if got, want := *later.At(p), (Error{Offset: 120, Line: 9, Column: 4}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A value that is checked on its own has the errors of the document around it.
func TestErrorWithin(t *testing.T) {
	for _, doc := range []string{
		"{\"a\":\n[0, @{\"b\": tru}]}", "@{\"b\":1,\n\"b\":2}", "[[],@{\"b\" \"secret\"}]", "{\"a\": 1,\n\"c\":@{\"b\":[1 2]}}", "{\"x\":@{",
	} {
		before, after, _ := strings.Cut(doc, "@")
		skip, limits := Skipper{Strict: true}, Limits{}.OrDefault()
		at, kind := skip.Value([]byte(after), 0, 0, &limits)
		src := []byte(before + after)
		want := Check(src, Limits{}, true)
		if got := NewError([]byte(after), at, kind).Within(src, len(before)); !reflect.DeepEqual(error(got), want) {
			t.Errorf("%s: %v, want %v", doc, got, want)
		}
	}
}

// No error carries content, wherever the fault is.
func TestErrorHoldsNoContent(t *testing.T) {
	doc := `{"user":{"note":"hunter2","pins":[31337,"hunter2"],"ok":true},"hunter":"hunter2"}`
	for cut := range len(doc) {
		for _, broken := range []string{doc[:cut], doc[:cut] + "\x01" + doc[cut:], doc[:cut] + "\xff", doc[:cut] + `\ud800hunter2`} {
			if err := Check([]byte(broken), Limits{}, true); err != nil && leaks(err) {
				t.Errorf("%q: %v", broken, err)
			}
		}
	}
}

func leaks(err error) bool {
	text := fmt.Sprintf("%v %+v", err, *err.(*Error))
	return strings.Contains(text, "hunter2") || strings.Contains(text, "31337")
}

// NewError takes any text, broken as it may be.
func TestNewErrorOfGarbage(t *testing.T) {
	for _, c := range []struct {
		in      string
		kind    Kind
		pointer string
	}{
		{`]]}{"a":[`, KindEOF, "/a/0"},
		{`{"a" "b":[[],,,`, KindEOF, "/3"},
		{`,:,"x"{"\q\ud800":`, KindEOF, `/\q\ud800`},
		{"{\"\xff\":[", KindEOF, "/\xff/0"},
		{`{"a":"`, KindDuplicate, "/a"},
		{`{"a":\`, KindDuplicate, "/a"},
	} {
		if got := NewError([]byte(c.in), len(c.in), c.kind); got.Pointer != c.pointer {
			t.Errorf("%q: %q, want %q", c.in, got.Pointer, c.pointer)
		}
	}
}
