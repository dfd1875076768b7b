package main

import (
	"fmt"
	"io"

	"github.com/seed-7aa78ce4/shape/bench"
)

// plotted are the peers that are drawn: more could not be told apart.
var plotted = []string{ours, "simdjson-go", "fastjson", "jsontext", "sonic nodes", "encoding/json map"}

// keeping is W2 with validation on a corpus, by the peers that are drawn.
func keeping(c bench.Corpus) contest {
	t, _ := workOn(c, "W5")
	return newContest("W5", c.Name, t.docs, t).only(plotted...)
}

// plotSizes draws W5 against the size of the document.
func (o options) plotSizes(log io.Writer) (string, error) {
	var results []result
	for _, c := range bench.Sizes() {
		contest := keeping(c)
		if len(contest.docs[0]) > o.largest {
			continue
		}
		fmt.Fprintf(log, "peers: W5 on %s\n", c.Name)
		one, err := contest.run(o.effort)
		if err != nil {
			return "", err
		}
		results = append(results, one)
	}
	return draw("W5: MB/s of a processor, against the size of the document", "the size of the document", results), nil
}

// plotMasks draws W5 on records against the number of fields that are kept.
func (o options) plotMasks(log io.Writer) (string, error) {
	var results []result
	for _, n := range []int{1, 3, 10, 30, 100, 300, 1000} {
		fmt.Fprintf(log, "peers: W5 with %d masks\n", n)
		one, err := keeping(bench.Masked(n, o.size)).run(o.effort)
		if err != nil {
			return "", err
		}
		results = append(results, one)
	}
	return draw("W5 on c: MB/s of a processor, against the number of masks", "paths in the mask", results), nil
}

// draw plots the rates of those who took part.
func draw(title, below string, results []result) string {
	var places []string
	for _, r := range results {
		places = append(places, r.corpus)
	}
	var lines []series
	for _, name := range plotted {
		line := series{name: name}
		for _, r := range results {
			line.values = append(line.values, r.figures[name].rate)
		}
		lines = append(lines, line)
	}
	return plot(title, below, places, lines)
}
