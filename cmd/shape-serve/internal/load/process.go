package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
)

// process is a server in a process of its own.
type process struct {
	cmd         *exec.Cmd
	connections [8]*grpc.ClientConn
	next        atomic.Uint32
}

// build builds shape-serve.
func build(dir string) (string, error) {
	program := filepath.Join(dir, "shape-serve")
	out, err := exec.Command("go", "build", "-o", program, "github.com/seed-7aa78ce4/shape/cmd/shape-serve").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return program, nil
}

var listening = regexp.MustCompile(`listening at (\S+)`)

// start starts a server with a home of its own and waits until it listens.
func start(home, program string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(program, args...)}
	p.cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CONFIG_HOME="+home)
	from, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	var told []string
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		told = append(told, lines.Text())
		found := listening.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		go func() {
			for lines.Scan() { // the pipe must not fill
			}
		}()
		for i := range p.connections {
			p.connections[i], err = grpc.NewClient("passthrough:"+found[1], grpc.WithTransportCredentials(insecure.NewCredentials()),
				grpc.WithDefaultCallOptions(grpc.WaitForReady(true)))
			if err != nil {
				p.end()
				return nil, err
			}
		}
		return p, nil
	}
	p.end()
	return nil, errors.New("the server did not start: " + strings.Join(told, "; "))
}

// client returns a client of one of the connections.
func (p *process) client() extmcppb.ExtMcpClient {
	return extmcppb.NewExtMcpClient(p.connections[p.next.Add(1)%uint32(len(p.connections))])
}

// end ends the server.
func (p *process) end() {
	for _, c := range p.connections {
		if c != nil {
			c.Close()
		}
	}
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// memory returns the resident memory of the server in MB, 0 if the system does not tell.
func (p *process) memory() int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kilobytes, _ := strconv.Atoi(fields[0])
	return kilobytes >> 10
}

// ticks is the unit of times in /proc, in a second (USER_HZ).
const ticks = 100

// processor returns the time of the processor that the server took, 0 if the system does not
// tell.
func (p *process) processor() time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}

// pass is a server that passes everything.
type pass struct {
	extmcppb.UnimplementedExtMcpServer
}

func (pass) CheckRequest(context.Context, *extmcppb.McpRequest) (*extmcppb.McpRequestResult, error) {
	return &extmcppb.McpRequestResult{Result: &extmcppb.McpRequestResult_Pass{Pass: &extmcppb.Pass{}}}, nil
}

func (pass) CheckResponse(context.Context, *extmcppb.McpResponse) (*extmcppb.McpResponseResult, error) {
	return &extmcppb.McpResponseResult{Result: &extmcppb.McpResponseResult_Pass{Pass: &extmcppb.Pass{}}}, nil
}

// serveBare serves pass until ctx ends.
func serveBare(ctx context.Context) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	server := grpc.NewServer()
	extmcppb.RegisterExtMcpServer(server, pass{})
	fmt.Fprintln(os.Stderr, "listening at", l.Addr())
	context.AfterFunc(ctx, server.Stop)
	server.Serve(l)
}
