//go:build unix

package stdio_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// serverEnv selects the server that the test program plays.
const serverEnv = "SHAPE_TEST_SERVER"

func TestMain(m *testing.M) {
	if is := os.Getenv(serverEnv); is != "" {
		os.Exit(servers[is]())
	}
	// Under the race detector each server would wait a second for running goroutines.
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	os.Exit(m.Run())
}

// servers are servers of all manners; they return their exit status.
var servers = map[string]func() int{
	// echo writes its input.
	"echo": func() int {
		io.Copy(os.Stdout, os.Stdin)
		return 3
	},
	// late writes its input after the end of it.
	"late": func() int {
		all, _ := io.ReadAll(os.Stdin)
		os.Stdout.Write(all)
		return 0
	},
	// brief ends at once.
	"brief": func() int {
		fmt.Println("bye")
		return 4
	},
	// trap ends with a status of its own when it is told to end.
	"trap": func() int {
		told := make(chan os.Signal, 1)
		signal.Notify(told, syscall.SIGTERM)
		fmt.Println("ready")
		<-told
		return 7
	},
	// stubborn ends neither with the client nor when it is told to.
	"stubborn": func() int {
		signal.Ignore(syscall.SIGTERM)
		fmt.Println("ready")
		return forever()
	},
	// mute does nothing.
	"mute": forever,
	// patient does not end with the client.
	"patient": func() int {
		fmt.Println("ready")
		return forever()
	},
	// killed ends by a signal.
	"killed": func() int {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		return forever()
	},
	// parent leaves a process behind that holds its output.
	"parent": func() int {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), serverEnv+"=mute")
		child.Stdout = os.Stdout
		child.Start()
		fmt.Println(child.Process.Pid)
		return 5
	},
	// script starts a server and waits for it, as a shell does.
	"script": func() int {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), serverEnv+"=farewell")
		child.Stdout = os.Stdout
		child.Run()
		return 0
	},
	// farewell says that it was told to end.
	"farewell": func() int {
		told := make(chan os.Signal, 1)
		signal.Notify(told, syscall.SIGTERM)
		fmt.Println("ready")
		<-told
		fmt.Println("told")
		return 0
	},
	// slow answers when it was not told to end for long, though its client has said all.
	"slow": func() int {
		io.Copy(io.Discard, os.Stdin)
		told := make(chan os.Signal, 1)
		signal.Notify(told, syscall.SIGTERM)
		select {
		case <-told:
			return 1
		case <-time.After(time.Second):
		}
		fmt.Println(`{"id":1,"result":{}}`)
		<-told
		return 8
	},
	"complains": func() int {
		fmt.Fprintln(os.Stderr, "oh")
		return 0
	},
	// deaf closes its input, and speaks later.
	"deaf": func() int {
		os.Stdin.Close()
		fmt.Println("deaf")
		return 6
	},
}

// forever waits for a timer. The runtime ends a program in which nothing could ever run again.
func forever() int {
	for {
		time.Sleep(time.Hour)
	}
}

// standing is a proxy in front of a server of the test program.
type standing struct {
	client  *io.PipeWriter // writes
	out     *io.PipeReader // gets to the client
	heard   *bufio.Reader  // of out
	signals chan os.Signal
	status  chan int
}

func newServer(t testing.TB, spec profiles.Spec, opts ...mcp.Option) *mcp.Server {
	t.Helper()
	return mcp.New(mcptest.Engine(t, spec), opts...)
}

func stand(t testing.TB, is string, p *stdio.Proxy) *standing {
	t.Helper()
	return standIn(t.Context(), t, is, p)
}

func standIn(ctx context.Context, t testing.TB, is string, p *stdio.Proxy) *standing {
	t.Helper()
	t.Setenv(serverEnv, is)
	in, client := io.Pipe()
	out, heard := io.Pipe()
	s := &standing{client, out, bufio.NewReader(out), make(chan os.Signal), make(chan int, 1)}
	p.In, p.Out, p.Signals = in, heard, s.signals
	go func() {
		status, err := p.Run(ctx, os.Args[0])
		if err != nil && !errors.Is(err, stdio.ErrClient) {
			t.Error(err)
		}
		heard.Close()
		in.Close()
		s.status <- status
	}()
	return s
}

func (s *standing) says(text string) { io.WriteString(s.client, text) }

func (s *standing) hears(t testing.TB, want string) {
	t.Helper()
	got := make([]byte, len(want))
	if n, err := io.ReadFull(s.heard, got); err != nil || string(got) != want {
		t.Errorf("the client hears %q, %v; want %q", got[:n], err, want)
	}
}

// ends waits for the end of the server, with nothing more to hear.
func (s *standing) ends(t testing.TB, want int) {
	t.Helper()
	if rest, err := io.ReadAll(s.heard); len(rest) > 0 || err != nil {
		t.Errorf("the client hears %q, %v besides", rest, err)
	}
	if status := <-s.status; status != want {
		t.Errorf("exit status %d, want %d", status, want)
	}
}

// Lines come out as they went in, twice over: on the way to the server and back.
func TestLinesPass(t *testing.T) {
	long := `{"x":"` + strings.Repeat("x", 300<<10) + `"}`
	for name, text := range map[string]string{
		"lines":           "{\"id\":1}\n\n[1]\r\n  \nno message\n",
		"no end":          "{\"id\":1}\nlast",
		"nothing":         "",
		"many":            strings.Repeat("{\"id\":1,\"result\":{}}\n", 10_000),
		"long":            long + "\n" + long + "\r\n1\n",
		"long, no end":    "1\n" + long,
		"exactly a limit": strings.Repeat("y", 100<<10) + "\n" + strings.Repeat("z", 100<<10-1) + "\n",
	} {
		for _, is := range []string{"echo", "late"} {
			t.Run(name+" "+is, func(t *testing.T) {
				s := stand(t, is, &stdio.Proxy{Server: newServer(t, mcptest.Plainly, mcp.WithLimit(100<<10))})
				go func() {
					s.says(text)
					s.client.Close()
				}()
				s.hears(t, text)
				s.ends(t, map[string]int{"echo": 3}[is])
			})
		}
	}
}

// Hiding rules act in lines of any length, and a refused call is answered at once.
func TestLinesAreShaped(t *testing.T) {
	s := stand(t, "echo", &stdio.Proxy{Server: newServer(t, mcptest.Secretive, mcp.WithLimit(1000))})
	s.says(`{"id":1,"method":"resources/read"}` + "\n")
	s.hears(t, `{"id":1,"method":"resources/read"}`+"\n")
	s.says(`{"id":1,"result":{"secret":1,"a":2}}` + "\r\n")
	s.hears(t, `{"id":1,"result":{"a":2}}`+"\r\n")
	s.says(`{"id":2,"method":"resources/read"}` + "\n")
	s.hears(t, `{"id":2,"method":"resources/read"}`+"\n")
	s.says(`{"result":{"a":"` + strings.Repeat("x", 100_000) + `","secret":1},"id":2}` + "\n")
	s.hears(t, `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"the response has more than 1000 bytes, and something may be hidden in it"}}`+"\n")
	s.says(`"` + strings.Repeat("x", 100_000) + "\"\n{}\n")
	s.hears(t, "{}\n")
	s.client.Close()
	s.ends(t, 3)
}

// The proxy ends as the server does.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, is, heard string
		then            func(*standing)
		status          int
	}{
		{"by itself", "brief", "bye\n", nil, 4},
		{"by a signal", "killed", "", nil, 137},
		{"deaf before", "deaf", "deaf\n", (*standing).speaks, 6},
		{"told to", "trap", "ready\n", (*standing).terminates, 7},
		{"told to, and untrained", "patient", "ready\n", (*standing).terminates, 143},
		{"behind its client", "patient", "ready\n", (*standing).leaves, 143},
		{"behind its client, but killed", "stubborn", "ready\n", (*standing).leaves, 137},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, c.is, &stdio.Proxy{Server: newServer(t, mcptest.Plainly), Grace: 300 * time.Millisecond})
			s.hears(t, c.heard)
			if c.then != nil {
				c.then(s)
			}
			s.ends(t, c.status)
		})
	}
}

func (s *standing) speaks()     { s.says("{}\n{}\n{}\n") }
func (s *standing) terminates() { s.signals <- syscall.SIGTERM }
func (s *standing) leaves()     { s.client.Close() }

// A client that reads no more is one that left.
func TestClientHangsUp(t *testing.T) {
	s := stand(t, "echo", &stdio.Proxy{Server: newServer(t, mcptest.Plainly)})
	s.says("1\n")
	s.hears(t, "1\n")
	s.out.CloseWithError(io.ErrClosedPipe)
	s.says("2\n")
	if status := <-s.status; status != 3 {
		t.Errorf("exit status %d", status)
	}
}

// failing is a client that takes no messages.
type failing struct{ cause error }

func (f failing) Write([]byte) (int, error) { return 0, f.cause }

// A client that takes no message of the server or of the proxy ends the proxy, though it says
// more. The error has the cause, unless the cause has no text.
func TestClientTakesNoMore(t *testing.T) {
	denying := profiles.Spec{Global: profiles.Global{ToolList: &profiles.ToolList{Deny: []string{"t"}}}}
	for _, c := range []struct {
		server, says string
		cause        error
		want         string
	}{
		{"echo", `{"id":1,"method":"ping"}`, syscall.ENOSPC, "the client takes no more messages: no space left on device"},
		{"mute", `{"id":1,"method":"tools/call","params":{"name":"t"}}`, syscall.ENOSPC, "the client takes no more messages: no space left on device"},
		{"echo", `{"id":1,"method":"ping"}`, errors.New(""), "the client takes no more messages"},
	} {
		t.Setenv(serverEnv, c.server)
		in, client := io.Pipe()
		p := stdio.Proxy{Server: newServer(t, denying), In: in, Out: failing{c.cause}, Grace: 10 * time.Millisecond}
		go io.WriteString(client, c.says+"\n")
		if _, err := p.Run(t.Context(), os.Args[0]); !errors.Is(err, stdio.ErrClient) || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.server, err, c.want)
		}
		client.Close()
	}
}

// A process that the server left behind does not hold the proxy, though it holds the
// server's output.
func TestLeftBehind(t *testing.T) {
	s := stand(t, "parent", &stdio.Proxy{Server: newServer(t, mcptest.Plainly), Grace: 50 * time.Millisecond})
	line, err := s.heard.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	s.ends(t, 5)
}

// A signal reaches the processes that the server started.
func TestSignalsReachGrandchildren(t *testing.T) {
	s := stand(t, "script", &stdio.Proxy{Server: newServer(t, mcptest.Plainly)})
	s.hears(t, "ready\n")
	s.terminates()
	s.hears(t, "told\n")
	s.ends(t, 128+15)
}

// An answer that the client waits for is waited for, though the client has said all.
func TestAnswersAreWaitedFor(t *testing.T) {
	s := stand(t, "slow", &stdio.Proxy{Server: newServer(t, mcptest.Plainly), Grace: 250 * time.Millisecond})
	s.says(`{"id":1,"method":"tools/call","params":{"name":"t"}}` + "\n")
	s.client.Close()
	s.hears(t, `{"id":1,"result":{}}`+"\n")
	s.ends(t, 8)
}

// When the context is done the server is told to end.
func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := standIn(ctx, t, "trap", &stdio.Proxy{Server: newServer(t, mcptest.Plainly)})
	s.hears(t, "ready\n")
	cancel()
	s.ends(t, 7)
}

func TestServerIsMissing(t *testing.T) {
	p := stdio.Proxy{Server: newServer(t, mcptest.Plainly), In: strings.NewReader(""), Out: io.Discard}
	if _, err := p.Run(t.Context(), "no-such-program"); !errors.Is(err, exec.ErrNotFound) {
		t.Error(err)
	}
	if _, err := p.Run(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder was started")
	}
}

// The server's standard error goes to Stderr.
func TestStderr(t *testing.T) {
	said, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := stand(t, "complains", &stdio.Proxy{Server: newServer(t, mcptest.Plainly), Stderr: stderr})
	s.ends(t, 0)
	stderr.Close()
	if got, err := io.ReadAll(said); string(got) != "oh\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// The client is told of a change of the tools that it knows, and of no other.
func TestTellsOfChanges(t *testing.T) {
	// The first may be seen as late as the second, and then it is the one that is told.
	changes := make(chan struct{}, 2)
	rules, eng := mcptest.NewChanging(t, mcptest.Secretive)
	s := stand(t, "echo", &stdio.Proxy{Server: mcp.New(eng), Changes: changes})
	for _, msg := range []string{
		`{"id":0,"method":"initialize","params":{}}`,
		`{"id":0,"result":{"capabilities":{"tools":{"listChanged":true}}}}`,
		`{"id":1,"method":"tools/list"}`,
		`{"id":1,"result":{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"a":{}}}}]}}`,
	} {
		s.says(msg + "\n")
		s.hears(t, msg+"\n")
	}
	changes <- struct{}{} // nothing has
	s.says("{}\n")
	s.hears(t, "{}\n")
	rules.To(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"a"}}}})
	changes <- struct{}{}
	s.hears(t, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`+"\n")
	close(changes)
	s.client.Close()
	s.ends(t, 3)
}

// The client is told of a fault of the configuration once, and of the mend, whether it is
// ready before or after.
func TestTellsOfFaults(t *testing.T) {
	changes := make(chan struct{}, 3) // the proxy may hear of one while it writes
	server := newServer(t, mcptest.Plainly)
	s := stand(t, "echo", &stdio.Proxy{Server: server, Changes: changes})
	server.SetFault("c.json:1:1: a fault")
	changes <- struct{}{} // the client is not ready
	for _, msg := range []string{
		`{"id":0,"method":"initialize","params":{}}`, `{"id":0,"result":{"capabilities":{"logging":{}}}}`,
	} {
		s.says(msg + "\n")
		s.hears(t, msg+"\n")
	}
	s.says("{\"method\":\"notifications/initialized\"}\n")
	got := map[string]bool{} // the server's echo and the message come in either order
	for range 2 {
		line, _ := s.heard.ReadString('\n')
		got[line] = true
	}
	if !got[`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"shape","data":"c.json:1:1: a fault"}}`+"\n"] {
		t.Errorf("got %v", got)
	}
	changes <- struct{}{} // nothing has changed
	server.SetFault("")
	changes <- struct{}{}
	s.hears(t, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"notice","logger":"shape","data":"the configuration is mended and in use"}}`+"\n")
	close(changes)
	s.client.Close()
	s.ends(t, 3)
}

// Half a message, odd notifications and lines without a message do not stop a proxy with a
// closed configuration. Calls and unreadable messages are answered, and the rest passes to the
// server.
func TestOddMessagesWhileClosed(t *testing.T) {
	rules, eng := mcptest.NewChanging(t, mcptest.Plainly)
	rules.Store(mcptest.Rules(t, mcptest.Plainly).Closed(errors.New("c.json:1:1: a fault")))
	s := stand(t, "mute", &stdio.Proxy{Server: mcp.New(eng), Grace: time.Second})
	odd := []string{`{"method":"notifications/cancelled","params":{"requestId":null}}`, `{"method":5}`, `[{}]`, "", `{"method":"notifications/initialized","params":[]}`}
	for i := range 100 {
		for _, unclear := range []string{`{"id":1,"meth`, `[]`} {
			s.says(unclear + "\n")
			if line, err := s.heard.ReadString('\n'); err != nil || !strings.Contains(line, "read in several ways") {
				t.Fatalf("%s: %s, %v", unclear, line, err)
			}
		}
		for _, line := range odd {
			s.says(line + "\n")
		}
		s.says(fmt.Sprintf(`{"id":%d,"method":"tools/call","params":{"name":"t"}}`, i) + "\n")
		line, err := s.heard.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":`, i)) || !strings.Contains(line, "did not run: c.json:1:1: a fault") {
			t.Fatalf("%s, %v", line, err)
		}
	}
	s.says(`{"id":1,"method":"tools/ca`)
	s.client.Close()
	if line, err := s.heard.ReadString('\n'); err != nil || !strings.Contains(line, "read in several ways") {
		t.Errorf("%s, %v", line, err)
	}
	s.ends(t, 128+15)
}
