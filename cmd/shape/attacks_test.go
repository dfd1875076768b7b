package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
)

// attack is a hostile input, or a hostile mask, and what must come of it.
// Rejected means an exit status and nothing hidden on standard output or error;
// either means that both will do.
type attack struct {
	ID       string
	Verdict  string // accept, reject, either
	Exclude  []string
	In       string
	Hex      string
	File     string
	Gen      *pattern
	Excludes *pattern `json:"exclude_gen"`

	Hidden        []string          `json:"must_not_contain"`
	Expected      json.RawMessage   `json:"expected"`
	ExpectedDocs  []json.RawMessage `json:"expected_docs"`
	ExpectedInner json.RawMessage   `json:"expected_inner"`
	Exact         string            `json:"expected_stdout_compact"`
	MaxStdout     *int              `json:"max_stdout"`
	OrderedKeys   []string          `json:"ordered_keys"`
	MaxSeconds    int               `json:"max_seconds"`
}

// pattern describes a large text.
type pattern struct {
	Prefix, Unit, Middle, Unit2, Suffix string
	Count                               int
}

func (p *pattern) String() string {
	return p.Prefix + strings.Repeat(p.Unit, p.Count) + p.Middle + strings.Repeat(p.Unit2, p.Count) + p.Suffix
}

func TestAttacks(t *testing.T) {
	lists := []string{"testdata/attacks.json"}
	if more := shared("suites/attacks/manifest.json"); more != "" {
		lists = append(lists, more)
	}
	for _, list := range lists {
		list, err := filepath.Abs(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range readAttacks(t, list) {
			t.Run(a.ID, func(t *testing.T) { a.try(t, filepath.Dir(list)) })
		}
	}
}

func readAttacks(t *testing.T, list string) []attack {
	t.Helper()
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Attacks []attack }
	if err := json.Unmarshal(text, &all); err != nil || len(all.Attacks) == 0 {
		t.Fatalf("%s: %d attacks, %v", list, len(all.Attacks), err)
	}
	return all.Attacks
}

func (a attack) try(t *testing.T, dir string) {
	input, masks := a.input(t, dir), a.Exclude
	alone(t)
	if a.Excludes != nil {
		masks = append(masks, a.Excludes.String())
	}
	var args []string
	for _, mask := range masks {
		args = append(args, "--exclude="+mask)
	}
	begun := time.Now()
	got := shape(bytes.NewReader(input), args...)
	const patience = 5 // for what else the machine does; what is looked for grows exponentially
	if limit := patience * time.Duration(a.MaxSeconds) * time.Second; limit > 0 && time.Since(begun) > limit {
		t.Errorf("took %v, want at most %v", time.Since(begun), limit)
	}
	for _, secret := range append(a.Hidden, "HIDDEN") {
		if strings.Contains(got.stdout+got.stderr, secret) {
			t.Errorf("%q came out: %.200q %.200q", secret, got.stdout, got.stderr)
		}
	}
	printed := docs(t, got.stdout)
	switch {
	case a.Verdict == "reject" && got.status != exitJSON && got.status != exitUsage:
		t.Errorf("exit status %d, want a refusal", got.status)
	case a.Verdict == "accept" && got.status != 0:
		t.Errorf("exit status %d: %s", got.status, got.stderr)
	case got.status == 0:
		a.compare(t, got.stdout, printed)
	}
}

func (a attack) input(t *testing.T, dir string) (input []byte) {
	t.Helper()
	var err error
	switch {
	case a.Gen != nil:
		return []byte(a.Gen.String())
	case a.Hex != "":
		input, err = hex.DecodeString(a.Hex)
	case a.File != "":
		input, err = os.ReadFile(filepath.Join(dir, a.File))
	default:
		return []byte(a.In)
	}
	if err != nil {
		t.Fatal(err)
	}
	return input
}

// compare holds what was printed against what is expected.
func (a attack) compare(t *testing.T, stdout string, printed []string) {
	t.Helper()
	want := a.ExpectedDocs
	if a.Expected != nil {
		want = append(want, a.Expected)
	}
	if want != nil && !slices.EqualFunc(want, printed, func(w json.RawMessage, p string) bool { return sameJSON(w, []byte(p)) }) {
		t.Errorf("printed %.500q, want %s", printed, want)
	}
	if a.ExpectedInner != nil {
		var result struct{ Content []struct{ Text string } }
		if json.Unmarshal([]byte(stdout), &result) != nil || len(result.Content) == 0 || !sameJSON(a.ExpectedInner, []byte(result.Content[0].Text)) {
			t.Errorf("printed %.500q, want %s in its text", stdout, a.ExpectedInner)
		}
	}
	if a.Exact != "" && stdout != a.Exact+"\n" {
		t.Errorf("printed %q, want %q", stdout, a.Exact)
	}
	if a.MaxStdout != nil && len(stdout) > *a.MaxStdout {
		t.Errorf("printed %d bytes, want at most %d", len(stdout), *a.MaxStdout)
	}
	last := -1
	for _, key := range a.OrderedKeys {
		quoted, _ := json.Marshal(key)
		at := strings.Index(stdout, string(quoted))
		if at < last {
			t.Errorf("%q is out of order in %q", key, stdout)
		}
		last = at
	}
}

func sameJSON(a, b []byte) bool { return casetest.Equal(decodeJSON(a), decodeJSON(b)) }

func decodeJSON(text []byte) (v any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&v) != nil {
		return nil
	}
	return v
}
