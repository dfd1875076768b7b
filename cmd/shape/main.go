// Command shape trims the JSON that tools return before a language model pays
// for it: a filter over standard input or files, and the commands around the
// envelopes and the configuration that it knows.
package main

import (
	"os"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Process(), os.Args[1:])) }
