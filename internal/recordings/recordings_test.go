package recordings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
		{"behind a byte order mark", map[string]string{"a.jsonl": "\ufeff{\"tool\":\"rows\",\"response\":1}\r\n"}, "", ` rows  1`},
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
	for want, files := range map[string]map[string]string{
		"a.json: no JSON at offset 0": {"a.json": `{"secret":]`},
		"a.json: no JSON at offset 3": {"a.json": "\ufeff" + `{"secret":]`},
		"write it as UTF-8":           {"a.jsonl": "\xff\xfe{\x00}\x00"},
		"manifest.json: no manifest":  {"01-a.response.json": `{}`, "manifest.json": `["secret"]`},
	} {
		folder := write(t, files)
		_, err := Read([]string{folder}, "a")
		if err == nil || !strings.Contains(err.Error(), folder) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := Read([]string{filepath.Join(t.TempDir(), "none")}, ""); err == nil {
		t.Error("a file that is not there is read")
	}
}

// If there are too many recordings, the first ones are kept and the others counted.
// Requests without an answer do not make the memory grow.
func TestRoomForRecordings(t *testing.T) {
	r := reader{bytes: mostBytes - 3, session: &Session{}}
	r.keep(Call{Tool: "a", Body: []byte("1234")}, true)
	r.keep(Call{Tool: "a", Body: []byte("123")}, true)
	if len(r.session.Events) != 1 || r.skipped.Beyond != 1 {
		t.Errorf("%d held, %d beyond", len(r.session.Events), r.skipped.Beyond)
	}
	s := newStream(&r, Call{})
	s.most = 100
	if err := s.read(strings.NewReader(strings.Repeat("[1]\n", 100) + strings.Repeat(" ", 2000))); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") {
		t.Errorf("a document without end: %v", err)
	}
	for i := range 2 * mostWaiting {
		_ = s.document(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"a"}}`, i))
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

// A session is a file of messages, the run of an agent, or the numbered responses of a
// folder. It has requests, results and texts in their order.
func TestReadSessions(t *testing.T) {
	folder := write(t, map[string]string{
		"a.jsonl": `{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"rows","inputSchema":{"properties":{"b":{},"a":{}}}},{"name":7}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rows","arguments":{"n":1}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"rows"}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"rows"}}
{"jsonrpc":"2.0","id":2,"result":{}}
{"jsonrpc":"2.0","id":`,
		"b/01-x.response.json": `{"x":1}`,
		"b/02-y.response.json": `{"y":1}`,
		"c.jsonl": `{"id":"run 1","task":"T","server":"S","ok":true,"error":"too long","items":[{"user":"do"},{"say":"I do"},{"call":"rows","args":{"n":1},"id":"i"},{"result":{"r":1},"tool":"rows","id":"i"},{"none":1}]}
{"id":"run 2","task":"U","items":[{"user":"nothing came of it"}]}
{"id":"run 3","task":"U","items":[{"result":{},"tool":"rows","id":1}]}`,
	})
	var got []string
	skipped, err := Sessions([]string{folder}, "", func(s *Session) error {
		name, _ := filepath.Rel(folder, s.Name)
		if filepath.Ext(s.Name) == "" && !strings.HasPrefix(s.Name, folder) {
			name = s.Name
		}
		line := fmt.Sprintf("%s task %q ended %q %v %v", name, s.Task, s.Ended, s.Solved, s.Inputs)
		for _, e := range s.Events {
			line += fmt.Sprintf(" | %d %s%s.%s %s %s", e.Kind, e.Text, e.Server, e.Tool, e.Arguments, e.Body)
		}
		got = append(got, line)
		return nil
	})
	want := []string{
		`a.jsonl task "" ended "" false map[rows:[a b]] | 1 .rows {"n":1}  | 1 .rows   | 1 .rows   | 0 .rows {"n":1} {"jsonrpc":"2.0","id":2,"result":{}}`,
		`b task "" ended "" false map[] | 0 .x  {"x":1} | 0 .y  {"y":1}`,
		`run 1 task "T" ended "too long" true map[] | 2 do.   | 3 I do.   | 1 S.rows {"n":1}  | 0 S.rows {"n":1} {"r":1}`,
		`run 3 task "U" ended "" false map[] | 0 .rows  {}`,
	}
	if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\n%s", err, strings.Join(got, "\n"))
	}
	if want := (Skipped{Cut: 1, Twice: 1, Unasked: 3}); skipped != want {
		t.Errorf("%+v", skipped)
	}
	stop := errors.New("stop")
	if _, err := Sessions([]string{folder}, "", func(*Session) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}

// A result has the client of its session, and the tool as the server listed it.
func TestClientOfResult(t *testing.T) {
	folder := write(t, map[string]string{
		"a.jsonl": `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"c","version":"2"}}}
{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"s"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"rows","title":"R"}]}}
{"tool":"rows","response":{"content":[]}}`,
		"b.jsonl": `{"t":"session","format":1,"id":"i","client":{"name":"c","version":"2"}}
{"t":"tools","tools":[{"name":"rows","title":"R"}]}
{"t":"result","n":1,"tool":"rows","result":{"content":[]}}`,
	})
	n := 0
	_, err := Sessions([]string{folder}, "", func(s *Session) error {
		for _, e := range s.Events {
			if n++; e.Client.Name != "c" || e.Client.Version != "2" || string(e.Definition) != `{"name":"rows","title":"R"}` {
				t.Errorf("%s: %+v, %s", s.Name, e.Client, e.Definition)
			}
		}
		return nil
	})
	if err != nil || n != 2 {
		t.Errorf("%d results, %v", n, err)
	}
}

// Units are files that are read together, and Below reads them under one folder. A link is
// followed neither by the list nor out of the folder.
func TestUnits(t *testing.T) {
	folder := write(t, map[string]string{
		"a.jsonl": `{"tool":"rows","response":[1]}`, "b/01-x.response.json": `{"x":1}`, "b/02-y.response.json": `{"y":1}`,
		"b/manifest.json": "{}", ".git/c.jsonl": "{}", "notes.txt": "none",
		"s.jsonl.zst": "", "s_2.jsonl.zst": "", "s_x.jsonl.zst": "",
	})
	outside := write(t, map[string]string{"secret.jsonl": `{"tool":"rows","response":[2]}`})
	if err := os.Symlink(filepath.Join(outside, "secret.jsonl"), filepath.Join(folder, "link.jsonl")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	units, err := Units(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range units {
		got = append(got, strings.Join(u.Files, "+"))
	}
	slices.Sort(got)
	if want := "a.jsonl b/01-x.response.json+b/02-y.response.json s.jsonl.zst+s_2.jsonl.zst s_x.jsonl.zst"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", got, want)
	}
	sessions, results := 0, 0
	visit := func(s *Session) error {
		sessions++
		for _, e := range s.Events {
			if e.Kind == Result {
				results++
			}
		}
		return nil
	}
	if _, err := Below(root, []string{"a.jsonl", "b/01-x.response.json", "b/02-y.response.json"}, "", visit); err != nil || sessions != 2 || results != 3 {
		t.Errorf("%d sessions, %d results, %v", sessions, results, err)
	}
	for _, name := range []string{"link.jsonl", "../" + filepath.Base(outside) + "/secret.jsonl", filepath.Join(outside, "secret.jsonl"), "b"} {
		if _, err := Below(root, []string{name}, "", visit); err == nil || results != 3 {
			t.Errorf("%s is read", name)
		}
	}
}
