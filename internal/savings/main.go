// Command savings proposes a configuration from captured results and measures it on them:
// the exact tokens of what a client reads, before and after, and how many questions over
// the results still are answered.
//
// With a budget it measures, in place of that, how long results take that are within it.
//
//	go run ./internal/savings -captures FOLDER
//	go run ./internal/savings -captures FOLDER -budget 10000
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/seed-7aa78ce4/shape/internal/questions"
)

func main() {
	folder := flag.String("captures", "", "the folder, with one in it for each server")
	file := flag.String("questions", "internal/questions/testdata/questions.json", "what is asked")
	tokens := flag.Int("budget", 0, "measure the time under a budget of so many tokens")
	flag.Parse()
	if err := run(*folder, *file, *tokens); err != nil {
		fmt.Fprintln(os.Stderr, "savings:", err)
		os.Exit(1)
	}
}

func run(folder, file string, tokens int) error {
	if tokens > 0 {
		return budget(os.Stdout, folder, tokens)
	}
	all, err := questions.Load(file)
	if err != nil {
		return err
	}
	return savings(os.Stdout, folder, all)
}

// savings prints what is saved, and what is answered.
func savings(w io.Writer, folder string, asked []questions.Question) error {
	m, err := measured(folder)
	if err != nil {
		return err
	}
	m.print(w)
	var a answers
	for _, q := range asked {
		r := m.results[q.Capture]
		if r == nil {
			return fmt.Errorf("%s is not there", q.Capture)
		}
		if err := a.ask(&q, r, m.desk); err != nil {
			return err
		}
	}
	a.print(w, len(asked))
	if len(a.open) > 0 {
		return errors.New("not all questions are answered")
	}
	return nil
}
