package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"github.com/seed-7aa78ce4/shape/bench"
)

// path is where the ratios stand, seen from the top of the module.
const path = "internal/guard/recorded.json"

// ratios are those of corpora, by architecture.
type ratios map[string]map[string]float64

func read() (all ratios, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	return all, err
}

// write records what is measured here, and keeps what was for other architectures.
func write(out io.Writer, all ratios, corpora []bench.Corpus, measure func(bench.Corpus) (float64, error)) error {
	mine := map[string]float64{}
	for _, c := range corpora {
		got, err := measure(c)
		if err != nil {
			return err
		}
		mine[c.Name] = math.Round(100*got) / 100
		fmt.Fprintf(out, "guard: W2 on %s is %.2f × gjson.Valid\n", c.Name, got)
	}
	all[runtime.GOARCH] = mine
	text, _ := json.MarshalIndent(all, "", "  ") // numbers always encode
	return os.WriteFile(path, append(text, '\n'), 0o666)
}
