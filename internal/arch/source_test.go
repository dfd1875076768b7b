package arch

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// source is one file of the module.
type source struct {
	folder string // as the table names it
	name   string
	lines  int // of the file
	code   int // of them, those that hold code
	file   *ast.File
	set    *token.FileSet
}

// testPackages are packages that only tests and generators import. Their lines count as
// lines of tests.
var testPackages = []string{
	"internal/testkit", "internal/notations",
	"shaper/envelope/internal/envtest", "shaper/mcp/internal/mcptest",
	"shaper/texts/internal/lawtest",
}

// isTest reports whether a file holds tests or belongs to a package for tests.
func (s source) isTest() bool {
	return strings.HasSuffix(s.name, "_test.go") || slices.Contains(testPackages, s.folder)
}

// parsed holds the sources once they are parsed.
var parsed []source

// sources parses all files of the module, whatever system they are for.
func sources(t *testing.T) []source {
	t.Helper()
	if parsed == nil {
		for _, name := range files(t, ".go") {
			parsed = append(parsed, parse(t, name))
		}
	}
	if len(parsed) < 100 {
		t.Fatalf("%d files only", len(parsed))
	}
	return parsed
}

func parse(t *testing.T, name string) source {
	t.Helper()
	text, set := read(t, name), token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return source{path.Dir(name), path.Base(name), strings.Count(text, "\n"), codeLines([]byte(text)), file, set}
}

// codeLines counts the lines that hold more than space and comments.
func codeLines(text []byte) (n int) {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for last := 0; ; {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return n
		}
		first := file.Line(pos)
		end := first + strings.Count(literal, "\n")
		if tok == token.SEMICOLON { // the scanner adds it at the end of a line
			end = first
		}
		n += end - max(first-1, last)
		last = end
	}
}

// lengthOf counts the lines from the first of a node to its last.
func (s source) lengthOf(n ast.Node) int {
	return s.set.Position(n.End()).Line - s.set.Position(n.Pos()).Line + 1
}

// functions are those of a file that have a name, with their receiver.
func (s source) functions() (all []*ast.FuncDecl) {
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all = append(all, f)
		}
	}
	return all
}

// count is the number of names in a list of fields or parameters; one without a
// name counts, too.
func count(list *ast.FieldList) (n int) {
	for _, field := range list.List {
		n += max(1, len(field.Names))
	}
	return n
}

// complexity counts the ways through a function: one, and one more for each
// condition, each loop, each case and each && or ||.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			n += min(1, len(node.List)) // a default has no list
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

func median(numbers []int) int {
	slices.Sort(numbers)
	return numbers[len(numbers)/2]
}
