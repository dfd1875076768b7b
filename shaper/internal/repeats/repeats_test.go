package repeats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/repeats"
)

const value = `{"id":17,"name":"somebody with a long name"}`

func TestSayOnce(t *testing.T) {
	long := quoted(48)
	for _, c := range []struct {
		name, in, want string // "" is in
		references     int
	}{
		{"an object", `[` + value + `,` + value + `]`, `[` + value + `,{"$same":"1/0"}]`, 1},
		{"of rows", `{"rows":[{"a":` + value + `},{"n":1,"a":` + value + `}]}`, `{"rows":[{"a":` + value + `},{"n":1,"a":{"$same":"2/0/a"}}]}`, 1},
		{"a text", `{"a":` + long + `,"b":[` + long + `]}`, `{"a":` + long + `,"b":[{"$same":"2/a"}]}`, 1},
		{"an array", `[[` + long + `],[` + long + `]]`, `[[` + long + `],{"$same":"1/0"}]`, 1},
		{"in what is the same", `[` + value + `,[` + value + `],[` + value + `]]`, `[` + value + `,[{"$same":"2/0"}],{"$same":"1/1"}]`, 2},
		{"too small", `["` + strings.Repeat("x", 37) + `","` + strings.Repeat("x", 37) + `"]`, "", 0},
		{"another order", `[{"a":` + long[:40] + `","b":1},{"b":1,"a":` + long[:40] + `"}]`, `[{"a":` + long[:40] + `","b":1},{"b":1,"a":{"$same":"2/0/a"}}]`, 1},
		{"names with signs", `{"a/b~":` + value + `,"c":` + value + `}`, `{"a/b~":` + value + `,"c":{"$same":"1/a~1b~0"}}`, 1},
		{"names with escapes", `{"\u0061":` + value + `,"c":` + value + `}`, "", 0},
		{"a name that stands twice", `{"a":1,"a":` + value + `,"c":` + value + `}`, "", 0},
		{"a name that stands twice, and this first", `{"a":` + value + `,"a":1,"c":` + value + `}`, `{"a":` + value + `,"a":1,"c":{"$same":"1/a"}}`, 1},
		{"a reference is there", `[{"$same":1},` + value + `,` + value + `]`, "", 0},
		{"and in a string", `["{\"$same\":1}",` + value + `,` + value + `]`, "", 0},
		{"too many steps up", `[` + value + `,` + strings.Repeat("[", 16) + value + strings.Repeat("]", 16) + `]`, "", 0},
		{"and down", `[` + strings.Repeat("[", 16) + value + strings.Repeat("]", 16) + `,` + value + `]`, "", 0},
	} {
		if c.want == "" {
			c.want = c.in
		}
		got, references := repeats.Fold([]byte(c.in))
		if string(got) != c.want || references != c.references {
			t.Errorf("%s: %d references\ngot  %s\nwant %s", c.name, references, got, c.want)
		}
		if back, err := repeats.Expand(got, scan.Limits{}); string(back) != c.in || err != nil {
			t.Errorf("%s: back it is %s, %v", c.name, back, err)
		}
	}
}

func quoted(n int) string { return `"` + strings.Repeat("x", n) + `"` }

func TestFollow(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{ // "" is in
		{"with white space", ` [ ` + value + `, { "$same" : "1/0" } ] `, `[` + value + `,` + value + `]`},
		{"in a string", `["[` + strings.ReplaceAll(value, `"`, `\"`) + `,{\"$same\":\"1/0\"}]"]`, `["[` + strings.ReplaceAll(value+`,`+value, `"`, `\"`) + `]"]`},
		{"forward", `[{"$same":"1/1"},` + value + `]`, ""},
		{"to what is around it", `[` + quoted(50) + `,[[{"$same":"2/1"}]]]`, ""},
		{"nowhere", `[` + value + `,{"$same":"1/7"},{"$same":"1/x"},{"$same":"1/0/x"},{"$same":"1/"},{"$same":""},{"$same":"-1/0"}]`, ""},
		{"past the root", `[` + value + `,{"$same":"2/0"}]`, ""},
		{"another spelling of it", `[` + value + `,{"$same":"01/0"},{"$same":"1/00"},{"$same":"\u0031/0"},{"\u0024same":"1/0"}]`, ""},
		{"a longer way", `[[` + value + `,{"$same":"2/0/0"}]]`, ""},
		{"something more", `[` + value + `,{"$same":"1/0","more":1},{"$same":["1/0"]}]`, ""},
		{"what is smaller", `["x",{"$same":"1/0"}]`, ""},
		{"into a reference", `[` + value + `,{"$same":"1/0"},{"$same":"1/1/$same"}]`, `[` + value + `,` + value + `,{"$same":"1/1/$same"}]`},
		{"nothing of it, and so no white space goes", `{ "a" : [1] }`, ""},
	} {
		if c.want == "" {
			c.want = c.in
		}
		if got, err := repeats.Expand([]byte(c.in), scan.Limits{}); string(got) != c.want || err != nil {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, err, got, c.want)
		}
	}
}

func TestFollowRefuses(t *testing.T) {
	doc := `[` + value + `,{"$same":"1/0"}]`
	for _, c := range []struct {
		in, want string
		lim      scan.Limits
	}{
		{doc + "]", `1:63: unexpected data after the document (offset 62)`, scan.Limits{}},
		{doc, `1:1: document too large (offset 0)`, scan.Limits{DocumentBytes: 70}},
	} {
		if got, err := repeats.Expand([]byte(c.in), c.lim); err == nil || err.Error() != c.want || string(got) != c.in {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// What comes with references grows to no more than 16 times its size, in a string to
// twice that, and no deeper than its limit.
func TestHostileReferences(t *testing.T) {
	laughs := `[` + value
	deep := `[[[` + value + `]]`
	for i := range 60 {
		laughs += fmt.Sprintf(`,[{"$same":"2/%d"},{"$same":"2/%[1]d"}]`, i)
		deep += fmt.Sprintf(`,[[[[{"$same":"5/%d"}]]]]`, i)
	}
	for name, doc := range map[string]string{
		"a billion laughs":    laughs + `]`,
		"one large value":     `[` + quoted(20_000) + strings.Repeat(`,{"$same":"1/0"}`, 2000) + `]`,
		"deeper at each step": deep + `]`,
		"in a string":         `["[` + strings.ReplaceAll(value, `"`, `\"`) + strings.Repeat(`,{\"$same\":\"1/0\"}`, 3000) + `]"]`,
	} {
		got, err := repeats.Expand([]byte(doc), scan.Limits{Depth: 40})
		if err != nil || len(got) <= len(doc) || len(got) > 32*len(doc) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(doc), err)
		}
		if err := scan.Check(got, scan.Limits{Depth: 40}, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What would come back larger than 16 times is not folded as far as that.
func TestGrowthIsBounded(t *testing.T) {
	doc := `[` + strings.Repeat(quoted(5000)+`,`, 200) + `0]`
	got, references := repeats.Fold([]byte(doc))
	back, err := repeats.Expand(got, scan.Limits{})
	if string(back) != doc || err != nil || references == 0 || len(doc) > 16*len(got) {
		t.Errorf("%d references, %d bytes of %d, %v", references, len(got), len(doc), err)
	}
}

func TestMarked(t *testing.T) {
	for text, want := range map[string]bool{
		``: false, `$same`: false, `"$same`: false, `"$same"`: true, `"\"$same\""`: true, `"$samex"`: false, `"$sam" "$same"`: true, `$same"`: false,
	} {
		if repeats.Marked([]byte(text)) != want {
			t.Errorf("%s is marked: %v", text, !want)
		}
	}
}
