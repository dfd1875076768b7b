package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// programs lists the released programs, with the folder of their module and the systems that
// they are built for.
var programs = []struct {
	name, folder, main string
	systems            []string
}{
	{"shape", ".", "./cmd/shape", []string{"linux", "darwin", "windows"}},
	{"shape-serve", "cmd/shape-serve", ".", []string{"linux"}},
	{"shape-benthos", "cmd/shape-benthos", ".", []string{"linux"}},
}

// licences lists the accepted licences by a phrase of each. All allow a program under the MIT
// licence that links the code, if it brings their texts. MPL-2.0 also asks where the source is.
// A text without any of these phrases is an unknown licence.
var licences = []struct{ name, phrase, alsoIn string }{
	{"Apache-2.0", "apache license version 2.0, january 2004", ""},
	{"Apache-2.0", "licensed under the apache license, version 2.0", ""},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy", ""},
	{"BSD-3-Clause", "redistribution and use in source and binary forms", "endorse or promote products"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms", ""},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee", ""},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose with or without fee", ""},
	{"MPL-2.0", "mozilla public license version 2.0", ""},
	{"MPL-2.0", "mozilla public license, version 2.0", ""},
	{"Unlicense", "this is free and unencumbered software released into the public domain", ""},
	{"CC0-1.0", "cc0 1.0 universal", ""},
}

// refused are phrases of licences that ask for the source of the whole program, or forbid a use.
var refused = []string{"gnu affero general public license", "gnu general public license", "gnu lesser general public license",
	"server side public license", "business source license", "commons clause", "elastic license"}

var (
	isLicence = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying|^notice|^patents`)
	mustName  = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying`) // a file that has to be a known licence
)

// licencesOf returns the names of the licences in a text, or an error if there is none.
func licencesOf(text []byte) (names []string, err error) {
	plain := strings.ToLower(strings.Join(strings.Fields(string(text)), " "))
	for _, l := range licences {
		isBSD := strings.HasPrefix(l.name, "BSD") && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "BSD") })
		if strings.Contains(plain, l.phrase) && strings.Contains(plain, l.alsoIn) && !slices.Contains(names, l.name) && !isBSD {
			names = append(names, l.name)
		}
	}
	if !slices.Contains(names, "MPL-2.0") { // its text names the GNU licences as secondary ones
		for _, phrase := range refused {
			if strings.Contains(plain, phrase) {
				return nil, fmt.Errorf("refused licence: %s", phrase)
			}
		}
	}
	if len(names) == 0 {
		return nil, errors.New("unknown licence")
	}
	return names, nil
}

// embedded lists modules with files that the programs embed; no package of theirs is linked.
var embedded = []string{"github.com/zricethezav/gitleaks/v8"} // shaper/detect/secrets

// linked is a module of a program.
type linked struct {
	name  string // path and version
	names []string
	texts map[string][]byte // by file, below the folder of the module
}

// notices checks the licences of all modules that the programs link, or only one of them. If dir
// is not empty, it writes their texts to dir/PROGRAM/THIRD_PARTY_NOTICES. Without dir it lists
// the modules.
func (r repository) notices(dir, only string) error {
	for _, p := range programs {
		if only != "" && only != p.name {
			continue
		}
		modules := map[string]*linked{}
		for _, system := range p.systems {
			if err := r.addLinked(modules, p.folder, p.main, system); err != nil {
				return err
			}
		}
		if err := addToolchain(modules); err != nil {
			return err
		}
		var text bytes.Buffer
		fmt.Fprintf(&text, "Third parties whose code %s %s links, and their licences.\nThe source of a Go module is at its path, or at https://proxy.golang.org.\n\n", p.name, r.version)
		var faults error
		for _, name := range slices.Sorted(maps.Keys(modules)) {
			m := modules[name]
			if err := m.classify(); err != nil {
				faults = errors.Join(faults, fmt.Errorf("%s: %w", name, err))
			}
			fmt.Fprintf(&text, "%-14s %s\n", strings.Join(m.names, ","), name)
		}
		if faults != nil {
			return fmt.Errorf("%s: %w", p.name, faults)
		}
		if dir == "" {
			fmt.Printf("%s: %d modules\n%s\n", p.name, len(modules), text.Bytes())
			continue
		}
		writeTexts(&text, modules)
		if err := os.MkdirAll(filepath.Join(dir, p.name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, p.name, "THIRD_PARTY_NOTICES"), text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// classify names the licences of a module.
func (m *linked) classify() error {
	for _, file := range slices.Sorted(maps.Keys(m.texts)) {
		names, err := licencesOf(m.texts[file])
		if err != nil && (mustName.MatchString(filepath.Base(file)) || strings.HasPrefix(err.Error(), "refused")) {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, name := range names {
			if !slices.Contains(m.names, name) {
				m.names = append(m.names, name)
			}
		}
	}
	if len(m.names) == 0 {
		return errors.New("no licence found")
	}
	return nil
}

// addLinked adds the modules of a program. A licence lies in the folder of a linked package, or
// in one above it.
func (r repository) addLinked(modules map[string]*linked, folder, main, system string) error {
	const form = `{{with .Module}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}`
	all, err := output(filepath.Join(r.root, folder), "env", "CGO_ENABLED=0", "GOOS="+system, "go", "list", "-deps", "-f", form, main)
	if err != nil {
		return err
	}
	with, err := output(r.root, "go", append([]string{"list", "-m", "-f", `{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{.Dir}}`}, embedded...)...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(all + "\n" + with) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 || strings.HasPrefix(fields[0], rootModule) {
			continue // of the standard library, or our own
		}
		m := modules[fields[0]]
		if m == nil {
			m = &linked{name: fields[0], texts: map[string][]byte{}}
			modules[fields[0]] = m
		}
		for at := fields[2]; ; at = filepath.Dir(at) {
			if err := m.add(fields[1], at); err != nil {
				return err
			}
			if len(at) <= len(fields[1]) {
				break
			}
		}
	}
	return nil
}

// add reads the texts in a folder of a module at root.
func (m *linked) add(root, folder string) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Type() == fs.ModeDir || !isLicence.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		name, err := filepath.Rel(root, filepath.Join(folder, f.Name()))
		if err != nil {
			return err
		}
		if m.texts[name], err = os.ReadFile(filepath.Join(folder, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

// addToolchain adds the standard library.
func addToolchain(modules map[string]*linked) error {
	facts, err := output(".", "go", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return err
	}
	root, version, _ := strings.Cut(facts, "\n")
	m := &linked{name: "Go standard library " + version, texts: map[string][]byte{}}
	modules[m.name] = m
	return m.add(root, root)
}

// writeTexts writes each text once, below the modules that have it.
func writeTexts(to *bytes.Buffer, modules map[string]*linked) {
	owners, order := map[string][]string{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		for _, file := range slices.Sorted(maps.Keys(modules[name].texts)) {
			text := string(modules[name].texts[file])
			if owners[text] == nil {
				order = append(order, text)
			}
			owners[text] = append(owners[text], name+": "+filepath.ToSlash(file))
		}
	}
	for _, text := range order {
		fmt.Fprintf(to, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 72), strings.Join(owners[text], "\n"), strings.TrimSpace(text))
	}
}
