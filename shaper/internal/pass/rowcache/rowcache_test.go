package rowcache

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

func root(t *testing.T) *fieldmask.State {
	t.Helper()
	m, err := fieldmask.Compile(fieldmask.Rule{Kind: fieldmask.Exclude, Path: fieldmask.MustParse("x")})
	if err != nil {
		t.Fatal(err)
	}
	return m.Root()
}

// Decisions follow from the state of a value and the terms of its container.
func TestDecisions(t *testing.T) {
	rule := func(kind fieldmask.Kind, path string) fieldmask.Rule {
		return fieldmask.Rule{Kind: kind, Path: fieldmask.MustParse(path)}
	}
	excludes := []fieldmask.Rule{rule(fieldmask.Exclude, "part.x"), rule(fieldmask.Mark, "marked")}
	includes := []fieldmask.Rule{rule(fieldmask.Include, "part.a"), rule(fieldmask.Include, "a")}
	for _, c := range []struct {
		name  string
		rules []fieldmask.Rule
		terms Terms
		at    string
		want  Decisions
	}{
		{"a value", excludes, Terms{}, "a", Decisions{Kept, Copied}},
		{"an excluded one", excludes, Terms{}, "part x", Decisions{Excluded, Excluded}},
		{"one that is excluded in part", excludes, Terms{}, "part", Decisions{Kept, Entered}},
		{"a marked one", excludes, Terms{}, "marked", Decisions{}},
		{"an included one", includes, Terms{}, "a", Decisions{Kept, Copied}},
		{"one that is included in part", includes, Terms{}, "part", Decisions{Dropped, Entered}},
		{"one that is not", includes, Terms{}, "b", Decisions{Dropped, Dropped}},
		{"asked", excludes, Terms{Asked: true}, "a", Decisions{}},
		{"asked of one that goes", excludes, Terms{Asked: true}, "part x", Decisions{}},
		{"elision of what is empty", excludes, Terms{Enter: true}, "a", Decisions{Kept, Entered}},
		{"elision of nulls", excludes, Terms{IsObject: true, Enter: true, Nulls: true}, "a", Decisions{Set, Entered}},
		{"elision of nulls in an array", excludes, Terms{Enter: true, Nulls: true}, "a", Decisions{Kept, Entered}},
		{"elision of what goes", excludes, Terms{Enter: true, Nulls: true}, "part x", Decisions{Excluded, Excluded}},
		{"strings inside", excludes, Terms{Looks: true}, "a", Decisions{Kept, Open}},
		{"strings inside what is entered", excludes, Terms{Looks: true}, "part", Decisions{Kept, Entered}},
	} {
		m, err := fieldmask.Compile(c.rules...)
		if err != nil {
			t.Fatal(err)
		}
		s := m.Root()
		for _, name := range strings.Fields(c.at) {
			s = s.Member([]byte(name))
		}
		if got := c.terms.Decide(s); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Four kinds of objects have rows at one depth. A fifth one replaces one of them.
func TestSimilarRows(t *testing.T) {
	var all Cache
	var kinds [5]*Terms
	for i := range kinds {
		kinds[i] = &Terms{State: root(t), IsObject: true}
	}
	use := func(kind int) (known bool) {
		r := all.Row(kinds[kind], nil, 3)
		known = len(r.Steps) > 0
		all.Add(r, []byte(`"a"`), root(t))
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

// A step keeps one row for arrays and one for objects.
func TestRowsOfSteps(t *testing.T) {
	var all Cache
	object := all.Row(&Terms{State: root(t), IsObject: true}, nil, 0)
	all.Add(object, []byte(`"a"`), root(t))
	all.Add(object, []byte(`"b"`), root(t))
	a, b := &object.Steps[0], &object.Steps[1]
	seen := map[*Row]bool{object: true}
	for i, s := range []*Step{a, a, b, b} {
		r := all.Row(&Terms{State: s.To, IsObject: i%2 == 0}, s, 1)
		if seen[r] || r != all.Row(&Terms{State: s.To, IsObject: i%2 == 0}, s, 1) {
			t.Errorf("%d: the row of another one", i)
		}
		seen[r] = true
	}
	if other := root(t); all.Row(&Terms{State: other, IsObject: true}, a, 1).State != other {
		t.Error("the row is on other terms")
	}
	object.Cut(0)
	if again := all.Add(object, []byte(`"c"`), a.To); again != a || !seen[all.Row(&Terms{State: a.To}, again, 1)] {
		t.Error("rows are made anew")
	}
}

// Names are compared byte for byte, at any length and at the end of src.
func TestNamesFit(t *testing.T) {
	for size := range 24 {
		name := []byte(`"` + strings.Repeat("ab", size)[:size] + `"`)
		var r Row
		r.add([]byte(`""`), root(t))
		for _, s := range []*Step{r.add(name, root(t)), &r.Steps[0]} {
			text := string(r.names[s.from:s.end])
			for more := range 20 {
				src := []byte("  " + text + strings.Repeat("1", more))
				if start := r.Match(s, src, 2); start > 0 != (more > 0) || start > 0 && start != 2+len(text) {
					t.Errorf("%s and %d bytes: %d", text, more, start)
				}
				for i := range text {
					src[2+i] ^= 0x10
					if r.Match(s, src, 2) != 0 {
						t.Errorf("%s fits %s", text, src)
					}
					src[2+i] ^= 0x10
				}
			}
			if r.Match(s, []byte(text[:len(text)/2]), 0) != 0 {
				t.Errorf("half of %s fits", text)
			}
		}
	}
}

// Labels follow the names of the row.
func TestRowLabels(t *testing.T) {
	r, to := &Row{Terms: Terms{IsObject: true}}, root(t)
	named := func(want ...string) {
		t.Helper()
		for i := len(want) - 1; i >= 0; i-- {
			if l := r.Label(i); !reflect.DeepEqual(*l, dialects.LabelOf([]byte(want[i]))) {
				t.Errorf("name %d is %v, want %s", i, l, want[i])
			}
		}
	}
	r.add([]byte(`"tier"`), to)
	r.add([]byte(`"data"`), to)
	named("tier", "data")
	r.Cut(1)
	r.add([]byte(`"other"`), to)
	r.add([]byte(`"data"`), to)
	named("tier", "other", "data")
	r.Cut(0)
	r.add([]byte(`"x"`), to)
	named("x")
}

// A row is bounded in names and bytes.
func TestRowIsBounded(t *testing.T) {
	kept := root(t)
	var all Cache
	var r Row
	for range 2 * longestRow {
		all.Add(&r, []byte(`"a"`), kept)
	}
	if len(r.Steps) != longestRow {
		t.Errorf("%d names", len(r.Steps))
	}
	for size, want := range map[int]int{widestRow - 2: widestRow - 1, widestRow - 1: 0} { // with its colon, and room for a comma
		r = Row{}
		if all.Add(&r, []byte(strings.Repeat("a", size)), kept); len(r.names) != want {
			t.Errorf("%d bytes of %d", len(r.names), size)
		}
	}
}

// The memory of all rows is bounded. A full cache is emptied before the next document.
func TestRowsAreBounded(t *testing.T) {
	s := root(t)
	var all Cache
	made, at := 0, (*Step)(nil)
	for r := all.Row(&Terms{State: s, IsObject: true}, nil, 0); r != nil; r = all.Row(&r.Terms, at, 1) {
		for name := []byte(`"a"`); at == nil || at.rows[1] != nil; {
			if at = all.Add(r, name, s); at == nil {
				break
			}
		}
		if made++; at == nil {
			break
		}
	}
	if made < 1<<10 || all.taken > 2*room {
		t.Errorf("%d rows of %d bytes", made, all.taken)
	}
	if all.Row(&Terms{State: s}, nil, 1) != nil {
		t.Error("there is still room")
	}
	if all.Tidy(); all.Row(&Terms{State: s}, nil, 1) == nil {
		t.Error("there is no room")
	}
	for range longService {
		all.Tidy()
	}
	if all.taken > 0 {
		t.Error("a row of a mask that may be no more")
	}
}
