package cli

import (
	"io"
	"strings"
	"testing"
)

// A name that hides over 1,000 values of a document is told once for all documents. People,
// programs, the figures and the report have it.
func TestFrequentNames(t *testing.T) {
	alone(t)
	writeFile(t, "p.json", `{"privacy":{"drop":["password"]}}`)
	document := "[" + strings.Repeat(`{"password":"a-value"},`, 1000) + `{"password":"a-value"}]` + "\n"
	for args, want := range map[string]string{
		"":                            "shape: the private name password hid 2002 values\n",
		"--error-format json":         `{"level":"signal","kind":"frequent","message":"the private name password hid 2002 values","count":2002}` + "\n",
		"--stats":                     "frequent: password hid 2002 values\n",
		"--stats --error-format json": `"frequent":[{"name":"password","values":2002}]`,
		"--report r.jsonl":            "shape: the private name password hid 2002 values\n",
	} {
		var stderr strings.Builder
		status := run(append(strings.Fields("--config p.json "+args), "--"), strings.NewReader(document+document), io.Discard, &stderr)
		if said := stderr.String(); status != 0 || strings.Count(said, want) != 1 || strings.Contains(said, "a-value") {
			t.Errorf("%q: status %d, %q", args, status, said)
		}
	}
	if report := content(t, "r.jsonl"); strings.Count(report, `"frequent":[{"name":"password","values":1001}]`) != 2 {
		t.Errorf("%s", report)
	}
}
