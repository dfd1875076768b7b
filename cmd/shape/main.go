// Command shape trims the JSON that tools return before a language model pays
// for it: a filter over standard input or files, and the commands around the
// envelopes and the configuration that it knows.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
