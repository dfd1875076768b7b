package raw_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

func TestFind(t *testing.T) {
	for _, tt := range []struct{ object, name, want string }{
		{`{"a":1,"b":{"a":2},"a":3}`, "a", `1`},
		{` {"x":[1,2],"b" : {"a":2} } and more`, "b", `{"a":2}`},
		{`{"t":"a\"b","b":true}`, "t", `"a\"b"`},
		{`{"a":1}`, "b", ``},
		{`["a"]`, "a", ``},
		{`null`, "a", ``},
	} {
		if got := raw.Find([]byte(tt.object), tt.name); string(got) != tt.want {
			t.Errorf("%s of %s: %s", tt.name, tt.object, got)
		}
	}
}

func TestAny(t *testing.T) {
	two := func(element []byte) bool { return element[0] == '2' }
	for array, want := range map[string]bool{`[1,2,3]`: true, `[1,[2]]`: false, `[]`: false, `{"a":2}`: false, ` [2]`: true} {
		if raw.Any([]byte(array), two) != want {
			t.Errorf("%s: %v", array, !want)
		}
	}
	for container, want := range map[string]bool{`[]`: true, "{ \n}": true, `[1]`: false, `{"a":1}`: false} {
		if raw.IsEmpty([]byte(container)) != want {
			t.Errorf("%s: %v", container, !want)
		}
	}
}
