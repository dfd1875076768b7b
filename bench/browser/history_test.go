package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// back goes some steps in the history of the browser, forward for a positive number.
func (p *tab) back(steps string) {
	p.Helper()
	value[bool](p, `(history.go(`+steps+`), true)`)
}

// Back, Forward and a reload lead to the views, sessions and searches as they were. The token
// stays out of the address.
func TestBackForward(t *testing.T) {
	long(t)
	h := newHome(t)
	address, _ := h.view(h.withSessions())
	p := open(t, address, desktop)
	session := func() {
		p.wait("the session", `document.querySelector('#sessions:not([hidden]) h3')?.innerText === '6.jsonl'`)
	}
	list := func() { p.wait("the list", `document.querySelector('#sessions:not([hidden]) [aria-label=Sessions]')`) }
	found := func() {
		p.wait("what the search found", `document.querySelector('#sessions:not([hidden]) [aria-label="Calls found"]')`)
	}
	p.show("Sessions")
	p.click("button", "6.jsonl")
	session()
	p.clickOn("[aria-label=Calls] tbody button")
	p.click("button", "Open in Try")
	p.wait("Try", `!document.querySelector('#try').hidden`)
	p.back("-1")
	session()
	p.back("-1")
	list()
	p.back("1")
	session()
	p.do(chromedp.Reload())
	session()
	p.click("link", "Sessions")
	list()
	p.write("searchbox", "Search all sessions", "parser")
	p.press("\r")
	found()
	p.clickOn(`[aria-label="Calls found"] tbody button`)
	p.find("region", "Call")
	p.back("-1")
	found()
	p.show("Now")
	p.do(chromedp.Reload())
	p.wait("Now", `document.querySelector('#now:not([hidden])')?.dataset.ready`)
	if location := value[string](p, `location.href`); location != "http://"+p.host+"/" {
		t.Errorf("the address is %s", location)
	}
}

// A reload keeps an unsaved configuration and the choices. A pasted response goes, since it would
// lie on the disk of the browser.
func TestPageReload(t *testing.T) {
	long(t)
	h := newHome(t)
	p := try(t, h, issuesConfig)
	reload := func() {
		p.do(chromedp.Reload())
		p.wait("Try", `document.querySelector('#try')?.dataset.ready`)
	}
	edited := strings.Replace(issuesConfig, "node_id", "title", 1)
	p.write("textbox", "Configuration", edited)
	p.setField("Profile", "verbose")
	p.setField("Client", "opencode")
	reload()
	if p.config() != edited {
		t.Errorf("the page has %s", p.config())
	}
	if kept := value[string](p, `JSON.stringify(Object.values(sessionStorage))`); strings.Contains(kept, "hunter") {
		t.Error("the browser stores the response")
	}
	if text := value[string](p, `document.querySelector('#response').value`); text != "" {
		t.Errorf("the response is %s", text)
	}
	if choices := value[string](p, `[...document.querySelectorAll('#try .field :is(input, select)')].map((e) => e.value).join()`); choices != ",list_issues,github,verbose,,,,opencode" {
		t.Errorf("the choices are %s", choices)
	}
	p.afterTry(func() { p.setField("Sample", "sample:Issues of a repository") })
	before := p.text("#figures")
	reload()
	p.wait("the sample", `document.querySelector('#figures').innerText === `+quote(before))
	theirs := strings.Replace(issuesConfig, "harbour", "coast", 1)
	h.write(configName, theirs)
	reload()
	p.find("region", "Both texts")
	p.click("button", "Take the file…")
	if p.config() != theirs {
		t.Errorf("the page has %s", p.config())
	}
}

// A server that starts again at its address gets the page back. Its new address is opened in the
// tab, and every text is still there.
func TestRestart(t *testing.T) {
	long(t)
	h := newHome(t)
	p, stop := tryUntil(t, h, issuesConfig)
	p.expect("net::ERR_")
	p.expect("401")
	p.expect("the token is in the address") // the test gives it to the browser there
	stop()
	edited := strings.Replace(issuesConfig, "node_id", "title", 1)
	p.write("textbox", "Configuration", edited)
	p.waitText("#notice", "does not answer")
	again, _ := h.view("--tool", "list_issues", "--listen", p.host)
	p.write("textbox", "Configuration", edited+"\n")
	p.waitText("#notice", "missing or old")
	p.both("restarted")
	p.show("Now") // the view asks with the old token
	p.afterTry(func() {
		p.do(chromedp.Navigate(again))
		p.click("link", "Try")
	})
	p.wait("no notice", `document.querySelector('#notice').hidden && document.querySelector('#stale').hidden`)
	if got := p.config(); got != edited+"\n" {
		t.Errorf("the page has %s", got)
	}
	p.waitPlain(h.run(issues, "--tool", "list_issues", "--config", h.write("edited.json", edited)))
	p.node("/1/user/login")
	p.click("link", "Now")
	p.waitText("#now", "Live")
	if location := value[string](p, `location.href`); location != "http://"+p.host+"/" {
		t.Errorf("the address is %s", location)
	}
}

// Two tabs share the file and the server. A save in one is seen in the other, and loses no text of
// it. Neither takes a result from the other.
func TestTabs(t *testing.T) {
	long(t)
	h := newHome(t)
	h.write(configName, issuesConfig)
	address, _ := h.view("--tool", "list_issues")
	p, q := open(t, address, desktop), open(t, address, desktop)
	for _, other := range []*tab{q, p} {
		other.expect("410") // the server keeps a few results, and the page asks for a new one
		other.paste(issues)
	}
	for i := range 5 {
		q.paste(issues + strings.Repeat(" ", i+1))
	}
	p.node("/1/user/login")
	p.waitPlain(h.run(issues, "--tool", "list_issues"))

	saved := strings.Replace(issuesConfig, "harbour", "coast", 1)
	p.write("textbox", "Configuration", saved)
	p.click("button", "Save")
	p.waitFile(filepath.Join(h.project, configName), saved)
	focus := `(window.dispatchEvent(new Event('focus')), true)`
	value[bool](q, focus)
	q.waitConfig("coast", true)

	mine := strings.Replace(saved, "coast", "bay", 1)
	q.write("textbox", "Configuration", mine)
	p.write("textbox", "Configuration", issuesConfig)
	p.click("button", "Save")
	p.waitFile(filepath.Join(h.project, configName), issuesConfig)
	value[bool](q, focus)
	q.find("region", "Both texts")
	if got := q.config(); got != mine {
		t.Errorf("the other tab has %s", got)
	}
	for _, tab := range []*tab{p, q} {
		tab.show("Now")
		tab.waitText("#now", "Live")
	}
	if err := os.Remove(filepath.Join(h.project, configName)); err != nil {
		t.Fatal(err)
	}
	for _, tab := range []*tab{p, q} {
		tab.waitText("#now .refusal", "file does not exist; its last good content holds")
	}
	p.both("now-gone")
}
