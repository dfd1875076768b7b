// Command draw prints questions over the responses of a folder, a folder in it for each
// server:
//
//	go run ./internal/questions/draw -captures FOLDER >internal/questions/testdata/questions.json
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/seed-7aa78ce4/shape/internal/questions"
)

func main() {
	folder := flag.String("captures", "", "the folder")
	flag.Parse()
	if err := draw(*folder); err != nil {
		fmt.Fprintln(os.Stderr, "draw:", err)
		os.Exit(1)
	}
}

func draw(folder string) error {
	captures, err := questions.Captures(folder)
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	return out.Encode(questions.Draw(captures))
}
