package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience ends a test that hangs.
const patience = 30 * time.Second

// tab is an open page with its watch. The watch fails the test at its end for each dialog, window,
// and request to another host. It does so for errors and warnings in the console too.
type tab struct {
	*testing.T
	ctx   context.Context
	host  string
	token string

	mu       sync.Mutex
	faults   []string
	expected []string // parts of faults that the test brings about
	requests []string
	seen     chan struct{} // gets a value for a fault
}

// screen is the size and the theme of a page.
type screen struct {
	width, height int64
	isDark        bool
}

var desktop = screen{width: 1440, height: 900}

// open opens the page at an address of shape view, and waits for its first view.
func open(t *testing.T, address string, s screen) *tab {
	t.Helper()
	p := newTab(t, address, s)
	p.wait("Try", `document.querySelector('#try:not([hidden])')?.dataset.ready`)
	return p
}

// newTab opens an address in a fresh profile.
func newTab(t *testing.T, address string, s screen) *tab {
	t.Helper()
	need(t, startBrowser())
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p := &tab{T: t, host: at.Host, token: at.Fragment, seen: make(chan struct{}, 1)}
	limited, end := context.WithTimeout(browser, 3*time.Minute) // a page that hangs
	t.Cleanup(end)
	ctx, stop := chromedp.NewContext(limited, chromedp.WithNewBrowserContext(), chromedp.WithListener(p.watch))
	p.ctx = ctx
	t.Cleanup(func() {
		p.look()
		stop()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, fault := range p.faults {
			t.Error(fault)
		}
	})
	p.as(s)
	p.do(chromedp.Navigate(address))
	return p
}

// look writes a screenshot of a test that fails.
func (p *tab) look() {
	if p.Failed() {
		p.shot("failed-" + regexp.MustCompile(`\W+`).ReplaceAllString(p.Name(), "-"))
	}
}

// as sets the size and the colours of the screen. It turns animation off.
func (p *tab) as(s screen) {
	p.Helper()
	scheme := "light"
	if s.isDark {
		scheme = "dark"
	}
	p.do(chromedp.EmulateViewport(s.width, s.height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

// watch records the faults of the page. It runs in the loop that reads events.
func (p *tab) watch(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		to, err := url.Parse(e.Request.URL)
		isOwn := err == nil && (to.Scheme == "data" || to.Host == p.host || to.Scheme == "blob" && strings.Contains(to.Opaque, "//"+p.host+"/"))
		if !isOwn && e.Request.URL != "about:blank" {
			p.fault("a request to another host: " + e.Request.URL)
		}
		if p.token != "" && strings.Contains(e.Request.URL, p.token) {
			p.fault("the token is in the address of a request")
		}
		p.mu.Lock()
		p.requests = append(p.requests, e.Request.Method+" "+e.Request.URL)
		p.mu.Unlock()
	case *network.EventWebSocketCreated:
		p.fault("a socket to " + e.URL)
	case *page.EventWindowOpen:
		p.fault("a window of " + e.URL)
	case *page.EventJavascriptDialogOpening:
		p.fault("a dialog: " + e.Message)
		go chromedp.Call(p.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.fault(fmt.Sprintf("an exception at %s:%d: %s", e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber+1, text))
	case *runtime.EventConsoleAPICalled:
		text := "the console got " + string(e.Type)
		for _, value := range e.Args {
			text += " " + string(value.Value) + value.Description
		}
		p.fault(text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.fault(fmt.Sprintf("the log got %s of %s: %s %s", e.Entry.Level, e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

func (p *tab) fault(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range p.expected {
		if strings.Contains(text, part) {
			return
		}
	}
	p.faults = append(p.faults, text)
	select {
	case p.seen <- struct{}{}:
	default:
	}
}

// expect permits faults that have a text, such as the browser's own line about a status of 409.
func (p *tab) expect(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, part)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// value evaluates an expression of JavaScript. A promise is awaited.
func value[T any](p *tab, expression string) T {
	p.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return got
}

// wait waits until an expression of JavaScript is true. The policy of the page forbids eval, and
// so chromedp.Poll.
func (p *tab) wait(what, expression string) {
	p.Helper()
	if !value[bool](p, fmt.Sprintf(`(async () => {
		const end = performance.now() + %d
		while (performance.now() < end) {
			if (%s) return true
			await new Promise((done) => setTimeout(done, 15))
		}
		return false
	})()`, patience.Milliseconds(), expression)) {
		p.Fatalf("%s: it did not come: %s", what, expression)
	}
}

// text returns the visible text of the first element of a selector.
func (p *tab) text(selector string) string {
	p.Helper()
	return value[string](p, `document.querySelector(`+quote(selector)+`)?.innerText ?? ''`)
}

// waitText waits until an element has a text.
func (p *tab) waitText(selector, part string) {
	p.Helper()
	p.wait(part, `document.querySelector(`+quote(selector)+`)?.innerText.includes(`+quote(part)+`)`)
}

// quote writes a string as one of JavaScript.
func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// find waits for one element with a role and an accessible name, as a screen reader tells them. A
// name that ends with … is a prefix.
func (p *tab) find(role, name string) (found cdp.BackendNodeID) {
	p.Helper()
	p.until(role+" "+name, func() string {
		all := p.all(role, name)
		if len(all) != 1 {
			return fmt.Sprintf("there are %d", len(all))
		}
		found = all[0]
		return ""
	})
	return found
}

// all returns the elements of the shown view with a role and an accessible name.
func (p *tab) all(role, name string) (found []cdp.BackendNodeID) {
	p.Helper()
	root, err := chromedp.Call(p.ctx, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		p.Fatal(err)
	}
	nodes, err := chromedp.Call(p.ctx, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{BackendNodeID: root.Root.BackendNodeID, Role: role})
	if err != nil {
		p.Fatal(err)
	}
	prefix, isPrefix := strings.CutSuffix(name, "…")
	for _, node := range nodes.Nodes {
		var got string
		if node.Ignored || node.Name == nil || json.Unmarshal(node.Name.Value, &got) != nil {
			continue
		}
		if got == name || isPrefix && strings.HasPrefix(got, prefix) {
			found = append(found, node.BackendDOMNodeID)
		}
	}
	return found
}

// click clicks the middle of the one element with a role and a name, once it is enabled. Nothing
// may cover it.
func (p *tab) click(role, name string) {
	p.Helper()
	p.until(role+" "+name, func() string { return p.clickNode(p.find(role, name)) })
}

// clickOn clicks the first element of a selector.
func (p *tab) clickOn(selector string) {
	p.Helper()
	p.until(selector, func() string {
		object, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector(` + quote(selector) + `)`})
		if err != nil || object.Result.ObjectID == "" {
			return "it is not there"
		}
		node, err := chromedp.Call(p.ctx, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: object.Result.ObjectID})
		if err != nil {
			return err.Error()
		}
		return p.clickNode(node.Node.BackendNodeID)
	})
}

// until repeats try until it returns no fault.
func (p *tab) until(what string, try func() (fault string)) {
	p.Helper()
	for end := time.Now().Add(patience); ; {
		fault := try()
		if fault == "" {
			return
		}
		if time.Now().After(end) {
			p.Fatalf("%s: %s", what, fault)
		}
		value[bool](p, `new Promise((done) => setTimeout(() => done(true), 30))`)
	}
}

func (p *tab) clickNode(node cdp.BackendNodeID) (fault string) {
	if _, err := chromedp.Call(p.ctx, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: node}); err != nil {
		return err.Error()
	}
	quads, err := chromedp.Call(p.ctx, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: node})
	if err != nil || len(quads.Quads) == 0 {
		return fmt.Sprint("it is not to be seen: ", err)
	}
	q := quads.Quads[0]
	x, y := (q[0]+q[2]+q[4]+q[6])/4, (q[1]+q[3]+q[5]+q[7])/4
	object, err := chromedp.Call(p.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node})
	if err != nil {
		return err.Error()
	}
	at, err := chromedp.Call(p.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: object.Object.ObjectID, ReturnByValue: new(true),
		FunctionDeclaration: fmt.Sprintf(`function () {
			if (this.disabled) return 'it is disabled'
			const hit = document.elementFromPoint(%g, %g)
			return this.contains(hit) || hit?.closest('label')?.control === this ? '' : 'it is covered by ' + (hit ? hit.outerHTML.slice(0, 120) : 'nothing')
		}`, x, y),
	})
	if err != nil {
		return err.Error()
	}
	if json.Unmarshal(at.Result.Value, &fault); fault != "" {
		return fault
	}
	p.do(chromedp.MouseClickXY(x, y))
	return ""
}

// focus puts the focus on the one element with a role and a name.
func (p *tab) focus(role, name string) {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, dom.Focus, dom.FocusParams{BackendNodeID: p.find(role, name)}); err != nil {
		p.Fatalf("%s %s: %v", role, name, err)
	}
}

// write puts a text in place of that of a field, as a paste does.
func (p *tab) write(role, name, text string) {
	p.Helper()
	p.focus(role, name)
	value[bool](p, `(document.activeElement.select?.(), true)`)
	p.insert(text)
}

// insert inserts a text at the caret.
func (p *tab) insert(text string) {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.Fatal(err)
	}
}

// press presses keys, one after another. Names are those of package kb.
func (p *tab) press(keys string, with ...chromedp.Modifier) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(with...)))
}

// shot writes a screenshot.
func (p *tab) shot(name string) []byte {
	p.Helper()
	image, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Error(err)
		return nil
	}
	if err := os.WriteFile(filepath.Join(shots, name+".png"), image, 0o666); err != nil {
		p.Error(err)
	}
	return image
}

// show goes to a view by its link, and waits for its first data.
func (p *tab) show(view string) {
	p.Helper()
	p.click("link", view)
	p.wait("the view "+view, `document.querySelector('#`+strings.ToLower(view)+`:not([hidden])')?.dataset.ready !== undefined`)
}
