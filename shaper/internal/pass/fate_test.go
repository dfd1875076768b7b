package pass

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// What is foretold of a value follows from its state and from the terms of its
// container, and from nothing else.
func TestFates(t *testing.T) {
	rule := func(kind fieldmask.Kind, path string) fieldmask.Rule {
		return fieldmask.Rule{Kind: kind, Path: fieldmask.MustParse(path)}
	}
	excludes := []fieldmask.Rule{rule(fieldmask.Exclude, "part.x"), rule(fieldmask.Mark, "marked")}
	includes := []fieldmask.Rule{rule(fieldmask.Include, "part.a"), rule(fieldmask.Include, "a")}
	for _, c := range []struct {
		name  string
		rules []fieldmask.Rule
		terms terms
		at    string
		want  fates
	}{
		{"a value", excludes, terms{}, "a", fates{kept, copied}},
		{"an excluded one", excludes, terms{}, "part x", fates{excluded, excluded}},
		{"one that is excluded in part", excludes, terms{}, "part", fates{kept, entered}},
		{"a marked one", excludes, terms{}, "marked", fates{}},
		{"an included one", includes, terms{}, "a", fates{kept, copied}},
		{"one that is included in part", includes, terms{}, "part", fates{dropped, entered}},
		{"one that is not", includes, terms{}, "b", fates{dropped, dropped}},
		{"asked", excludes, terms{asked: true}, "a", fates{}},
		{"asked of one that goes", excludes, terms{asked: true}, "part x", fates{}},
		{"elision of what is empty", excludes, terms{enter: true}, "a", fates{kept, entered}},
		{"elision of nulls", excludes, terms{isObject: true, enter: true, nulls: true}, "a", fates{set, entered}},
		{"elision of nulls in an array", excludes, terms{enter: true, nulls: true}, "a", fates{kept, entered}},
		{"elision of what goes", excludes, terms{enter: true, nulls: true}, "part x", fates{excluded, excluded}},
		{"strings inside", excludes, terms{looks: true}, "a", fates{kept, open}},
		{"strings inside what is entered", excludes, terms{looks: true}, "part", fates{kept, entered}},
	} {
		m, err := fieldmask.Compile(c.rules...)
		if err != nil {
			t.Fatal(err)
		}
		s := m.Root()
		for _, name := range strings.Fields(c.at) {
			s = s.Member([]byte(name))
		}
		if got := c.terms.foretell(s); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The objects of four kinds that take turns at one depth have a row each, and those of
// a fifth take that of one.
func TestSimilarRows(t *testing.T) {
	var all rows
	var kinds [5]*terms
	for i := range kinds {
		kinds[i] = &terms{state: root(t), isObject: true}
	}
	use := func(kind int) (known bool) {
		r := all.of(kinds[kind], nil, 3)
		known = len(r.steps) > 0
		all.add(r, []byte(`"a"`), root(t))
		return known
	}
	for i, c := range []struct {
		kind  int
		known bool
	}{{0, false}, {0, true}, {1, false}, {0, true}, {1, true}, {2, false}, {3, false}, {0, true}, {1, true}, {4, false}, {0, false}, {4, true}} {
		if known := use(c.kind); known != c.known {
			t.Errorf("%d: row of kind %d is known: %v", i, c.kind, known)
		}
	}
}

// What stands at one step has rows of its own, one as an array and one as an object, and
// finds them again.
func TestRowsOfSteps(t *testing.T) {
	var all rows
	object := all.of(&terms{state: root(t), isObject: true}, nil, 0)
	all.add(object, []byte(`"a"`), root(t))
	all.add(object, []byte(`"b"`), root(t))
	a, b := &object.steps[0], &object.steps[1]
	seen := map[*row]bool{object: true}
	for i, s := range []*step{a, a, b, b} {
		r := all.of(&terms{state: s.to, isObject: i%2 == 0}, s, 1)
		if seen[r] || r != all.of(&terms{state: s.to, isObject: i%2 == 0}, s, 1) {
			t.Errorf("%d: the row of another one", i)
		}
		seen[r] = true
	}
	if other := root(t); all.of(&terms{state: other, isObject: true}, a, 1).state != other {
		t.Error("the row is on other terms")
	}
	object.cut(0)
	if again := all.add(object, []byte(`"c"`), a.to); again != a || !seen[all.of(&terms{state: a.to}, again, 1)] {
		t.Error("rows are made anew")
	}
}

// A table of names is made for an object of two names that nothing foretold, and of
// none before.
func TestNamesAreTabledLate(t *testing.T) {
	r, s := newReader(), root(t)
	for _, c := range []struct {
		text  string
		names naming
	}{{`"a",`, first}, {`"a","b",`, tabled}, {`"a","b",`, repeating}, {`"a","c",`, tabled}, {`"a",`, repeating}, {`"c",`, first}, {`"\u0061",`, first}} {
		o := r.begin(s, true)
		text := []byte("{" + c.text)
		for i := 1; i < len(text); {
			end, _, _, _ := r.next(&o, s, text, i)
			i = end + 1
		}
		if r.leave(&o); o.names != c.names {
			t.Errorf("%s: %d, want %d", c.text, o.names, c.names)
		}
	}
}

// The text of a name is compared byte for byte, however long it is and wherever src ends.
func TestNamesFit(t *testing.T) {
	for size := range 24 {
		name := []byte(`"` + strings.Repeat("ab", size)[:size] + `"`)
		var r row
		r.add([]byte(`""`), root(t))
		for _, s := range []*step{r.add(name, root(t)), &r.steps[0]} {
			text := string(r.names[s.from:s.end])
			for more := range 20 {
				src := []byte("  " + text + strings.Repeat("1", more))
				if start := r.fits(s, src, 2); start > 0 != (more > 0) || start > 0 && start != 2+len(text) {
					t.Errorf("%s and %d bytes: %d", text, more, start)
				}
				for i := range text {
					src[2+i] ^= 0x10
					if r.fits(s, src, 2) != 0 {
						t.Errorf("%s fits %s", text, src)
					}
					src[2+i] ^= 0x10
				}
			}
			if r.fits(s, []byte(text[:len(text)/2]), 0) != 0 {
				t.Errorf("half of %s fits", text)
			}
		}
	}
}
