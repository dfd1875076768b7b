package fieldmask

import (
	"slices"
	"testing"
)

func TestPathPredicates(t *testing.T) {
	for _, c := range []struct {
		mask            string
		negated, floats bool
		first           string
		literal         bool
		everywhere      string
		roams           bool
	}{
		{mask: "a", floats: true, first: "a", literal: true, everywhere: "**.a", roams: true},
		{mask: "-a", negated: true, floats: true, first: "a", literal: true, everywhere: "**.a", roams: true},
		{mask: ".a", first: "a", literal: true, everywhere: ".a"},
		{mask: "a.b", first: "a", literal: true, everywhere: "a.b"},
		{mask: "a*", floats: true, everywhere: "**.a*", roams: true},
		{mask: "*", floats: true, everywhere: "**.*", roams: true},
		{mask: ".*", everywhere: ".*"},
		{mask: "**", everywhere: "**", roams: true},
		{mask: "**.a", everywhere: "**.a", roams: true},
		{mask: "[0]", everywhere: "[0]"},
		{mask: "/a", first: "a", literal: true, everywhere: "/a"},
		{mask: `"a.b"`, floats: true, first: "a.b", literal: true, everywhere: `**."a.b"`, roams: true},
	} {
		p := must(t, c.mask)[0]
		if p.Negated() != c.negated || p.Floats() != c.floats || p.IsRoot() {
			t.Errorf("%s: negated %v, floats %v, root %v", c.mask, p.Negated(), p.Floats(), p.IsRoot())
		}
		if first, literal := p.FirstName(); first != c.first || literal != c.literal {
			t.Errorf("%s begins with %q, %v", c.mask, first, literal)
		}
		if p.Roams() != c.roams {
			t.Errorf("%s roams: %v", c.mask, p.Roams())
		}
		if got := p.Everywhere().String(); got != c.everywhere {
			t.Errorf("%s everywhere is %s, want %s", c.mask, got, c.everywhere)
		}
	}
}

func TestPathJoin(t *testing.T) {
	root := Path{}
	if _, literal := root.FirstName(); !root.IsRoot() || literal || root.String() != "" || root.Roams() {
		t.Error("the zero path is the document")
	}
	for _, c := range []struct{ a, b, want string }{
		{"a", "b", "a.b"},
		{".a", ".b", "a.b"},
		{"a", "[0]", "a[0]"},
		{"a", "**.b", "a.**.b"},
		{"a", "-b", "a.b"},
	} {
		if got := must(t, c.a)[0].Join(must(t, c.b)[0]).String(); got != c.want {
			t.Errorf("%s and %s make %s, want %s", c.a, c.b, got, c.want)
		}
	}
	if got := root.Join(must(t, "a.b")[0]).String(); got != "a.b" {
		t.Errorf("got %s", got)
	}
}

func TestPathAbove(t *testing.T) {
	for mask, want := range map[string][]string{
		"a":       {""},
		"a[].b":   {"", "a", "a[]"},
		"a.b.c":   {"", "a", "a.b"},
		"/a/b":    {"", "a"},
		"**.a":    {"", "**"},
		`"x.y".z`: {"", `"x.y"`},
	} {
		if got := spell(must(t, mask)[0].Above()); !slices.Equal(got, want) {
			t.Errorf("above %s are %q, want %q", mask, got, want)
		}
	}
}

// Paths are values: joining two to one does not change it.
func TestPathsAreImmutable(t *testing.T) {
	base := must(t, "a.b.c")[0]
	left, right := base.Join(MustParse("x")), base.Join(MustParse("y"))
	if base.String() != "a.b.c" || left.String() != "a.b.c.x" || right.String() != "a.b.c.y" {
		t.Errorf("got %s, %s and %s", base, left, right)
	}
	group := must(t, "a.b(c.d,e.f)")
	if group[0].String() != "a.b.c.d" || group[1].String() != "a.b.e.f" {
		t.Errorf("got %s and %s", group[0], group[1])
	}
}

func TestMustParse(t *testing.T) {
	for _, bad := range []string{"", "a,b", "a("} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("MustParse(%q) gave a path", bad)
				}
			}()
			MustParse(bad)
		}()
	}
	if got := MustParse("a.b").String(); got != "a.b" {
		t.Errorf("got %s", got)
	}
}

// A path without its sign is anchored as it was.
func TestPositive(t *testing.T) {
	for mask, want := range map[string]string{`-a`: `a`, `!.a`: `.a`, `-a.b`: `a.b`, `-/a`: `/a`, `a`: `a`} {
		if p := must(t, mask)[0].Positive(); p.Negated() || p.String() != want {
			t.Errorf("%s becomes %s", mask, p)
		}
	}
}
