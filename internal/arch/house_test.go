package arch

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// The house rules that can be counted. A file holds one idea, a function one readable
// step, and a struct one value.
const (
	maxLines      = 120 // of a function
	maxParameters = 5
	maxComplexity = 20
	maxFields     = 16 // of a struct of the engine

	medianLines = 14 // of all functions, at the most

	minMedianFile, maxMedianFile = 60, 200 // lines
)

func TestFunctions(t *testing.T) {
	var lines []int
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		for _, f := range s.functions() {
			n := s.lengthOf(f)
			lines = append(lines, n)
			s.hold(t, f.Name.Name, "lines", n, maxLines)
			s.hold(t, f.Name.Name, "parameters", count(f.Type.Params), maxParameters)
			s.hold(t, f.Name.Name, "ways through it", complexity(f), maxComplexity)
		}
	}
	if m := median(lines); m > medianLines {
		t.Errorf("the median function has %d lines, more than %d", m, medianLines)
	}
}

// hold fails where a thing has more than it may.
func (s source) hold(t *testing.T, thing, what string, n, limit int) {
	t.Helper()
	if n > limit {
		t.Errorf("%s: %s has %d %s, more than %d", path.Join(s.folder, s.name), thing, n, what, limit)
	}
}

func TestStructsOfTheEngine(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() || !isEngine(s.folder) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && !(s.folder == "shaper" && spec.Name.Name == "Request") { // callers fill in Request
				if fields, ok := spec.Type.(*ast.StructType); ok {
					s.hold(t, spec.Name.Name, "fields", count(fields.Fields), maxFields)
				}
			}
			return true
		})
	}
}

func TestFiles(t *testing.T) {
	var lines []int
	for _, s := range sources(t) {
		if !s.isTest() {
			lines = append(lines, s.lines)
		}
	}
	if m := median(lines); m < minMedianFile || m > maxMedianFile {
		t.Errorf("the median file has %d lines, not %d to %d", m, minMedianFile, maxMedianFile)
	}
}

// There is as much code in tests as in the tested code. A part's tests lie in it, for all
// of its packages. Scripts are tests of the module, and so are packages that only tests
// and generators import (testPackages). Other modules in the repository do not count.
func TestLinesOfTests(t *testing.T) {
	for _, part := range []struct {
		name string
		in   func(folder string) bool
	}{
		{"the module", isOfTheModule},
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
		if ofTests < lines {
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

// isOfTheModule reports whether a folder belongs to no other module inside this one.
func isOfTheModule(folder string) bool {
	return !slices.ContainsFunc([]string{"bench/lab", "bench/peers", "internal/scan/gen"}, func(other string) bool { return holds(other, folder) })
}

// isEngine reports whether a folder is part of the engine.
func isEngine(folder string) bool {
	return folder == "shaper" || strings.HasPrefix(folder, "shaper/internal/")
}
