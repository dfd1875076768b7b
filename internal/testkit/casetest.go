// Package testkit runs cases that are data. A file names an operation, its input and its
// expected result, and a test supplies one thin adapter per operation. Only tests import
// it.
package testkit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Case is one case. A file holds one, or an array of them.
type Case struct {
	Name       string
	Seed       string
	Op         string
	Config     json.RawMessage
	ConfigText string `json:"config_text"`
	Tool       string
	Tier       string
	Env        map[string]string
	Input      json.RawMessage
	Expected   map[string]json.RawMessage
	Contested  bool // sources contradict each other: a mismatch is logged, not failed
}

// Result is the result of an operation.
type Result struct {
	Output []byte         // the JSON that expectations are judged on; nil for none
	Err    error          // the failure that "fails" expects
	Facts  map[string]any // whatever else an expectation names, such as "reason"
}

// Adapter performs one operation. An error that it cannot put down to the
// operation itself belongs in t.Fatal.
type Adapter func(t *testing.T, c Case) Result

// Run performs the cases below own, and below shared if that folder exists. Cases of
// operations without an adapter belong to other tests. It fails if own has no case, so
// that a moved folder is noticed.
func Run(t *testing.T, own, shared string, adapters map[string]Adapter) {
	t.Helper()
	cases := load(t, own, adapters)
	if len(cases) == 0 {
		t.Fatalf("no case of these operations in %s", own)
	}
	for _, c := range append(cases, load(t, shared, adapters)...) {
		t.Run(c.Op+"/"+c.Name, func(t *testing.T) {
			report := t.Errorf
			if c.Contested {
				report = t.Logf
			}
			for _, problem := range judge(c.Expected, adapters[c.Op](t, c)) {
				report("%s", problem)
			}
		})
	}
}

// Input decodes the input of a case, numbers as json.Number.
func Input[T any](t *testing.T, c Case) T {
	t.Helper()
	var in T
	dec := json.NewDecoder(bytes.NewReader(c.Input))
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		t.Fatalf("%s: input: %v", c.Name, err)
	}
	return in
}

// JSON marshals an output, or fails the test.
func JSON(t *testing.T, v any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// load reads the cases of the operations at hand, in file order.
func load(t *testing.T, dir string, adapters map[string]Adapter) (cases []Case) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
			data = append(append([]byte{'['}, data...), ']')
		}
		var list []Case
		if err == nil {
			err = json.Unmarshal(data, &list)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range list {
			if adapters[c.Op] != nil {
				cases = append(cases, c)
			}
		}
	}
	return cases
}
