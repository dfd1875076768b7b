//go:build unix

package cli

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

func init() { programs["asks-http"] = asksHTTP }

// asksHTTP is a client for scripts and a server over HTTP. It starts a program with the address
// of the server and sends the lines of a file to the address that the program prints. It prints
// the answers, and at the end the metrics if the program serves them. The server answers each
// message with the next line of a second file, and records the messages in a third. With
// --stdio the client starts the program as its server.
func asksHTTP() {
	answers, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	heard, err := os.Create(os.Args[3])
	if err != nil {
		panic(err)
	}
	lines := strings.Split(string(answers), "\n")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(heard, "%s %s\n", r.Header.Get("Authorization"), body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, lines[0])
		lines = lines[1:]
	}))
	cmd := exec.Command(os.Args[4], append(os.Args[5:], "--upstream", server.URL)...)
	if slices.Contains(os.Args, "--stdio") {
		cmd.Stderr = os.Stderr
		writeLines(cmd)
		os.Exit(cmd.ProcessState.ExitCode())
	}
	stderr, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	said := bufio.NewReader(stderr)
	var first, metrics string
	var tells bool
	for !strings.Contains(first, "listening at ") {
		if first, err = said.ReadString('\n'); err != nil {
			break
		}
		if _, at, ok := strings.Cut(strings.TrimSpace(first), "metrics at "); ok {
			metrics, tells = at, true
		} else if !strings.Contains(first, "listening at ") {
			os.Stderr.WriteString(first)
		}
	}
	if _, at, ok := strings.Cut(strings.TrimSpace(first), "listening at "); ok {
		postLines(strings.Replace(at, "[::]", "localhost", 1))
		if tells {
			res, err := http.Get(metrics)
			if err != nil {
				panic(err)
			}
			io.Copy(os.Stdout, res.Body)
		}
		cmd.Process.Signal(syscall.SIGTERM)
	} else {
		os.Stderr.WriteString(first)
	}
	io.Copy(os.Stderr, said)
	cmd.Wait()
	os.Exit(cmd.ProcessState.ExitCode())
}

// writeLines starts a program, writes the lines of a file to it and prints the answer to each.
func writeLines(cmd *exec.Cmd) {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	stdin, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	answers := bufio.NewReader(stdout)
	for line := range strings.Lines(string(text)) {
		io.WriteString(stdin, line)
		answer, _ := answers.ReadString('\n')
		fmt.Print(answer)
	}
	stdin.Close()
	io.Copy(os.Stdout, answers)
	cmd.Wait()
}

// postLines sends the lines of a file and prints the answers.
func postLines(at string) {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		req, err := http.NewRequest(http.MethodPost, at, strings.NewReader(line))
		if err != nil {
			panic(err)
		}
		if token := os.Getenv("CLIENT_TOKEN"); token != "" {
			req.Header.Set("X-Shape-Token", token)
		}
		req.Header.Set("Authorization", os.Getenv("CLIENT_AUTHORIZATION"))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			panic(err)
		}
		answer, _ := io.ReadAll(res.Body)
		fmt.Printf("%d %s\n", res.StatusCode, answer)
	}
}
