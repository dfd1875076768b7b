// Command manpages writes manual pages into a folder: one per command in section 1, and one per
// topic of shape help in section 7. With -markdown it writes pages of Markdown for the site,
// one per command.
//
//	go run -C cmd/shape/internal/manpages . [-markdown] FOLDER
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra/doc"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/cli"
)

func main() {
	isMarkdown := flag.Bool("markdown", false, "write Markdown, of commands alone")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: manpages [-markdown] FOLDER")
		os.Exit(2)
	}
	to := write
	if *isMarkdown {
		to = writeMarkdown
	}
	if err := to(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
}

// write writes all pages into a folder and makes the folder.
func write(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	root := cli.Root()
	root.Short, root.DisableAutoGenTag = "make the JSON that tools return small, safe and true", true
	header := &doc.GenManHeader{Source: "shape", Manual: "User Commands"}
	if err := doc.GenManTree(root, header, folder); err != nil {
		return err
	}
	for name, page := range cli.Topics() {
		heading, _, _ := strings.Cut(strings.TrimLeft(page, "#\n "), "\n")
		title := fmt.Sprintf("%% shape-%s 7 \"\" \"shape\" \"User Commands\"\n# NAME\nshape-%s - %s\n\n", name, name, heading)
		file := filepath.Join(folder, "shape-"+name+".7")
		if err := os.WriteFile(file, md2man.Render([]byte(title+strings.TrimSpace(page)+"\n")), 0o666); err != nil {
			return err
		}
	}
	return nil
}
