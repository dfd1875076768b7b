package kit_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Members stand in the order of their first names, with values as written.
func TestObjectKeepsItsOrder(t *testing.T) {
	yes, three := true, int64(3)
	var o kit.Object
	o.Str("b", "x\n\"")
	o.Int("n", -2)
	o.Bool("y", false)
	o.OptInt("none", nil)
	o.OptInt("three", &three)
	o.OptBool("nothing", nil)
	o.OptBool("yes", &yes)
	o.Text("empty", "")
	o.Text("text", "t")
	o.Number("unknown", "")
	o.Number("exact", "1.0e2")
	o.Any("any", []string{"<a>"})
	o.List("no items", nil)
	o.List("items", [][]byte{[]byte("1"), []byte(" 2")})
	o.Set("b", []byte(`"again"`))
	o.Set("b", nil)
	o.Merge([]byte(` {"n":7,"m":{"z":1, "a":2}} `))
	o.Merge([]byte(`[1]`))
	want := `{"b":"again","n":7,"y":false,"three":3,"yes":true,"text":"t","exact":1.0e2,"any":["<a>"],"items":[1, 2],"m":{"z":1, "a":2}}`
	if got := string(o.Done()); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// A member that was dropped leaves its place to one of its name.
func TestObjectDrops(t *testing.T) {
	var o kit.Object
	if !o.Empty() || o.Drop("a") != nil || o.Get("a") != nil {
		t.Error("an empty object holds something")
	}
	o.Merge([]byte(`{"a":1,"b":2}`))
	if got := string(o.Drop("a")); got != "1" || o.Get("a") != nil || o.Empty() {
		t.Errorf("dropped %s", got)
	}
	o.Int("c", 3)
	o.Int("a", 4)
	if got := string(o.Done()); got != `{"a":4,"b":2,"c":3}` {
		t.Error(got)
	}
}

// An object that holds a name twice, or is none, has no members to read.
func TestMembersAreLenient(t *testing.T) {
	for text, want := range map[string]int{`{}`: 0, ` {"a":1,"b":[2]}`: 2, `{"a":1,"a":2}`: -1, `[1]`: -1, `null`: -1, ``: -1} {
		members := kit.Members([]byte(text))
		if want < 0 && (members != nil || kit.ObjectOf([]byte(text)) != nil) || want >= 0 && (members == nil || len(members) != want) {
			t.Errorf("%s: %v", text, members)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for _, value := range []any{math.NaN(), func() {}, json.RawMessage(`{`), json.RawMessage("\"\xff\"")} {
		if got, err := kit.Encode(value); err == nil {
			t.Errorf("%T was written as %s", value, got)
		}
	}
	if got, err := kit.Encode(map[string]string{"a": "<&>"}); err != nil || string(got) != `{"a":"<&>"}` {
		t.Errorf("%s, %v", got, err)
	}
}

// A JSON text keeps its numbers and the order of its members.
func TestEncodeKeepsText(t *testing.T) {
	const text = " {\"b\" : 1.0,\n\"a\":\"<\u2028\"} "
	for _, value := range []any{[]byte(text), json.RawMessage(text)} {
		if got, err := kit.Encode(value); err != nil || string(got) != "{\"b\":1.0,\"a\":\"<\u2028\"}" {
			t.Errorf("%T: %s, %v", value, got, err)
		}
	}
	for _, none := range []any{nil, []byte(nil), json.RawMessage(nil)} {
		if got, err := kit.Encode(none); err != nil || string(got) != "null" {
			t.Errorf("%T: %s, %v", none, got, err)
		}
	}
}

// A taken member is removed. A member of another type stays.
func TestTake(t *testing.T) {
	o := kit.ObjectOf([]byte(`{"text":"t","number":12.0,"half":0.5,"yes":true,"null":null,"list":[1]}`))
	if o.TakeText("text") != "t" || o.TakeText("number") != "" || o.TakeText("null") != "" {
		t.Error("texts")
	}
	if n := o.TakeInteger("number"); n == nil || *n != 12 || o.TakeInteger("half") != nil || o.TakeInteger("absent") != nil {
		t.Error("integers")
	}
	if b := o.TakeBool("yes"); b == nil || !*b || o.TakeBool("list") != nil {
		t.Error("booleans")
	}
	if o.TakeKind("list", "object") != nil || string(o.TakeKind("list", "array")) != "[1]" {
		t.Error("kinds")
	}
	if got := string(o.Done()); got != `{"half":0.5}` {
		t.Errorf("%s stays", got)
	}
}

// Members that are not set stay as written, duplicate names included.
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
		if got := string(kit.Put([]byte(object), "k", []byte("1"))); got != want {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
		if got := string(kit.Get([]byte(want), "k")); want != "" && got != "1" {
			t.Errorf("%s holds %s", want, got)
		}
	}
	if got := kit.Get([]byte(`[{"k":1}]`), "k"); got != nil {
		t.Errorf("an array holds %s", got)
	}
}

// A name is a name: no character of it is a path, a wildcard or a modifier.
func TestPointsTakeNamesAsTheyAre(t *testing.T) {
	for _, name := range []string{"a.b", "io.github.x/y", "x*", "?", "#", "@this", "!a", "a|b", `k\`, "1", "-1", `"`, "{"} {
		quoted := string(kit.Quote(name))
		for object, want := range map[string]string{
			`{}`:                   `{` + quoted + `:1}`,
			`{"a":{"b":2},"xx":3}`: `{"a":{"b":2},"xx":3,` + quoted + `:1}`,
			`{"xx":[2],` + quoted + `:[3] , ` + quoted + `:4} `: `{"xx":[2],` + quoted + `:1 , ` + quoted + `:4} `,
			`{"a": "{` + `\"x\":1}"}`:                           `{"a": "{` + `\"x\":1}",` + quoted + `:1}`,
		} {
			got := kit.Put([]byte(object), name, []byte("1"))
			if string(got) != want || string(kit.Get(got, name)) != "1" {
				t.Errorf("%s in %s: %s, want %s", name, object, got, want)
			}
		}
	}
	if got := kit.Get([]byte(`"{\"k\":1}"`), "k"); got != nil {
		t.Errorf("a text holds %s", got)
	}
}

func TestAddMissing(t *testing.T) {
	for list, want := range map[string]string{``: `[1,"a"]`, `null`: `[1,"a"]`, `["a"]`: `["a",1]`, `[ 1 , 2 ]`: `[1,2,"a"]`, `[ ]`: `[1,"a"]`, `{"b":1}`: `[{"b":1},1,"a"]`} {
		if got := string(kit.AddMissing([]byte(list), [][]byte{[]byte("1"), []byte(`"a"`), []byte("1")})); got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}

// A long list costs a copy, and no entry for each of its elements.
func TestAddMissingToALongList(t *testing.T) {
	list := []byte("[" + strings.Repeat("1,", 1<<20) + "1]")
	var got []byte
	if took := testkit.Allocated(func() { got = kit.AddMissing(list, [][]byte{[]byte(`"a"`)}) }); took > 4*len(list) || len(got) != len(list)+4 {
		t.Errorf("%d bytes for %d, %d come out", took, len(list), len(got))
	}
}
