package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// binary is a compiled test binary in which all mutants of a package are.
type binary struct {
	file string
	dir  string // where its tests run
}

// The source that is added to a package: which mutant it is, and stand-ins for
// operators.
//
//go:embed switch.go.txt
var switchSource string

// compile compiles the tests of packages, with all mutants of p in it, into a
// folder.
func (p *pkg) compile(folder string, packages []string) (all []binary, err error) {
	overlay, err := p.overlay(folder)
	if err != nil {
		return nil, err
	}
	for i, path := range packages {
		dir, err := output("go", "list", "-f", "{{.Dir}}", path)
		if err != nil {
			return nil, err
		}
		b := binary{filepath.Join(folder, fmt.Sprintf("%d.test", i)), strings.TrimSpace(string(dir))}
		if _, err := output("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", b.file, path); err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// overlay writes what the go command is to read in the place of the sources.
func (p *pkg) overlay(folder string) (name string, err error) {
	replace := map[string]string{}
	add := func(name string, text []byte) {
		made := filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		replace[name] = made
		err = errors.Join(err, os.WriteFile(made, text, 0o666))
	}
	for name, text := range p.files {
		add(name, text)
	}
	source := strings.NewReplacer("package PACKAGE", "package "+p.name, "COUNT", strconv.Itoa(len(p.mutants))).Replace(switchSource)
	add(filepath.Join(p.dir, "zz_mutants.go"), []byte(source))
	text, encoded := json.Marshal(map[string]any{"Replace": replace})
	name = filepath.Join(folder, "overlay.json")
	return name, errors.Join(err, encoded, os.WriteFile(name, text, 0o666))
}

// test is one test of a package.
type test struct {
	name    string
	took    time.Duration // of a processor
	reaches map[int]bool
}

// tests runs each test alone on the original, and learns which mutants it reaches;
// the fastest come first. Left out are those that take too long, and those that
// fail so: they measure what the instruments change. What counts is the time that
// they have a processor: on a busy machine the same tests are asked as on an idle
// one, which may take ten times as long there.
func (b binary) tests(longest time.Duration) (all []test, err error) {
	names, err := exec.Command(b.file, "-test.list", ".").Output()
	if err != nil {
		return nil, err
	}
	for name := range strings.FieldsSeq(string(names)) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		one := test{name: name}
		notes := b.file + ".reached"
		os.Remove(notes)
		passed, took := b.run(0, []string{name}, 10*longest, "MUTANT_REACHED="+notes)
		if one.took = took; !passed || took > longest {
			fmt.Fprintf(os.Stderr, "left out: %s\n", name)
			continue
		}
		if one.reaches, err = numbers(notes); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b test) int { return int(a.took - b.took) })
	return all, nil
}

// numbers reads a file of numbers, if there is one.
func numbers(name string) (map[int]bool, error) {
	all := map[int]bool{}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for number := range bytes.FieldsSeq(text) {
		n, bad := strconv.Atoi(string(number))
		err = errors.Join(err, bad)
		all[n] = true
	}
	return all, err
}

// maxMemory bounds the address space of a run, in KB: a mutant may never end to
// grow.
const maxMemory = 8 << 20

// run runs tests with a mutant in force, and reports whether they pass, and how long
// they had a processor.
func (b binary) run(id int, names []string, patience time.Duration, env ...string) (passed bool, took time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -v %d && exec "$@"`, maxMemory), "sh",
		b.file, "-test.failfast", "-test.run", "^("+strings.Join(names, "|")+")$", "-test.timeout", "0")
	cmd.Dir = b.dir
	cmd.Env = append(append(os.Environ(), "MUTANT="+strconv.Itoa(id)), env...)
	passed = cmd.Run() == nil
	return passed, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
