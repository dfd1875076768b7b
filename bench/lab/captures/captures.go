// Package captures reads answers of real servers from a folder with one folder for each
// server. It also returns the texts that a model reads of documents.
package captures

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// Text is the part of a server's response that a model reads, or a piece of it.
type Text struct {
	Server string
	Text   []byte
}

// Texts are those of all responses: results of tools, and lists of tools.
func Texts(folder string) (all []Text, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.response.json"))
	if err != nil || files == nil {
		return nil, fmt.Errorf("%s holds no captures (%w)", folder, err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		shown, err := Shown(body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		for _, text := range shown {
			all = append(all, Text{filepath.Base(filepath.Dir(file)), text})
		}
	}
	return all, nil
}

// Shown are the texts that a model reads of a document ([shaper.Measure]).
func Shown(body []byte) ([][]byte, error) {
	var n notes
	_, err := shaper.Measure(body, &n)
	return n.texts, err
}

// notes is a counter that records its texts and counts nothing.
type notes struct{ texts [][]byte }

func (*notes) Name() string   { return "notes" }
func (*notes) Exact() bool    { return false }
func (*notes) Most(n int) int { return n }

func (n *notes) Count(text []byte) int {
	n.texts = append(n.texts, bytes.Clone(text))
	return 0
}
