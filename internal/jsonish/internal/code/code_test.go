package code

import "testing"

func TestHolds(t *testing.T) {
	for text, want := range map[string]bool{
		"func f(key string) {":                             true,
		"key = x\nif a == b {\nreturn c;\n":                true,
		"key is a word\nand so is this one.":               false,
		"2026-11-26 func f(key string) {":                  false, // a log
		"- def key of x":                                   false,
		"// a comment\nkey = f(x)\ny := 2\n":               true,
		"# a title\nat noon\n- an item\nkey":               false,
		"return key;\nx\n":                                 true,
		"-\n  a: {\n  }\n  key: x\n-\n  b: y\n  a: {\n  }": false, // YAML
	} {
		var a Around
		if a.Holds([]byte(text), 0) != want || a.Holds([]byte(text), len(text)-1) != want && text[0] == '#' {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestValues(t *testing.T) {
	for value, want := range map[string]bool{
		"${NAME}": true, "$(cmd),": true, `"{{ .Values.x }}"`: true, "${{x}}": true,
		"${NAME}x": false, "x": false, "{{x}} y": false,
	} {
		if IsReference([]byte(value)) != want {
			t.Errorf("reference %q: %t", value, !want)
		}
	}
	for value, want := range map[string]bool{
		"os.getenv(x);": true, "a[0]": true, "p->f(x)": true, "f(x": false, "1(x)": false, "(x)": false, "f x": false,
	} {
		if IsCall([]byte(value)) != want {
			t.Errorf("call %q: %t", value, !want)
		}
	}
	for value, want := range map[string]string{
		`f("X", "y")`: `"y"`, `f('X', 'y'); `: `'y'`, `f("X")`: "", `f(x)`: "", `"`: "",
	} {
		if start, end := DefaultIn([]byte(value)); value[start:end] != want {
			t.Errorf("default %q: %q", value, value[start:end])
		}
	}
	for value, want := range map[string]int{"1234": 4, "1_234.5;": 7, "123": 0, "1234a": 0, "": 0} {
		if got := LongNumber([]byte(value)); got != want {
			t.Errorf("number %q: %d", value, got)
		}
	}
}

func TestTyped(t *testing.T) {
	for value, want := range map[string]struct {
		n     int
		alone bool
	}{
		"string":        {0, true},
		"&str,":         {0, true},
		"string x":      {0, false},
		`str = "x"`:     {6, false},
		"str == x":      {0, false},
		"str|None":      {0, true},
		"strings":       {0, false},
		"str-x":         {0, false},
		"x = 1":         {0, false},
		"Option<T> = x": {12, false},
		"string => x":   {0, false},
	} {
		if n, alone := Typed([]byte(value)); n != want.n || alone != want.alone {
			t.Errorf("%q: %d, %t", value, n, alone)
		}
	}
}
