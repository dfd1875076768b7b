package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMembers(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string // name@offset=value, in order
	}{
		{in: `{}`, want: "[]"},
		{in: " { } ", want: "[]"},
		{in: `{"a":1}`, want: `[a@1=1]`},
		{in: ` { "a" : "x y" , "b\u0063" : [ {"a":1,"a":2} ] , "" : null } `, want: `[a@3="x y" bc@17=[ {"a":1,"a":2} ] @49=null]`},
		{in: `[]`, want: "nil"}, {in: `[{"a":1,"a":2}]`, want: "nil"}, {in: `"a"`, want: "nil"}, {in: `1`, want: "nil"},
	} {
		members, err := Members([]byte(c.in), Limits{}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
		}
		got := "nil"
		if members != nil {
			parts := []string{}
			for _, m := range members {
				parts = append(parts, fmt.Sprintf("%s@%d=%s", m.Name, m.Key, c.in[m.Start:m.End]))
			}
			got = fmt.Sprint(parts)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

// A name that comes again is told, and every copy returned; it is the first fault
// of a text that is broken behind it.
func TestIndex(t *testing.T) {
	for _, c := range []struct {
		in    string
		want  string // name=value, in order
		twice int
		fault string
	}{
		{in: `{"a":1,"b":2}`, want: "[a=1 b=2]"},
		{in: `{"a":1,"a":2}`, want: "[a=1 a=2]", twice: 7},
		{in: `{"a":1,"b":2,"b":3,"a":4}`, want: "[a=1 b=2 b=3 a=4]", twice: 13},
		{in: `{"a":1,"\u0061":{"b":1,"b":2}}`, want: `[a=1 a={"b":1,"b":2}]`, twice: 7},
		{in: `{"a":1,"b":2`, fault: "unexpected end"},
		{in: `{"a":1,"a":2`, twice: 7, fault: "1:8: duplicate member name"},
		{in: `{"a":1,"a"`, twice: 7, fault: "1:8: duplicate member name"},
		{in: `[{"a":1,"a":2}]`, want: "[]"},
	} {
		members, twice, err := Index([]byte(c.in), Limits{}, nil)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) || twice != c.twice {
			t.Errorf("%s: twice at %d, %v", c.in, twice, err)
		}
		got := []string{}
		for _, m := range members {
			got = append(got, m.Name+"="+c.in[m.Start:m.End])
		}
		if err == nil && fmt.Sprint(got) != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

// The object that a member is is indexed in the same reading: the first that is one.
func TestIndexBoth(t *testing.T) {
	for _, text := range []string{
		`{"a":1,"in":{"x":1,"\u0079":[{"in":{}}]},"b":{"in":{"z":1}}}`,
		` { "a" : 1 , "in" : { "x" : { } , "x" : 2 } } `,
		`{"in":{}}`, `{"in":[{"in":{}}]}`, `{"in":1,"in":{"x":1}}`, `{"in":{"x":1},"in":{"y":1}}`, `{"\u0069n":{"x":1},"in":{"y":1}}`,
		`{"inner":{"x":1}}`, `{"i":{"x":1}}`, `[{"in":{}}]`, `"in"`,
		`{"in":{"x":1}`, `{"in":{"x":1,}}`, `{"in":{"x":1,"x":2},}`, `{"in":`, `{"in"`,
	} {
		checkInside(t, []byte(text), "in")
	}
	deep := []byte(`{"in":{"x":{}}}`)
	for depth, ok := range map[int]bool{1: false, 2: false, 3: true} {
		if _, _, in, err := IndexBoth(deep, Limits{Depth: depth}, nil, "in"); (err == nil) != ok || (in != nil) != ok {
			t.Errorf("of a depth of at most %d: %v, %v", depth, in, err)
		}
	}
	if _, _, _, err := IndexBoth([]byte(`{"in":{}}`), Limits{Depth: 1}, nil, "in"); fault(t, err).Kind != KindDepth || fault(t, err).Offset != 6 {
		t.Errorf("too deep: %v", err)
	}
}

// A name that comes again is one member of those that an object may have.
func TestIndexCountsMembersOnce(t *testing.T) {
	const text = `{"a":1,"a":2,"a":3,"b":4}`
	for most, ok := range map[int]bool{4: true, 3: false} {
		members, twice, err := Index([]byte(text), Limits{Members: most}, nil)
		if (err == nil) != ok || ok && (len(members) != 4 || twice != 7) {
			t.Errorf("of at most %d: %d members, twice at %d, %v", most, len(members), twice, err)
		}
	}
}

// keep gets every member by place and unescaped name. Members that it leaves out are
// validated too.
func TestMembersKeep(t *testing.T) {
	var shown []string
	odd := func(i int, name []byte) bool {
		shown = append(shown, fmt.Sprintf("%d %s", i, name))
		return i%2 == 1
	}
	members, err := Members([]byte(`{"a":0,"\u0062":1,"c":2,"d":3}`), Limits{}, odd)
	if err != nil || len(members) != 2 || members[0].Name != "b" || members[1].Name != "d" {
		t.Errorf("%v, %v", members, err)
	}
	if want := []string{"0 a", "1 b", "2 c", "3 d"}; !slices.Equal(shown, want) {
		t.Errorf("shown %q, want %q", shown, want)
	}
	if members, err = Members([]byte(`{"a":0}`), Limits{}, odd); members == nil || len(members) > 0 || err != nil {
		t.Errorf("nothing is kept: %#v, %v", members, err)
	}
	_, err = Members([]byte(`{"a":0,"b":1,"a":2}`), Limits{}, odd)
	if e := fault(t, err); e.Kind != KindDuplicate || e.Offset != 13 {
		t.Errorf("a name twice: %v", err)
	}
}

func TestElements(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`[]`, "[]"}, {" [ ] ", "[]"}, {`{}`, "nil"}, {`"[]"`, "nil"},
		{` [ 1 , "a,b" ,[ 2 , 3 ], {"a":1,"a":2} ] `, `[1 "a,b" [ 2 , 3 ] {"a":1,"a":2}]`},
	} {
		elements, err := Elements([]byte(c.in), Limits{})
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
		}
		got := "nil"
		if elements != nil {
			parts := []string{}
			for _, e := range elements {
				parts = append(parts, c.in[e.Start:e.End])
			}
			got = fmt.Sprint(parts)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

// Members and Elements find the faults that Check finds, in the same places. Of
// the duplicate names, Members finds those in the root.
func TestMembersValidate(t *testing.T) {
	for _, doc := range documents {
		members, err := Members([]byte(doc.in), Limits{}, nil)
		if nested := strings.Count(doc.pointer, "/") > 1; doc.kind == KindDuplicate && nested {
			doc.kind = KindNone
		}
		checkFault(t, doc, err)
		if err != nil && members != nil {
			t.Errorf("%s: members with an error", shorten(doc.in))
		}

		elements, err := Elements([]byte(doc.in), Limits{})
		if doc.kind == KindDuplicate {
			doc.kind = KindNone
		}
		checkFault(t, doc, err)
		if err != nil && elements != nil {
			t.Errorf("%s: elements with an error", shorten(doc.in))
		}
	}
}
