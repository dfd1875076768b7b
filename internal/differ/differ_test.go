package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMain has the test program stand for both sides, by the name that it is called
// by: the tree answers cases 7 and 9 otherwise, and the short side ends early.
func TestMain(m *testing.M) {
	side, isSide := strings.CutSuffix(filepath.Base(os.Args[0]), ".answers")
	if !isSide {
		os.Exit(m.Run())
	}
	var from, count int
	if _, err := fmt.Sscan(os.Args[2]+" "+os.Args[4], &from, &count); err != nil {
		panic(err)
	}
	for n := from; n < from+count; n++ {
		answer := n
		if side == "tree" && (n == 7 || n == 9) {
			answer = -n
		}
		switch {
		case side == "short" && n > 5:
			return
		case slices.Contains(os.Args, "-show"):
			fmt.Printf("case %d\ninput:  x\nbody:   %d\n", n, answer)
		default:
			fmt.Printf("%016x\n", answer)
		}
	}
}

// sides are the test program under two names.
func sides(t *testing.T, names ...string) (both [2]string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		both[i] = filepath.Join(t.TempDir(), name+".answers")
		if err := os.Symlink(self, both[i]); err != nil {
			t.Fatal(err)
		}
	}
	return both
}

func TestCompareAnswers(t *testing.T) {
	for _, c := range []struct {
		other             string
		from, count, most int
		want              []int
		fails             bool
	}{
		{"tree", 0, 20, 5, []int{7, 9}, false},
		{"tree", 0, 20, 1, []int{7}, false},
		{"tree", 8, 20, 5, []int{9}, false},
		{"tree", 10, 20, 5, nil, false},
		{"short", 0, 20, 5, nil, true},
	} {
		got, err := compare(sides(t, "base", c.other), options{from: c.from, count: c.count, most: c.most})
		if !slices.Equal(got, c.want) || (err != nil) != c.fails {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}

func TestShowAnswers(t *testing.T) {
	var out strings.Builder
	if err := show(&out, sides(t, "base", "tree"), 7); err != nil {
		t.Fatal(err)
	}
	if want := "base:\ncase 7\ninput:  x\nbody:   7\n\ntree:\nbody:   -7\n\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
