// Command counters fits the weights of tokens.Estimate, and publishes its error by server
// against the exact counter.
//
//	go run ./counters -fit              # writes shaper/tokens/weights.go
//	go run ./counters -captures FOLDER  # writes the table in bench/README.md
//
// The weights are fitted on files of Go, of the modules that the project uses, and on
// generated texts. They use no text of a server. Run both in bench/lab.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/seed-7aa78ce4/shape/bench/lab/captures"
)

func main() {
	folder := flag.String("captures", "", "publish the error over what servers answered, which `FOLDER` holds")
	learn := flag.Bool("fit", false, "fit the weights anew")
	flag.Parse()
	if err := run(*folder, *learn); err != nil {
		fmt.Fprintln(os.Stderr, "counters:", err)
		os.Exit(1)
	}
}

func run(folder string, learn bool) error {
	switch {
	case learn:
		return fitWeights()
	case folder == "":
		return errors.New("either -fit or -captures FOLDER is needed")
	}
	texts, err := captures.Texts(folder)
	if err != nil {
		return err
	}
	return publish("../README.md", texts)
}
