package browser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// sessions is the folder with recorded sessions.
var sessions = filepath.Join("..", "..", "testdata", "sessions")

// withSessions copies the recorded sessions into the project.
func (h *home) withSessions() string {
	h.Helper()
	dir := filepath.Join(h.project, "recordings")
	if err := os.CopyFS(dir, os.DirFS(sessions)); err != nil {
		h.Fatal(err)
	}
	return dir
}

// A session opens call by call, and the values that later calls used are marked in their result.
func TestSession(t *testing.T) {
	h := newHome(t)
	address, _ := h.view(h.withSessions())
	p := open(t, address, desktop)
	p.show("Sessions")
	p.both("sessions")
	p.clickOn("#sessions tbody button")
	p.find("table", "Calls")
	p.wait("the prompt over time", `document.querySelectorAll('svg#prompt polyline').length === 2`)
	p.both("session")
	p.clickOn("[aria-label=Calls] tbody button")
	p.find("region", "Call")
	p.wait("a used value", `document.querySelector('mark.used')?.textContent`)
	p.both("call")
	p.click("button", "Open in Try")
	p.wait("the result in Try", `!document.querySelector('#try').hidden && document.querySelector('#figures')?.innerText.includes('→')`)
	p.shot("opened-in-try")
	p.show("Sessions")
	p.write("searchbox", "Search all sessions", "parser")
	p.press("\r")
	p.find("table", "Calls found")
	p.write("combobox", "Tool", "get_issue")
	p.click("button", "Search")
	p.wait("the calls of one tool", `[...document.querySelectorAll('[aria-label="Calls found"] tbody button')].every((b) => b.innerText.endsWith(': get_issue'))`)
	p.both("search")
}

// A proposal is accepted line by line and written. A running proxy takes it up, and Now shows that.
func TestTune(t *testing.T) {
	h := newHome(t)
	path := h.write(configName, "// Ours.\n{\n  \"global\": {} // all tools\n}\n")
	proxy := h.proxy(h.write("issues.json", issues))
	if !strings.Contains(proxy.call(), "html_url") {
		t.Fatal("the proxy omits fields before the proposal")
	}
	address, _ := h.view(h.withSessions())
	p := open(t, address, desktop)
	p.show("Now")
	p.waitText("#proxies", "tracker")
	p.both("now")
	p.wait("the first generation", `/generation 1/.test(document.querySelector('#proxies').innerText)`)
	p.show("Tune")
	p.click("button", "Propose")
	p.wait("the proposal", `document.querySelector('#tune input[type=checkbox]') && document.querySelector('#effect')?.innerText && document.querySelector('#curve')`)
	p.both("tune")
	effect := p.text("#effect")
	p.click("checkbox", `"columns": true…`)
	p.wait("another effect", `document.querySelector('#effect').innerText !== `+quote(effect))
	p.shot("tune-declined")
	p.click("button", "Save")
	p.wait("the word about the save", `/Saved to/.test(document.querySelector('#tune').innerText)`)
	text := h.read(path)
	for _, part := range []string{"// Ours.", "// all tools", "html_url"} {
		if !strings.Contains(text, part) {
			t.Errorf("the file lacks %q: %s", part, text)
		}
	}
	if strings.Contains(text, `"columns"`) {
		t.Errorf("the file has the declined line: %s", text)
	}
	p.show("Now")
	p.wait("the next generation", `/generation 2/.test(document.querySelector('#proxies').innerText)`)
	if got := proxy.call(); strings.Contains(got, "html_url") || !strings.Contains(got, "Tides are late") {
		t.Errorf("the proxy answers %s", got)
	}
	p.both("now-after")
	h.run("", "untune", "--yes")
	if h.read(path) != "// Ours.\n{\n  \"global\": {} // all tools\n}\n" {
		t.Errorf("untune leaves %s", h.read(path))
	}
}

// A proposal is refused if the file changed. Both texts are shown.
func TestTuneRefused(t *testing.T) {
	long(t)
	h := newHome(t)
	h.write(configName, issuesConfig)
	address, _ := h.view(h.withSessions())
	p := open(t, address, desktop)
	p.show("Tune")
	p.click("button", "Propose")
	p.wait("the proposal", `document.querySelector('#tune input[type=checkbox]')`)
	theirs := strings.Replace(issuesConfig, "harbour", "coast", 1)
	path := h.write(configName, theirs)
	p.expect("409")
	p.click("button", "Save")
	p.find("region", "Both texts")
	p.both("tune-refused")
	if got := h.read(path); got != theirs {
		t.Errorf("the refused save wrote %s", got)
	}
	p.click("button", "Take the file…")
	p.wait("the file's text", `document.querySelector('#file-diff')?.innerText.includes('coast') || !document.querySelector('[aria-label="Both texts"]')?.checkVisibility()`)
	p.click("button", "Save")
	p.wait("the word about the save", `/Saved to/.test(document.querySelector('#tune').innerText)`)
	if got := h.read(path); !strings.Contains(got, "coast") || !strings.Contains(got, "omit_fields") {
		t.Errorf("the save after the refusal wrote %s", got)
	}
}

// Names and values of a recording stay texts in each view.
func TestMarkupInRuns(t *testing.T) {
	long(t)
	h := newHome(t)
	dir := h.withSessions()
	for i, name := range []string{markup[1], markup[2], markup[11]} {
		var b strings.Builder
		for n := range 4 {
			b.WriteString(line(map[string]any{"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": map[string]any{"name": name, "arguments": map[string]any{name: name}}}))
			b.WriteString(line(map[string]any{"jsonrpc": "2.0", "id": n, "result": json.RawMessage(mcp(hostileResult(), map[string]any{}))}))
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d <img src=x onerror=alert(1)>.jsonl", i)), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "<svg onload=alert(1)>.jsonl"), []byte("{broken <script>alert(1)</script>\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	h.write(configName, `{"tool_overrides": {"<img src=x onerror=alert(1)>": {"exclude_fields": ["\"<svg onload=alert(1)>\""]}}}`)
	address, _ := h.view(dir)
	p := open(t, address, desktop)
	p.isClean("Try")
	p.show("Sessions")
	p.waitText("#sessions", "onerror")
	p.isClean("Sessions")
	p.shot("hostile-sessions")
	for i := range value[int](p, `document.querySelectorAll('#sessions tbody tr').length`) {
		if !value[bool](p, fmt.Sprintf(`(() => {
			const button = document.querySelectorAll('#sessions tbody tr')[%d]?.querySelector('button')
			button?.click()
			return Boolean(button)
		})()`, i)) {
			continue
		}
		p.find("table", "Calls")
		p.clickOn("[aria-label=Calls] tbody button")
		p.find("region", "Call")
		p.isClean("a session")
		if i == 0 {
			p.shot("hostile-session")
		}
		p.click("button", "← All sessions")
		p.find("table", "Sessions")
	}
	p.write("searchbox", "Search all sessions", markup[1])
	p.press("\r")
	p.wait("what the search found", `document.querySelector('#sessions').innerText.includes('onerror')`)
	p.isClean("the search")
	p.show("Tune")
	p.click("button", "Propose")
	p.wait("the proposal", `document.querySelector('#tune input[type=checkbox]')`)
	p.isClean("Tune")
	p.shot("hostile-tune")
	p.show("Now")
	p.isClean("Now")
}

// line writes a message as a line.
func line(message any) string {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

// proxy is a running shape proxy, and its client.
type proxy struct {
	*testing.T
	in   io.Writer
	out  *bufio.Reader
	last int
	end  func() // ends the proxy, once
}

// proxy starts shape proxy before the tool server of this program.
func (h *home) proxy(results string) *proxy { return h.proxyFor("tests", "1", results) }

// proxyFor starts it for a client. A result that is an object is the whole result of the tool.
func (h *home) proxyFor(client, version, results string, flags ...string) *proxy {
	h.Helper()
	program, err := os.Executable()
	if err != nil {
		h.Fatal(err)
	}
	c := h.command(append(append([]string{"proxy", "--server", "tracker"}, flags...), "--", program)...)
	c.Env = append(c.Env, toolServer+"="+results)
	in, err := c.StdinPipe()
	if err != nil {
		h.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := c.Start(); err != nil {
		h.Fatal(err)
	}
	end := sync.OnceFunc(func() {
		in.Close()
		io.Copy(io.Discard, out)
		c.Wait()
	})
	h.Cleanup(end)
	p := &proxy{T: h.T, in: in, out: bufio.NewReader(out), end: end}
	p.ask("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": client, "version": version}})
	io.WriteString(in, line(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}))
	p.ask("tools/list", map[string]any{})
	return p
}

// ask sends a request, and returns the line of its answer.
func (p *proxy) ask(method string, params any) string {
	p.Helper()
	p.last++
	if _, err := io.WriteString(p.in, line(map[string]any{"jsonrpc": "2.0", "id": p.last, "method": method, "params": params})); err != nil {
		p.Fatal(err)
	}
	for {
		text, err := p.out.ReadString('\n')
		if err != nil {
			p.Fatal(err)
		}
		var answer struct {
			ID int `json:"id"`
		}
		if json.Unmarshal([]byte(text), &answer); answer.ID == p.last {
			return text
		}
	}
}

// call calls the tool, and returns the text of its result.
func (p *proxy) call() string {
	p.Helper()
	var answer struct {
		Result struct {
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal([]byte(p.ask("tools/call", map[string]any{"name": "list_issues", "arguments": map[string]any{}})), &answer); err != nil || len(answer.Result.Content) == 0 {
		p.Fatalf("no result: %v", err)
	}
	return answer.Result.Content[0].Text
}
