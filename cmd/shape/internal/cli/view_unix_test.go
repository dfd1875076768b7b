//go:build unix

package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/running"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// Lines that the page saves are taken up by a proxy that runs, and the page shows that. untune
// takes them out, and the proxy follows once more.
func TestViewSavesForARunningProxy(t *testing.T) {
	if !state.CanLock {
		t.Skip("no locks")
	}
	sessions, err := filepath.Abs("../../../../testdata/sessions")
	if err != nil {
		t.Fatal(err)
	}
	alone(t)
	writeFile(t, "c.json", "{}")
	writeFile(t, "said", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`+"\n{}\n") // then it waits
	stdin, asks, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer asks.Close()
	proxy := start(t, stdin, "proxy", "--config", "c.json", "--server", "tracker", "--", "answers", "said", "heard")
	fmt.Fprintln(asks, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	proxy.line()

	view := start(t, nil, "view", "--config", "c.json", sessions)
	page, err := url.Parse(strings.TrimSpace(view.line()))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) io.ReadCloser {
		t.Helper()
		request, _ := http.NewRequest(method, "http://"+page.Host+"/api/"+path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+page.Fragment)
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != http.StatusOK {
			text, _ := io.ReadAll(answer.Body)
			t.Fatalf("%s: %s", path, text)
		}
		return answer.Body
	}
	events := ask(http.MethodGet, "now/events", "")
	defer events.Close()
	lines := bufio.NewReader(events)
	awaitGeneration := func(n uint64) {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			var now struct{ Proxies []running.Process }
			json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &now) // an empty line has none
			if len(now.Proxies) == 1 && now.Proxies[0].Server == "tracker" && now.Proxies[0].Rules.Generation == n {
				return
			}
		}
	}
	awaitGeneration(1)
	var proposed struct{ ID string }
	if err := json.NewDecoder(ask(http.MethodPost, "tune", "{}")).Decode(&proposed); err != nil {
		t.Fatal(err)
	}
	ask(http.MethodPost, "tune/"+proposed.ID+"/save", `{"lines":{"get_issue/exclude_empty_arrays":false}}`)
	if text := content(t, "c.json"); !strings.Contains(text, "avatar_url") || strings.Contains(text, "get_issue") {
		t.Errorf("%s", text)
	}
	awaitGeneration(2)
	if got := shape(nil, "untune", "--config", "c.json", "--yes"); got.status != 0 || content(t, "c.json") != "{}" {
		t.Errorf("%+v", got)
	}
	awaitGeneration(3)
	view.end(syscall.SIGINT)
	asks.Close()
	proxy.Wait()
}
