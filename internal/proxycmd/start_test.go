package proxycmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// watchBroken watches a configuration that is broken from the start, without polls. save writes
// the file.
func watchBroken(t *testing.T) (w *config.Watcher, file string, save func(text string)) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "c.json")
	save = func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save("[]")
	w, err := config.Watch(t.Context(), config.Options{Path: file, StartBroken: true, Poll: -1, PollOnly: true, Home: t.TempDir(), Etc: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w, file, save
}

// A configuration that breaks and mends again and again gives the same answers each time,
// from the file to the messages of a client.
func TestFaultsReachClients(t *testing.T) {
	w, file, save := watchBroken(t)
	eng, err := app.EngineOver(w)
	if err != nil {
		t.Fatal(err)
	}
	server := mcp.New(eng)
	changes := ChangesOf(w, server)
	x := server.Session().Exchange()
	x.FromClient(t.Context(), []byte(`{"id":0,"method":"initialize","params":{}}`))
	x.FromServer(t.Context(), []byte(`{"id":0,"result":{"capabilities":{"logging":{}}}}`))
	x.FromClient(t.Context(), []byte(`{"method":"notifications/initialized"}`))
	hears := func(want string) {
		t.Helper()
		if got := string(x.LogMessage()); !strings.Contains(got, want) || x.LogMessage() != nil {
			t.Errorf("the client hears %s, want %s once", got, want)
		}
	}
	call := func(ran bool) {
		t.Helper()
		_, reply := x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/call","params":{"name":"t"}}`))
		if ran != (reply == nil) || !ran && !strings.Contains(string(reply), "t did not run: ") {
			t.Errorf("the call is answered with %s", reply)
		}
	}
	reload := func(text string) {
		t.Helper()
		save(text)
		w.Reload(t.Context())
		<-changes
	}
	hears(`no tool runs until it is mended:\n` + file + `:1:1: `)
	call(false)
	for range 10 {
		reload("{}")
		hears("mended and in use")
		call(true)
		reload("[]")
		hears(`the last good one stays in use:\n` + file + `:1:1: `)
		call(true)
	}
	os.Remove(file)
	w.Reload(t.Context())
	<-changes
	hears(`its last good content holds`)
	if strings.Contains(faultOf(config.Status{Err: config.Diagnostics(make([]config.Diagnostic, 200))}), strings.Repeat("\n", 7)) {
		t.Error("all problems are told")
	}
}

// Entries of other servers are told in one line of bounded length.
func TestEntriesOfOtherServers(t *testing.T) {
	for want, entries := range map[string][]string{
		`tool_overrides: "m.a" names another server; this server is "s"`:                         {`"m.a"`},
		`tool_overrides: "m.a", "m.b" name another server; this server is "s"`:                   {`"m.a"`, `"m.b"`},
		`tool_overrides: "m.a", "m.b", "m.c" and 2 more name another server; this server is "s"`: {`"m.a"`, `"m.b"`, `"m.c"`, `"m.d"`, `"m.e"`},
	} {
		if got := ofOthers("tool_overrides", entries, "s"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := ofOthers("tool_overrides", []string{`"m.a"`}, ""); got != `tool_overrides: "m.a" names another server; this server has no name` {
		t.Error(got)
	}
}
