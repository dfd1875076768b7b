package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// desk is a recorder with a server that clients call. Nothing is written before finish.
type desk struct {
	t *testing.T
	*Recorder
	server *mcp.Server
	dir    string

	mu   sync.Mutex
	said []string
	set  Settings
}

func newDesk(t *testing.T, spec profiles.Spec, change func(*Settings)) *desk {
	t.Helper()
	d := &desk{t: t, dir: filepath.Join(t.TempDir(), "records")}
	d.set = Settings{On: true, Dir: d.dir, MaxBytes: 512 << 20, TTL: time.Hour}
	if change != nil {
		change(&d.set)
	}
	rules, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := shaper.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	d.Recorder = newRecorder(func() Settings {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.set
	}, func(message string) {
		d.mu.Lock()
		d.said = append(d.said, message)
		d.mu.Unlock()
	})
	d.server = mcp.New(engine, mcp.WithRecorder(d.Recorder))
	return d
}

// client is a session that was introduced and has listed the tools.
func (d *desk) client(name string) *mcp.Exchange {
	x := d.server.Session().Exchange()
	d.pass(x, `{"id":0,"method":"initialize","params":{"clientInfo":{"name":"`+name+`","version":"2"}}}`,
		`{"id":0,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"srv","version":"1"}}}`)
	d.list(x, `[{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{}}}}]`)
	return x
}

func (d *desk) list(x *mcp.Exchange, tools string) {
	d.pass(x, `{"id":0,"method":"tools/list"}`, `{"id":0,"result":{"tools":`+tools+`}}`)
}

// call calls a tool. The result follows at once.
func (d *desk) call(x *mcp.Exchange, arguments, result string) {
	d.pass(x, `{"id":1,"method":"tools/call","params":{"name":"t","arguments":`+arguments+`}}`, `{"id":1,"result":`+result+`}`)
}

func (d *desk) pass(x *mcp.Exchange, request, response string) {
	x.FromClient(d.t.Context(), []byte(request))
	x.FromServer(d.t.Context(), []byte(response))
}

func textResult(text string) string { return `{"content":[{"type":"text","text":"` + text + `"}]}` }

// sessions closes the recorder and returns the lines of each file, the first file first. The
// times of events are 0.
func (d *desk) sessions() (all [][]string) {
	d.t.Helper()
	d.finish()
	names, err := filepath.Glob(filepath.Join(d.dir, "*"+session.Extension))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, name := range names {
		var lines []string
		file, err := os.Open(name)
		if err != nil {
			d.t.Fatal(err)
		}
		isTorn, err := session.Read(file, func(e *session.Event) error {
			line := fmt.Sprintf("%s %s %s", e.Kind, e.Arguments, e.Result)
			switch e.Kind {
			case session.KindSession:
				line = fmt.Sprintf("session %d %v %v %s", e.Part, *e.Server, *e.Client, e.Protocol)
			case session.KindTools:
				line = fmt.Sprintf("tools %s", e.Tools)
			case session.KindLost:
				line = fmt.Sprintf("lost %d", e.Events)
			}
			if e.Withheld {
				line += "withheld"
			}
			lines = append(lines, strings.TrimSpace(line))
			return nil
		})
		if isTorn || err != nil {
			d.t.Error(name, isTorn, err)
		}
		file.Close()
		all = append(all, lines)
	}
	return all
}

func (d *desk) want(want ...[]string) {
	d.t.Helper()
	got := d.sessions()
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		d.t.Errorf("got  %q\nwant %q", got, want)
	}
}

const (
	head  = "session 1 {srv 1} {c 2} 2025-06-18"
	toolT = `tools [{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{}}}}]`
)

// Calls are recorded with everything that comfort rules would take, and without hidden values.
func TestSession(t *testing.T) {
	max := 5
	spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}}
	spec.Global.MaxString = &max
	d := newDesk(t, spec, nil)
	x := d.client("c")
	d.call(x, `{"q":"a long text","password":"p1"}`, `{"content":[{"type":"text","text":"{\"rows\":\"a long text\",\"password\":\"p2\"}"}]}`)
	d.list(x, `[{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"q":{}}}},{"name":"u"}]`)
	d.call(x, `{}`, `{"content":[],"structuredContent":{"password":"p3","a":1}}`)
	d.pass(x, `{"id":1,"method":"tools/call","params":{"name":"t"}}`, `{"id":1,"error":{"code":1,"message":"m"}}`)
	d.want([]string{
		head, toolT,
		`call {"q":"a long text"}`, `result  {"content":[{"type":"text","text":"{\"rows\":\"a long text\"}"}]}`,
		`tools [{"name":"u"}]`,
		`call {}`, `result  {"content":[],"structuredContent":{"a":1}}`,
		`call`,
	})
}

// Each client has a session, and one without a call has no file.
func TestSessionOfEachClient(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	d.client("idle")
	for _, name := range []string{"a", "b"} {
		x := d.client(name)
		d.call(x, `{"q":"`+name+`"}`, textResult(name))
	}
	all := d.sessions()
	if len(all) != 2 || len(all[0]) != 4 || len(all[1]) != 4 {
		t.Errorf("%q", all)
	}
}

// The folder and the files are for the user alone.
func TestModes(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	d.call(d.client("c"), `{}`, textResult("x"))
	d.sessions()
	err := filepath.WalkDir(d.dir, func(path string, entry os.DirEntry, err error) error {
		info, statErr := os.Stat(path)
		if err = errors.Join(err, statErr); err != nil {
			return err
		}
		if want := map[bool]os.FileMode{true: 0o700, false: 0o600}[entry.IsDir()]; info.Mode().Perm() != want {
			t.Error(path, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A recording that is switched on takes the next call, and one that is off makes no folder.
func TestSwitch(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, func(s *Settings) { s.On = false })
	x := d.client("c")
	d.call(x, `{"q":1}`, textResult("off"))
	if _, err := os.Stat(d.dir); err == nil {
		t.Error("a folder is there")
	}
	d.mu.Lock()
	d.set.On = true
	d.mu.Unlock()
	d.call(x, `{"q":2}`, textResult("on"))
	d.want([]string{"session 1 {srv } {c 2}", `call {"q":2}`, `result  ` + textResult("on")})
}

// Beyond the room for waiting events some are dropped, and the session says how many.
func TestOverload(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, func(s *Settings) { s.Raw = true })
	x := d.client("c")
	large := strings.Repeat("x", 15<<20)
	for range 6 {
		d.call(x, `{}`, textResult(large))
	}
	if len(d.said) != 1 || !strings.HasPrefix(d.said[0], "more calls come than can be recorded") {
		t.Errorf("%.200q", d.said)
	}
	d.call(x, `{}`, textResult("after"))
	if all := d.sessions(); len(all) != 1 || all[0][2] != "lost 2" {
		t.Errorf("%.300q", all)
	}
}

// Events that the goroutine has taken keep their room until they are written.
func TestRoomOfTakenEvents(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	x := d.client("c")
	d.Recorder.events, d.Recorder.waiting = mostEvents, nil
	d.call(x, `{}`, textResult("x"))
	if _, dropped := d.Condition(); dropped != 2 {
		t.Errorf("%d events are dropped", dropped)
	}
	d.Recorder.events, d.Recorder.bytes = 0, 0
	d.call(x, `{}`, textResult("x"))
	d.takeAll()
	if d.Recorder.events != 0 || d.Recorder.bytes != 0 {
		t.Errorf("%d events of %d bytes keep their room", d.Recorder.events, d.Recorder.bytes)
	}
}

// A body goes into the buffer of one that was written: a call pays no fresh memory.
func TestBuffersServeAgain(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	one := mcp.Record{Kind: mcp.RecordResult, Session: d.server.Session(), Body: make([]byte, mostSpare)}
	const calls = 20
	allocated := uint64(0)
	for n := range calls + 1 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.Record(one)
		runtime.ReadMemStats(&after)
		if n > 0 {
			allocated += after.TotalAlloc - before.TotalAlloc
		}
		d.takeAll()
	}
	if allocated > mostSpare {
		t.Errorf("%d calls allocate %d bytes", calls, allocated)
	}
	if d.Recorder.spare = nil; d.Recorder.copied(nil) != nil {
		t.Error("no body is not nil")
	}
}

// The goroutine works when no message passed for a moment. If much waits or the recorder ends,
// it works at once.
func TestAwaitQuiet(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	last := time.Now().Add(10 * time.Millisecond)
	d.Recorder.last = last
	if d.awaitQuiet(); time.Since(last) < quiet {
		t.Error("it works beside a message")
	}
	d.Recorder.last = time.Now().Add(time.Hour)
	d.Recorder.bytes = mostWaiting/2 + 1
	d.awaitQuiet()
	d.Recorder.bytes, d.Recorder.events = 0, mostEvents/2+1
	d.awaitQuiet()
	d.Recorder.events = 0
	close(d.Recorder.ends)
	d.awaitQuiet()
}

// The goroutine writes by itself after a moment, and the rest at the end.
func TestClose(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	go d.run()
	d.call(d.client("c"), `{}`, textResult("x"))
	d.Close(time.Minute)
	d.want([]string{head, toolT, `call {}`, `result  ` + textResult("x")})
}

// Old sessions go first, those beyond the time go always, and one that is written stays.
func TestFolderBounds(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, func(s *Settings) { s.MaxBytes = 4 << 20 })
	d.call(d.client("c"), `{}`, textResult("x"))
	d.sessions()
	put := func(name string, size int, age time.Duration) *os.File {
		file, err := os.OpenFile(filepath.Join(d.dir, name+session.Extension), os.O_CREATE|os.O_RDWR, 0o600)
		if err == nil {
			_, err = file.Write(bytes.Repeat([]byte{'x'}, size))
		}
		if err == nil {
			err = os.Chtimes(file.Name(), time.Now().Add(-age), time.Now().Add(-age))
		}
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	put("expired", 1, 2*time.Hour).Close()
	put("oldest", 1<<20, 50*time.Minute).Close()
	live := put("live", 1<<20, 49*time.Minute)
	defer live.Close()
	if !state.TryLockFile(live) {
		t.Fatal("no lock")
	}
	f := folder{}
	defer f.close()
	narrow := d.set
	narrow.MaxBytes = 1 << 19
	if state.CanLock {
		if _, err := f.create("none", narrow, time.Now()); err == nil || !strings.Contains(err.Error(), "all room is taken") {
			t.Error(err)
		}
	}
	put("older", 1<<20, 40*time.Minute).Close()
	put("young", 2<<20, 30*time.Minute).Close()
	made, err := f.create("new", d.set, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer made.close()
	for name, stays := range map[string]bool{"expired": false, "oldest": false, "live": state.CanLock, "older": false, "young": true} {
		if _, err := os.Stat(filepath.Join(d.dir, name+session.Extension)); (err == nil) != stays {
			t.Errorf("%s stays: %t", name, err == nil)
		}
	}
}

// A file that is full goes on in a second one, with the tools once more.
func TestParts(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, func(s *Settings) { s.MaxBytes, s.Raw = 8<<20, true })
	x := d.client("c")
	noise := func(n int) string { // that zstd cannot compress
		var b strings.Builder
		for i := range 100_000 {
			fmt.Fprintf(&b, "%x", (int64(i)*2654435761+int64(n)*40503)^int64(i<<7))
		}
		return b.String()
	}
	for n := range 8 {
		d.call(x, `{}`, textResult(noise(n)))
	}
	all := d.sessions()
	if len(all) < 2 || !strings.HasPrefix(all[1][0], "session 2 ") || all[1][1] != toolT {
		t.Errorf("%d files", len(all))
	}
}

// A session that rests has no open file, and its next call begins a part.
func TestIdle(t *testing.T) {
	d := newDesk(t, profiles.Spec{}, nil)
	now := time.Now()
	d.now = func() time.Time { return now }
	x, other := d.client("c"), d.client("d")
	d.call(x, `{}`, textResult("1"))
	d.takeAll()
	now = now.Add(idle + 1)
	d.call(other, `{}`, textResult("2"))
	d.takeAll()
	d.call(x, `{}`, textResult("3"))
	if all := d.sessions(); len(all) != 3 || !strings.HasPrefix(all[1][0], "session 2 {srv 1} {c 2}") {
		t.Errorf("%q", all)
	}
}

// A folder that cannot be used is said once, and calls go on.
func TestTroubledFolder(t *testing.T) {
	for name, prepare := range map[string]func(dir string) error{
		"its mode is 0755":                func(dir string) error { return os.Mkdir(dir, 0o755) },
		"a symbolic link is not followed": func(dir string) error { return os.Symlink(t.TempDir(), dir) },
		"not a directory":                 func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
	} {
		d := newDesk(t, profiles.Spec{}, nil)
		if err := prepare(d.dir); err != nil {
			t.Fatal(err)
		}
		x := d.client("c")
		for range 3 {
			d.call(x, `{}`, textResult("secret text"))
		}
		d.finish()
		if len(d.said) != 1 || !strings.Contains(d.said[0], name) || strings.Contains(d.said[0], "secret text") {
			t.Errorf("%s: %q", name, d.said)
		}
	}
}

// After a failed write the torn frame is taken back, and a new file follows.
func TestFailedWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	to, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f := file{File: to}
	if err := f.write([]byte("frame")); err != nil {
		t.Fatal(err)
	}
	to.Close()
	if err := f.write([]byte("more")); err == nil || strings.Contains(err.Error(), name) {
		t.Error(err)
	}

	d := newDesk(t, profiles.Spec{}, nil)
	x, now := d.client("c"), time.Now()
	d.now = func() time.Time { return now }
	d.call(x, `{"q":1}`, textResult("x"))
	d.takeAll()
	for _, s := range d.Recorder.sessions {
		s.pending = 1
		d.fail(io.ErrShortWrite, s)
	}
	d.call(x, `{"q":2}`, textResult("x")) // while it rests
	d.takeAll()
	now = now.Add(rest)
	d.call(x, `{"q":3}`, textResult("x"))
	all := d.sessions()
	if len(all) != 2 || all[0][2] != `call {"q":1}` || all[1][2] != "lost 3" || all[1][3] != `call {"q":3}` || !strings.HasPrefix(all[1][0], "session 2 ") {
		t.Errorf("%q", all)
	}
}
