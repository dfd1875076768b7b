package testkit

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// TestJudge holds each kind of expectation against a result that meets it and
// one that does not.
func TestJudge(t *testing.T) {
	findings := Result{Output: []byte(`{"valid":false,"errors":[{"path":"meta.warnings.0","message":"m"}],"warnings":[]}`)}
	out := func(s string) Result { return Result{Output: []byte(s)} }
	tests := []struct {
		name      string
		expected  string
		good, bad Result
	}{
		{"output, unordered, numbers by value", `{"output":{"a":1,"b":[true]}}`, out(`{"b":[true],"a":1.0}`), out(`{"b":[1],"a":1}`)},
		{"output keeps long numbers apart", `{"output":9007199254740993}`, out(`9007199254740993`), out(`9007199254740992`)},
		{"output null is no lack of output", `{"output":null}`, out(`null`), Result{}},
		{"output null is no broken output", `{"output":null}`, out(` null `), out(`nul`)},
		{"output is one document", `{"output":1}`, out(`1`), out(`1 2`)},
		{"output with one member more", `{"output":{"a":1}}`, out(`{"a":1}`), out(`{"a":1,"b":2}`)},
		{"a failure where none is expected", `{"output":1}`, out(`1`), Result{Err: errors.New("no")}},
		{"no output", `{"no_output":true}`, Result{}, out(`null`)},
		{"fails and mentions", `{"fails":true,"mentions":["LEVEL"]}`, Result{Err: errors.New("unknown level")}, Result{Err: errors.New("no")}},
		{"fails", `{"fails":true}`, Result{Err: errors.New("no")}, out(`1`)},
		{"contains", `{"contains":{"a":1}}`, out(`{"a":1,"b":2}`), out(`{"b":2}`)},
		{"valid", `{"valid":false}`, findings, out(`{"valid":true}`)},
		{"errors at a path above", `{"errors_at":["meta.warnings"]}`, findings, out(`{"errors":[{"path":"meta.warnings_x"}]}`)},
		{"no warnings", `{"warnings_at":[]}`, findings, out(`{"warnings":[{"path":"a"}]}`)},
		{"a further fact", `{"reason":"empty"}`, Result{Facts: map[string]any{"reason": "empty"}}, Result{}},
		{"assert equals", `{"assert":[{"path":"a.0","equals":1}]}`, out(`{"a":[1]}`), out(`{"a":[]}`)},
		{"assert absent", `{"assert":[{"path":"a","absent":true}]}`, out(`{}`), out(`{"a":null}`)},
		{"assert matches", `{"assert":[{"path":"a","matches":"^x+$"}]}`, out(`{"a":"xx"}`), out(`{"a":"xy"}`)},
		{"assert is_json", `{"assert":[{"path":"a","is_json":true}]}`, out(`{"a":"{}"}`), out(`{"a":"{"}`)},
		{"assert length_min", `{"assert":[{"path":"a","length_min":1}]}`, out(`{"a":[0]}`), out(`{"a":[]}`)},
		{"assert raw_contains", `{"assert":[{"raw_contains":"é"}]}`, out(`"é"`), out(`"\u00e9"`)},
		{"assert key_order", `{"assert":[{"key_order":["b","a"]}]}`, out(`{"b":{"c":1},"a":2}`), out(`{"a":2,"b":{"c":1}}`)},
	}
	for _, tt := range tests {
		var expected map[string]json.RawMessage
		if err := json.Unmarshal([]byte(tt.expected), &expected); err != nil {
			t.Fatal(err)
		}
		if got := judge(expected, tt.good); len(got) > 0 {
			t.Errorf("%s: refused: %v", tt.name, got)
		}
		if got := judge(expected, tt.bad); len(got) == 0 {
			t.Errorf("%s: accepted", tt.name)
		}
	}
}

// TestJudgeRefusesWhatItCannotRead guards against cases that pass because
// nothing looked at them.
func TestJudgeRefusesWhatItCannotRead(t *testing.T) {
	for _, expected := range []map[string]json.RawMessage{
		{},
		{"surprise": json.RawMessage(`1`)},
		{"assert": json.RawMessage(`[{"path":"a","resembles":1}]`)},
	} {
		if got := judge(expected, Result{Output: []byte(`{"a":1}`)}); len(got) == 0 {
			t.Errorf("%v: accepted", expected)
		}
	}
}

func TestRunReadsFilesAndSkipsAbsentFolders(t *testing.T) {
	var names []string
	Run(t, "testdata", "testdata/absent", map[string]Adapter{
		"echo": func(t *testing.T, c Case) Result {
			names = append(names, c.Name)
			return Result{Output: Input[struct{ Say json.RawMessage }](t, c).Say}
		},
	})
	if got := strings.Join(names, " "); got != "alone first second" {
		t.Errorf("ran %q", got)
	}
}
