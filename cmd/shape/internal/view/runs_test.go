package view

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/stats"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/tune"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/running"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

const sessionsDir = "../../../../testdata/sessions"

// folderOf makes a folder of recordings.
func folderOf(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// talk is a session: a list with two values, and a call that uses one of them.
const talk = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"claude-code","version":"2.1"}}}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":{"q":"<b>all</b>"}}}
{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"rows\":[{\"key\":\"ab-1200\",\"note\":\"long ago\"},{\"key\":\"cd-3400\"}]}"}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"show","arguments":{"key":"ab-1200"}}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"gone"}],"isError":true}}
`

// frames returns a session as a proxy records it.
func frames(lines ...string) (all string) {
	for _, line := range lines {
		all += string(session.Append(nil, []byte(line+"\n")))
	}
	return all
}

// The list has the sessions of a folder with their figures. A broken file has its fault, and no
// link is followed.
func TestListOfSessions(t *testing.T) {
	recorded := frames(`{"t":"session","at":1,"format":1,"session":"r","client":{"name":"c"},"server":{"name":"s"}}`,
		`{"t":"call","at":2,"n":1,"tool":"list","arguments":{}}`, `{"t":"result","at":3,"n":1,"tool":"list","result":{"content":[]}}`)
	dir := folderOf(t, map[string]string{
		"talk.jsonl": talk, "cut.jsonl": talk[:len(talk)-5], "garbage.jsonl": "\x00\x01 no JSON", "torn.jsonl.zst": recorded + "torn",
		"after.jsonl": talk + "]", "notes.txt": talk,
	})
	outside := folderOf(t, map[string]string{"secret.jsonl": talk})
	isLinked := os.Symlink(filepath.Join(outside, "secret.jsonl"), filepath.Join(dir, "link.jsonl")) == nil
	p := newPage(t, `{"global":{"archive":{"store":"memory"}},"tool_overrides":{"list":{"omit_fields":["key"]}}}`, dir)
	byFile := map[string]listed{}
	for _, l := range get[[]listed](p, "sessions", nil) {
		byFile[l.File] = l
	}
	if len(byFile) != 5 {
		t.Errorf("%d files, a link %t", len(byFile), isLinked)
	}
	for file, want := range map[string]struct {
		calls int
		fault string
	}{
		"talk.jsonl": {2, ""}, "cut.jsonl": {1, "1 file was read in part: the last document is cut off"}, "torn.jsonl.zst": {1, "1 file was read in part: the last document is cut off"},
		"garbage.jsonl": {0, "no JSON at offset 0"}, "after.jsonl": {2, "no JSON at offset "},
	} {
		got := byFile[file]
		if got.Calls == nil || *got.Calls != want.calls || !strings.HasPrefix(got.Fault, want.fault) || (got.Fault == "") != (want.fault == "") {
			t.Errorf("%s: %d calls: %+v", file, *got.Calls, got)
		}
	}
	of := byFile["talk.jsonl"]
	for _, bare := range get[[]listed](newPage(t, `{"tool_overrides":{"list":{"omit_fields":["key"]}}}`, dir), "sessions", nil) {
		if bare.File == of.File && *bare.TokensAfter >= *of.TokensAfter {
			t.Errorf("without an archive results have its note: %d, with one %d tokens", *bare.TokensAfter, *of.TokensAfter)
		}
	}
	if of.Client != "claude-code 2.1" || *of.TokensAfter >= *of.TokensBefore {
		t.Errorf("%+v", of)
	}
	o := get[struct {
		TokensBefore, TokensAfter, Total int
		Calls                            []step
		Prompt                           []prompt
	}](p, "sessions/"+of.ID, nil)
	if o.Total != 2 || len(o.Calls) != 2 || o.TokensBefore != *of.TokensBefore || o.TokensAfter != *of.TokensAfter || len(o.Prompt) != 3 {
		t.Fatalf("%+v", o)
	}
	list, show := o.Calls[0], o.Calls[1]
	if list.Used != 1 || list.Before <= list.After || list.Text != `{"q":"<b>all</b>"}` || !show.IsError || list.IsError {
		t.Errorf("%+v", o.Calls)
	}
	// The call for the lost value takes a retrieval.
	if last := o.Prompt[2]; last.Call != 2 || last.With <= last.Without {
		t.Errorf("%+v", o.Prompt)
	}
	c := get[pageOfCall](p, "sessions/"+of.ID+"/calls/1", nil)
	if want := (use{"/content/0/text/rows/0/key", "ab-1200", 2, true}); len(c.Used) != 1 || c.Used[0] != want {
		t.Errorf("%+v", c)
	}
	if c.Next != 0 || c.Request != (facts{"list", "", "claude-code"}) || !json.Valid([]byte(c.Text)) {
		t.Errorf("%+v", c)
	}
	if _, text := p.ask("sessions/"+of.ID+"/page", nil); !strings.Contains(string(text), "&lt;b&gt;all") || strings.Contains(string(text), "<b>") || strings.Contains(string(text), "<script") {
		t.Errorf("%s", text)
	}
	hits := get[[]hit](p, "search", map[string]string{"text": "AB-12", "tool": "list"})
	if len(hits) != 3 || hits[0].At != "/content/0/text/rows/0/key" || hits[0].Excerpt != "ab-1200" || hits[0].Call != 1 {
		t.Errorf("%+v", hits)
	}
	for _, path := range []string{"sessions/x", "sessions/" + of.ID + "9", "sessions/..%2f..%2fetc-0", "sessions/" + of.ID + "/calls/3", "sessions/" + of.ID + "/calls/-1", "tune/x/curve"} {
		if status, text := p.ask(path, nil); status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}

// A long result comes in pages of whole characters.
func TestPagesOfResult(t *testing.T) {
	long, _ := json.Marshal(strings.Repeat("é<", pageBytes))
	dir := folderOf(t, map[string]string{"a.jsonl": `{"tool":"t","response":{"x":` + string(long) + `}}`})
	p := newPage(t, "{}", dir)
	id := get[[]listed](p, "sessions", nil)[0].ID
	var text strings.Builder
	for from, n := 0, 0; ; n++ {
		status, reply := p.ask(fmt.Sprintf("sessions/%s/calls/1?from=%d", id, from), nil)
		var c pageOfCall
		if err := json.Unmarshal(reply, &c); err != nil || status != http.StatusOK || len(reply) > 1<<20 || n > 20 {
			t.Fatalf("%d bytes, %v", len(reply), err)
		}
		text.WriteString(c.Text)
		if from = c.Next; from == 0 {
			break
		}
	}
	if want := `{"x":` + string(long) + `}`; text.String() != want {
		t.Errorf("%d bytes, want %d", text.Len(), len(want))
	}
}

// A value that the configuration hides is in no reply about recordings, although they are raw.
func TestRunsHide(t *testing.T) {
	var b strings.Builder
	for i := range 6 {
		fmt.Fprintf(&b, `{"tool":"login%d","server":"s","arguments":{"password":"hunter2hunter","n":%d},"response":{"content":[{"type":"text","text":"{\"password\":\"hunter2hunter\",\"note\":\"K3Y-SECRET-9\",\"secret_id\":\"taken-away-7\",\"id\":%d}"}]}}`+"\n", i%2, i, i)
		fmt.Fprintf(&b, `{"tool":"use","server":"s","arguments":{"token":"hunter2hunter K3Y-SECRET-9 taken-away-7"},"response":[]}`+"\n")
	}
	p := newPage(t, `{"privacy":{"drop":["password","token"],"mask":[{"pattern":"K3Y-[A-Z]+-9"}]},"tool_overrides":{"*":{"exclude_fields":["secret_id"]}}}`, folderOf(t, map[string]string{"raw.jsonl": b.String()}))
	id := get[[]listed](p, "sessions", nil)[0].ID
	p.ask("sessions/"+id, nil)
	p.ask("sessions/"+id+"/calls/1", nil)
	p.ask("sessions/"+id+"/page", nil)
	for _, text := range []string{"hunter2", "SECRET", "taken-away"} {
		if hits := get[[]hit](p, "search", map[string]string{"text": text}); len(hits) > 0 {
			t.Errorf("%s: %+v", text, hits)
		}
	}
	of := get[proposal](p, "tune", map[string]any{})
	p.ask("tune/"+of.ID+"/settle", map[string]any{})
	p.now()
	if got := p.replies.String(); strings.Count(got, "[redacted]") < 2 {
		t.Error("nothing is shown")
	}
	for _, secret := range []string{"hunter2", "K3Y-SECRET", "taken-away"} {
		if at := strings.Index(p.replies.String(), secret); at >= 0 {
			t.Errorf("%s is in a reply: %s", secret, p.replies.String()[max(at-100, 0):at+20])
		}
	}
	// Without a configuration that is known, no recording is shown.
	if err := os.WriteFile(p.config, []byte(`{"privacy":`), 0o644); err != nil {
		t.Fatal(err)
	}
	q := newPage(t, `{"privacy":`, filepath.Dir(p.config))
	if status, text := q.ask("sessions", nil); status == http.StatusOK {
		t.Errorf("%s", text)
	}
}

// The list is bounded, and one request measures a part of it. The next ones measure the rest.
func TestManySessions(t *testing.T) {
	files := map[string]string{}
	for i := range mostListed + 200 {
		files[fmt.Sprintf("%04d.jsonl", i)] = `{"tool":"t","response":{"x":1}}`
	}
	p := newPage(t, "{}", folderOf(t, files))
	r := p.server.runs()
	r.atOnce = 300 * tokens.Estimate{}.Count([]byte(`{"x":1}`))
	for round, want := range []int{300, 600, 900, 1000} {
		reply, err := r.sessions(httptest.NewRequest(http.MethodGet, "/", nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		all, measured := reply.([]listed), 0
		for _, l := range all {
			if l.Calls != nil {
				measured++
			}
		}
		if measured != want || len(all) != mostListed+1 || all[mostListed].Fault != "200 older files are not listed" || all[mostListed].ID != "" {
			t.Errorf("round %d: %d of %d are measured: %+v", round, measured, len(all), all[len(all)-1])
		}
	}
}

// The lines of a proposal are accepted one by one, and written as tune does. A file that changed
// meanwhile is refused with both texts. untune takes the lines out.
func TestTune(t *testing.T) {
	const own = "{\n  // mine\n  \"global\": {}\n}\n"
	p := newPage(t, own, sessionsDir)
	of := get[proposal](p, "tune", map[string]any{})
	if of.Sessions != 6 || of.Kept != 6 || of.Taken != 6 || of.IsNew || of.IsFew || len(of.Curve) != 1 || len(of.Caps) != 2 || of.File != p.config {
		t.Fatalf("%+v", of)
	}
	keys, declined := map[string]string{}, map[string]bool{"list_issues/columns": false}
	for _, i := range of.Items {
		for _, l := range i.Lines {
			keys[i.Entry] += l.Key + " "
			if i.Entry == "get_issue" {
				declined["get_issue/"+l.Key] = false
			}
			if l.Text == "" || l.Saved == 0 {
				t.Errorf("%+v", l)
			}
		}
	}
	if keys["*"] != "omit_fields " || keys["list_issues"] != "omit_fields exclude_empty_arrays columns " {
		t.Errorf("%v", keys)
	}
	all := get[effect](p, "tune/"+of.ID+"/settle", choice{})
	some := get[effect](p, "tune/"+of.ID+"/settle", choice{Lines: declined})
	if all.After >= all.Before || some.After <= all.After || some.Was != own || !strings.Contains(all.Text, `"columns"`) || strings.Contains(some.Text, `"columns"`) || strings.Contains(some.Text, "get_issue") || !strings.Contains(some.Text, "// mine") {
		t.Errorf("%+v\n%+v", all, some)
	}
	if _, svg := p.ask("tune/"+of.ID+"/curve.svg", nil); !strings.HasPrefix(string(svg), "<svg ") {
		t.Errorf("%s", svg)
	}
	if got := get[trade](p, "tune/"+of.ID+"/curve", nil); len(got.Curve) != 6 {
		t.Errorf("%+v", got)
	}
	const theirs = "{\n  // theirs\n  \"global\": {\"max_items\": 900}\n}\n"
	if err := os.WriteFile(p.config, []byte(theirs), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // it stays refused
		status, text := p.ask("tune/"+of.ID+"/save", choice{})
		var c conflict
		if err := json.Unmarshal(text, &c); err != nil || status != http.StatusConflict || c.Config.Text != theirs || !strings.Contains(c.Mine, "// theirs") || !strings.Contains(c.Mine, "columns") {
			t.Errorf("%d %s", status, text)
		}
	}
	if now, _ := os.ReadFile(p.config); string(now) != theirs {
		t.Errorf("%s", now)
	}
	got := get[saved](p, "tune/"+of.ID+"/save", choice{Hash: hashOf([]byte(theirs)), Lines: map[string]bool{"list_issues/columns": false}})
	now, err := os.ReadFile(p.config)
	if err != nil || hashOf(now) != got.Hash || !strings.Contains(string(now), "avatar_url") || strings.Contains(string(now), `"columns"`) {
		t.Errorf("%s, %v", now, err)
	}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, LookupEnv: p.server.Lookup}, nil)
	cmd := tune.UntuneCommand(a)
	cmd.SetArgs([]string{"--yes", "--config", p.config})
	if err := cmd.Execute(); err != nil {
		t.Error(err)
	}
	if now, _ := os.ReadFile(p.config); string(now) != theirs {
		t.Errorf("%s", now)
	}
	if status, text := p.ask("tune/"+of.ID+"x/settle", choice{}); status != http.StatusNotFound {
		t.Errorf("%d %s", status, text)
	}
}

// Chosen sessions, faults of others, clients and ages.
func TestTuneChooses(t *testing.T) {
	p := newPage(t, "{}", folderOf(t, map[string]string{"talk.jsonl": talk, "garbage.jsonl": "]", "again.jsonl": talk}))
	var ids []string
	for _, l := range get[[]listed](p, "sessions", nil) {
		if l.File != "again.jsonl" {
			ids = append(ids, l.ID)
		}
	}
	of := get[proposal](p, "tune", map[string]any{"paths": ids})
	if of.Sessions != 1 || !of.IsFew || len(of.Curve) != 0 || len(of.Faults) != 1 || of.Faults[0] != "garbage.jsonl: no JSON at offset 0" {
		t.Errorf("%+v", of)
	}
	for _, asks := range []map[string]any{{"client": "netscape"}, {"since": "30d"}, {"client": "claude-code", "since": "soon"}, {"paths": []string{"x-0"}}} {
		if status, text := p.ask("tune", asks); status != http.StatusBadRequest {
			t.Errorf("%v: %d %s", asks, status, text)
		}
	}
	if _, text := p.ask("tune", map[string]any{"client": "netscape"}); !strings.Contains(string(text), `"known":["claude-code"`) {
		t.Errorf("%s", text)
	}
}

// A request that ends ends the learning, and lets the next one work.
func TestTuneIsCancelled(t *testing.T) {
	r := newPage(t, "{}", sessionsDir).server.runs()
	ctx, cancel := context.WithCancel(t.Context())
	r.learning <- struct{}{} // another one learns
	cancel()
	var all struct {
		Paths         []string
		Client, Since string
	}
	if _, err := r.tune(httptest.NewRequestWithContext(ctx, http.MethodPost, "/", nil), &all); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-r.learning
	if _, err := r.propose(&proposed{ctx: ctx}, stats.Source{Paths: []string{sessionsDir}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// now returns the state of Now.
func (p *testPage) now() (n now) {
	p.t.Helper()
	r := p.server.runs()
	c, err := r.costly(p.t.Context())
	if err == nil {
		n, err = r.state(c)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	json.NewEncoder(&p.replies).Encode(n)
	return n
}

// Now shows proxies and costs. Its events come at once, and after a change, until the request
// ends. All requests share the looks at the state.
func TestNow(t *testing.T) {
	if !state.CanLock {
		t.Skip("no locks")
	}
	p := newPage(t, "{}", sessionsDir)
	n := p.now()
	if len(n.Proxies) != 0 || len(n.Tools) != 2 || n.Tools[0].Tool != "list_issues" || n.Tools[0].Calls != 6 || len(n.Fields) == 0 ||
		!strings.HasSuffix(n.Fields[0].Pattern, "/user/avatar_url") || n.Path != p.config {
		t.Errorf("%+v", n)
	}
	r := p.server.runs()
	ticks, ended := make(chan time.Time), make(chan struct{})
	r.ticks = func() (<-chan time.Time, func()) { return ticks, func() { close(ended) } }
	mux := http.NewServeMux()
	r.routes(mux)
	s := httptest.NewServer(mux)
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	listen := func() (next func() now) {
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/now/events", nil)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		if kind := answer.Header.Get("Content-Type"); kind != "text/event-stream" {
			t.Errorf("the events are %s", kind)
		}
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		return func() (n now) {
			for lines.Scan() {
				if text, isData := strings.CutPrefix(lines.Text(), "data: "); isData {
					if err := json.Unmarshal([]byte(text), &n); err != nil {
						t.Fatal(err)
					}
					return n
				}
			}
			t.Fatal("the events ended")
			return n
		}
	}
	next := listen()
	if n := next(); len(n.Proxies) != 0 || len(n.Tools) != 2 {
		t.Errorf("%+v", n)
	}
	other := listen() // has the state without a tick
	if n := other(); len(n.Tools) != 2 {
		t.Errorf("%+v", n)
	}
	ticks <- time.Time{} // nothing changed
	facts := func() running.Process {
		return running.Process{Server: "s", Rules: running.Rules{State: "refused", Generation: 7, Refusal: "line 3"}}
	}
	j := running.New(running.Dir(p.server.config), tokens.Estimate{}, time.Now, facts, func(err error) { t.Error(err) })
	j.Start()
	for all, _, err := running.Read(running.Dir(p.server.config)); len(all) == 0; all, _, err = running.Read(running.Dir(p.server.config)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	ticks <- time.Time{}
	for _, next := range []func() now{next, other} {
		if n := next(); len(n.Proxies) != 1 || n.Proxies[0].Rules.Generation != 7 || n.Proxies[0].Rules.Refusal != "line 3" {
			t.Errorf("%+v", n)
		}
	}
	j.Close(time.Minute)
	ticks <- time.Time{}
	if n := next(); len(n.Proxies) != 0 {
		t.Errorf("%+v", n)
	}
	cancel()
	<-ended
}

// A session can be several files: the parts of a recorded one, and the responses of a folder. Each
// folder and recording of the command line counts, and the usual folder if there is none.
func TestFoldersOfSessions(t *testing.T) {
	part := func(n int) string {
		return frames(fmt.Sprintf(`{"t":"session","at":1,"format":1,"session":"r","part":%d,"server":{"name":"s"}}`, n),
			fmt.Sprintf(`{"t":"call","at":2,"n":%d,"tool":"list","arguments":{"n":%d}}`, n, n), fmt.Sprintf(`{"t":"result","at":3,"n":%d,"tool":"list","result":{"content":[]}}`, n))
	}
	one := folderOf(t, map[string]string{"r.jsonl.zst": part(1), "r_2.jsonl.zst": part(2), "alone.json": `{"x":1}`})
	two := folderOf(t, map[string]string{"01-get.response.json": `{"x":1}`, "02-put.response.json": `{"y":1}`, "manifest.json": `{"server":"m","results":[]}`})
	file := filepath.Join(folderOf(t, map[string]string{"talk.jsonl": talk}), "talk.jsonl")
	p := newPage(t, "", one, file, two, filepath.Join(one, "alone.json"))
	all := get[[]listed](p, "sessions", nil)
	if len(all) != 3 {
		t.Fatalf("%+v", all)
	}
	for _, l := range all {
		if *l.Calls != 2 {
			t.Errorf("%+v", l)
		}
		if l.File == "talk.jsonl" {
			continue
		}
		if l.File == "r.jsonl.zst" && (l.Name != "r" || l.Servers[0] != "s") || l.File != "r.jsonl.zst" && (l.Servers[0] != "m" || l.Name != filepath.Base(two)) {
			t.Errorf("%+v", l)
		}
	}
	if n := p.now(); len(n.Tools) != 5 {
		t.Errorf("%+v", n)
	}

	p = newPage(t, "", filepath.Join(one, "alone.json"))
	if all := get[[]listed](p, "sessions", nil); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	if status, text := p.ask("tune", map[string]any{}); status != http.StatusBadRequest || !strings.Contains(string(text), "no result of a tool was found") {
		t.Errorf("%d %s", status, text)
	}
	records := filepath.Join(p.home, "state", "code-scalpel", "records")
	if err := os.MkdirAll(records, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(records, "r.jsonl.zst"), []byte(part(1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if all := get[[]listed](p, "sessions", nil); len(all) != 1 || *all[0].Calls != 1 {
		t.Errorf("%+v", all)
	}
	if err := os.Chmod(records, 0o777); err != nil {
		t.Fatal(err)
	}
	if status, text := p.ask("sessions", nil); runtime.GOOS != "windows" && (status != http.StatusBadRequest || !strings.Contains(string(text), "other users can open it")) {
		t.Errorf("%d %s", status, text)
	}
}

// A request belongs to the first result of the same tool and arguments that has none yet. A value
// that only an answer in text used belongs to no call.
func TestUsesOfConcurrentCalls(t *testing.T) {
	const run = `{"id":"run","task":"T","server":"S","items":[{"user":"go"},
		{"call":"a","args":{},"id":"1"},{"call":"a","args":{},"id":"2"},{"call":"b","args":{},"id":"3"},
		{"result":{"x":"first-1"},"tool":"a","id":"1"},{"result":{"x":"second-2","y":"third-3"},"tool":"a","id":"2"},{"result":{},"tool":"b","id":"3"},
		{"call":"c","args":{"of":"second-2"},"id":"4"},{"call":"d","args":{"of":"first-1"},"id":"5"},
		{"result":{},"tool":"d","id":"5"},{"result":{},"tool":"c","id":"4"},{"say":"It is third-3."}]}`
	p := newPage(t, "{}", folderOf(t, map[string]string{"run.jsonl": run + strings.ReplaceAll(run, `"run"`, `"again"`)}))
	all := get[[]listed](p, "sessions", nil)
	if len(all) != 2 || all[1].Name != "again" || all[0].ID == all[1].ID || *all[1].Calls != 5 {
		t.Fatalf("%+v", all)
	}
	for n, want := range [][]use{1: {{"/x", "first-1", 4, false}}, 2: {{"/x", "second-2", 5, false}, {"/y", "third-3", 0, false}}, 3: {}, 4: {}} {
		if n == 0 {
			continue
		}
		if got := get[pageOfCall](p, fmt.Sprintf("sessions/%s/calls/%d", all[1].ID, n), nil); !slices.Equal(got.Used, want) {
			t.Errorf("%d: %+v", n, got.Used)
		}
	}
}

// The calls and the prompts of a long session come in parts.
func TestLongSession(t *testing.T) {
	var b strings.Builder
	for i := range mostCalls + 500 {
		fmt.Fprintf(&b, `{"tool":"t","arguments":{"n":%d},"response":{"x":%d}}`+"\n", i, i)
	}
	p := newPage(t, "{}", folderOf(t, map[string]string{"long.jsonl": b.String()}))
	id := get[[]listed](p, "sessions", nil)[0].ID
	for from, want := range map[int]int{0: mostCalls, 1000: 500, 1499: 1, 1500: 0, 9999: 0, -1: mostCalls} {
		var o struct {
			Calls  []step
			Prompt []prompt
			Total  int
		}
		status, text := p.ask(fmt.Sprintf("sessions/%s?from=%d", id, from), nil)
		if err := json.Unmarshal(text, &o); err != nil || status != http.StatusOK || len(text) > 1<<20 {
			t.Fatalf("%d bytes, %d, %v", len(text), status, err)
		}
		if len(o.Calls) != want || o.Total != 1500 || len(o.Prompt) > mostTurns+1 || o.Prompt[len(o.Prompt)-1].Call != 1500 || want > 0 && o.Calls[0].N != max(from, 0)+1 {
			t.Errorf("from %d: %d calls of %d, %d prompts", from, len(o.Calls), o.Total, len(o.Prompt))
		}
	}
	if _, text := p.ask("sessions/"+id+"/page", nil); len(text) > mostPage || !strings.Contains(string(text), "<td class=\"n\">1000") {
		t.Errorf("%d bytes", len(text))
	}
	if hits := get[[]hit](p, "search", map[string]string{"text": "1"}); len(hits) != mostHits {
		t.Errorf("%d hits", len(hits))
	}
}

// A search finds texts in any case and with any characters, in arguments and results.
func TestSearch(t *testing.T) {
	p := newPage(t, "{}", folderOf(t, map[string]string{
		"a.jsonl": `{"server":"s","tool":"t","arguments":{"q":"Größe \"x\""},"response":{"content":[{"type":"text","text":"{\"a\":[{\"b\":\"\u00dcber <b>\"}]}"}]}}`,
	}))
	for _, c := range []struct{ text, tool, server, want string }{
		{"grösse", "", "", ""}, {"GRÖßE", "", "", ""}, {"größe", "", "", `|Größe "x"`}, {`e "X`, "t", "s", `|Größe "x"`}, {"ÜBER <", "", "", "/content/0/text/a/0/b|Über <b>"},
		{"über", "u", "", ""}, {"über", "", "u", ""}, {"\x00", "", "", ""},
	} {
		got := ""
		for _, h := range get[[]hit](p, "search", sought{c.text, c.tool, c.server}) {
			got += h.At + "|" + h.Excerpt
		}
		if got != c.want && c.text != "GRÖßE" {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	if status, _ := p.ask("search", sought{}); status != http.StatusBadRequest {
		t.Error("an empty text is searched")
	}
}

// Without a folder of state, or with one of others, Now says so.
func TestNowWithoutState(t *testing.T) {
	p := newPage(t, "{}", sessionsDir)
	dir := running.Dir(p.server.config)
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, text := p.ask("now/events", nil); status < 400 || !strings.Contains(string(text), "not a directory") {
		t.Errorf("%d %s", status, text)
	}
}
