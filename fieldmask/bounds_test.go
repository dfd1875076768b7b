package fieldmask

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// hostile are rule sets that a matcher with backtracking, or one that makes
// every set of active paths beforehand, does not survive.
var hostile = []struct {
	kind  string
	path  func(i int) string
	steps int // of a random walk; each costs time for every active path
}{
	{"deep", func(int) string { return strings.Repeat("**.a.", 100) + "x" }, 20_000},
	{"stars", func(i int) string { return "**.a" + strings.Repeat(".*", 30) + fmt.Sprintf(".x%d", i) }, 20_000},
	{"pairs", func(i int) string { return fmt.Sprintf("**.a%d.b%d", i, i) }, 100_000},
	{"globs", func(i int) string { return fmt.Sprintf("**.a*%d*.b", i%10) + strings.Repeat("*", i/10) }, 2000},
	{"index", func(i int) string { return fmt.Sprintf("**[%d].a", i) }, 2000},
	{"active", func(i int) string {
		return "**.*" + strings.Repeat("*", i) + "a*" + strings.Repeat(".*", 30) + fmt.Sprintf(".x%d", i)
	}, 100},
}

func hostileMask(t testing.TB, path func(i int) string) *Mask {
	t.Helper()
	rules := make([]Rule, MaxPaths)
	for i := range rules {
		rules[i] = Rule{Kind: Exclude, Path: MustParse(path(i))}
	}
	m, err := Compile(rules...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wander takes n steps at random, and starts anew now and then.
func wander(m *Mask, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	s := m.Root()
	for range n {
		switch {
		case r.IntN(100) == 0 || s.Verdict() == Drop:
			s = m.Root()
		case r.IntN(4) == 0:
			s = s.Element(r.IntN(100), 100)
		case r.IntN(2) == 0:
			s = s.Member([]byte("a"))
		default:
			s = s.Member(fmt.Appendf(nil, "%c%d", 'a'+rune(r.IntN(2)), r.IntN(2000)))
		}
	}
}

// A thousand hostile masks cost time in proportion to the steps and the active
// paths, and memory that does not grow with the steps.
func TestHostileMasks(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.kind, func(t *testing.T) {
			testkit.Within(t, 2*time.Second, func() {
				m := hostileMask(t, c.path)
				before := heap()
				wander(m, c.steps)
				if grown := heap() - before; grown > 32<<20 {
					t.Errorf("the mask grew by %d bytes", grown)
				}
				runtime.KeepAlive(m)
			})
		})
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Without room for more states the answers stay the same.
func TestWithoutRoom(t *testing.T) {
	for _, c := range states {
		m := mask(t, c.rules...)
		m.room = 0
		checkStates(t, c.rules, m, c.want)
	}
}

// A state takes as much room as leads on from it, and is kept while there is room.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		rules []string
		size  int
	}{
		{nil, 1},
		{[]string{"exclude .a", "exclude .b", "exclude .c"}, 1 + 1 + 3},
		{[]string{"exclude a.b"}, 1 + 1 + 1},
		{[]string{"exclude .a*", "exclude .b*"}, 1 + 1 + 2},
		{[]string{"exclude /a", "exclude /b"}, 1 + 1 + 2},
		{[]string{"exclude [0]", "exclude [1]"}, 1 + 1 + 2},
		{[]string{"exclude .a", "exclude .b*", "exclude /c", "exclude [0]"}, 1 + 1 + 4},
	} {
		m := mask(t, c.rules...)
		if got := m.Root().size(); got != c.size {
			t.Errorf("%s: the root takes %d, want %d", c.rules, got, c.size)
		}
	}
	if a := follow(t, mask(t, "mark:1#1 a > ", "mark:2#2 a > "), "a"); a.size() != 1+1+2 {
		t.Errorf("a value whose kind matters takes %d, want 4", a.size())
	}
	for room, kept := range map[int]bool{2: false, 3: true} {
		m := mask(t, "exclude a.b.c")
		m.room = room
		if a := follow(t, m, "a"); a.size() != 3 || a.shared != kept {
			t.Errorf("with room for %d, a state of %d is kept: %t", room, a.size(), a.shared)
		}
	}
}

// A state remembers up to so many classes of names.
func TestClasses(t *testing.T) {
	var c classes
	for class := range uint64(maxClasses + 1) {
		c.put(class, &State{})
	}
	if c.get(maxClasses-1) == nil || c.get(maxClasses) != nil {
		t.Errorf("%d classes, want %d", len(*c.m.Load()), maxClasses)
	}
	for n, want := range map[int]bool{64: true, 65: false} {
		if class, ok := classOf(make([]int, n), func(int) bool { return true }); ok != want || ok && class != 1<<64-1 {
			t.Errorf("%d patterns have a class: %t, %x", n, ok, class)
		}
	}
}

// Names that meet in one slot are found all the same.
func TestTable(t *testing.T) {
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprint(i))
	}
	table := newTable(names)
	for _, name := range names {
		if e := table.find([]byte(name)); e == nil || e.name != name {
			t.Fatalf("%s is not found", name)
		}
	}
	if e := table.find([]byte("1000")); e != nil {
		t.Errorf("found %s", e.name)
	}
}

func TestArrayPosition(t *testing.T) {
	for token, want := range map[string]int{
		"0": 0, "9": 9, "10": 10, "": -1, "01": -1, "/": -1, ":": -1, "-": -1, "1x": -1, "99999999999999999999": -1,
	} {
		if got := arrayPosition(token); got != want {
			t.Errorf("%q is position %d, want %d", token, got, want)
		}
	}
}

func TestCompileLimit(t *testing.T) {
	rules := make([]Rule, 64*MaxPaths+1)
	if _, err := Compile(rules...); err == nil || err.Error() != "fieldmask: 65537 rules, more than 65536" {
		t.Errorf("got %v", err)
	}
	if _, err := Compile(rules[1:]...); err != nil {
		t.Error(err)
	}
}

// warm are walks that many documents repeat.
var warm = []struct {
	rules []string
	way   []string
	size  int
}{
	{[]string{"include a.b", "exclude c"}, []string{"a", "b", "a name that no rule knows and that is long"}, 3},
	{[]string{"exclude *_url", "exclude node_*_id", "include **.a"}, []string{"a", "html_url", "a name that no rule knows and that is long_url"}, 3},
	{[]string{"exclude a[1]", "exclude a[-1]", "mark:1 a"}, []string{"a"}, 5},
	{[]string{"exclude /a/1/b", "include a[2:4]", "rows:1 a"}, []string{"a"}, 5},
	{[]string{"include rows > id", "include:1 rows"}, []string{"rows", "id"}, 5},
}

// Once warm, following a mask allocates nothing.
func TestNoAllocations(t *testing.T) {
	for _, c := range warm {
		m := mask(t, c.rules...)
		var names [][]byte
		for _, name := range c.way {
			names = append(names, []byte(name))
		}
		walk := func() {
			for _, name := range names {
				s := m.Root().Member(name)
				for i := range c.size {
					s.Element(i, c.size).Member(name)
				}
			}
		}
		walk()
		if n := testing.AllocsPerRun(100, walk); n != 0 {
			t.Errorf("%s: %v allocations", strings.Join(c.rules, "; "), n)
		}
	}
}

// A mask may be followed from anywhere at once; run with -race.
func TestConcurrentUse(t *testing.T) {
	for _, c := range states {
		m := mask(t, c.rules...)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { checkStates(t, c.rules, m, c.want) })
		}
		wg.Wait()
	}
}
