package scan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// namesOf feeds Names with the names of a text of braces and strings. It returns the
// duplicates with their places.
func namesOf(n *Names, text string) (dups []string) {
	src := []byte(text)
	for i := 0; i < len(src); {
		switch src[i] {
		case '{':
			n.Open()
			i++
		case '}':
			n.Close()
			i++
		default:
			end, escaped, _ := String(src, i, len(src))
			if n.Add(src, i+1, end-1, escaped) {
				dups = append(dups, fmt.Sprintf("%d:%s", i, src[i:end]))
			}
			i = end
		}
	}
	return dups
}

func TestNames(t *testing.T) {
	var n Names // one for all cases: each leaves nothing behind
	for _, c := range []struct {
		in   string
		dups []string
	}{
		{in: `{"a""b""A"""" a"}`},
		{in: `{"a""b""a"}`, dups: []string{`7:"a"`}},
		{in: `{"a""a""a"}`, dups: []string{`4:"a"`, `7:"a"`}},
		{in: `{""""}`, dups: []string{`3:""`}},
		{in: `{"a"{"a"{"a"}"a""b"}"b"}`, dups: []string{`13:"a"`}},
		{in: `{"a"{"b"}{"b"}"b"}`},
		{in: `{"a"{"b"}{"b"}"b""a"}`, dups: []string{`17:"a"`}},
		{in: `{"a""\u0061"}`, dups: []string{`4:"\u0061"`}},
		{in: `{"\u0061""a"}`, dups: []string{`9:"a"`}},
		{in: `{"\u0061""\u0061"}`, dups: []string{`9:"\u0061"`}},
		{in: `{"\/""/""\"""\u0022""\\""\ud83d\ude02""😂"}`, dups: []string{`5:"/"`, `12:"\u0022"`, `38:"😂"`}},
		{in: `{"é""e\u0301"}`}, // look alike, and differ
	} {
		if dups := namesOf(&n, c.in); fmt.Sprint(dups) != fmt.Sprint(c.dups) {
			t.Errorf("%s: %q, want %q", c.in, dups, c.dups)
		}
	}
}

func TestNamesReset(t *testing.T) {
	var n Names
	src := []byte(`"a"`)
	for range 3 {
		n.Open()
		n.Open()
		if n.Add(src, 1, 2, false) {
			t.Error("a name of an earlier document was found")
		}
		n.Reset()
	}
	namesOf(&n, strings.Repeat(`{"a"`, 2*keptLevels)+manyNames(keptSlots))
	n.Reset()
	slots := 0
	for _, level := range n.levels[:cap(n.levels)] {
		slots += len(level.slots)
	}
	if slots > 2*keptLevels*firstSlots {
		t.Errorf("%d slots kept", slots)
	}
	namesOf(&n, "{"+manyNames(keptSlots/2))
	if n.Reset(); len(n.levels[0].slots) != keptSlots {
		t.Errorf("a table of %d slots, want %d", len(n.levels[0].slots), keptSlots)
	}
	if n.seed == (words.Seed{}) {
		t.Error("anybody can find names that meet in one slot")
	}
	namesOf(&n, strings.Repeat(`{"a"`, 2*deepLevels))
	if n.Reset(); len(n.levels) > deepLevels {
		t.Errorf("%d levels kept", len(n.levels))
	}
}

// Of the levels that objects mostly have larger tables are kept as well.
func TestNamesKeepLevels(t *testing.T) {
	var n Names
	namesOf(&n, strings.Repeat("{"+manyNames(firstSlots), keptLevels+1))
	n.Reset()
	for i, level := range n.levels {
		if kept := len(level.slots) > 0; kept != (i < keptLevels) {
			t.Errorf("level %d has %d slots", i, len(level.slots))
		}
	}
}

// Objects in objects cost nothing once they were met. More than 32 of them inside
// each other cost a table for each level of each document.
func TestR9DeepNamesAllocateNothing(t *testing.T) {
	var n Names
	deep := strings.Repeat(`{"a""b"`, 900)
	read := func() { n.Reset(); namesOf(&n, deep) }
	read()
	if got := testing.AllocsPerRun(10, read); got > 1 { // the text, as bytes
		t.Errorf("%v allocations", got)
	}
}

// A name that moves is found where it is now.
func TestNamesMove(t *testing.T) {
	src := []byte(`"a""b""a""\u0061"`)
	var n Names
	n.Open()
	for _, c := range []struct {
		start, end, before int
		dup                bool
	}{{1, 2, 1, false}, {4, 5, 4, false}, {7, 8, 1, true}, {10, 16, 7, true}} {
		if before, dup := n.Move(src, c.start, c.end, true); before != c.before && dup || dup != c.dup {
			t.Errorf("%d: %d, %v", c.start, before, dup)
		}
	}
}

// Small objects behind a large one find no name of it, and soon none of its room.
func TestNamesBehindLargeObjects(t *testing.T) {
	var n Names
	namesOf(&n, "{"+manyNames(100_000)+"}")
	for range 20 {
		if dups := namesOf(&n, `{"member1""b"}`); dups != nil {
			t.Errorf("%s were there before", dups)
		}
	}
	if slots := len(n.levels[0].slots); slots != firstSlots {
		t.Errorf("%d slots are cleared for each small object", slots)
	}
}

// Many names stay near the slots that they hash to, so that the cost of each is
// the same.
func TestNamesAreLinear(t *testing.T) {
	const many = 100_000
	var n Names
	namesOf(&n, `{"member1"}`) // leaves a slot behind
	if dups := namesOf(&n, "{"+manyNames(many)+manyNames(many)); len(dups) != many {
		t.Errorf("%d duplicates, want %d", len(dups), many)
	}
	table := &n.levels[0]
	steps := 0
	for i, number := range table.slots {
		if number > 0 {
			steps += (i - int(table.names[number-1].hash)) & (len(table.slots) - 1)
		}
	}
	if len(table.names) != many || steps > 2*many {
		t.Errorf("%d names, %d steps beyond their slots", len(table.names), steps)
	}
}

func manyNames(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, `"member%d"`, i)
	}
	return b.String()
}

func TestNamesAllocateNothing(t *testing.T) {
	var n Names
	text := `{"a""b"{"c""\u0064""e"}"f"}`
	namesOf(&n, text)
	src := []byte(text)
	if got := testing.AllocsPerRun(100, func() {
		n.Open()
		n.Add(src, 2, 3, false)
		n.Add(src, 13, 19, true)
		n.Close()
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}
