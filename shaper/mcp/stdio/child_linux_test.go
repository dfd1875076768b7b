package stdio_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// proxy is a proxy of its own process, in front of a server that ends neither with its
// input nor when it is told to.
func init() {
	servers["proxy"] = func() int {
		os.Setenv(serverEnv, "stubborn")
		set, err := profiles.New(profiles.Spec{})
		if err != nil {
			panic(err)
		}
		eng, err := shaper.New(set)
		if err != nil {
			panic(err)
		}
		p := &stdio.Proxy{Server: mcp.New(eng), In: os.Stdin, Out: os.Stdout, Stderr: os.Stderr}
		p.Run(context.Background(), os.Args[0])
		return 0
	}
}

// A proxy that is killed leaves no server behind.
func TestKilledProxyLeavesNoServer(t *testing.T) {
	alive, held, err := os.Pipe() // both processes hold the end to write
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), serverEnv+"=proxy"), held
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	held.Close()
	ready := make([]byte, len("ready\n"))
	if _, err := io.ReadFull(stdout, ready); err != nil {
		t.Error(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	alive.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadAll(alive); err != nil {
		t.Errorf("the server is alive: %v", err)
	}
}
