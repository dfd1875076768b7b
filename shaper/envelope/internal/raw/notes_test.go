package raw_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// What is not set stays as it is written, names that come twice included.
func TestPut(t *testing.T) {
	for object, want := range map[string]string{
		``:                           `{"k":1}`,
		`null`:                       `{"k":1}`,
		`{ }`:                        `{ "k":1}`,
		`{"a" : [1, 2]}`:             `{"a" : [1, 2],"k":1}`,
		`{"\u006b" : {"k":2},"b":3}`: `{"\u006b" : 1,"b":3}`,
		`{"b":3,"b":4,"k":2,"k":3}`:  `{"b":3,"b":4,"k":1,"k":3}`,
		`[1]`:                        ``,
		`"k"`:                        ``,
	} {
		if got := string(raw.Put([]byte(object), "k", []byte("1"))); got != want {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
		if got := string(raw.Get([]byte(want), "k")); want != "" && got != "1" {
			t.Errorf("%s holds %s", want, got)
		}
	}
	if got := raw.Get([]byte(`[{"k":1}]`), "k"); got != nil {
		t.Errorf("an array holds %s", got)
	}
}

func TestAddMissing(t *testing.T) {
	for list, want := range map[string]string{``: `[1,"a"]`, `null`: `[1,"a"]`, `["a"]`: `["a",1]`, `[ 1 , 2 ]`: `[1,2,"a"]`, `[ ]`: `[1,"a"]`, `{"b":1}`: `[{"b":1},1,"a"]`} {
		if got := string(raw.AddMissing([]byte(list), [][]byte{[]byte("1"), []byte(`"a"`), []byte("1")})); got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}

// A long list costs a copy, and no entry for each of its elements.
func TestAddMissingToALongList(t *testing.T) {
	list := []byte("[" + strings.Repeat("1,", 1<<20) + "1]")
	var got []byte
	if took := testkit.Allocated(func() { got = raw.AddMissing(list, [][]byte{[]byte(`"a"`)}) }); took > 4*len(list) || len(got) != len(list)+4 {
		t.Errorf("%d bytes for %d, %d come out", took, len(list), len(got))
	}
}
