package stats

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// one is the amount of one value of ten bytes.
var one = Amount{Count: 1, Bytes: 10, Tokens: 3}

// put adds a value at a path of names; * stands for any index.
func put(t *Tally, v Verdict, a Amount, way ...string) {
	at := Place(0)
	for _, name := range way {
		if name == "*" {
			at = t.Element(at)
		} else {
			at = t.Member(at, []byte(name))
		}
	}
	t.Add(at, v, a)
}

// spell formats the sums.
func spell(t *Tally, most int) (lines []string, rest Rest) {
	all, rest := t.List(most)
	for _, s := range all {
		lines = append(lines, fmt.Sprintf("%s %t %s %s %d %d %d", t.Pattern(s.At), s.Kept, s.Reason, s.Rule, s.Count, s.Bytes, s.Tokens))
	}
	return lines, rest
}

// Values with one pattern and one verdict have one sum. The largest sums come first; equal
// sums keep their order.
func TestSums(t *testing.T) {
	sums, kept, gone := New(), Verdict{Kept: true, Reason: "kept"}, Verdict{Reason: "excluded", Rule: "r"}
	put(sums, kept, one)
	put(sums, kept, one, "a", "*", "b")
	put(sums, gone, one, "a", "*", "b")
	put(sums, kept, one, "a", "*", "b")
	put(sums, kept, Amount{Count: 1, Bytes: 11, Tokens: 3}, "a/b")
	put(sums, kept, Amount{Count: 1, Tokens: 9}, "c")
	want := []string{"/c true kept  1 0 9", "/a/*/b true kept  2 20 6", "/a~1b true kept  1 11 3", " true kept  1 10 3", "/a/*/b false excluded r 1 10 3"}
	if got, rest := spell(sums, 9); !slices.Equal(got, want) || rest != (Rest{}) {
		t.Errorf("got %q, %+v\nwant %q", got, rest, want)
	}
	got, rest := spell(sums, 2)
	if want := (Rest{Kept: Amount{2, 21, 6}, Dropped: one}); !slices.Equal(got, []string{"/c true kept  1 0 9", "/a/*/b true kept  2 20 6"}) || rest != want {
		t.Errorf("got %q, %+v, want %+v", got, rest, want)
	}
}

// In an object with too many names, all names merge into *, in any order of arrival. So do the
// places below them.
func TestCrowdedObjects(t *testing.T) {
	for _, c := range []struct {
		users int
		want  string
	}{{maxNames, "/users/user0/id true   1 10 3"}, {maxNames + 1, fmt.Sprintf("/users/*/id true   %d %d %d", maxNames+1, 10*(maxNames+1), 3*(maxNames+1))}} {
		sums := New()
		for i := range c.users {
			put(sums, Verdict{Kept: true}, one, "users", fmt.Sprintf("user%d", i), "id")
			put(sums, Verdict{Kept: true}, Amount{Count: 1}, "users", fmt.Sprintf("user%d", i), "of", fmt.Sprintf("of%d", i))
		}
		put(sums, Verdict{Kept: true}, Amount{Count: 1}, "users", "user0", "of", "of0")
		got, _ := spell(sums, 1000)
		if got[0] != c.want {
			t.Errorf("%d users: %q, want %q", c.users, got[0], c.want)
		}
		// Each user has names of its own: together they are a crowd.
		if last := got[len(got)-1]; c.users > maxNames && last != fmt.Sprintf("/users/*/of/* true   %d 0 0", c.users+1) {
			t.Errorf("%d users: %q", c.users, got)
		}
	}
}

// The memory is bounded for any number of places and any length of names. The total stays
// complete.
func TestTallyIsBounded(t *testing.T) {
	sums, total := New(), 0
	for i := range 20 {
		for j := range 2000 {
			way := slices.Repeat([]string{fmt.Sprint("n", i), strings.Repeat("x", 300) + fmt.Sprint(j%100)}, 1+j/50)
			put(sums, Verdict{Kept: j%2 == 0, Rule: fmt.Sprint(j)}, one, way...)
			total++
		}
	}
	if len(sums.places) > maxPlaces || len(sums.sums) > maxSums {
		t.Errorf("%d places, %d sums", len(sums.places), len(sums.sums))
	}
	all, rest := sums.List(100)
	for _, s := range all {
		if pattern := sums.Pattern(s.At); len(pattern) > longest {
			t.Errorf("a pattern has %d bytes", len(pattern))
		}
		total -= s.Count
	}
	if total -= rest.Kept.Count + rest.Dropped.Count; total != 0 || len(all) != 100 {
		t.Errorf("%d values more are in %d sums and the rest", -total, len(all))
	}
}

// A long pattern keeps both ends.
func TestPattern(t *testing.T) {
	for depth, want := range map[int]string{
		0: "", 2: "/n/n", 100: strings.Repeat("/n", 100),
		101: strings.Repeat("/n", 49) + "/…" + strings.Repeat("/n", 49),
		990: strings.Repeat("/n", 49) + "/…" + strings.Repeat("/n", 49),
	} {
		sums := New()
		put(sums, Verdict{}, one, slices.Repeat([]string{"n"}, depth)...)
		if all, _ := sums.List(1); sums.Pattern(all[0].At) != want {
			t.Errorf("%d names deep: %s, want %s", depth, sums.Pattern(all[0].At), want)
		}
	}
}
