package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// lesson is texts of one kind. All lessons have the same say, however many texts they are.
type lesson struct {
	name  string
	texts []string
}

// lessons are all that the weights are fitted on.
func lessons() ([]lesson, error) {
	goroot, err := folders("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules, err := folders("list", "-deps", "-test", "-f", "{{with .Module}}{{if not .Main}}{{.Dir}}{{end}}{{end}}", "./...")
	if err != nil {
		return nil, err
	}
	all, err := read(goroot, modules)
	if err != nil {
		return nil, err
	}
	m := newMaker(all)
	return append(all,
		lesson{"records", m.many(400, m.records)},
		lesson{"numbers", m.many(150, m.numbers)},
		lesson{"logs", m.many(150, m.log)},
		lesson{"paths", m.many(100, m.paths)},
		lesson{"base64, hex, UUIDs", m.many(150, m.opaque)},
		lesson{"prose", m.many(300, m.prose)},
	), nil
}

// folders are those that the go command names.
func folders(args ...string) ([]string, error) {
	out, err := exec.Command("go", args...).Output()
	all := strings.Fields(string(out))
	slices.Sort(all)
	return slices.Compact(all), err
}

// read takes lessons out of files of Go and of the modules that the project is built of:
// the same ones wherever it is built.
func read(goroot, modules []string) (all []lesson, err error) {
	for _, kind := range []struct {
		name, extensions string
		most             int
		roots            []string
	}{
		{"source of Go", ".go", 300, goroot},
		{"source of modules", ".go", 300, modules},
		{"pages", ".md", 300, slices.Concat(goroot, modules)},
		{"texts", ".txt", 300, slices.Concat(goroot, modules)},
		{"JSON", ".json", 300, slices.Concat(goroot, modules)},
		{"other source", ".s .c .js .txtar .yml .yaml", 200, slices.Concat(goroot, modules)},
	} {
		texts, err := samples(kind.roots, strings.Fields(kind.extensions), kind.most)
		if err != nil {
			return nil, err
		}
		all = append(all, lesson{kind.name, texts})
	}
	return all, nil
}

// samples are parts of files with one of some extensions, evenly spread over folders.
func samples(roots, extensions []string, most int) (texts []string, err error) {
	var files []string
	for _, root := range roots {
		err = errors.Join(err, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && slices.Contains(extensions, filepath.Ext(path)) {
				files = append(files, path)
			}
			return err
		}))
	}
	for i := 0; i < len(files) && err == nil; i += len(files)/most + 1 {
		var body []byte
		if body, err = os.ReadFile(files[i]); len(body) >= 600 {
			texts = append(texts, string(part(body)))
		}
	}
	return texts, err
}

// part returns 3 KB of a file behind its beginning, usually a licence.
func part(body []byte) []byte {
	body = body[len(body)/3:]
	return bytes.ToValidUTF8(body[:min(len(body), 3000)], nil)
}
