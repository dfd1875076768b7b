package arch

import (
	"go/ast"
	"go/token"
	"os/exec"
	"strings"
	"testing"
)

// A newcomer reads the pages of the envelopes first: few names in the core, and no
// page over three screens.
const (
	maxCoreNames = 75
	maxPageLines = 150
)

func TestCoreHasFewNames(t *testing.T) {
	var names []string
	for _, s := range sources(t) {
		if s.folder == "shaper/envelope" && !s.isTest() {
			names = append(names, exportedIn(s.file)...)
		}
	}
	if len(names) > maxCoreNames {
		t.Errorf("shaper/envelope exports %d names, more than %d", len(names), maxCoreNames)
	}
}

// exportedIn lists the exported names of a file: each function, type, variable and
// constant, without methods and fields.
func exportedIn(file *ast.File) (names []string) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			add(f.Name)
		}
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok == token.IMPORT {
			continue
		}
		for _, spec := range g.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				add(spec.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					add(id)
				}
			}
		}
	}
	return names
}

func TestPagesOfEnvelopes(t *testing.T) {
	for _, p := range packages(t) {
		folder := p.folder()
		if !holds("shaper/envelope", folder) || strings.Contains(folder, "/internal/") {
			continue
		}
		page, err := exec.Command("go", "doc", module+"/"+folder).Output()
		if err != nil {
			t.Fatalf("go doc %s: %v", folder, err)
		}
		if n := strings.Count(string(page), "\n"); n > maxPageLines {
			t.Errorf("the page of %s has %d lines, more than %d", folder, n, maxPageLines)
		}
	}
}
