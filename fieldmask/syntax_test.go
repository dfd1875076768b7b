package fieldmask

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// faults lists masks that do not parse, with the place and the reason.
var faults = []struct {
	mask   string
	offset int
	msg    string
}{
	{``, 0, `a path is missing`},
	{` `, 1, `a path is missing`},
	{`,`, 0, `a path is missing`},
	{`a,`, 2, `a path is missing`},
	{`a,,b`, 2, `a path is missing`},
	{`-`, 1, `a path is missing`},
	{`.`, 1, `a path is missing`},
	{`a()`, 2, `a path is missing`},
	{`(a)`, 0, `a path is missing`},
	{`a((b))`, 2, `a path is missing`},
	{`a.`, 2, `a name is missing`},
	{`a..b`, 2, `a name is missing`},
	{`a.(b)`, 2, `a name is missing`},
	{`a(b`, 1, `group is not closed`},
	{`a(b(c)`, 1, `group is not closed`},
	{`a(b)c`, 4, `unexpected 'c'`},
	{`a(b)(c)`, 4, `unexpected '('`},
	{`a)`, 1, `unexpected ')'`},
	{`"a`, 0, `quoted name is not closed`},
	{`a."b\`, 2, `quoted name is not closed`},
	{`"a\x"`, 0, `quoted name is not a JSON string`},
	{"\"a\n\"", 0, `quoted name is not a JSON string`},
	{`"a"b`, 3, `expected "." before 'b'`},
	{`"a" b`, 4, `unexpected 'b'`},
	{`a"b"`, 1, `'"' must be quoted or escaped`},
	{`a]`, 1, `']' must be quoted or escaped`},
	{`a.{x,y}`, 2, `braces make no group: write a(b,c), or quote them in a name`},
	{`x}`, 1, `braces make no group: write a(b,c), or quote them in a name`},
	{`a\`, 1, `nothing follows the backslash`},
	{`a[`, 1, `index is not closed`},
	{`a[0`, 1, `index is not closed`},
	{`a[x]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a[ 1]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a[+1]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a[1:2:3]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a[1:x]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a[9007199254740993]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a[99999999999999999999]`, 1, `index must be [], [n], [-n] or [from:to]`},
	{`a,/b`, 2, `a pointer must be an entry of its own (quote a name that starts with "/")`},
	{`a./b`, 2, `a pointer must be an entry of its own (quote a name that starts with "/")`},
	{`/a~2b`, 2, `"~" must be followed by 0 or 1`},
	{`/a/b~`, 4, `"~" must be followed by 0 or 1`},
	{`-/~`, 2, `"~" must be followed by 0 or 1`},
	{`-a(-b)`, 3, `negation inside a negated group`},
	{"a\xff", 0, `mask is not valid UTF-8`},
}

func TestParseErrors(t *testing.T) {
	for _, c := range faults {
		paths, err := Parse(c.mask)
		if err == nil {
			t.Errorf("Parse(%q) = %q, want %q", c.mask, paths, c.msg)
			continue
		}
		if e := syntax(t, err); e.Offset != c.offset || e.Message != c.msg || e.Input != c.mask {
			t.Errorf("Parse(%q): %q at %d in %q, want %q at %d", c.mask, e.Message, e.Offset, e.Input, c.msg, c.offset)
		}
	}
}

// The part of a mask that an error quotes is bounded, and ends between two characters.
func TestSyntaxErrorPreview(t *testing.T) {
	_, err := Parse(strings.Repeat("€", 100) + "(")
	want := fmt.Sprintf("mask %q: a path is missing at offset 301", strings.Repeat("€", 19)+"…")
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestParseLimits(t *testing.T) {
	deep := func(n int) string { return strings.TrimSuffix(strings.Repeat("a.", n), ".") }
	groups := func(n int) string { return strings.Repeat("a(", n) + "a" + strings.Repeat(")", n) }
	deeper := func(n int) string { return strings.Repeat("**(", n) + "a" + strings.Repeat(")", n) }
	names := func(n int) string { return strings.TrimSuffix(strings.Repeat("a,", n), ",") }
	for _, c := range []struct {
		name, mask string
		ok         bool
	}{
		{"1024 paths", names(MaxPaths), true},
		{"1025 paths", names(MaxPaths + 1), false},
		{"1025 paths of a group", "a(" + names(MaxPaths+1) + ")", false},
		{"64 KiB", strings.Repeat("a", MaxBytes), true},
		{"64 KiB and one byte", strings.Repeat("a", MaxBytes+1), false},
		{"1000 steps", deep(MaxDepth), true},
		{"1001 steps", deep(MaxDepth + 1), false},
		{"1000 tokens", strings.Repeat("/a", MaxDepth), true},
		{"1001 tokens", strings.Repeat("/a", MaxDepth+1), false},
		{"900 paths of 70 steps", deep(70) + "(" + names(900) + ")", true},
		{"900 paths of 900 steps", deep(900) + "(" + names(900) + ")", false},
		{"999 groups", groups(MaxDepth - 1), true},
		{"10000 groups", groups(10_000), false},
		{"1000 groups of no step more", deeper(MaxDepth), true},
		{"1001 groups of no step more", deeper(MaxDepth + 1), false},
		{"1001 groups side by side", strings.TrimSuffix(strings.Repeat("a(b),", MaxDepth+1), ","), true},
		{"65536 steps of a group", deep(511) + "(" + names(128) + ")", true},
		{"65537 steps, one beside a group", deep(511) + "(" + names(128) + "),a", false},
		{"30000 groups, none closed", strings.Repeat("a(", 30_000), false},
		{"60000 brackets", strings.Repeat("(", 60_000), false},
		{"60000 tabs in a name", "a" + strings.Repeat("\t", 60_000) + "b", true},
		{"60000 blanks in a name", "a" + strings.Repeat(" ", 60_000) + "b*", true},
		{"60000 stars", strings.Repeat("*", 60_000), true},
		{"60000 backslashes", strings.Repeat(`\`, 60_000), true},
	} {
		testkit.Within(t, time.Second, func() {
			if paths, err := Parse(c.mask); (err == nil) != c.ok {
				t.Errorf("%s: %d paths, %v", c.name, len(paths), err)
			}
		})
	}
}

// The masks of the attack suite that must be refused are.
func TestParseAttacks(t *testing.T) {
	data, err := os.ReadFile("../../shared/suites/attacks/manifest.json")
	if err != nil {
		t.Skip("no attack suite beside the project; the masks above say as much")
	}
	var suite struct {
		Attacks []struct {
			ID, Category, Verdict string
			Exclude               []string
		}
	}
	if err := json.Unmarshal(data, &suite); err != nil {
		t.Fatal(err)
	}
	for _, a := range suite.Attacks {
		if a.Category != "mask-syntax" || a.Verdict != "reject" {
			continue
		}
		if !slices.ContainsFunc(a.Exclude, func(mask string) bool { _, err := Parse(mask); return err != nil }) {
			t.Errorf("%s: all of %q parse", a.ID, a.Exclude)
		}
	}
}
