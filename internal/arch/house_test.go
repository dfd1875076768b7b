package arch

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// The house rules that can be counted: a function tells one story, a struct is one value,
// a package one subject.
const (
	maxLines      = 120 // of a function
	maxComplexity = 20
	maxFields     = 16 // of a struct of the engine, the fields of embedded structs counted
	maxMethods    = 40 // of one receiver
	maxPackage    = 3_000
	missingTests  = 165    // lines of tests that the module lacks; it falls to 0
	maxModule     = 99_717 // lines without tests; it falls to 54,000
	maxPage       = 12 << 10
)

// above holds the figures over a limit today. A figure may only fall, and goes once it is
// within the limit.
var above = map[string]int{
	// fields
	"shaper.Report": 27,
	// lines
	"shaper/mcp": 3_375,
}

func TestFunctions(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		for _, f := range s.functions() {
			hold(t, path.Join(s.folder, s.name)+": "+f.Name.Name, "lines", s.lengthOf(f), maxLines)
			hold(t, path.Join(s.folder, s.name)+": "+f.Name.Name, "ways through it", complexity(f), maxComplexity)
		}
	}
}

// hold fails if a thing has more than it may.
func hold(t *testing.T, thing, what string, n, limit int) {
	t.Helper()
	known, isAbove := above[thing]
	switch {
	case n > max(limit, known):
		t.Errorf("%s has %d %s, more than %d", thing, n, what, max(limit, known))
	case isAbove && n < known && what == "lines":
		t.Errorf("%s has %d %s: lower its figure from %d", thing, n, what, known)
	}
}

// TestStructsOfTheEngine counts fields with those of embedded structs of the same package.
func TestStructsOfTheEngine(t *testing.T) {
	structs := map[string]*ast.StructType{}
	for _, s := range sources(t) {
		if s.isTest() || !isEngine(s.folder) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if fields, ok := spec.Type.(*ast.StructType); ok {
					structs[s.folder+"."+spec.Name.Name] = fields
				}
			}
			return true
		})
	}
	for name, fields := range structs {
		if name != "shaper.Request" { // callers fill in Request
			hold(t, name, "fields", flattened(structs, name[:strings.LastIndexByte(name, '.')], fields), maxFields)
		}
	}
}

// flattened counts the fields of a struct of a folder, and of the structs embedded in it.
func flattened(structs map[string]*ast.StructType, folder string, of *ast.StructType) (n int) {
	for _, field := range of.Fields.List {
		name, isName := field.Type.(*ast.Ident)
		embedded := (*ast.StructType)(nil)
		if isName && len(field.Names) == 0 {
			embedded = structs[folder+"."+name.Name]
		}
		if embedded != nil {
			n += flattened(structs, folder, embedded)
		} else {
			n += max(1, len(field.Names))
		}
	}
	return n
}

func TestReceivers(t *testing.T) {
	methods := map[string]int{}
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		for _, f := range s.functions() {
			if f.Recv == nil {
				continue
			}
			of := f.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if generic, ok := of.(*ast.IndexExpr); ok {
				of = generic.X
			}
			methods[s.folder+"."+of.(*ast.Ident).Name]++
		}
	}
	for name, n := range methods {
		hold(t, name, "methods", n, maxMethods)
	}
}

func TestLines(t *testing.T) {
	packages, all, isOurs := map[string]int{}, 0, isOfTheModule(t)
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.name, "_test.go") && isOurs(s.folder) {
			packages[s.folder] += s.lines
			all += s.lines
		}
	}
	for name, n := range packages {
		hold(t, name, "lines", n, maxPackage)
	}
	hold(t, "the module", "lines", all, maxModule)
}

func TestPagesAreShort(t *testing.T) {
	for _, page := range []string{"README.md", "ARCHITECTURE.md"} {
		hold(t, page, "bytes", len(read(t, page)), maxPage)
	}
}

// There is as much code in tests as in the tested code, but for missingTests. A part's tests lie in it, for all
// of its packages. Scripts are tests of the module, and so are packages that only tests
// and generators import (testPackages). Other modules in the repository do not count.
func TestLinesOfTests(t *testing.T) {
	for _, part := range []struct {
		name string
		in   func(folder string) bool
	}{
		{"the module", isOfTheModule(t)},
		{"the engine", isEngine},
	} {
		lines, ofTests := 0, 0
		if part.in("testdata") {
			ofTests = scriptLines(t)
		}
		for _, s := range sources(t) {
			switch {
			case !part.in(s.folder):
			case s.isTest():
				ofTests += s.code
			default:
				lines += s.code
			}
		}
		if ofTests+missingTests < lines {
			t.Errorf("%s: %d lines of tests for %d", part.name, ofTests, lines)
		}
	}
}

// No file of the program imports a package that counts as a test.
func TestPackagesOfTests(t *testing.T) {
	found := map[string]bool{}
	for _, s := range sources(t) {
		found[s.folder] = true
		if s.isTest() {
			continue
		}
		for _, spec := range s.file.Imports {
			if of, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module+"/"); ok && slices.Contains(testPackages, of) {
				t.Errorf("%s imports %s", path.Join(s.folder, s.name), of)
			}
		}
	}
	for _, of := range testPackages {
		if !found[of] {
			t.Errorf("%s is no package", of)
		}
	}
}

// scriptLines counts the lines of the scripts: runs of the command, and calls that
// profiles resolve.
func scriptLines(t *testing.T) (n int) {
	t.Helper()
	for _, name := range files(t, ".txtar") {
		for line := range strings.Lines(read(t, name)) {
			n += min(1, len(strings.TrimSpace(line)))
		}
	}
	return n
}

// isOfTheModule returns a function that reports whether a folder belongs to no other module
// inside this one.
func isOfTheModule(t *testing.T) func(folder string) bool {
	modules := files(t, "go.mod")
	return func(folder string) bool {
		return !slices.ContainsFunc(modules, func(file string) bool { return file != "go.mod" && holds(path.Dir(file), folder) })
	}
}

// isEngine reports whether a folder is part of the engine.
func isEngine(folder string) bool {
	return folder == "shaper" || strings.HasPrefix(folder, "shaper/internal/")
}
