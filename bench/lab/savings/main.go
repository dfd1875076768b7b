// Command savings measures shape suggest on recorded runs of agents, and writes the figures
// into a page. It prints the tools with the most tokens left.
//
//	go run ./savings -runs FOLDER  # run it in bench/lab
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

func main() {
	folder := flag.String("runs", "", "the folder with a file of runs for each set")
	page := flag.String("page", "../../docs/savings.md", "the page")
	flag.Parse()
	sets, err := measure(*folder)
	if err == nil {
		err = os.WriteFile(*page, write(sets), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "savings:", err)
		os.Exit(1)
	}
	for _, s := range sets {
		s.printTools(os.Stdout)
	}
}

const mostTools = 10

// printTools prints the tools with the most tokens left, by the arm that counts.
func (s *set) printTools(to io.Writer) {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s\tresults\ttokens\tleft\tin prompts\tleft\ttaken up\tkept\n", s.name)
	for _, t := range s.Largest(mostTools) {
		fmt.Fprintf(table, "  %s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", t.Name, t.Results, t.Before, t.After, t.Prompt, t.Shaped, t.Taken, t.Kept)
	}
	table.Flush()
}
