package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
)

// reader reads objects of names alone, with a comma after each name.
type reader struct {
	names
	lim scan.Limits
}

func newReader() *reader {
	r := &reader{lim: scan.Limits{}.OrDefault()}
	r.names.reset(&r.lim, true)
	return r
}

// begin begins an object at a state.
func (n *names) begin(s *fieldmask.State, unique bool) (o reading) {
	n.unique = unique
	if o.check = unchecked; unique {
		o.row, o.check = n.rows.Row(&rowcache.Terms{State: s, IsObject: true}, nil, 0), byRow
	}
	return o
}

// read reads the names of one object. It returns the number of names that the row predicted,
// and the place of a fault.
func (r *reader) read(s *fieldmask.State, src string, unique bool) (predicted, at int, kind scan.Kind) {
	o := r.begin(s, unique)
	defer r.leave(&o)
	text := []byte("{" + src)
	for i := 1; i < len(text); {
		before := o.check
		end, to, known, kind := r.next(&o, s, text, i)
		if kind != scan.KindNone {
			return predicted, end - 1, kind
		}
		if want := s.Member(r.unquote(text, i, end)); to != want {
			panic("another state")
		}
		if before == byRow && o.check == byRow {
			predicted++
			if known.Decisions != o.row.Decide(to) {
				panic("another decision")
			}
		}
		i = end + 1
	}
	return predicted, -1, scan.KindNone
}

func root(t *testing.T) *fieldmask.State {
	t.Helper()
	m, err := fieldmask.Compile(fieldmask.Rule{Kind: fieldmask.Exclude, Path: fieldmask.MustParse("x")})
	if err != nil {
		t.Fatal(err)
	}
	return m.Root()
}

// The names of an object that repeats its row are only compared.
func TestMembers(t *testing.T) {
	r, s := newReader(), root(t)
	for _, c := range []struct {
		names     string
		predicted int
		fault     int
		kind      scan.Kind
	}{
		{`"a","x","b"`, 0, -1, scan.KindNone},
		{`"a","x","b"`, 3, -1, scan.KindNone},
		{`"a","x"`, 2, -1, scan.KindNone},
		{`"a","x","b","c"`, 3, -1, scan.KindNone},
		{`"a","b","x"`, 1, -1, scan.KindNone}, // the row is cut to the common names
		{`"a","b","x"`, 3, -1, scan.KindNone},
		{`"a","b","a"`, 2, 8, scan.KindDuplicate},
		{`"\u0061","a"`, 0, 9, scan.KindDuplicate},
		{`"a","\u0078","x"`, 0, 13, scan.KindDuplicate}, // the objects before left an empty row
		{`"a","`, 1, 5, scan.KindEOF},
		{`"a",1`, 1, 4, scan.KindName},
	} {
		predicted, at, kind := r.read(s, c.names, true)
		if predicted != c.predicted || at != c.fault || kind != c.kind {
			t.Errorf("%s: %d predicted, %v at %d", c.names, predicted, kind, at)
		}
	}
}

// A plan that keeps the first or last duplicate allows duplicates here.
func TestMembersThatMayComeAgain(t *testing.T) {
	if predicted, _, kind := newReader().read(root(t), `"a","a"`, false); kind != scan.KindNone || predicted != 0 {
		t.Errorf("%d predicted, %v", predicted, kind)
	}
}

// A row belongs to one state and to the limits that it was read under.
func TestMembersOfAnotherMask(t *testing.T) {
	r, s, other := newReader(), root(t), root(t)
	r.read(s, `"a","x"`, true)
	if predicted, _, _ := r.read(other, `"a","x"`, true); predicted != 0 {
		t.Errorf("%d names of another mask", predicted)
	}
	r.read(s, `"abc"`, true)
	r.lim.StringBytes = 2
	r.reset(&r.lim, true)
	if _, at, kind := r.read(s, `"abc"`, true); kind != scan.KindStringSize || at != 3 {
		t.Errorf("a name of three bytes: %v at %d", kind, at)
	}
}

func TestMembersAreCounted(t *testing.T) {
	r := newReader()
	r.lim.Members = 2
	if _, at, kind := r.read(root(t), `"a","b","c"`, true); kind != scan.KindMembers || at != 8 {
		t.Errorf("%v at %d", kind, at)
	}
}

// An object gets a table of names with its second unpredicted name.
func TestNamesAreTabledLate(t *testing.T) {
	r, s := newReader(), root(t)
	for _, c := range []struct {
		text  string
		check nameCheck
	}{{`"a",`, single}, {`"a","b",`, byTable}, {`"a","b",`, byRow}, {`"a","c",`, byTable}, {`"a",`, byRow}, {`"c",`, single}, {`"\u0061",`, single}} {
		o := r.begin(s, true)
		text := []byte("{" + c.text)
		for i := 1; i < len(text); {
			end, _, _, _ := r.next(&o, s, text, i)
			i = end + 1
		}
		if r.leave(&o); o.check != c.check {
			t.Errorf("%s: %d, want %d", c.text, o.check, c.check)
		}
	}
}
