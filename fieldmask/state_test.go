package fieldmask

import (
	"slices"
	"testing"
)

// states lists sets of rules with the verdicts of values at some places.
var states = []struct {
	rules []string
	want  map[string]string // way from the root → verdict
}{
	// includes
	{nil, map[string]string{"": "whole", "a": "whole", "#0/1": "whole"}},
	{[]string{"include a"}, map[string]string{
		"": "partial", "a": "whole", "b": "drop", "a a": "whole", "b a": "drop", "A": "drop",
	}},
	{[]string{"include a.b", "include a.c"}, map[string]string{
		"a": "partial", "a b": "whole", "a c": "whole", "a d": "drop", "b": "drop",
	}},
	{[]string{"include a", "include a.b"}, map[string]string{"a": "whole", "a c": "whole"}},
	{[]string{"include *"}, map[string]string{"": "partial", "a": "whole", "a b": "whole", "#0/1": "partial"}},
	{[]string{"include *.b"}, map[string]string{"a": "partial", "a b": "whole", "b": "partial", "a c": "drop"}},
	{[]string{"include a*"}, map[string]string{"a": "whole", "ab": "whole", "b": "drop"}},
	{[]string{"include **.a"}, map[string]string{"": "partial", "a": "whole", "b": "partial", "b c a": "whole"}},
	{[]string{"include a.**.b"}, map[string]string{
		"a": "partial", "a b": "whole", "a x": "partial", "a x y b": "whole", "b": "drop",
	}},
	{[]string{"include **"}, map[string]string{"": "whole", "a": "whole"}},

	// arrays are transparent to names
	{[]string{"include a.b"}, map[string]string{
		"a #0/1": "partial", "a #0/1 b": "whole", "a #0/1 #2/3 b": "whole", "#0/1 a #0/1 b": "whole", "a #0/1 c": "drop",
	}},
	{[]string{"exclude a.b"}, map[string]string{"#0/1 a #0/1 #0/1 b": "excluded", "a #0/1 c": "whole"}},

	// positions and pointers are not
	{[]string{"include a[0]"}, map[string]string{
		"a": "partial", "a #0/2": "whole", "a #1/2": "drop", "a #0/1 #0/1": "whole", "a x": "drop",
	}},
	{[]string{"include a[0].b"}, map[string]string{
		"a #0/2": "partial", "a #0/2 b": "whole", "a #0/2 #0/1 b": "whole", "a #1/2": "drop", "a b": "drop",
	}},
	{[]string{"exclude a[][0]"}, map[string]string{
		"a #0/2": "keep", "a #5/9 #0/2": "excluded", "a #5/9 #1/2": "whole",
	}},
	{[]string{"exclude a[-1]"}, map[string]string{"a #2/3": "excluded", "a #1/3": "whole", "a #0/1": "excluded"}},
	{[]string{"exclude a[-2:]"}, map[string]string{"a #0/3": "whole", "a #1/3": "excluded", "a #2/3": "excluded", "a #0/1": "excluded"}},
	{[]string{"exclude a[1:-1]"}, map[string]string{"a #0/3": "whole", "a #1/3": "excluded", "a #2/3": "whole", "a #1/2": "whole"}},
	{[]string{"exclude a[-3:2]"}, map[string]string{"a #0/2": "excluded", "a #1/9": "whole", "a #6/9": "whole"}},
	{[]string{"exclude a[-9]"}, map[string]string{"a #0/3": "whole", "a #2/3": "whole"}},
	{[]string{"exclude a[5:2]"}, map[string]string{"a #3/9": "whole"}},
	{[]string{"exclude a[0:0]"}, map[string]string{"a #0/9": "whole"}},
	{[]string{"include a*.x", "include b*.y"}, map[string]string{"ab x": "whole", "ab y": "drop", "bb x": "drop", "bb y": "whole"}},
	{[]string{"exclude /a/0/b"}, map[string]string{
		"a #0/2": "keep", "a #0/2 b": "excluded", "a #1/2": "whole", "a 0 b": "excluded", "a b": "whole", "a #0/1 #0/1 b": "whole",
	}},
	{[]string{"exclude /a/01"}, map[string]string{"a #1/2": "whole", "a 01": "excluded"}},
	{[]string{"exclude /a/-"}, map[string]string{"a #0/1": "whole", "a -": "excluded"}},
	{[]string{"exclude /a", "exclude b"}, map[string]string{"#0/1 a": "keep", "#0/1 b": "excluded", "a": "excluded"}},

	// an exclude of one bare name floats, all others are anchored
	{[]string{"exclude a"}, map[string]string{"a": "excluded", "a b": "excluded", "a #0/1": "excluded", "b a": "excluded", "b #0/1 c #0/1 a": "excluded", "A": "keep"}},
	{[]string{"exclude .a"}, map[string]string{"a": "excluded", "b a": "whole", "#0/1 a": "excluded"}},
	{[]string{"exclude a.b"}, map[string]string{"a b": "excluded", "c a b": "whole"}},
	{[]string{"exclude *_url"}, map[string]string{"x_url": "excluded", "a x_url": "excluded", "x": "keep"}},
	{[]string{"exclude *"}, map[string]string{"": "keep", "a": "excluded", "#0/1": "keep", "#0/1 a": "excluded"}},
	{[]string{"exclude **"}, map[string]string{"": "excluded"}},
	{[]string{"exclude /a"}, map[string]string{"b a": "whole"}},

	// an exclude always wins
	{[]string{"include a", "exclude a"}, map[string]string{"a": "excluded", "b": "drop"}},
	{[]string{"exclude a.b", "include a", "include a.b"}, map[string]string{"a": "keep", "a b": "excluded", "a c": "whole"}},
	{[]string{"include a.b", "exclude a"}, map[string]string{"a": "excluded"}},

	// unless it is lifted, at its very value
	{[]string{"exclude a", "expose a"}, map[string]string{"a": "keep", "a a": "excluded", "b a": "excluded"}},
	{[]string{"exclude a.b", "expose a.b"}, map[string]string{"a b": "whole"}},
	{[]string{"exclude a.**", "expose a", "expose a.b"}, map[string]string{
		"a": "keep", "a b": "keep", "a c": "excluded", "a #0/1": "excluded", "a b #0/1": "excluded",
	}},
	{[]string{"exclude a[1]", "expose a.**"}, map[string]string{"a #1/2": "keep", "a #1/2 b": "keep"}},
	{[]string{"forbid a", "expose a"}, map[string]string{"a": "excluded"}},
	{[]string{"forbid a", "exclude a", "guard a"}, map[string]string{"a": "keep", "a a": "excluded"}},
	{[]string{"exclude a", "guard a.b"}, map[string]string{"a": "excluded"}},
	{[]string{"include x", "guard a"}, map[string]string{"a": "drop"}},
	{[]string{"include x", "expose a"}, map[string]string{"a": "drop"}},

	// an omit drops as an exclude does; only a spare or a guard lifts it, at its very value
	{[]string{"omit a"}, map[string]string{"a": "omitted", "b a": "omitted", "b #0/1 c #0/1 a": "omitted", "b": "keep"}},
	{[]string{"omit .a", "omit b.c"}, map[string]string{"a": "omitted", "b a": "whole", "b c": "omitted", "d b c": "whole"}},
	{[]string{"omit data > a"}, map[string]string{"a": "whole", "data a": "omitted", "data b a": "omitted"}},
	{[]string{"omit a", "exclude a"}, map[string]string{"a": "excluded"}},
	{[]string{"omit a", "forbid a"}, map[string]string{"a": "excluded"}},
	{[]string{"omit a", "expose a"}, map[string]string{"a": "omitted"}},
	{[]string{"omit a", "spare a"}, map[string]string{"a": "keep", "a a": "omitted", "b a": "omitted"}},
	{[]string{"omit *_url", "spare b.html_url"}, map[string]string{"html_url": "omitted", "b html_url": "keep", "b x_url": "omitted"}},
	{[]string{"exclude a", "spare a"}, map[string]string{"a": "excluded"}},
	{[]string{"omit a", "guard a"}, map[string]string{"a": "keep"}},
	{[]string{"omit a", "include a", "include b"}, map[string]string{"a": "omitted", "b": "keep", "b a": "omitted", "c": "drop"}},

	// layers: every one must select
	{[]string{"include a", "include b", "include:1 b", "include:1 c"}, map[string]string{
		"": "partial", "a": "drop", "b": "whole", "c": "drop",
	}},
	{[]string{"include a", "include:1 a.b"}, map[string]string{"a": "partial", "a b": "whole", "a c": "drop"}},
	{[]string{"include a.b", "include:1 **.c"}, map[string]string{"a": "partial", "a b": "partial", "a b c": "whole", "a c": "drop"}},

	// scopes: a layer selects the values outside of its scope
	{[]string{"include rows > id"}, map[string]string{
		"": "keep", "x": "whole", "rows": "partial", "rows #0/1": "partial", "rows #0/1 id": "whole", "rows id": "whole", "rows #0/1 x": "drop",
	}},
	{[]string{"include data.rows > id"}, map[string]string{
		"data": "keep", "data x": "whole", "data rows x": "drop", "#0/1 data": "keep", "#0/1 data rows id": "whole", "rows x": "whole",
	}},
	{[]string{"include rows > id", "include:1 x", "include:1 rows"}, map[string]string{
		"": "partial", "x": "whole", "y": "drop", "rows": "partial", "rows id": "whole",
	}},
	{[]string{"include rows[0] > id"}, map[string]string{
		"rows": "keep", "rows #0/2": "partial", "rows #0/2 x": "drop", "rows #1/2": "whole", "rows x": "whole",
	}},
	{[]string{"include /rows/0 > id"}, map[string]string{
		"rows #0/2 x": "drop", "rows #1/2": "whole", "#0/1": "whole", "x": "whole",
	}},
	{[]string{"include *.rows > id"}, map[string]string{"rows": "keep", "a rows": "partial", "a rows x": "drop", "a x": "whole"}},
	{[]string{"include **.rows > id"}, map[string]string{
		"x": "keep", "x y": "keep", "rows": "partial", "rows id": "whole", "rows #0/1": "partial",
		"rows #0/1 x": "partial", "rows x rows": "partial", "rows x rows id": "whole", "a b rows #0/1 id": "whole",
	}},
	{[]string{"include a > x", "include b > y"}, map[string]string{"a x": "whole", "a y": "drop", "b x": "drop", "b y": "whole", "c": "whole"}},
	{[]string{"exclude data > secret"}, map[string]string{"secret": "whole", "data secret": "excluded", "data a secret": "excluded"}},
	{[]string{"exclude data > .secret"}, map[string]string{"data secret": "excluded", "data a secret": "whole"}},
}

func TestStates(t *testing.T) {
	for _, c := range states {
		m := mask(t, c.rules...)
		for range 2 { // the second time, the states are remembered
			checkStates(t, c.rules, m, c.want)
		}
	}
}

// The order of the rules makes no difference.
func TestStatesInAnyOrder(t *testing.T) {
	for _, c := range states {
		backwards := slices.Clone(c.rules)
		slices.Reverse(backwards)
		checkStates(t, backwards, mask(t, backwards...), c.want)
	}
}
