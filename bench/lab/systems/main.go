// Systems type-checks the packages of a module, and their tests, as they are for other
// systems: go run ./systems FOLDER GOOS/GOARCH... It reads the declarations of imports from
// their sources. Nothing is compiled for those systems, not even the standard library.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct{ Main bool }
}

func (p listed) isOurs() bool { return p.Module != nil && p.Module.Main }

// checker holds the parsed files; systems share most of them.
type checker struct {
	folder string
	set    *token.FileSet
	files  map[string]*ast.File
	faults map[string]bool // a package and its test report some of them twice
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: systems FOLDER GOOS/GOARCH...")
		os.Exit(2)
	}
	c := checker{os.Args[1], token.NewFileSet(), map[string]*ast.File{}, map[string]bool{}}
	for _, system := range os.Args[2:] {
		n, err := c.check(system)
		if err == nil && n == 0 {
			err = errors.New("no package is there")
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, system+":", err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d packages, with those of tests\n", system, n)
	}
	if len(c.faults) > 0 {
		os.Exit(1)
	}
}

// check reports the errors of the module's packages and counts these packages.
func (c *checker) check(system string) (ours int, err error) {
	goos, arch, _ := strings.Cut(system, "/")
	list := exec.Command("go", "list", "-test", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "./...")
	list.Dir, list.Stderr = c.folder, os.Stderr
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		return 0, fmt.Errorf("go list: %w", err)
	}
	sizes := types.SizesFor("gc", arch)
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := in.Decode(&p); {
		case errors.Is(err, io.EOF):
			return ours, nil
		case err != nil:
			return 0, err
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		files, err := c.parse(p)
		if err != nil {
			return 0, err
		}
		if p.isOurs() {
			ours++
		}
		config := types.Config{
			Sizes:            sizes,
			IgnoreFuncBodies: !p.isOurs(),
			Importer:         importer{checked, p.ImportMap},
			Error: func(err error) {
				if fault := system + ": " + err.Error(); !c.faults[fault] {
					c.faults[fault] = true
					fmt.Fprintln(os.Stderr, fault)
				}
			},
		}
		path, _, _ := strings.Cut(p.ImportPath, " ")
		checked[p.ImportPath], _ = config.Check(path, c.set, files, nil)
	}
}

// parse returns the files of a package.
func (c *checker) parse(p listed) (files []*ast.File, err error) {
	for _, name := range p.GoFiles {
		name = filepath.Join(p.Dir, name)
		if c.files[name] == nil {
			if c.files[name], err = parser.ParseFile(c.set, name, nil, parser.SkipObjectResolution); err != nil {
				return nil, err
			}
		}
		files = append(files, c.files[name])
	}
	return files, nil
}

// importer finds packages that are checked already: go list prints imports first.
type importer struct {
	checked map[string]*types.Package
	names   map[string]string
}

func (i importer) Import(path string) (*types.Package, error) {
	if name, ok := i.names[path]; ok {
		path = name
	}
	if p := i.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not listed", path)
}
