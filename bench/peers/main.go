// Command peers measures shape beside comparable libraries and commands, and writes the
// results into the project's pages:
//
//	go run .    # in bench/peers; make bench does that
//
// It is a module of its own, so that no peer is a dependency of the product.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/bench"
)

// options are the arguments of the command.
type options struct {
	effort
	libraries bool
	processes bool
	top       string // the folder of the pages
	source    string // that of the project
	command   string // that wrote the page
}

func main() {
	o := options{command: "make bench", source: "../.."}
	flag.IntVar(&o.rounds, "rounds", 8, "how often each entrant runs in a contest")
	flag.DurationVar(&o.turn, "turn", 20*time.Millisecond, "how long, each time, in time of a processor")
	flag.IntVar(&o.size, "size", 1<<20, "bytes of a document of middle size")
	flag.BoolVar(&o.libraries, "libraries", true, "measure libraries")
	flag.BoolVar(&o.processes, "processes", true, "measure whole processes")
	flag.StringVar(&o.top, "top", "../..", "the folder that the pages are written to")
	flag.Parse()
	if args := strings.Join(os.Args[1:], " "); args != "" {
		o.command += " ARGS=" + fmt.Sprintf("%q", args)
	}
	if err := o.run(os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// run measures the requested parts and writes the pages. Progress goes to log.
func (o options) run(log io.Writer) error {
	if o.processes { // first, while there is little in memory
		origin := provenance(o.effort, o.command)
		table, err := processTable(o, log)
		if err != nil {
			return err
		}
		if err := replace(filepath.Join(o.top, "bench/README.md"), "processes", origin+"\n"+table); err != nil {
			return err
		}
	}
	if o.libraries {
		return o.runLibraries(log)
	}
	return nil
}

func (o options) runLibraries(log io.Writer) error {
	origin := provenance(o.effort, o.command)
	r := newReport(bench.Corpora(o.size))
	for c := range contests(r.corpora) {
		if err := r.add(c, o.effort, log); err != nil {
			return err
		}
	}
	traffic, err := mixed().only(inTraffic...).run(o.effort)
	if err != nil {
		return err
	}
	return page{origin, o.note(), r, traffic}.write(o.top)
}

// note tells where documents are not of the size that their names say.
func (e effort) note() string {
	if e.size == 1<<20 {
		return ""
	}
	return fmt.Sprintf("\nDocuments were of %d KB where 1 MB is named, and of %d KB where 10 MB is.\n", e.size>>10, e.size*10>>10)
}

// add runs a contest.
func (r *report) add(c contest, e effort, log io.Writer) error {
	one, err := c.run(e)
	if err != nil {
		return err
	}
	r.results = append(r.results, one)
	fmt.Fprintf(log, "peers: %s on %s\n", c.work, c.corpus)
	return nil
}
