package kit_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

func TestKinds(t *testing.T) {
	for text, kind := range map[string]string{`{`: "object", `[`: "array", `"a"`: "string", `true`: "boolean", `false`: "boolean", `null`: "null", `-1`: "number", `0`: "number", ``: ""} {
		if got := kit.Kind([]byte(text)); got != kind || kit.IsNull([]byte(text)) != (kind == "null" || kind == "") {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func TestTexts(t *testing.T) {
	for text, want := range map[string]string{`"a"`: "a", `"\u00e9\n"`: "é\n", `""`: "", `5`: "", ``: ""} {
		if got := kit.Text([]byte(text)); got != want || kit.OneOf([]byte(text), "a", "b") != want {
			t.Errorf("%s is %q", text, got)
		}
	}
}

// A text that is one of the usual ones is no new string.
func TestOneOfAllocatesNothing(t *testing.T) {
	value := []byte(`"community"`)
	if n := testing.AllocsPerRun(100, func() { _ = kit.OneOf(value, "pro", "community") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A whole number may be written in several ways; one that a float may stand for
// with others is none.
func TestIntegers(t *testing.T) {
	for text, want := range map[string]int64{"10": 10, "-3": -3, "10.0": 10, "1e1": 10, "100e-1": 10, "9223372036854775807": 1<<63 - 1} {
		if got, ok := kit.Integer([]byte(text)); !ok || got != want {
			t.Errorf("%s is %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"0.5", "1e-1", `"1"`, "true", "", "9223372036854775808", "1e16", "1e999999999999999999999"} {
		if got, ok := kit.Integer([]byte(text)); ok {
			t.Errorf("%s is %d", text, got)
		}
	}
}

func TestElements(t *testing.T) {
	elements := kit.Elements([]byte(` [1, [2] ,{"a":3}]`))
	if got := string(kit.Array(elements)); got != `[1,[2],{"a":3}]` {
		t.Error(got)
	}
	for _, text := range []string{`{}`, `1`, ``, `[1`} {
		if got := kit.Elements([]byte(text)); len(got) > 0 {
			t.Errorf("%s has %q", text, got)
		}
	}
}

func TestPaths(t *testing.T) {
	if got := kit.Join(kit.Join("", "a"), "0"); got != "a.0" {
		t.Error(got)
	}
	if kit.BaseName("asyncio.TimeoutError") != "TimeoutError" || kit.BaseName("ValueError") != "ValueError" {
		t.Error("names of kinds")
	}
}

// Both alphabets are read, padded or not.
func TestDecodeBase64(t *testing.T) {
	for _, text := range []string{"_-8=", "/+8=", "_-8", "/+8"} {
		if got, err := kit.DecodeBase64(text); err != nil || string(got) != "\xff\xef" {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	if _, err := kit.DecodeBase64("!"); err == nil {
		t.Error("! is base64")
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct{ object, name, want string }{
		{`{"a":1,"b":{"a":2},"a":3}`, "a", `1`},
		{` {"x":[1,2],"b" : {"a":2} } and more`, "b", `{"a":2}`},
		{`{"t":"a\"b","b":true}`, "t", `"a\"b"`},
		{`{"a":1}`, "b", ``},
		{`["a"]`, "a", ``},
		{`null`, "a", ``},
	} {
		if got := kit.Find([]byte(tt.object), tt.name); string(got) != tt.want {
			t.Errorf("%s of %s: %s", tt.name, tt.object, got)
		}
	}
}

func TestAny(t *testing.T) {
	two := func(element []byte) bool { return element[0] == '2' }
	for array, want := range map[string]bool{`[1,2,3]`: true, `[1,[2]]`: false, `[]`: false, `{"a":2}`: false, ` [2]`: true} {
		if kit.Any([]byte(array), two) != want {
			t.Errorf("%s: %v", array, !want)
		}
	}
	for container, want := range map[string]bool{`[]`: true, "{ \n}": true, `[1]`: false, `{"a":1}`: false} {
		if kit.IsEmpty([]byte(container)) != want {
			t.Errorf("%s: %v", container, !want)
		}
	}
}
