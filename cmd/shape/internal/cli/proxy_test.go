package cli

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// answers is a server for scripts. It answers each message with the next line of a file and
// records the messages in another file. A line "exit N" ends it.
func answers() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	heard, err := os.Create(os.Args[2])
	if err != nil {
		panic(err)
	}
	in := bufio.NewReader(os.Stdin)
	for line := range strings.Lines(string(text)) {
		if status, ends := strings.CutPrefix(line, "exit "); ends {
			n, _ := strconv.Atoi(strings.TrimSpace(status))
			os.Exit(n)
		}
		said, err := in.ReadString('\n')
		if err != nil {
			break
		}
		heard.WriteString(said)
		fmt.Print(line)
	}
}

// asks is a client for scripts. It starts a program and sends the lines of a file. It waits for
// the answer to each line with an id.
func asks() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stderr = os.Stderr
	to, _ := cmd.StdinPipe()
	from, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	said := bufio.NewReader(from)
	for line := range strings.Lines(string(text)) {
		fmt.Fprint(to, line)
		if strings.Contains(line, `"id":`) {
			answer, _ := said.ReadString('\n')
			fmt.Print(answer)
		}
	}
	to.Close()
	said.WriteTo(os.Stdout)
	cmd.Wait()
	os.Exit(cmd.ProcessState.ExitCode())
}
