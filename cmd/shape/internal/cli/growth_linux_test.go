package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestSoakGrowth runs the command on each shape of input, of 1 and of up to 60 MB, as a
// process of its own. For a byte it takes at most twice the time where there are more
// of them, and its memory is in proportion to them:
//
//	SHAPE_SOAK=1 go test -run TestSoakGrowth -timeout 1h -v ./cmd/shape/internal/cli
func TestSoakGrowth(t *testing.T) {
	if os.Getenv("SHAPE_SOAK") == "" {
		t.Skip("TestGrowth does a little of it")
	}
	const small = 1 << 20
	for _, g := range growth {
		t.Run(g.name, func(t *testing.T) {
			args, large := g.arguments(t), g.large<<20
			idle, one, many := g.used(t, args, 1, 9, false), g.used(t, args, small, 9, false), g.used(t, args, large, 2, false)
			slower := float64(many.time-idle.time) / float64(max(one.time-idle.time, time.Millisecond)) * small / float64(large)
			times := float64(many.memory-idle.memory) / float64(large)
			t.Logf("%v, then %v: %.2f times for a byte; %.1f times its size in memory", one.time-idle.time, many.time-idle.time, slower, times)
			if slower > 2 {
				t.Errorf("%.2f times the time for a byte", slower)
			}
			if times > float64(g.most) {
				t.Errorf("%.1f times its size in memory, more than %d", times, g.most)
			}
		})
	}
}

// TestSoakLargeTexts runs the command on texts of 16, 32 and 64 MB, from a file and from a
// pipe. Each is nothing but one part of a notation. Twice the text takes at most three times
// the time, and the memory is at most eight times the text:
//
//	SHAPE_SOAK=1 go test -run TestSoakLargeTexts -timeout 1h -v ./cmd/shape/internal/cli
func TestSoakLargeTexts(t *testing.T) {
	if os.Getenv("SHAPE_SOAK") == "" {
		t.Skip("TestGrowth does a little of it")
	}
	const least = 16 << 20
	for _, g := range growingTexts() {
		for _, piped := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, piped %t", g.name, piped), func(t *testing.T) {
				args := g.arguments(t)
				idle, before := g.used(t, args, 1, 3, piped), time.Duration(0)
				for size := least; size <= g.large<<20; size *= 2 {
					now := g.used(t, args, size, 1, piped)
					took, times := now.time-idle.time, float64(now.memory-idle.memory)/float64(size)
					t.Logf("%d MB: %v, %.1f times its size in memory", size>>20, took, times)
					if size > least && took > 3*max(before, 50*time.Millisecond) {
						t.Errorf("%v, and %v for half of it", took, before)
					}
					if before = took; times > float64(g.most) {
						t.Errorf("%.1f times its size in memory, more than %d", times, g.most)
					}
				}
			})
		}
	}
}

// TestALargeDocumentIsBounded limits the memory for a document in a file to four times its
// size. A file of many such documents takes less than its own size. The input buffer doubles,
// and the answer is beside it.
func TestALargeDocumentIsBounded(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector takes a multiple")
	}
	const size = 24 << 20
	one := list("[", aRecord, "]")
	many := func(n int) string { return strings.Repeat(one(n/20)+"\n", 20) }
	for _, c := range []struct {
		growing
		most float64
	}{
		{growing{args: "", make: one}, 4},
		{growing{args: "-x node_id", make: one}, 4},
		{growing{args: "-x *_url,node_id --drop null", make: one}, 4},
		{growing{args: "--include id,user.name", make: one}, 4},
		{growing{args: "-x node_id", make: many}, 0.75},
	} {
		args := c.arguments(t)
		idle, large := c.used(t, args, 1, 1, false), c.used(t, args, size, 1, false)
		if times := float64(large.memory-idle.memory) / size; times > c.most {
			t.Errorf("%q: %.2f times its size in memory, more than %g", c.args, times, c.most)
		} else {
			t.Logf("%q: %.2f times its size", c.args, times)
		}
	}
}

// used holds the processor time and the peak memory of a process.
type used struct {
	time   time.Duration
	memory int
}

// used runs the command on an input of a size, from a file or a pipe. It returns the least
// that it used in some rounds.
func (g *growing) used(t *testing.T, args []string, size, rounds int, piped bool) (least used) {
	t.Helper()
	file, peak := filepath.Join(t.TempDir(), "input"), filepath.Join(t.TempDir(), "peak")
	writeFile(t, file, g.make(size))
	debug.FreeOSMemory() // of the input: the machine may have none to spare
	for i := range rounds {
		cmd := exec.Command("growing", args...)
		cmd.Env = append(os.Environ(), peakFile+"="+peak)
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var stderr strings.Builder
		if cmd.Stdin, cmd.Stderr = in, &stderr; piped {
			cmd.Stdin = io.MultiReader(in) // no file, so that a pipe is made
		}
		if err := cmd.Run(); cmd.ProcessState.ExitCode() > 1 {
			t.Fatalf("%v: %.300s", err, stderr.String())
		}
		now := used{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), 0}
		if _, err := fmt.Sscan(content(t, peak), &now.memory); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			least = now
		}
		least.time, least.memory = min(least.time, now.time), min(least.memory, now.memory)
	}
	return least
}

// peakFile names the variable with the name of a file. A growing command writes its peak memory
// in bytes to that file. The system counts the memory of the parent as that of the child before
// exec.
const peakFile = "SHAPE_GROWTH_PEAK"

func init() {
	programs["growing"] = func() {
		status := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		if err := os.WriteFile(os.Getenv(peakFile), fmt.Append(nil, peakMemory()), 0o666); err != nil {
			panic(err)
		}
		os.Exit(status)
	}
}

// peakMemory is the most memory that this process had at once.
func peakMemory() (bytes int) {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		panic(err)
	}
	defer status.Close()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		if _, err := fmt.Sscanf(lines.Text(), "VmHWM: %d kB", &bytes); err == nil {
			return bytes << 10
		}
	}
	panic("no VmHWM")
}

// TestSoakRecording proposes a configuration from a session of 1 GB. All but 64 MiB of it are
// left out, and a notice counts them:
//
//	SHAPE_SOAK=1 go test -run TestSoakRecording -timeout 1h -v ./cmd/shape/internal/cli
func TestSoakRecording(t *testing.T) {
	if os.Getenv("SHAPE_SOAK") == "" {
		t.Skip("it takes 1 GB")
	}
	alone(t)
	session, err := os.Create("session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	result := `,"result":{"structuredContent":{"rows":[` + strings.TrimSuffix(strings.Repeat(strings.ReplaceAll(aRecord, "%d", "1")+",", 200), ",") + `]},"content":[]}}` + "\n"
	for i := 0; i*len(result) < 1<<30; i++ {
		if _, err := fmt.Fprintf(session, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"list","arguments":{"page":%d}}}`+"\n"+`{"jsonrpc":"2.0","id":%d%s`, i, i, i, result); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("growing", "suggest", "session.jsonl")
	cmd.Env = append(os.Environ(), peakFile+"=peak")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || !strings.Contains(stderr.String(), "a session holds 64 MiB at most") || !strings.Contains(stdout.String(), `"omit_fields"`) {
		t.Fatalf("%v: %.300s", err, stderr.String())
	}
	var peak int
	if _, err := fmt.Sscan(content(t, "peak"), &peak); err != nil || peak > 1<<30 {
		t.Errorf("%v, %d bytes of memory", err, peak)
	}
}
