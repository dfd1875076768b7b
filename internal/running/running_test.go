package running

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

func today() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func newJournal(t *testing.T, dir string) *Journal {
	return New(dir, tokens.Estimate{}, today, func() Process { return Process{PID: 7, Server: "s"} }, func(err error) { t.Error(err) })
}

// The facts of a process are there while it lives, and then no file of it is left.
func TestProcessesThatLive(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "running")
	j := newJournal(t, dir)
	folder, own, err := begin(dir, "7-a")
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	var total Sums
	j.Answered(mcp.Event{Server: "s", Tool: mcp.RetrieveTool})
	j.Answered(mcp.Event{Server: "s", Tool: "t", Refused: errors.New("no")})
	if err := j.write(folder, "7-a", &total, false); err != nil {
		t.Fatal(err)
	}
	all, days, err := Read(dir)
	want := Sums{Calls: 2, Refused: 1, Retrievals: 1}
	if err != nil || len(all) != 1 || all[0].Sums != want || len(days) != 1 || days[0].Sums != want {
		t.Fatalf("%+v, %+v, %v", all, days, err)
	}
	info, err := os.Stat(filepath.Join(dir, "7-a.json"))
	if err != nil || state.Private(info) != nil {
		t.Error("others can open the facts", err)
	}
	own.Close() // as the end of the process does
	for _, name := range []string{".7-a.json.7.1", ".savings.json.7.1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if all, days, err = Read(dir); err != nil || len(all) > 0 || len(days) != 1 {
		t.Errorf("%+v, %+v, %v", all, days, err)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 2 {
		t.Errorf("left: %v", left)
	}
}

// Savings of processes that write at the same time add up.
func TestSavingsAddUp(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "running")
	var all []*Journal
	for range 4 {
		j := newJournal(t, dir)
		j.moment = 0
		j.Start()
		all = append(all, j)
	}
	for range 100 {
		for _, j := range all {
			j.Answered(mcp.Event{Server: "s", Tool: "t"})
		}
	}
	for _, j := range all {
		j.Close(time.Minute)
	}
	processes, days, err := Read(dir)
	if err != nil || len(processes) > 0 || len(days) != 1 || days[0].Calls != 400 || days[0].Day != "2026-03-01" {
		t.Errorf("%+v, %+v, %v", processes, days, err)
	}
}

// Beyond the bounds results are counted without tokens, and rows are forgotten.
func TestBoundsOfSavings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "running")
	j := newJournal(t, dir)
	for range mostEvents + 5 {
		j.Answered(mcp.Event{Server: strings.Repeat("s", 1000)})
	}
	folder, own, err := begin(dir, "7-a")
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	defer own.Close()
	var total Sums
	if err := j.write(folder, "7-a", &total, true); err != nil || total.Calls != mostEvents+5 || total.Uncounted != 5 {
		t.Errorf("%+v, %v", total, err)
	}
	if err := addDays(folder, map[Key]Sums{{Day: "2026-03-02"}: {Calls: 1}}, today().AddDate(0, 0, mostDays+1)); err != nil {
		t.Fatal(err)
	}
	days, err := readDays(folder)
	if err != nil || len(days) != 1 || days[0].Day != "2026-03-02" {
		t.Errorf("%+v, %v", days, err)
	}
	many := map[Key]Sums{}
	for i := range mostRows + 5 {
		many[Key{Day: "2026-03-03", Server: strings.Repeat("x", i%longestName) + string(rune('a'+i/longestName))}] = Sums{Calls: 1}
	}
	if err := addDays(folder, many, today()); err != nil {
		t.Fatal(err)
	}
	if days, err = readDays(folder); err != nil || len(days) != mostRows {
		t.Errorf("%d rows, %v", len(days), err)
	}
}

// A broken file is said and kept. Sums that wait are saved after the mend.
func TestBrokenSavings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "running")
	j := newJournal(t, dir)
	folder, own, err := begin(dir, "7-a")
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	defer own.Close()
	if err := state.Replace(folder, savingsName, []byte("{")); err != nil {
		t.Fatal(err)
	}
	var total Sums
	j.Answered(mcp.Event{Server: "s"})
	if err := j.write(folder, "7-a", &total, false); err == nil {
		t.Error("a broken file is overwritten")
	}
	if all, _, err := Read(dir); err == nil || len(all) != 1 || all[0].Sums.Calls != 1 {
		t.Errorf("%+v, %v", all, err)
	}
	folder.Remove(savingsName)
	if err := j.write(folder, "7-a", &total, false); err != nil {
		t.Error(err)
	}
	if _, days, err := Read(dir); err != nil || len(days) != 1 || days[0].Calls != 1 {
		t.Errorf("%+v, %v", days, err)
	}
}
