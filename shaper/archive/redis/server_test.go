package redis

import (
	"bufio"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// server is a process of a real redis-server with a folder of its own.
type server struct {
	t    testing.TB
	name string // of its socket
	dir  string
	args []string
	port string // "" without TCP
	run  *exec.Cmd
}

// startServer starts a server at a socket and, with a port, at 127.0.0.1. It ends with the test.
func startServer(t testing.TB, port string, args ...string) *server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("no redis-server here: apt-get install redis-server")
	}
	dir, err := os.MkdirTemp("", "redis") // short, since a socket's name is bounded
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, dir: dir, name: filepath.Join(dir, "s"), args: args, port: port}
	s.start()
	t.Cleanup(func() {
		s.kill()
		os.RemoveAll(dir)
	})
	return s
}

// start runs the server until it accepts connections.
func (s *server) start() {
	s.t.Helper()
	port := s.port
	if port == "" {
		port = "0"
	}
	args := append(s.args, "--port", port, "--bind", "127.0.0.1", "--unixsocket", s.name, "--dir", s.dir, "--save", "")
	s.run = exec.Command("redis-server", args...)
	out, err := s.run.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	s.run.Stderr = s.run.Stdout
	if err := s.run.Start(); err != nil {
		s.t.Fatal(err)
	}
	var log []string
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		log = append(log, lines.Text())
		if strings.Contains(lines.Text(), "eady to accept connections") || strings.Contains(lines.Text(), "Sentinel ID is") {
			go func() { // else the pipe fills
				for lines.Scan() {
				}
			}()
			return
		}
	}
	s.t.Fatalf("redis-server does not start:\n%s", strings.Join(log, "\n"))
}

// startSentinel starts a sentinel with a configuration.
func startSentinel(t testing.TB, configuration string) *server {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sentinel.conf")
	if err := os.WriteFile(file, []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	return startServer(t, freePort(t), file, "--sentinel", "--protected-mode", "no")
}

// kill ends the server as kill -9 does.
func (s *server) kill() {
	s.run.Process.Kill()
	s.run.Wait()
}

// url is the URL of the socket.
func (s *server) url() string { return "unix://" + s.name }

// do sends a command to the server, over a connection of its own.
func (s *server) do(args ...any) any {
	s.t.Helper()
	client := goredis.NewClient(&goredis.Options{Network: "unix", Addr: s.name})
	defer client.Close()
	reply, err := client.Do(context.Background(), args...).Result()
	if err != nil {
		s.t.Fatalf("%v: %v", args, err)
	}
	return reply
}

// freePort returns a port at 127.0.0.1 that was free a moment ago.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// await asks until a condition is met.
func await(t testing.TB, what string, isMet func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !isMet() {
		select {
		case <-ctx.Done():
			t.Fatalf("not so in a minute: %s", what)
		case <-tick.C:
		}
	}
}
