package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A report holds the time between two looks at the clock. Without a report there are no looks.
func TestReportTellsTime(t *testing.T) {
	for _, report := range []string{"", filepath.Join(t.TempDir(), "report.jsonl")} {
		var out bytes.Buffer
		args := []string{"--no-config"}
		if report != "" {
			args = append(args, "--report", report)
		}
		a := appOf(args, strings.NewReader(`{"a":1}`), &out, &out)
		looks := 0
		a.Now = func() time.Time {
			looks++
			return time.Unix(0, 0).Add(time.Duration(looks) * time.Millisecond)
		}
		if status := a.Run(execute); status != 0 {
			t.Fatal(status, out.String())
		}
		if report == "" {
			if looks != 0 {
				t.Errorf("without a report the clock is looked at %d times", looks)
			}
			continue
		}
		text, err := os.ReadFile(report)
		if err != nil || !strings.Contains(string(text), `"microseconds":1000`) {
			t.Errorf("%s, %v", text, err)
		}
	}
}
