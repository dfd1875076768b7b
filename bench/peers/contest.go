package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/bytedance/sonic"

	"github.com/seed-7aa78ce4/shape/bench"
)

// contest is a comparison of the peers: documents and the work on each.
type contest struct {
	work     string // as tables name it
	corpus   string
	docs     [][]byte
	entrants []entrant
}

// entrant is a peer that can do a contest.
type entrant struct {
	name    string
	shapers []shaper
}

// contests returns all works on all corpora, and the pure validators. Each is made on
// demand, since all of their documents together would fill the memory.
func contests(corpora []bench.Corpus) iter.Seq[contest] {
	return func(yield func(contest) bool) {
		for _, c := range corpora {
			if !yield(validators(c)) {
				return
			}
			for _, w := range works {
				t, _ := workOn(c, w.name)
				if !yield(newContest(w.name, c.Name, t.work.Documents(c), t)) {
					return
				}
			}
		}
	}
}

// validators only tell whether a document is valid.
func validators(c bench.Corpus) contest {
	return contest{work: "valid", corpus: c.Name, docs: c.Bodies(), entrants: []entrant{
		validating("sonic.Valid", sonic.Valid), validating("json.Valid", json.Valid),
	}}
}

// mixed returns traffic in which each response differs from the one before it. Calls
// repeat after a period, so that a peer needs no more parsers than that.
func mixed() contest {
	const period = 16
	var docs [][]byte
	var tasks []task
	for i, call := range traffic() {
		docs = append(docs, call.body)
		if i < period {
			tasks = append(tasks, task{work: call.work, mask: maskOf(call.work), docs: [][]byte{call.body}, validate: true})
		}
	}
	return newContest("mixed", "mixed", docs, tasks...)
}

// inTraffic are the peers that take part in mixed traffic.
var inTraffic = []string{ours, "simdjson-go", "fastjson", "jsontext", "sonic nodes", "encoding/json map"}

// only keeps the entrants of these names.
func (c contest) only(names ...string) contest {
	c.entrants = slices.DeleteFunc(c.entrants, func(e entrant) bool { return !slices.Contains(names, e.name) })
	return c
}

func newContest(work, corpus string, docs [][]byte, tasks ...task) contest {
	c := contest{work: work, corpus: corpus, docs: docs}
	for _, p := range peers {
		e := entrant{name: p.name}
		for _, t := range tasks {
			if shape := p.make(t); shape != nil {
				e.shapers = append(e.shapers, shape)
			}
		}
		if len(e.shapers) == len(tasks) {
			c.entrants = append(c.entrants, e)
		}
	}
	return c
}

// shape has an entrant do document i.
func (c contest) shape(e entrant, i int, dst []byte) ([]byte, error) {
	return e.shapers[i%len(e.shapers)](dst, c.docs[i])
}

// agree fails where an entrant gives other values than shape does.
func (c contest) agree() error {
	if c.work == "valid" {
		return nil // they give no values
	}
	for i := range c.docs {
		var want any
		for _, e := range c.entrants {
			out, err := c.shape(e, i, nil)
			if err != nil {
				return fmt.Errorf("%s on %s, %s: %w", c.work, c.corpus, e.name, err)
			}
			got, err := value(out)
			if err != nil {
				return fmt.Errorf("%s on %s, %s: %w", c.work, c.corpus, e.name, err)
			}
			if e.name == ours {
				want = got
			} else if !reflect.DeepEqual(got, want) {
				return fmt.Errorf("%s on %s: %s gives other values than %s", c.work, c.corpus, e.name, ours)
			}
		}
	}
	return nil
}

// value decodes an output, and the documents in its texts with it.
func value(out []byte) (v any, err error) {
	if err := json.Unmarshal(out, &v); err != nil {
		return nil, err
	}
	root, _ := v.(map[string]any)
	result, _ := root["result"].(map[string]any)
	blocks, _ := result["content"].([]any)
	for _, b := range blocks {
		block, _ := b.(map[string]any)
		if text, ok := block["text"].(string); ok {
			if block["text"], err = value([]byte(text)); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
