package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/captures"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// counts holds the exact counter to js-tiktoken, over the files of testdata, as they are
// and as models read them, and over the captures.
func counts(p *place) (found string, err error) {
	texts, err := testdata("testdata", "shaper/tokens")
	if err != nil {
		return "", err
	}
	if p.captures != "" {
		captured, err := captures.Texts(p.captures)
		if err != nil {
			return "", err
		}
		texts = append(texts, captured...)
	}
	var lines bytes.Buffer
	for _, t := range texts {
		line, err := json.Marshal(map[string]any{"name": t.Server, "text": string(t.Text), "tokens": o200k.Counter{}.Count(t.Text)})
		if err != nil {
			return "", err
		}
		lines.Write(append(line, '\n'))
	}
	cmd := exec.Command(p.node, "count.mjs")
	cmd.Dir, cmd.Stdin = p.folder, &lines
	out, err := output(cmd)
	return strings.TrimSpace(string(out)), err
}

// testdata are the texts of the files in some folders, named by their files.
func testdata(folders ...string) (all []captures.Text, err error) {
	for _, folder := range folders {
		err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			body, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			texts, err := captures.Shown(body)
			if err != nil {
				texts = nil // it is no JSON
			}
			for _, text := range append(texts, body) {
				all = append(all, captures.Text{Server: path, Text: text})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
