// Command shape makes the JSON that tools return small before a language model pays for it.
// It filters standard input or files. Subcommands handle envelopes and the configuration.
package main

import (
	"os"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/cli"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

func main() { os.Exit(cli.Run(app.Process(), os.Args[1:])) }
