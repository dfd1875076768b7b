package recordings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes files in a folder of their own.
func write(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// The name of a tool comes from the manifest, the file, the request, the record, or the
// caller.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		tool  string
		want  string
	}{
		{"by the manifest", map[string]string{
			"s/01-x.response.json": `{"a":1}`,
			"s/manifest.json":      `{"server":"S","results":[{"file":"s/01-x.response.json","tool":"rows","arguments":{"id":7}}]}`,
		}, "", `S rows {"id":7} {"a":1}`},
		{"by the name of the file", map[string]string{
			"02-list_rows.response.json": "{}\n", "01-get-sum.response.json": "[1]", "tools-list.response.json": "{}",
			"notes.txt": "none", ".git/x.json": "none",
		}, "", ` get-sum  [1]| list_rows  {}`},
		{"by requests", map[string]string{"log.jsonl": `{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"rows","arguments":{"n":1}}}
{"jsonrpc":"2.0","method":"notifications/progress","params":{"name":1}}
{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
{"jsonrpc":"2.0","id":"a","result":{}}
`}, "", ` rows {"n":1} {"jsonrpc":"2.0","id":"a","result":{}}`},
		{"by records", map[string]string{"log.ndjson": `{"server":"S","tool":"rows","arguments":{},"response":[]}{"tool":3,"response":0}`},
			"", `S rows {} []; 1 unnamed`},
		{"by who asks", map[string]string{"a.json": `[1] [2]`}, "rows", ` rows  [1]| rows  [2]`},
	} {
		set, err := Read([]string{write(t, c.files)}, c.tool)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		var calls []string
		for _, call := range set.Calls {
			if filepath.Ext(call.File) == "" {
				t.Errorf("%s: a call from %q", c.name, call.File)
			}
			calls = append(calls, fmt.Sprintf("%s %s %s %s", call.Server, call.Tool, call.Arguments, call.Body))
		}
		got := strings.Join(calls, "|")
		if set.Unnamed > 0 {
			got += fmt.Sprintf("; %d unnamed", set.Unnamed)
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The error of an unreadable file names the file, and none of its content.
func TestReadFaults(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no JSON":     {"a.json": `{"secret":`},
		"no manifest": {"01-a.response.json": `{}`, "manifest.json": `["secret"]`},
	} {
		folder := write(t, files)
		_, err := Read([]string{folder}, "a")
		if err == nil || !strings.Contains(err.Error(), folder) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read([]string{filepath.Join(t.TempDir(), "none")}, ""); err == nil {
		t.Error("a file that is not there is read")
	}
}

// If there are too many recordings, the first ones are kept and the others counted.
// Requests without an answer do not make the memory grow.
func TestRoomForRecordings(t *testing.T) {
	r := reader{bytes: mostBytes - 3}
	r.keep(Call{Tool: "a", Body: []byte("1234")})
	r.keep(Call{Tool: "a", Body: []byte("123")})
	if len(r.set.Calls) != 1 || r.set.Beyond != 1 {
		t.Errorf("%d held, %d beyond", len(r.set.Calls), r.set.Beyond)
	}
	s := newStream(&r, Call{})
	s.most = 100
	if err := s.read(strings.NewReader(strings.Repeat("[1]\n", 100) + strings.Repeat(" ", 2000))); !errors.Is(err, errLarge) {
		t.Errorf("a document without end: %v", err)
	}
	for i := range 2 * mostWaiting {
		s.document(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"a"}}`, i))
	}
	if len(s.waiting) != mostWaiting {
		t.Errorf("%d requests are waited for", len(s.waiting))
	}
}

// The result of a response is the part that a proxy shapes. Any other document is itself
// the result.
func TestResultOfCall(t *testing.T) {
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"result":{"content": []}}`: `{"content": []}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1}}`:       `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`,
		`{"result":{"a":1}}`:                                `{"result":{"a":1}}`,
		`[1]`:                                               `[1]`,
		`{"a"`:                                              `{"a"`,
	} {
		c := Call{Body: []byte(body)}
		if got := string(c.Result()); got != want {
			t.Errorf("%s: %s", body, got)
		}
	}
}
