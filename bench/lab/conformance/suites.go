package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// suite is one run of a conformance suite against a server of the Go SDK.
type suite struct {
	name      string
	stateless bool
}

var allSuites = []suite{
	{"2025-11-25", false},
	{"2026-07-28", true},
}

// suites run the official suites directly and through the proxy, by HTTP.
func suites(p *place) (found string, err error) {
	everything := filepath.Join(p.work, "everything")
	build := exec.Command("go", "build", "-o", everything, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	var told []string
	for _, s := range allSuites {
		passed, failed, err := s.run(p, everything)
		if err != nil {
			return strings.Join(told, "; "), fmt.Errorf("%s: %w", s.name, err)
		}
		told = append(told, fmt.Sprintf("%s: %d pass and %d do not, alike", s.name, passed, failed))
	}
	return strings.Join(told, "; "), nil
}

// run compares the results of a suite with and without the proxy.
func (s suite) run(p *place, everything string) (passed, failed int, err error) {
	at, stop, err := serve(exec.Command(everything, fmt.Sprintf("-stateless=%v", s.stateless), "-http"))
	if err != nil {
		return 0, 0, err
	}
	defer stop()
	front, end, err := p.front("http://" + at + "/")
	if err != nil {
		return 0, 0, err
	}
	defer end()
	direct, err := s.outcomes(p, "http://"+at+"/")
	if err != nil {
		return 0, 0, err
	}
	proxied, err := s.outcomes(p, front)
	if err != nil {
		return 0, 0, err
	}
	if err := sameLines([]byte(strings.Join(direct, "\n")), []byte(strings.Join(proxied, "\n"))); err != nil {
		return 0, 0, err
	}
	for _, line := range direct {
		passed += strings.Count(line, "✓")
		failed += strings.Count(line, "✗")
	}
	if passed == 0 {
		return 0, 0, fmt.Errorf("nothing passes")
	}
	return passed, failed, nil
}

// outcome matches a line of a suite that states a result.
var outcome = regexp.MustCompile(`[✓✗]|\d+ passed`)

// outcomes returns the lines of a suite that state a result. Suites fail if a scored check
// fails, with and without the proxy.
func (s suite) outcomes(p *place, url string) (lines []string, err error) {
	cmd := exec.Command(p.node, p.path("@modelcontextprotocol", "conformance", "dist", "index.js"), "server", "--url", url, "--requirements", s.name)
	cmd.Dir = p.work
	out, err := output(cmd)
	if err != nil {
		return nil, err
	}
	times := regexp.MustCompile(`\(?\d+(\.\d+)? ?ms\)?`)
	for line := range strings.Lines(string(out)) {
		if outcome.MatchString(line) {
			lines = append(lines, strings.ReplaceAll(times.ReplaceAllString(strings.TrimSpace(line), ""), url, "URL"))
		}
	}
	slices.Sort(lines)
	return lines, nil
}

// serve starts a server at a local address, the last argument of its command, and waits
// until it answers.
func serve(cmd *exec.Cmd) (at string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	at = l.Addr().String()
	l.Close()
	cmd.Args = append(cmd.Args, at)
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { cmd.Process.Kill(); cmd.Wait() }
	for range 200 {
		if c, err := net.Dial("tcp", at); err == nil {
			c.Close()
			return at, stop, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	stop()
	return "", nil, fmt.Errorf("%s does not answer at %s", cmd.Path, at)
}

// front starts a proxy that changes nothing in front of a server.
func (p *place) front(upstream string) (url string, stop func(), err error) {
	cmd := exec.Command(p.shape, "proxy", "--no-config", "--listen", "127.0.0.1:0", "--upstream", upstream)
	said, err := cmd.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { cmd.Process.Signal(syscall.SIGTERM); cmd.Wait() }
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "listening at "); ok {
			go func() {
				for lines.Scan() { // so that the proxy never waits for a reader
				}
			}()
			return at, stop, nil
		}
	}
	stop()
	return "", nil, errors.New("the proxy ended before it listened")
}
