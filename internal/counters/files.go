package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// lesson is texts of one kind. All lessons have the same say, however many texts they are.
type lesson struct {
	name  string
	texts []string
}

// lessons are all that the weights are fitted on.
func lessons() ([]lesson, error) {
	folders, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		return nil, err
	}
	roots := strings.Fields(string(folders))
	all, err := read(roots[0], roots[1])
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

// read takes lessons out of files.
func read(goroot, cache string) (all []lesson, err error) {
	for _, kind := range []struct {
		name, extensions string
		most             int
		roots            []string
	}{
		{"source of Go", ".go", 300, []string{goroot}},
		{"source of modules", ".go", 300, []string{cache}},
		{"pages", ".md", 200, []string{goroot, cache}},
		{"texts", ".txt", 150, []string{goroot, cache}},
		{"JSON", ".json", 200, []string{goroot, cache}},
		{"other source", ".s .c .js .txtar .yml .yaml", 100, []string{goroot, cache}},
	} {
		l := lesson{name: kind.name}
		for _, root := range kind.roots {
			texts, err := samples(root, strings.Fields(kind.extensions), kind.most)
			if err != nil {
				return nil, err
			}
			l.texts = append(l.texts, texts...)
		}
		all = append(all, l)
	}
	return all, nil
}

// samples are parts of files with one of some extensions, evenly spread over a folder.
func samples(root string, extensions []string, most int) (texts []string, err error) {
	var files []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		for _, e := range extensions {
			if d.Type().IsRegular() && strings.HasSuffix(path, e) {
				files = append(files, path)
			}
		}
		return nil
	})
	for i := 0; i < len(files) && err == nil; i += len(files)/most + 1 {
		var body []byte
		if body, err = os.ReadFile(files[i]); len(body) >= 600 {
			texts = append(texts, string(part(body)))
		}
	}
	return texts, err
}

// part is 3 KB of a file behind what it begins with, which most often is a licence.
func part(body []byte) []byte {
	body = body[len(body)/3:]
	return bytes.ToValidUTF8(body[:min(len(body), 3000)], nil)
}
