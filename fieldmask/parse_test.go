package fieldmask

import (
	"reflect"
	"slices"
	"testing"
)

// parses lists masks and the canonical spelling of the paths they hold.
var parses = []struct {
	mask string
	want []string
}{
	// names
	{`a`, []string{`a`}},
	{`a,b`, []string{`a`, `b`}},
	{` a , b `, []string{`a`, `b`}},
	{"\ta\t,\tb\t", []string{`a`, `b`}},
	{"\n\ta,\r\n\tb(\n\t\tc,\n\t\td\n\t)\n", []string{`a`, `b.c`, `b.d`}},
	{`.a`, []string{`.a`}},
	{`a.b.c`, []string{`a.b.c`}},
	{`.a.b`, []string{`a.b`}},
	{`first name`, []string{`first name`}},
	{"a \tb", []string{`"a \tb"`}},
	{`größe.名`, []string{`größe.名`}},
	{`a-b_c!d/e`, []string{`a-b_c!d/e`}},
	{"a\nb", []string{`"a\nb"`}},
	{"a\n b*", []string{"a\\\n\\ b*"}},
	{"a\\\n", []string{`"a\n"`}},
	{`0`, []string{`0`}},
	{`$ref.@id`, []string{`$ref.@id`}},

	// signs
	{`-a`, []string{`-a`}},
	{`!a`, []string{`-a`}},
	{`-.a`, []string{`-.a`}},
	{`--a`, []string{`-"-a"`}},
	{`a.-b`, []string{`a."-b"`}},
	{`-a,b`, []string{`-a`, `b`}},
	{`\-a`, []string{`"-a"`}},
	{`\!a`, []string{`"!a"`}},

	// quoted and escaped
	{`"a.b"`, []string{`"a.b"`}},
	{`"a"."b"`, []string{`a.b`}},
	{`""`, []string{`""`}},
	{`.""`, []string{`.""`}},
	{`a."".b`, []string{`a."".b`}},
	{`"\u0061"`, []string{`a`}},
	{`"\ud83d\ude00"`, []string{`😀`}},
	{`"a\"b\\c"`, []string{`"a\"b\\c"`}},
	{`"<&>"`, []string{`<&>`}},
	{`" a "`, []string{`" a "`}},
	{`a\.b`, []string{`"a.b"`}},
	{`a\\b`, []string{`"a\\b"`}},
	{`\*`, []string{`"*"`}},
	{`\a`, []string{`a`}},
	{`\/a`, []string{`"/a"`}},
	{`a\ `, []string{`"a "`}},
	{`a\(b\)`, []string{`"a(b)"`}},
	{`a\{b\}`, []string{`"a{b}"`}},
	{`"{id}".b`, []string{`"{id}".b`}},
	{`\{*`, []string{`\{*`}},
	{`/a/{id}`, []string{`/a/{id}`}},

	// stars
	{`*`, []string{`*`}},
	{`.*`, []string{`.*`}},
	{`**`, []string{`**`}},
	{`.**`, []string{`.**`}},
	{`***`, []string{`***`}},
	{`*.*`, []string{`*.*`}},
	{`a.**.b`, []string{`a.**.b`}},
	{`a.**.**.**.b`, []string{`a.**.b`}},
	{`a*`, []string{`a*`}},
	{`*_url`, []string{`*_url`}},
	{`a**b`, []string{`a**b`}},
	{`a b*`, []string{`a\ b*`}},
	{`*a\ `, []string{`*a\ `}},
	{`\-*`, []string{`\-*`}},
	{`a.-*`, []string{`a.\-*`}},
	{`a. *`, []string{`a.\ *`}},
	{`.-*.b`, []string{`\-*.b`}},
	{`\a*`, []string{`a*`}},
	{`a\.*`, []string{`a\.*`}},
	{`\**`, []string{`\**`}},
	{`a\/*`, []string{`a/*`}},

	// indexes
	{`a[]`, []string{`a[]`}},
	{`[]`, []string{`[]`}},
	{`.[0]`, []string{`[0]`}},
	{`a[3]`, []string{`a[3]`}},
	{`a[-1]`, []string{`a[-1]`}},
	{`a[2:5]`, []string{`a[2:5]`}},
	{`a[2:]`, []string{`a[2:]`}},
	{`a[:5]`, []string{`a[0:5]`}},
	{`a[:]`, []string{`a[]`}},
	{`a[0:]`, []string{`a[]`}},
	{`a[0:1]`, []string{`a[0]`}},
	{`a[-1:]`, []string{`a[-1]`}},
	{`a[-3:-1]`, []string{`a[-3:-1]`}},
	{`a[5:2]`, []string{`a[5:2]`}},
	{`a[][0]`, []string{`a[][0]`}},
	{`a[0]b`, []string{`a[0].b`}},
	{`a[0].b`, []string{`a[0].b`}},
	{`a.[0].b`, []string{`a[0].b`}},
	{`a[0]"b"`, []string{`a[0].b`}},
	{`a[9007199254740992]`, []string{`a[9007199254740992]`}},
	{`a[-9007199254740992]`, []string{`a[-9007199254740992]`}},
	{`a[1:2]`, []string{`a[1]`}},
	{`a[-1:0]`, []string{`a[-1:0]`}},
	{`"\u0001a"`, []string{`"\u0001a"`}},

	// groups
	{`a(b)`, []string{`a.b`}},
	{`a(b,c)`, []string{`a.b`, `a.c`}},
	{`a( b , c )`, []string{`a.b`, `a.c`}},
	{`a(b(c,d),e),f`, []string{`a.b.c`, `a.b.d`, `a.e`, `f`}},
	{`a[0](b)`, []string{`a[0].b`}},
	{`a([0])`, []string{`a[0]`}},
	{`a(.b)`, []string{`a.b`}},
	{`.a(b)`, []string{`a.b`}},
	{`**(a)`, []string{`**.a`}},
	{`**(**(a))`, []string{`**.a`}},
	{`-a(b,c)`, []string{`-a.b`, `-a.c`}},
	{`a(-b)`, []string{`-a.b`}},

	// pointers
	{`/a/b`, []string{`/a/b`}},
	{`/`, []string{`/`}},
	{`//`, []string{`//`}},
	{`-/a`, []string{`-/a`}},
	{`!/a`, []string{`-/a`}},
	{`/a,b`, []string{`/a,b`}},
	{`/a~1b/m~0n`, []string{`/a~1b/m~0n`}},
	{`/0/-`, []string{`/0/-`}},
	{`/ a*.b`, []string{`/ a*.b`}},
}

func TestParse(t *testing.T) {
	for _, c := range parses {
		paths, err := Parse(c.mask)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.mask, err)
			continue
		}
		if got := spell(paths); !slices.Equal(got, c.want) {
			t.Errorf("Parse(%q) = %q, want %q", c.mask, got, c.want)
		}
	}
}

// Printing is the inverse of parsing, for each single path.
func TestPathString(t *testing.T) {
	for _, c := range parses {
		for _, p := range must(t, c.mask) {
			checkIdentity(t, p)
		}
	}
}

func checkIdentity(t *testing.T, p Path) {
	t.Helper()
	again, err := Parse(p.String())
	if err != nil || len(again) != 1 {
		t.Fatalf("%q parses as %d paths: %v", p, len(again), err)
	}
	if !reflect.DeepEqual(again[0], p) {
		t.Fatalf("%q parses as %#v, printed from %#v", p, again[0], p)
	}
}

func TestParseFields(t *testing.T) {
	for _, c := range []struct {
		mask string
		want []string
	}{
		{`a/b(c,d)`, []string{`a.b.c`, `a.b.d`}},
		{`items/*/title,kind`, []string{`items.*.title`, `kind`}},
		{`a.b/c`, []string{`a.b.c`}},
		{`-a/b`, []string{`-a.b`}},
		{`"a/b"/c`, []string{`a/b.c`}},
		{`a\/b`, []string{`a/b`}},
		{`*a\/b`, []string{`*a/b`}},
	} {
		paths, err := ParseFields(c.mask)
		if got := spell(paths); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("ParseFields(%q) = %q, %v, want %q", c.mask, got, err, c.want)
		}
	}
	for _, mask := range []string{`/a`, `a//b`, `a/`} {
		if paths, err := ParseFields(mask); err == nil {
			t.Errorf("ParseFields(%q) = %q, want an error", mask, paths)
		}
	}
}
