package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one change of the source.
type mutant struct {
	id    int
	place string // file:line:column
	key   string // what it is, whatever lines come before it
	fate  fate
}

// finder finds the mutants of one file, and what to insert into its text so that
// one of them is there where an environment variable says so.
type finder struct {
	*pkg
	fset   *token.FileSet
	info   *types.Info
	text   []byte
	within string // the function at hand
	edits  []edit
}

// edit is a piece of text in the place of another.
type edit struct {
	at, end int
	text    string
	closes  int // what comes after an expression: the later it was found the further in
}

// instrument finds the mutants of a file, and changes its text.
func (p *pkg) instrument(fset *token.FileSet, file *ast.File, info *types.Info) {
	name := fset.File(file.Pos()).Name()
	f := &finder{pkg: p, fset: fset, info: info, text: p.files[name]}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			f.within = fn.Name.Name
			ast.Inspect(fn.Body, f.visit)
		}
	}
	p.files[name] = apply(f.text, f.edits)
}

// visit looks at one piece of a function. Constants are declared for other
// compilers than ours to compute: they stay.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST && n.Tok != token.TYPE
	case *ast.ArrayType:
		return false
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		f.negative(n)
	case *ast.IncDecStmt:
		f.step(n)
	}
	return true
}

// boundaries and sums name the functions that stand in for an operator.
var (
	boundaries = map[token.Token]string{
		token.LSS: "mutantLess", token.LEQ: "mutantAtMost", token.GTR: "mutantMore", token.GEQ: "mutantAtLeast",
	}
	sums = map[token.Token]string{
		token.ADD: "mutantPlus", token.SUB: "mutantMinus", token.MUL: "mutantTimes", token.QUO: "mutantBy", token.REM: "mutantRest",
	}
)

func (f *finder) binary(n *ast.BinaryExpr) {
	if f.info.Types[n].Value != nil {
		return
	}
	boundary, ordered := boundaries[n.Op]
	if ordered || n.Op == token.EQL || n.Op == token.NEQ {
		f.around(n, "((", fmt.Sprintf(") != mutantIs(%d))", f.add("CONDITIONALS_NEGATION", n, n.OpPos)))
	}
	if arg, ok := f.typeArg(n.X); ok && ordered {
		f.call(n, boundary+arg, f.add("CONDITIONALS_BOUNDARY", n, n.OpPos))
	}
	if sum, ok := sums[n.Op]; ok && f.numeric(n) {
		arg, _ := f.typeArg(n)
		f.call(n, sum+arg, f.add("ARITHMETIC_BASE", n, n.OpPos))
	}
}

// call lets a function of both sides stand in for an operator.
func (f *finder) call(n *ast.BinaryExpr, function string, id int) {
	f.around(n, fmt.Sprintf("%s(%d, ", function, id), ")")
	f.instead(n.OpPos, n.Op.String(), ",")
}

func (f *finder) negative(n *ast.UnaryExpr) {
	if n.Op != token.SUB || !f.numeric(n) {
		return
	}
	arg, _ := f.typeArg(n)
	f.around(n, fmt.Sprintf("mutantNeg%s(%d, ", arg, f.add("INVERT_NEGATIVES", n, n.OpPos)), ")")
	f.instead(n.OpPos, "-", "")
}

func (f *finder) step(n *ast.IncDecStmt) {
	arg, ok := f.typeArg(n.X)
	if !ok || arg == "" {
		return
	}
	assign := map[token.Token]string{token.INC: "+=", token.DEC: "-="}[n.Tok]
	id := f.add("INCREMENT_DECREMENT", n, n.TokPos)
	f.instead(n.TokPos, n.Tok.String(), fmt.Sprintf(" %s mutantOne%s(%d)", assign, arg, id))
}

// numeric reports whether an expression is a number of a type that has a name.
func (f *finder) numeric(n ast.Expr) bool {
	basic, ok := f.info.Types[n].Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0 && basic.Info()&types.IsUntyped == 0
}

// typeArg is the type argument of a function that stands in for what is done with
// an expression: spelled out where the file can spell it, so that a shift of a
// constant keeps its type, and else left to be inferred. A type parameter takes
// none.
func (f *finder) typeArg(n ast.Expr) (arg string, ok bool) {
	switch t := types.Unalias(f.info.Types[n].Type).(type) {
	case *types.Basic:
		if t.Info()&types.IsUntyped == 0 {
			return "[" + t.Name() + "]", true
		}
	case *types.Named:
		if t.Obj().Pkg() == f.types && t.Obj().Parent() == f.types.Scope() {
			return "[" + t.Obj().Name() + "]", true
		}
	case *types.TypeParam:
		return "", false
	}
	return "", true
}

// add notes a mutant and returns its number.
func (f *finder) add(kind string, n ast.Node, at token.Pos) int {
	place := f.fset.Position(at)
	source := strings.Join(strings.Fields(string(f.text[f.offset(n.Pos()):f.offset(n.End())])), " ")
	file := filepath.Base(place.Filename)
	m := &mutant{
		id:    len(f.mutants) + 1,
		place: fmt.Sprintf("%s:%d:%d", file, place.Line, place.Column),
		key:   fmt.Sprintf("%s %s %s: %s", file, f.within, kind, source),
	}
	f.mutants = append(f.mutants, m)
	return m.id
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// around puts text around an expression: before what is put around its parts, and
// after it.
func (f *finder) around(n ast.Expr, before, after string) {
	f.edits = append(f.edits,
		edit{at: f.offset(n.Pos()), end: f.offset(n.Pos()), text: before},
		edit{at: f.offset(n.End()), end: f.offset(n.End()), text: after, closes: len(f.edits) + 1})
}

// instead puts text in the place of an operator.
func (f *finder) instead(at token.Pos, old, text string) {
	f.edits = append(f.edits, edit{at: f.offset(at), end: f.offset(at) + len(old), text: text})
}

// apply changes a text. At one place, what closes comes before what opens, and
// closes first what was opened last.
func apply(text []byte, edits []edit) (out []byte) {
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.closes, a.closes))
	})
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.at]...), e.text...)
		at = e.end
	}
	return append(out, text[at:]...)
}
