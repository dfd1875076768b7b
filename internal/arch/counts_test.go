package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

const sample = `package p

// f has a comment.
func f(a, b int, _ ...string) (x int) {
	for a < b && b > 0 || x == 1 { /* one */

		switch {
		case a == 1, a == 2:
		default:
		}
	}
	select {
	case <-c:
	default:
	}
	g(func() { if a == b { return } })
	return len(` + "`\n\n`" + `) // two
}
`

// The counts of the house rules are right.
func TestCounts(t *testing.T) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", sample, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := file.Decls[0].(*ast.FuncDecl)
	s := source{file: file, set: set}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"lines of code", codeLines([]byte(sample)), 17},
		{"lines of a function", s.lengthOf(f), 17},
		{"parameters", count(f.Type.Params), 3},
		{"ways", complexity(f), 7},
		{"median", median([]int{3, 1, 2}), 2},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
}
