// Command conformance compares the proxy with no proxy. Clients of three SDKs ask the
// reference servers directly and through the proxy. The official conformance suites run
// both ways. Odd messages pass unchanged. Validators and clients read schemas and results
// of tools under each single rule. Clients read files that shape install wrote.
//
//	go run ./conformance [-captures FOLDER] [-full] [-few] [-only TEXT]
//
// Run it in bench/lab, on Linux. It installs the packages with npm into the user's cache,
// once for each list of packages. Clients and servers listen on the loopback alone.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// repository is the top folder, seen from bench/lab.
const repository = "../.."

// place holds the folders and options of one run.
type place struct {
	folder string // of the packages and scripts
	node   string
	work   string // for one run
	shape  string // the program

	captures string // more tools with results
	full     bool
	few      bool
	only     string // a part of the names of the steps to do
}

// path is that of a file of a package.
func (p *place) path(names ...string) string {
	return filepath.Join(append([]string{p.folder, "node_modules"}, names...)...)
}

// steps are done one after the other, each whatever became of the others.
var steps = []struct {
	name string
	run  func(*place) (found string, err error)
	few  bool // it is one of those of -few
}{
	{"odd messages, both ways", oddMessages, true},
	{"60 MB, both ways", longMessage, true},
	{"reference servers, clients of TypeScript v1 and v2", parity, false},
	{"reference servers, client of Go", parityOfGo, true},
	{"files read, then edited with that text", edits, true},
	{"conformance suites", suites, false},
	{"conformance suites of clients, through --stdio", clients, false},
	{"logins of the SDK's clients at its server with OAuth", oauth, false},
	{"schemas and results under single rules", schemas, false},
	{"files of clients, installed", clientFiles, false},
}

func main() {
	p := &place{}
	flag.StringVar(&p.captures, "captures", "", "take tools with their results from `FOLDER`, too")
	flag.BoolVar(&p.full, "full", false, "try every rule on every place of every result")
	flag.BoolVar(&p.few, "few", false, "do the quick steps alone: messages, files, and the reference servers with the client of Go")
	flag.StringVar(&p.only, "only", "", "do the steps with `TEXT` in their names")
	flag.Parse()
	if err := run(p); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(p *place) error {
	if err := install(p); err != nil {
		return fmt.Errorf("NOTHING WAS CHECKED: %w", err)
	}
	work, err := os.MkdirTemp("", "shape-conformance-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	p.work, p.shape = work, filepath.Join(work, "shape")
	build := exec.Command("go", "build", "-o", p.shape, "./cmd/shape")
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	done, failed := 0, 0
	for _, s := range steps {
		if p.few && !s.few || !strings.Contains(s.name, p.only) {
			continue
		}
		done++
		began := time.Now()
		found, err := s.run(p)
		verdict := "ok  "
		if err != nil {
			verdict = "FAIL"
			failed++
		}
		fmt.Printf("%s %-52s %5.1fs  %s\n", verdict, s.name, time.Since(began).Seconds(), found)
		if err != nil {
			fmt.Println(err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d failed", failed, done)
	}
	return nil
}

// proxied is a command behind a proxy without a configuration, so that nothing changes.
func (p *place) proxied(command ...string) []string {
	return append([]string{p.shape, "proxy", "--no-config", "--"}, command...)
}

// output returns the output of a command, within some minutes.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = time.Second
	kill := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	defer kill.Stop()
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return out, err
}
