package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// Parallel runs equal sequential runs, also with a faulty document. Equal are the output before
// it, the fault and its place, the report, the statistics and the exit status.
func TestJobsAreSeenByTheirSpeedAlone(t *testing.T) {
	alone(t)
	good := manyLines(300)
	cut := strings.Index(good, `{"id":225,`)
	inside := func(text string) string { return good[:cut] + text + good[cut:] }
	texts := []string{
		good, strings.TrimSuffix(good, "\n"), inside("[1,]\n"), inside("{\"a\":[\n"), inside("[1]]\n"), inside("nul\n"),
		inside("01\n"), inside("<html>\n"), inside("\n \n"), inside("[\"\xff\"]\n"), inside(`{"a":1,"a":2}` + "\n"), inside("x") + "y",
		inside("[1][2] 3 4\n"), inside(strings.Repeat("[", 2000) + "\n"),
		strings.ReplaceAll(good, "{\"id", "\x1e{\"id"), "\x1e1\n\x1e" + good + "\x1enull", "", "\ufeff" + good, `"text"`,
	}
	if testkit.Race {
		texts = texts[:4]
	}
	for i, text := range texts {
		for j, args := range []string{
			"", "-x secret", "--lines", "--seq", "--lines --skip-invalid -x secret", "--skip-invalid", "--lines --on-invalid pass",
			"--lines --on-invalid pass --indent 2", "--report report.json --lines --skip-invalid", "--report report.json --stats",
			"--strict -x secret", "--strict -x absent", "--lines --strict --skip-invalid -x secret", "-S", "--dry-run", "--diff -x text",
			"--dialect mcp", "--dialect mcp --lines --skip-invalid", "-e --include none", "--page-size 2", "--error-format json",
		} {
			if (i+j)%8 != 0 && i > 1 && !testkit.AllSeeds() {
				continue // all texts meet all arguments every night
			}
			outcomeOf := func(jobs string) (outcome, string) {
				return reported(strings.NewReader(text), append(strings.Fields(args), "--jobs", jobs)...)
			}
			want, wanted := outcomeOf("1")
			if got, report := outcomeOf("3"); got != want || report != wanted {
				t.Fatalf("%.20q of %d bytes, %s: %d, %.300q and %d bytes, want %d, %.300q and %d bytes", text, len(text), args,
					got.status, got.stderr, len(got.stdout), want.status, want.stderr, len(want.stdout))
			}
		}
	}
}

// manyLines are documents, one in each line. Some hundred do not fit one read of the splitter.
func manyLines(n int) string {
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, "{\"id\":%d,\"text\":\"%s\",\"secret\":[%d]}\n", i, strings.Repeat("é", 4*(i%97)), i)
	}
	return lines.String()
}

// reported is the outcome of a run with its report.
func reported(stdin io.Reader, args ...string) (outcome, string) {
	os.Remove("report.json")
	got := shape(stdin, args...)
	report, _ := os.ReadFile("report.json")
	return got, withoutTimes(string(report))
}

// A document is answered before the next one arrives, under the configuration of that moment.
func TestJobsAnswerAtOnce(t *testing.T) {
	dir := alone(t)
	name := filepath.Join(dir, ".code-scalpel", "response_config.json")
	hide := func(field string) {
		writeFile(t, name, `{"tool_overrides":{"*":{"exclude_fields":["`+field+`"]}}}`)
	}
	hide("a")
	c := converse(t, "--jobs", "3")
	for range 20 {
		if got := c.ask(`{"a":1,"b":2}`); got != `{"b":2}` {
			t.Fatalf("got %s", got)
		}
	}
	hide("b")
	for deadline := time.Now().Add(2 * time.Minute); c.ask(`{"a":1,"b":2}`) != `{"a":1}`; {
		if time.Now().After(deadline) {
			t.Fatal("the new configuration is not in use")
		}
	}
	if rest, status := c.end(); len(rest) > 0 || status != 0 {
		t.Errorf("exit status %d, and %q", status, rest)
	}
}
