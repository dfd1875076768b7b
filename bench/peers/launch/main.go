// Command launch runs a command and writes its processor time in ns and its peak memory in
// bytes to a file:
//
//	launch FILE COMMAND ARG...
//
// The kernel counts the memory of a process from before its exec. So only a small process
// can measure others. Without arguments launch ends at once: the minimum of a Go program.
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
