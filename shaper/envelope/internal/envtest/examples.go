// Package envtest holds helpers for the tests of several dialects.
package envtest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Example reads an example of a seed in compact form.
func Example(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/envelopes", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return Compact(t, data)
}

func Compact(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, data); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Same fails unless a builder gave exactly the wanted bytes.
func Same(t *testing.T, name string, got []byte, err error, want []byte) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	} else if !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

func Open(t testing.TB, raw []byte) *envelope.Doc {
	t.Helper()
	d, err := envelope.Open(raw, envelope.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Notation reads an example of the seeds and fills in its dots, question marks and
// placeholders. It applies the given pairs of old and new text first.
func Notation(t *testing.T, name string, fill ...string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/envelopes/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	if json.Valid(data) {
		t.Errorf("%s: notation passed for JSON", name)
	}
	return Compact(t, []byte(strings.NewReplacer(append(fill,
		`"full" | "partial" | "summary" | "reference_only"`, `"partial"`,
		`{ ... }`, `{}`, `[...]`, `[]`, `?`, ``,
	)...).Replace(string(data))))
}
