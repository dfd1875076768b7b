package browser

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// manyIssues returns a result of at least size bytes.
func manyIssues(size int) string {
	var b strings.Builder
	b.WriteString("[")
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"number":%d,"title":"Tide %d is late","node_id":"I_%d","html_url":"https://example.org/%d","user":{"login":"mira","avatar_url":"https://example.org/a/%d"},"labels":["bug","tide"],"body":%q}`,
			i, i, i, i, i, strings.Repeat("The harbour floods at noon. ", i%7))
	}
	b.WriteString("]")
	return b.String()
}

// pace has milliseconds of a response: until its result shows, and of that in the server. Longest is
// the longest task of the page, and Blocked the longest delay of a timer.
type pace struct {
	Shown, Server, Longest, Blocked float64
}

// TestPace reports the times of large responses. It asserts none: the machine may be busy.
func TestPace(t *testing.T) {
	long(t)
	h := newHome(t)
	h.write(configName, issuesConfig)
	address, _ := h.view("--tool", "list_issues")
	p := open(t, address, desktop)
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.longest = 0
		new PerformanceObserver((list) => { for (const e of list.getEntries()) window.longest = Math.max(window.longest, e.duration) }).observe({ entryTypes: ['longtask'] })
		performance.setResourceTimingBufferSize(10000)
	`}); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Reload())
	p.wait("Try", `document.querySelector('#try')?.dataset.ready`)
	for _, megabytes := range []int{1, 20} {
		name := fmt.Sprintf("%d.json", megabytes)
		path := h.write(name, manyIssues(megabytes<<20))
		began := time.Now()
		engine := h.command("--tool", "list_issues", path)
		if err := engine.Run(); err != nil {
			t.Fatal(err)
		}
		whole := time.Since(began)
		value[bool](p, `(() => {
			window.longest = 0
			performance.clearResourceTimings()
			const pane = document.querySelector('.result'), before = pane.dataset.try
			window.blocked = 0
			window.paced = new Promise((done) => {
				const began = performance.now()
				let last = began
				const timer = setInterval(() => { window.blocked = Math.max(window.blocked, performance.now() - last - 10); last = performance.now() }, 10)
				new MutationObserver((_, observer) => {
					if (!pane.dataset.try || pane.dataset.try === before) return
					observer.disconnect()
					const shown = performance.now() - began
					setTimeout(() => {
						clearInterval(timer)
						const tries = performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/api/try'))
						done({ Shown: shown, Server: tries.reduce((n, e) => n + e.responseStart - e.requestStart, 0), Longest: window.longest, Blocked: window.blocked })
					}, 200)
				}).observe(pane, { attributes: true })
			})
			return true
		})()`)
		p.upload(path)
		got := value[pace](p, `window.paced`)
		t.Logf("%d MB: shown after %.0f ms, of which %.0f are the server's; the longest task takes %.0f ms, a timer waits %.0f ms at most; shape alone takes %v", megabytes, got.Shown, got.Server, got.Longest, got.Blocked, whole.Round(time.Millisecond))
		if rows := value[int](p, `document.querySelectorAll('[role=treeitem]').length`); rows == 0 || rows > 200 {
			t.Errorf("%d MB: the tree has %d elements", megabytes, rows)
		}
		p.shot(strings.TrimSuffix(filepath.Base(name), ".json") + "mb")
	}
}
