package stats

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/savings"
)

// runStats returns the standard output of the command for an input.
func runStats(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	var stdout, stderr bytes.Buffer
	a := app.New(app.Env{Stdin: strings.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, LookupEnv: os.LookupEnv}, nil)
	cmd := Command(a)
	cmd.SetArgs(append([]string{"--no-config"}, args...))
	if err := errors.Join(cmd.Execute(), a.Stdout.Commit()); err != nil {
		t.Fatal(err, stderr.String())
	}
	return stdout.String()
}

// However many tools there are, no more than a few thousand are kept apart, and no call is
// lost.
func TestStatsAreBounded(t *testing.T) {
	const tools, calls = 3 * savings.MostNames, 2
	var lines strings.Builder
	for i := range tools * calls {
		rung, rule := fmt.Sprintf("rung%d", i%100), fmt.Sprintf("f:%d:1", i)
		fmt.Fprintf(&lines, `{"tool":"t%d%s","generation":1,"bytes_in":9,"bytes_out":4,"counter":"c%[3]d","tokens_in":3,"tokens_out":1,"budget":{"steps":["%[4]s"]},"rules":[{"rule":"%[5]s","tokens":1}]}`+"\n",
			i%tools, strings.Repeat("x", 300), i, rung, rule)
	}
	for _, by := range []string{"tool", "rule"} {
		got := runStats(t, lines.String(), "--format", "json", "--by", by)
		all := gjson.Parse(got)
		if all.Get("calls").Int() != tools*calls || all.Get("tokens_saved").Int() != 2*tools*calls {
			t.Fatalf("%.200s", got)
		}
		sums, of := all.Get("groups").Array(), "calls"
		if by == "rule" {
			sums, of = all.Get("places").Array(), "tokens"
		}
		total := int64(0)
		for _, one := range sums {
			total += one.Get(of).Int()
		}
		if len(sums) != savings.MostNames+1 || sums[savings.MostNames].Get("name").Str != savings.Others || total != tools*calls {
			t.Errorf("by %s: %d sums of %d, the last one %s", by, len(sums), total, sums[len(sums)-1])
		}
		if n := len(all.Get("steps").Map()); n != savings.MostSteps+1 {
			t.Errorf("%d steps", n)
		}
	}
}

// Requests are turns: each reads all results before it again. A retrieval is a turn behind
// shape alone. Without requests a price is that of tokens that are written once.
func TestStatsCountTurns(t *testing.T) {
	result := func(id int, text string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%q}]}}`+"\n", id, text)
	}
	call := func(id int, tool string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{}}}`+"\n", id, tool)
	}
	row := strings.Repeat("word ", 100)
	one := gjson.Parse(runStats(t, result(1, row), "--json", "--tool", "t", "--price", "1000000,0,2000000,0"))
	n := one.Get("tokens_in").Int()
	if n < 100 || one.Get("turns").Exists() || one.Get("cost.in").Int() != 2*n || one.Get("cost_uncached.in").Int() != n {
		t.Fatalf("%s", one)
	}
	log := call(1, "t") + result(1, row) + call(2, "t") + result(2, "") + call(3, "shape_retrieve") + result(3, row) + call(4, "t")
	got := gjson.Parse(runStats(t, log, "--json", "--price", "0,0,0,1000000"))
	args := got.Get("tokens_again_in").Int() - n
	if got.Get("turns").Int() != 3 || args < 1 || args > 9 || got.Get("cost.in").Int() != n+args {
		t.Errorf("%s", got)
	}
	if again := got.Get("tokens_again_out").Int(); again < 2*n || again > 2*n+20 {
		t.Errorf("%d tokens are read again after a retrieval, of %d", again, n)
	}
	text := runStats(t, log, "--price", "1,1,1,1")
	for _, line := range []string{"\nread again in 3 turns: ", "\ncost with a prompt cache: 0.00", "\ncost without one: 0.00"} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}

// A picture has mostBars bars. The rest is one more bar, or the last name itself.
func TestStatsDrawTheLargest(t *testing.T) {
	t.Chdir(t.TempDir())
	for tools, bars := range map[int]int{3: 3, mostBars + 1: mostBars + 1, mostBars + 2: mostBars + 1} {
		var lines strings.Builder
		for i := range tools {
			fmt.Fprintf(&lines, `{"tool":"t%d","generation":1,"bytes_in":9,"bytes_out":4,"counter":"c","tokens_in":%d,"tokens_out":1}`+"\n", i, 1000-i)
		}
		runStats(t, lines.String(), "--svg", "saved.svg")
		svg, err := os.ReadFile("saved.svg")
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(svg), `text-anchor="end"`); n != bars || strings.Contains(string(svg), savings.Others) != (tools > bars) {
			t.Errorf("%d bars for %d tools", n, tools)
		}
	}
}

// The name of a file holds the tool, between a number and the extension.
func TestStatsToolOfFile(t *testing.T) {
	for name, want := range map[string]string{
		"-": "", "a/04-list_issues.response.json": "list_issues", "get-sum.jsonl": "get-sum", "7.json": "7", "7-.json": "7-", "12-a-b.json": "a-b", "x": "x",
	} {
		if got := (recorded{name: name}).tool(); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for tool, want := range map[string]bool{"shape_retrieve": true, "mcp__s__shape_retrieve": true, "s.shape_retrieve": true, "reshape_retrieve": false, "shape_retrieved": false} {
		if isRetrieval(tool) != want {
			t.Errorf("%s is retrieval: %t", tool, !want)
		}
	}
}
