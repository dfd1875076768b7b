package rootindex

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// index indexes the members of a root as the pass does.
func index(x *Index, names ...string) {
	var labels []dialects.Label
	for _, name := range names {
		labels = append(labels, dialects.LabelOf([]byte(name)))
	}
	indexLabels(x, labels)
}

func indexLabels(x *Index, labels []dialects.Label) {
	x.Reset()
	x.root.Begin()
	for i := range labels {
		x.root.Add(i, 10*i, 10*i+5, &labels[i])
		x.root.End(10*i + 9)
	}
}

func TestIndex(t *testing.T) {
	var x Index
	for _, names := range [][]string{{"a", "b"}, {"a", "c", "b"}, {}, {"a"}} { // over the memory of the one before
		index(&x, names...)
		want := []scan.Member{}
		for i, name := range names {
			want = append(want, scan.Member{Name: name, Key: 10 * i, Start: 10*i + 5, End: 10*i + 9})
		}
		if doc, ok := x.Doc([]byte(" {}")); !ok || !reflect.DeepEqual(doc.Members, want) {
			t.Errorf("%q: %v, %v", names, doc.Members, ok)
		}
	}
}

// After many members, only those that name the dialect are indexed.
func TestIndexOfManyMembers(t *testing.T) {
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprint("k", i))
	}
	var x Index
	index(&x, append(names, "success", "other")...)
	noted := x.root.members[:x.root.notable]
	if n := len(noted); n != 65 || noted[64].Name != "success" || noted[64].End != 10009 {
		t.Errorf("%d members, the last %v", n, noted[n-1])
	}
	index(&x, names[:300]...)
	for range 300 {
		x.root.members = append(x.root.members, scan.Member{})
	}
	if x.Forget(); x.root.members != nil {
		t.Error("too much memory is kept")
	}
}

// A root that is no object has no members. An object that was not walked is unknown.
func TestIndexOfOthers(t *testing.T) {
	var x Index
	index(&x, "a")
	x.Reset()
	for raw, known := range map[string]bool{"[1]": true, ` "a"`: true, " {}": false} {
		if doc, ok := x.Doc([]byte(raw)); ok != known || known && doc.Members != nil {
			t.Errorf("%s: %v, %v", raw, doc.Members, ok)
		}
	}
}

func TestIndexAllocatesNothing(t *testing.T) {
	var x Index
	labels := make([]dialects.Label, 100)
	for i := range labels {
		labels[i] = dialects.LabelOf([]byte("data"))
	}
	indexLabels(&x, labels)
	if n := testing.AllocsPerRun(50, func() { indexLabels(&x, labels) }); n > 0 {
		t.Errorf("%v allocations over the memory of the last time", n)
	}
}

// Forget keeps members up to a bound.
func TestForget(t *testing.T) {
	for size, want := range map[int]int{1: 1, keptRoot: keptRoot, keptRoot + 1: 0} {
		x := Index{root: Members{members: make([]scan.Member, 0, size)}}
		x.result = x.root
		if x.Forget(); cap(x.root.members) != want || cap(x.result.members) != want {
			t.Errorf("of %d members there are %d and %d", size, cap(x.root.members), cap(x.result.members))
		}
	}
}
