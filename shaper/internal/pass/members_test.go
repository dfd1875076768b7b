package pass

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// reader reads objects that hold nothing but names, each followed by a comma.
type reader struct {
	members
	lim scan.Limits
}

func newReader() *reader {
	r := &reader{lim: scan.Limits{}.OrDefault()}
	r.members.reset(&r.lim, true)
	return r
}

// begin begins an object at a state.
func (m *members) begin(s *fieldmask.State, unique bool) (o reading) {
	m.unique = unique
	if o.names = apart; unique {
		o.row, o.names = m.rows.of(&terms{state: s, isObject: true}, nil, 0), repeating
	}
	return o
}

// read reads the names of one object at a state, and tells how many of them the
// row foretold and where the fault is.
func (r *reader) read(s *fieldmask.State, src string, unique bool) (foretold, at int, kind scan.Kind) {
	o := r.begin(s, unique)
	defer r.leave(&o)
	text := []byte("{" + src)
	for i := 1; i < len(text); {
		before := o.names
		end, to, known, kind := r.next(&o, s, text, i)
		if kind != scan.KindNone {
			return foretold, end - 1, kind
		}
		if want := s.Member(r.unquote(text, i, end)); to != want {
			panic("another state")
		}
		if before == repeating && o.names == repeating {
			foretold++
			if known.fates != o.row.foretell(to) {
				panic("another fate")
			}
		}
		i = end + 1
	}
	return foretold, -1, scan.KindNone
}

func root(t *testing.T) *fieldmask.State {
	t.Helper()
	m, err := fieldmask.Compile(fieldmask.Rule{Kind: fieldmask.Exclude, Path: fieldmask.MustParse("x")})
	if err != nil {
		t.Fatal(err)
	}
	return m.Root()
}

// An object that repeats the names of the one before is only compared.
func TestMembers(t *testing.T) {
	r, s := newReader(), root(t)
	for _, c := range []struct {
		names    string
		foretold int
		fault    int
		kind     scan.Kind
	}{
		{`"a","x","b"`, 0, -1, scan.KindNone},
		{`"a","x","b"`, 3, -1, scan.KindNone},
		{`"a","x"`, 2, -1, scan.KindNone},
		{`"a","x","b","c"`, 3, -1, scan.KindNone},
		{`"a","b","x"`, 1, -1, scan.KindNone}, // the row is cut to what they have in common
		{`"a","b","x"`, 3, -1, scan.KindNone},
		{`"a","b","a"`, 2, 8, scan.KindDuplicate},
		{`"\u0061","a"`, 0, 9, scan.KindDuplicate},
		{`"a","\u0078","x"`, 0, 13, scan.KindDuplicate}, // the objects before left an empty row
		{`"a","`, 1, 5, scan.KindEOF},
		{`"a",1`, 1, 4, scan.KindName},
	} {
		foretold, at, kind := r.read(s, c.names, true)
		if foretold != c.foretold || at != c.fault || kind != c.kind {
			t.Errorf("%s: %d foretold, %v at %d", c.names, foretold, kind, at)
		}
	}
}

// Where duplicates are settled elsewhere a name may come again.
func TestMembersThatMayComeAgain(t *testing.T) {
	if foretold, _, kind := newReader().read(root(t), `"a","a"`, false); kind != scan.KindNone || foretold != 0 {
		t.Errorf("%d foretold, %v", foretold, kind)
	}
}

// A row belongs to a state, and to limits.
func TestMembersOfAnotherMask(t *testing.T) {
	r, s, other := newReader(), root(t), root(t)
	r.read(s, `"a","x"`, true)
	if foretold, _, _ := r.read(other, `"a","x"`, true); foretold != 0 {
		t.Errorf("%d names of another mask", foretold)
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

// What a row remembers is bounded.
func TestRowIsBounded(t *testing.T) {
	kept := root(t)
	var all rows
	var r row
	for range 2 * longestRow {
		all.add(&r, []byte(`"a"`), kept)
	}
	if len(r.steps) != longestRow {
		t.Errorf("%d names", len(r.steps))
	}
	for size, want := range map[int]int{widestRow - 2: widestRow - 1, widestRow - 1: 0} { // with its colon, and room for a comma
		r = row{}
		if all.add(&r, []byte(strings.Repeat("a", size)), kept); len(r.names) != want {
			t.Errorf("%d bytes of %d", len(r.names), size)
		}
	}
}

// So is what all rows take together; where there is no room, there is again for the next
// document.
func TestRowsAreBounded(t *testing.T) {
	s := root(t)
	var all rows
	made, at := 0, (*step)(nil)
	for r := all.of(&terms{state: s, isObject: true}, nil, 0); r != nil; r = all.of(&r.terms, at, 1) {
		for name := []byte(`"a"`); at == nil || at.rows[1] != nil; {
			if at = all.add(r, name, s); at == nil {
				break
			}
		}
		if made++; at == nil {
			break
		}
	}
	if made < 1<<10 || all.taken > 2*roomForRows {
		t.Errorf("%d rows of %d bytes", made, all.taken)
	}
	if all.of(&terms{state: s}, nil, 1) != nil {
		t.Error("there is still room")
	}
	if all.tidy(); all.of(&terms{state: s}, nil, 1) == nil {
		t.Error("there is no room")
	}
	for range longService {
		all.tidy()
	}
	if all.taken > 0 {
		t.Error("a row of a mask that may be no more")
	}
}
