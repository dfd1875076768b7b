// Command launch runs a command and writes what it took of the machine to a file:
// processor time in ns, and peak memory in bytes.
//
//	launch FILE COMMAND ARG...
//
// The kernel counts the memory of a process from before it became the command that it
// is, so that only one that is small itself can measure others. Without arguments it
// ends at once: the least that a program of Go takes.
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	if len(os.Args) < 3 {
		return
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "launch:", err)
		os.Exit(1)
	}
	state := cmd.ProcessState
	report := fmt.Sprintln((state.UserTime() + state.SystemTime()).Nanoseconds(), peak(state))
	if err := os.WriteFile(os.Args[1], []byte(report), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "launch:", err)
		os.Exit(1)
	}
}
