package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// programs holds the entry points of the test binary by program name.
var programs = map[string]func(){"shape": func() { os.Exit(Run(app.Process(), os.Args[1:])) }, "answers": answers, "asks": asks, "keeps": keeps}

// TestMain ends its programs at once. Under the race detector each would wait for a second at
// exit.
func TestMain(m *testing.M) {
	os.Setenv(raceOptions, "atexit_sleep_ms=0 "+os.Getenv(raceOptions))
	testscript.Main(m, programs)
}

const raceOptions = "GORACE"

// TestScripts runs the scripts of testdata/script, each in a folder and a home of its own. They
// have two more verbs. "status N program arg…" requires that exit status. "timeless FILE"
// removes times from a report. The condition [o200k] holds in a build with the exact counter.
func TestScripts(t *testing.T) {
	testdata, err := filepath.Abs("../../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(testdata, "script"),
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("TESTDATA", testdata)
			e.Setenv(raceOptions, os.Getenv(raceOptions))
			return os.MkdirAll(home, 0o777)
		},
		Condition: func(name string) (bool, error) {
			if name == "o200k" {
				return slices.Contains(app.CounterNames(), "o200k"), nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": wantStatus, "timeless": timeless},
	})
}

// clocked matches the times in a report.
var clocked = regexp.MustCompile(`,"microseconds":\d+|"time":"[^"]*",`)

func withoutTimes(report string) string { return clocked.ReplaceAllString(report, "") }

func timeless(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(withoutTimes(ts.ReadFile(args[0]))), 0o666))
}

func wantStatus(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got, err = exit.ExitCode(), nil
	}
	ts.Check(err)
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
