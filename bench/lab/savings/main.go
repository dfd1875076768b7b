// Command savings measures shape suggest on recorded runs of agents, and writes the figures
// into a page.
//
//	go run ./savings -runs FOLDER  # run it in bench/lab
package main

import (
	"flag"
	"fmt"
	"os"
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
}
