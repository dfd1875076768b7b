package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
)

func TestOutline(t *testing.T) {
	for _, c := range []struct {
		in, want        string
		lists, elements int
	}{
		{`7`, `7`, 0, 0},
		{`"text"`, `"text"`, 0, 0},
		{`{}`, `{}`, 0, 0},
		{`[]`, `[]`, 0, 0},
		{`[1,2]`, `["2 numbers"]`, 1, 2},
		{`[1]`, `[1]`, 0, 0},
		{`[1,2,3,4,5,6,7,8]`, `["8 numbers"]`, 1, 8},
		{`[1,"a",3,4,5,6,7,8]`, `["8 elements"]`, 1, 8},
		{`[true,null,false]`, `["3 elements"]`, 1, 3},
		{`["a text of words"]`, `["1 texts"]`, 1, 1},
		{`[[1],[2],[3],[4]]`, `["4 lists"]`, 1, 4},
		{`[{},{},{},{},{},{}]`, `["6 objects"]`, 1, 6},
		{`[{"id":1,"n\u0061me":"a"},{"x":2}]`, `["2 objects: id, name"]`, 1, 2},
		{`{"total":2,"rows":[{"id":1,"name":"a name"}],"page":{"number":1000000000,"size":[2000,2001]},"no":{},"none":[],"a":["x"]}`,
			`{"total":2,"rows":["1 objects: id, name"],"page":{"…":"2 members: number, size"},"no":{},"none":[],"a":["x"]}`, 1, 1},
	} {
		got := outline.Of([]byte(c.in))
		if again := outline.Of(got.JSON); string(again.JSON) != string(got.JSON) {
			t.Errorf("%s is outlined as %s", got.JSON, again.JSON)
		}
		if string(got.JSON) != c.want || got.Lists != c.lists || got.Elements != c.elements {
			t.Errorf("%s\ngot  %s, %d lists, %d elements\nwant %s", c.in, got.JSON, got.Lists, got.Elements, c.want)
		}
	}
}

func TestIsOutline(t *testing.T) {
	for text, want := range map[string]bool{
		"60 objects: id, name": true, "1 members: a": true, "3 numbers": true, "3 elements": true,
		"objects: id": false, "60 objects id": false, "60 things": false, "60 members more": true, "60 more": false, "60 lists\n": false, " 60 lists": false,
		"60 objects: " + strings.Repeat("n", 120): true, "60 objects: " + strings.Repeat("n", 140): false,
	} {
		if got := outline.Is([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The size of an outline does not grow with the value.
func TestOutlineIsBounded(t *testing.T) {
	var members []string
	for i := range 1000 {
		members = append(members, fmt.Sprintf(`"a name that is rather long %d":[1,2]`, i))
	}
	object := "{" + strings.Join(members, ",") + "}"
	got := outline.Of([]byte(object)).JSON
	if again := outline.Of(got).JSON; string(again) != string(got) {
		t.Errorf("%s is outlined as %s", got, again)
	}
	if len(got) > 2000 || !strings.Contains(string(got), `,"…":"968 members more"}`) {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	if got := outline.Of([]byte(`{"in":` + object + `,"all":[` + object + `]}`)).JSON; len(got) > 400 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
