// Command savings proposes a configuration from captured results and measures it on them.
// It prints the exact tokens that a client reads, before and after. It also prints how
// many questions about the results still have an answer.
//
//	go run ./savings -captures FOLDER          # run it in bench/lab
//	go run ./savings -captures FOLDER -draw    # writes the questions anew
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/seed-7aa78ce4/shape/bench/lab/questions"
)

func main() {
	folder := flag.String("captures", "", "the folder, with one in it for each server")
	file := flag.String("questions", "questions/testdata/questions.json", "what is asked")
	draw := flag.Bool("draw", false, "draw the questions, and write them")
	flag.Parse()
	if err := run(*folder, *file, *draw); err != nil {
		fmt.Fprintln(os.Stderr, "savings:", err)
		os.Exit(1)
	}
}

func run(folder, file string, draw bool) error {
	if draw {
		captures, err := questions.Captures(folder)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(questions.Draw(captures), "", " ")
		if err != nil {
			return err
		}
		return os.WriteFile(file, append(text, '\n'), 0o666)
	}
	all, err := questions.Load(file)
	if err != nil {
		return err
	}
	return savings(os.Stdout, folder, all)
}

// savings prints the savings and the answered questions.
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
		if err := a.ask(&q, r, m.archive); err != nil {
			return err
		}
	}
	a.print(w, len(asked))
	if len(a.open) > 0 {
		return errors.New("not all questions are answered")
	}
	return nil
}
