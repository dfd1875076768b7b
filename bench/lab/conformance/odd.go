package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// oddMessages sends unusual messages through the process, from both sides, and checks the
// output.
func oddMessages(p *place) (found string, err error) {
	all, err := os.ReadFile(repository + "/shaper/mcp/testdata/odd.txt")
	if err != nil {
		return "", err
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(all), "\n"), "\n")
	same := 0
	for _, line := range lines {
		said, heard, err := p.through([]byte(line))
		if err != nil {
			return "", err
		}
		for _, got := range [][]byte{said, heard} {
			if string(got) == line {
				same++
				continue
			}
			fmt.Printf("%.200q comes out as %.200q\n", line, got)
		}
	}
	said, heard, err := p.through(all)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(said, all) || !bytes.Equal(heard, all) {
		return "", fmt.Errorf("together they come out otherwise")
	}
	found = fmt.Sprintf("%d of %d identical, and all at once", same, 2*len(lines))
	if same != 2*len(lines) {
		err = fmt.Errorf("some were not")
	}
	return found, err
}

// longMessage sends a message through the process that is longer than most would take.
func longMessage(p *place) (found string, err error) {
	line := []byte(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 60<<20) + "\"}]}}\n")
	said, heard, err := p.through(line)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(said, line) || !bytes.Equal(heard, line) {
		return "", fmt.Errorf("%d bytes come out as %d to the client, %d to the server", len(line), len(said), len(heard))
	}
	return "identical", nil
}

// through lets a client and a server send the same text to each other through the proxy.
// It returns the texts that both receive.
func (p *place) through(text []byte) (client, server []byte, err error) {
	says, hears := filepath.Join(p.work, "says"), filepath.Join(p.work, "hears")
	if err := os.WriteFile(says, text, 0o600); err != nil {
		return nil, nil, err
	}
	command := p.proxied("sh", "-c", `cat "$1"; cat >"$2"`, "sh", says, hears)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = bytes.NewReader(text)
	if client, err = output(cmd); err != nil {
		return nil, nil, err
	}
	server, err = os.ReadFile(hears)
	return client, server, err
}
