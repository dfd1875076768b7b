//go:build unix

package cli

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestBounds holds hostile inputs to two seconds and to 64 MB beyond their size,
// and a stream to 64 MB however long it is. The time is that of the
// processor, and the best of three runs counts.
func TestBounds(t *testing.T) {
	const megabyte = 1 << 20
	record := `{"a":1,"b":[1,2,3]}` + strings.Repeat(" ", 180) + "\n"
	for _, tt := range []struct {
		name      string
		head      string
		unit      string
		count     int
		megabytes int // of memory, at the most
		within    time.Duration
		status    int
	}{
		{"a million brackets", "", "[", 1_000_000, 1 + 64, 2 * time.Second, app.ExitJSON},
		{"a string of 200 MB", `"`, "x", 200 * megabyte, 200 + 64, 2 * time.Second, app.ExitJSON},
		{"a long stream", "", record, 200_000, 64, time.Hour, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			alone(t)
			if testkit.Race { // several times slower; the bounds do not apply
				tt.count /= 10
			}
			var got measurement
			for range 3 {
				units := io.LimitReader(repeated(tt.unit), int64(tt.count*len(tt.unit)))
				got = measured(t, io.MultiReader(strings.NewReader(tt.head), units))
				if got.Status != tt.status {
					t.Fatalf("exit status %d, want %d", got.Status, tt.status)
				}
				if testkit.Race || got.Took <= tt.within && got.Megabytes <= tt.megabytes {
					return
				}
			}
			t.Errorf("took %v and %d MB, want at most %v and %d MB", got.Took, got.Megabytes, tt.within, tt.megabytes)
		})
	}
}

func measured(t *testing.T, stdin io.Reader) (m measurement) {
	t.Helper()
	cmd := exec.Command("measured-shape", "-x", "b")
	cmd.Stdin = stdin
	report, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(report, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %d MB", m.Took, m.Megabytes)
	return m
}

func init() { programs["measured-shape"] = measure }

// measurement holds the time and memory of a run of the command.
type measurement struct {
	Status    int
	Took      time.Duration // processor time, so other processes do not count
	Megabytes int           // of memory, at the most
}

// measure runs the command and prints its time and memory. It has a process of its own, since a
// process inherits the peak memory of its parent.
func measure() {
	cmd := exec.Command("shape", os.Args[1:]...)
	cmd.Stdin = os.Stdin
	cmd.Run()
	kilobytes := int(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		kilobytes /= 1024 // it counts bytes
	}
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	json.NewEncoder(os.Stdout).Encode(measurement{cmd.ProcessState.ExitCode(), took, kilobytes / 1024})
}
