package scan

import "testing"

func TestIsEmpty(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`: true, "[ \n]": true, `{"a":1}`: false, `[1]`: false, `[[]]`: false, `[`: false, `{]`: false, `""`: false, `13`: false, `null`: false,
	} {
		src := []byte("[" + text)
		if got := IsEmpty(src, 1); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestIsBare(t *testing.T) {
	for text, want := range map[string]bool{
		``: true, ` null `: true, `{}`: true, "{ \"a\" : [ ] ,\n\"b\\\"\":{\t}}": true, `[[],{}]`: true,
		`{"a:":{}}`: true, `0`: false, `""`: false, `false`: false, `{"a":null}`: false, `["a"]`: false, `{"a":[],"b":"}"}`: false,
	} {
		if got := IsBare([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
