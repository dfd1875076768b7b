package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// killedIn is the variable with the folder of a process that is to be killed.
const killedIn = "SHAPE_RECORD_KILLED"

// TestSoakKilledRecorders kills processes that record, at any moment, and reads the sessions. Each
// event is as it was written, in order. Nothing of a torn frame is read. SHAPE_SOAK=1 kills 10,000:
//
//	SHAPE_SOAK=1 go test -run TestSoakKilledRecorders -timeout 1h -v ./internal/record
func TestSoakKilledRecorders(t *testing.T) {
	if dir := os.Getenv(killedIn); dir != "" {
		recordForEver(t, dir)
	}
	kills := uint64(20)
	if testkit.Soaking {
		kills = 10_000
	}
	kills = testkit.SoakNumber(t, "SHAPE_SOAK_COUNT", kills)
	dir := filepath.Join(t.TempDir(), "records")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(34, 4))
	torn, events, empty := 0, 0, 0
	for range kills {
		killOne(t, dir, time.Duration(r.IntN(30_000))*time.Microsecond)
		names, err := filepath.Glob(filepath.Join(dir, "*"+session.Extension))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			isTorn, n := checkKilled(t, name)
			if events += n; isTorn {
				torn++
			}
			if n == 0 {
				empty++
			}
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d processes killed, %d files with a torn end, %d without an event, %d events read", kills, torn, empty, events)
}

// killOne starts a process that records, and kills it a while after its first event.
func killOne(t *testing.T, dir string, after time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestSoakKilledRecorders$")
	cmd.Env = append(os.Environ(), killedIn+"="+dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	bufio.NewReader(out).ReadString('\n')
	time.Sleep(after)
	cmd.Process.Kill()
	io.Copy(io.Discard, out)
	cmd.Wait()
}

// recordForEver records calls until the process is killed.
func recordForEver(t *testing.T, dir string) {
	d := newDesk(t, profiles.Spec{}, func(s *Settings) { s.Dir, s.Raw = dir, true })
	x := d.client("c")
	fmt.Println("ready")
	for n := 1; ; n++ {
		d.call(x, fmt.Sprintf(`{"q":%d}`, n), resultOf(n))
		d.takeAll()
	}
}

// resultOf returns the result of a call, up to 100 KB that zstd hardly compresses.
func resultOf(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	var b strings.Builder
	for range r.IntN(6_000) {
		fmt.Fprintf(&b, "%x", r.Uint64())
	}
	return textResult(b.String())
}

// checkKilled reads a file of a killed process.
func checkKilled(t *testing.T, name string) (isTorn bool, events int) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	calls, results := 0, 0
	isTorn, err = session.Read(file, func(e *session.Event) error {
		events++
		switch e.Kind {
		case session.KindCall:
			if calls++; string(e.Arguments) != fmt.Sprintf(`{"q":%d}`, calls) {
				return errors.New("a call is out of order")
			}
		case session.KindResult:
			if results++; string(e.Result) != resultOf(results) {
				return errors.New("a result is another one")
			}
		case session.KindLost:
			return errors.New("an event was lost")
		}
		return nil
	})
	if err != nil || results > calls || results < calls-1 {
		t.Errorf("%s: %d calls, %d results: %v", name, calls, results, err)
	}
	return isTorn, events
}
