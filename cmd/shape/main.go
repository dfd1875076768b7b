// Command shape makes the JSON that tools return small before a language model pays for it.
// It filters standard input or files. Subcommands handle envelopes and the configuration.
package main

import (
	"os"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Process(), os.Args[1:])) }
