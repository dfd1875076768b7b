package proxycmd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

func testLogbook(t *testing.T, file string) (*reportLog, *bytes.Buffer) {
	t.Helper()
	stderr := new(bytes.Buffer)
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: new(bytes.Buffer), Stderr: stderr, LookupEnv: os.LookupEnv}, nil)
	a.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6_000_000, time.UTC) }
	return newReportLog(a, file, tokens.Estimate{}), stderr
}

// Lines stay whole, however many write into one file at once, each with its time.
func TestLogbooksShareAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.jsonl")
	const books, each = 4, 300
	var all sync.WaitGroup
	for i := range books {
		b, stderr := testLogbook(t, file)
		go b.write()
		all.Go(func() {
			for j := range each {
				b.Answered(mcp.Event{Method: "tools/call", Tool: fmt.Sprintf("t%d", i), BytesIn: j})
			}
			b.end()
			if stderr.Len() > 0 {
				t.Errorf("said %s", stderr)
			}
		})
	}
	all.Wait()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if r := gjson.Parse(line); gjson.Valid(line) && r.Get("time").Str == "2026-01-02T03:04:05.006Z" && r.Get("method").Str == "tools/call" {
			count[r.Get("tool").Str]++
		}
	}
	for i := range books {
		if tool := fmt.Sprintf("t%d", i); count[tool] != each {
			t.Errorf("%s has %d lines of %d", tool, count[tool], each)
		}
	}
}

// A result waits for no line to be written; that some are lost is said once.
func TestLogbookNeverWaits(t *testing.T) {
	b, stderr := testLogbook(t, "nobody writes")
	for range 2 * waiting {
		b.Answered(mcp.Event{Tool: "t"})
	}
	if got := stderr.String(); got != "shape: the report is not complete: more results come than can be written\n" {
		t.Errorf("said %q", got)
	}
}

// A line says why a result is exempt from comfort rules.
func TestExemptIsReported(t *testing.T) {
	b, _ := testLogbook(t, "")
	if with, without := b.recordOf(&mcp.Event{View: true}), b.recordOf(&mcp.Event{}); with.Exempt != "view" || without.Exempt != "" {
		t.Errorf("%q, %q", with.Exempt, without.Exempt)
	}
}
