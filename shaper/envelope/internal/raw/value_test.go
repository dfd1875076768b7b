package raw_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

func TestKinds(t *testing.T) {
	for text, kind := range map[string]string{`{`: "object", `[`: "array", `"a"`: "string", `true`: "boolean", `false`: "boolean", `null`: "null", `-1`: "number", `0`: "number", ``: ""} {
		if got := raw.Kind([]byte(text)); got != kind || raw.IsNull([]byte(text)) != (kind == "null" || kind == "") {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func TestTexts(t *testing.T) {
	for text, want := range map[string]string{`"a"`: "a", `"\u00e9\n"`: "é\n", `""`: "", `5`: "", ``: ""} {
		if got := raw.Text([]byte(text)); got != want || raw.OneOf([]byte(text), "a", "b") != want {
			t.Errorf("%s is %q", text, got)
		}
	}
}

// A text that is one of the usual ones is no new string.
func TestOneOfAllocatesNothing(t *testing.T) {
	value := []byte(`"community"`)
	if n := testing.AllocsPerRun(100, func() { _ = raw.OneOf(value, "pro", "community") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A whole number may be written in several ways; one that a float may stand for
// with others is none.
func TestIntegers(t *testing.T) {
	for text, want := range map[string]int64{"10": 10, "-3": -3, "10.0": 10, "1e1": 10, "100e-1": 10, "9223372036854775807": 1<<63 - 1} {
		if got, ok := raw.Integer([]byte(text)); !ok || got != want {
			t.Errorf("%s is %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"0.5", "1e-1", `"1"`, "true", "", "9223372036854775808", "1e16", "1e999999999999999999999"} {
		if got, ok := raw.Integer([]byte(text)); ok {
			t.Errorf("%s is %d", text, got)
		}
	}
}

func TestElements(t *testing.T) {
	elements := raw.Elements([]byte(` [1, [2] ,{"a":3}]`))
	if got := string(raw.Array(elements)); got != `[1,[2],{"a":3}]` {
		t.Error(got)
	}
	for _, text := range []string{`{}`, `1`, ``, `[1`} {
		if got := raw.Elements([]byte(text)); len(got) > 0 {
			t.Errorf("%s has %q", text, got)
		}
	}
}

func TestPaths(t *testing.T) {
	if got := raw.Join(raw.Join("", "a"), "0"); got != "a.0" {
		t.Error(got)
	}
	if raw.BaseName("asyncio.TimeoutError") != "TimeoutError" || raw.BaseName("ValueError") != "ValueError" {
		t.Error("names of kinds")
	}
}

// Both alphabets are read, padded or not.
func TestDecodeBase64(t *testing.T) {
	for _, text := range []string{"_-8=", "/+8=", "_-8", "/+8"} {
		if got, err := raw.DecodeBase64(text); err != nil || string(got) != "\xff\xef" {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	if _, err := raw.DecodeBase64("!"); err == nil {
		t.Error("! is base64")
	}
}
