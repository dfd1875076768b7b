package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// measure shapes the files of a corpus on all processors.
func (o options) measure(c corpus, out io.Writer) (*total, error) {
	eng, err := newEngine(o.names)
	if err != nil {
		return nil, err
	}
	t := &total{}
	paths := make(chan string)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for path := range paths {
				text, err := c.read(path)
				if err != nil || !utf8.ValidString(text) {
					continue
				}
				shaped, err := shape(eng, text)
				var private map[int]bool
				if err == nil && shaped != text && c.private != nil {
					private = c.private(text, strings.Split(o.names, ","))
				}
				mu.Lock()
				if err != nil {
					fmt.Fprintf(out, "%s: %v\n", path, err)
				} else {
					t.add(path, text, shaped, private)
				}
				mu.Unlock()
			}
		})
	}
	err = c.files(o.sample, func(path string) { paths <- path })
	close(paths)
	workers.Wait()
	return t, err
}

func newEngine(names string) (*shaper.Engine, error) {
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Drop: strings.Split(names, ",")}}})
	if err != nil {
		return nil, err
	}
	return shaper.New(set)
}

// shape returns the text as the engine leaves it in the result of a tool.
func shape(eng *shaper.Engine, text string) (string, error) {
	var result struct {
		Content []block `json:"content"`
	}
	result.Content = []block{{Type: "text", Text: text}}
	body, err := json.Marshal(result)
	if err != nil {
		return "", err
	}
	res, err := eng.Shape(context.Background(), shaper.Request{Body: body, Transit: true})
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(res.Body, &result); err != nil {
		return "", err
	}
	return result.Content[0].Text, nil
}

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}
