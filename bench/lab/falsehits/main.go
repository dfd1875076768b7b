// Command falsehits measures how much of ordinary files privacy hides:
//
//	go run ./falsehits go python js man readme yaml
//
// Each file passes an engine as the text of a tool result, under five private names, or
// those of -names. The command prints the files, lines and changed lines of each corpus, and
// the paragraphs of the largest mark. It names the files with most changed lines. In YAML it
// tells the values of private names, and their repetitions, from other lines. It exits with 1 if
// a corpus exceeds the bound of one other line in 2,000, or if a mark takes more than one
// paragraph.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

// The bound of GUARANTEES, false positives.
const (
	linesPerChange    = 2000
	paragraphsPerMark = 1
)

const usualNames = "password,token,secret,api_key,email"

// options hold the flags.
type options struct {
	names  string // private ones, with commas between them
	sample uint   // one file in so many
}

func main() {
	var o options
	flag.StringVar(&o.names, "names", usualNames, "the private names")
	flag.UintVar(&o.sample, "sample", 1, "read one file in `N`, chosen by a hash of its path")
	flag.Parse()
	within, err := o.run(os.Stdout, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "falsehits:", err)
		os.Exit(2)
	}
	if !within {
		os.Exit(1)
	}
}

// run measures the named corpora, all of them if none is named.
func (o options) run(out io.Writer, wanted []string) (within bool, err error) {
	if len(wanted) == 0 {
		for _, c := range corpora {
			wanted = append(wanted, c.name)
		}
	}
	within = true
	for _, name := range wanted {
		c, err := corpusNamed(name)
		if err != nil {
			return false, err
		}
		total, err := o.measure(c, out)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		total.print(out, name)
		within = within && total.withinBound()
	}
	return within, nil
}
