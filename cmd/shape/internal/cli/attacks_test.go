package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

func TestAttacks(t *testing.T) {
	var lists [2]string // as seen from any folder: each attack moves into its own
	for i, list := range []string{"testdata/attacks.json", "../../../../../shared/suites/attacks/manifest.json"} {
		var err error
		if lists[i], err = filepath.Abs(list); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range testkit.Attacks(t, lists[0], lists[1]) {
		t.Run(a.ID, func(t *testing.T) { try(t, a) })
	}
}

func try(t *testing.T, a testkit.Attack) {
	alone(t)
	var args []string
	for _, mask := range a.Excludes() {
		args = append(args, "--exclude="+mask)
	}
	input := a.Document(t)
	var got outcome
	a.InTime(t, func() { got = shape(bytes.NewReader(input), args...) })
	for _, secret := range append(a.Hidden, "HIDDEN") {
		if strings.Contains(got.stdout+got.stderr, secret) {
			t.Errorf("%q came out: %.200q %.200q", secret, got.stdout, got.stderr)
		}
	}
	printed := docs(t, got.stdout)
	switch {
	case a.Verdict == "reject" && got.status != app.ExitJSON && got.status != app.ExitUsage:
		t.Errorf("exit status %d, want a refusal", got.status)
	case a.Verdict == "accept" && got.status != 0:
		t.Errorf("exit status %d: %s", got.status, got.stderr)
	case got.status == 0:
		compare(t, a, got.stdout, printed)
	}
}

// compare compares the output with the expected text.
func compare(t *testing.T, a testkit.Attack, stdout string, printed []string) {
	t.Helper()
	want := a.ExpectedDocs
	if a.Expected != nil {
		want = append(want, a.Expected)
	}
	if want != nil && !slices.EqualFunc(want, printed, func(w json.RawMessage, p string) bool { return testkit.EqualJSON(w, []byte(p)) }) {
		t.Errorf("printed %.500q, want %s", printed, want)
	}
	if a.ExpectedInner != nil {
		var result struct{ Content []struct{ Text string } }
		if json.Unmarshal([]byte(stdout), &result) != nil || len(result.Content) == 0 || !testkit.EqualJSON(a.ExpectedInner, []byte(result.Content[0].Text)) {
			t.Errorf("printed %.500q, want %s in its text", stdout, a.ExpectedInner)
		}
	}
	if a.ExpectedText != "" && stdout != a.ExpectedText+"\n" {
		t.Errorf("printed %q, want %q", stdout, a.ExpectedText)
	}
	if a.MaxOutput != nil && len(stdout) > *a.MaxOutput {
		t.Errorf("printed %d bytes, want at most %d", len(stdout), *a.MaxOutput)
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
