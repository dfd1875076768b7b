package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// pkg is a package whose tests are judged.
type pkg struct {
	path    string // its import path
	dir     string
	name    string
	types   *types.Package
	files   map[string][]byte // instrumented sources, by file
	mutants []*mutant
}

// listed is what the go command tells of a package.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles                       []string
}

// load reads a package and finds its mutants.
func load(path string) (*pkg, error) {
	all, err := list(path)
	if err != nil {
		return nil, err
	}
	it := all[len(all)-1] // what is asked for comes after what it imports
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	p := &pkg{path: it.ImportPath, dir: it.Dir, name: it.Name, files: map[string][]byte{}}
	var files []*ast.File
	for _, name := range it.GoFiles {
		name = filepath.Join(it.Dir, name)
		if p.files[name], err = os.ReadFile(name); err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(fset, name, p.files[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	if p.types, err = config.Check(p.path, fset, files, info); err != nil {
		return nil, err
	}
	for _, file := range files {
		p.instrument(fset, file, info)
	}
	return p, nil
}

// list lists a package after all that it imports, compiled.
func list(path string) (all []listed, err error) {
	text, err := output("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Name,Export,GoFiles", path)
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// output runs a command and returns what it prints.
func output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %v: %w\n%s", name, args[0], err, stderr.Bytes())
	}
	return text, err
}
