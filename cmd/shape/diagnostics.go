package main

import (
	"fmt"
	"io"
	"os"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
)

// writeDiagnostics prints the problems of a configuration, one to a line. On a
// terminal the place in the file is shown below each.
func writeDiagnostics(w io.Writer, all config.Diagnostics, interactive bool) {
	for _, d := range all {
		terminal.Say(w, "%s", d.Error())
		if interactive && d.Line > 0 {
			fmt.Fprint(w, excerptAt(d.File, d.Line, d.Column))
		}
	}
}

// excerptAt shows a place in a file; nothing where the file cannot be read any
// more.
func excerptAt(name string, line, column int) terminal.Excerpt {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	offset := 0
	for n := 1; offset < len(text) && n < line; offset++ {
		if text[offset] == '\n' {
			n++
		}
	}
	return terminal.ExcerptOf(text, offset+column-1)
}
