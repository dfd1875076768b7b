package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/bench"
)

// flaws are texts that are not JSON, by the kind of check that finds them. Each replaces a
// value. A flaw of structure may also end the document.
var flaws = []struct {
	kind  string
	texts []string
}{
	{"structure", []string{`[1 2]`, `[1,]`, `{"a":1,}`, `{"a" 1}`, `{"a":}`, `{a:1}`, `[1}`, `{"a":1]`, `[,1]`, `{,}`, `1}]}]`, `1}]} {}`, `[1`, ``}},
	{"numbers", []string{`01`, `1.`, `.5`, `+1`, `1e`, `-`, `0x1`, `1.2.3`, `--1`, `NaN`, `nul`, `truex`, `fals`}},
	{"strings", []string{"\"a\nb\"", "\"a\x00b\"", `"\x41"`, `"\u12g4"`, `"\u12"`, `"\'"`}},
	{"UTF-8", []string{"\"\xff\"", "\"\xc0\xaf\"", "\"\xe2\x82\"", "\"\xed\xa0\x80\"", "\"\xf8\x88\x80\x80\x80\""}},
}

// lets returns the kinds of flaws that a peer accepts in dropped values, in a work.
func lets(p peer, work string) (kinds []string) {
	t, ok := workOn(bench.Corpora(1 << 10)[2], work)
	if !ok {
		return nil
	}
	for _, flaw := range flaws {
		for _, text := range flaw.texts {
			doc := fmt.Sprintf(`{"items":[{"id":1,"node_id":%s,"name":"x"}]}`, text)
			if t.work.Halves {
				doc = fmt.Sprintf(`{"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":%s}}`, doc)
			}
			if accepts(p, t, []byte(doc)) {
				kinds = append(kinds, flaw.kind)
				break
			}
		}
	}
	return kinds
}

// workOn is the task of a work on a corpus, by its name.
func workOn(c bench.Corpus, name string) (task, bool) {
	for _, w := range c.Works() {
		if w.Name == strings.Replace(name, "W5", "W2", 1) {
			return task{work: w, mask: maskOf(w), docs: c.Bodies(), validate: name == "W5"}, true
		}
	}
	return task{}, false
}

// accepts reports whether a peer takes a document. One that panics does not.
func accepts(p peer, t task, doc []byte) (taken bool) {
	defer func() {
		if recover() != nil {
			taken = false
		}
	}()
	shape := p.make(t)
	if shape == nil {
		return false
	}
	_, err := shape(nil, doc)
	return err == nil
}

// strictness holds, for each peer, the flaws that it accepts in a work.
type strictness map[string][]string

func strictnessOf(work string) strictness {
	s := strictness{}
	for _, p := range peers {
		s[p.name] = lets(p, work)
	}
	return s
}

// validates reports whether a peer refuses text that is not JSON. Some validating peers do
// not check the content of strings; the mark shows it.
func (s strictness) validates(name string) bool {
	return !slices.Contains(s[name], "structure") && !slices.Contains(s[name], "numbers")
}

// mark returns the sign beside a name.
func (s strictness) mark(name string) string {
	switch {
	case !s.validates(name):
		return " †"
	case slices.Contains(s[name], "strings"):
		return " ‡"
	}
	return ""
}
