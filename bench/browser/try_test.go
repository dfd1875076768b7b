package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const configName = ".code-scalpel/response_config.json"

// issues is a result of a tool, and issuesConfig a configuration for it.
const (
	issues = `[
  {"number": 1, "title": "Tides are late", "node_id": "I_1", "html_url": "https://example.org/1", "user": {"login": "mira", "avatar_url": "https://example.org/a"}, "labels": [], "password": "hunter2"},
  {"number": 2, "title": "Charts are <b>blank</b>", "node_id": "I_2", "html_url": "https://example.org/2", "user": {"login": "tove", "avatar_url": "https://example.org/b"}, "labels": ["bug"], "password": "hunter3"}
]`
	issuesConfig = `// Rules of the harbour.
{
  "tool_overrides": {
    "list_issues": {
      "exclude_fields": ["node_id"], // nothing reads them
    }
  },
  "privacy": {"drop": ["password"]}
}
`
)

// try opens Try with the issues pasted, under a configuration.
func try(t *testing.T, h *home, config string) *tab {
	t.Helper()
	p, _ := tryUntil(t, h, config)
	return p
}

// tryUntil is [try]. stop ends the server under the page.
func tryUntil(t *testing.T, h *home, config string) (p *tab, stop func()) {
	t.Helper()
	h.write(configName, config)
	address, stop := h.view("--tool", "list_issues")
	p = open(t, address, desktop)
	p.paste(issues)
	return p, stop
}

// paste pastes a response, and waits for its result.
func (p *tab) paste(text string) {
	p.Helper()
	p.afterTry(func() { p.write("textbox", "Response", text) })
}

// afterTry does something that shapes a response, and waits for the result.
func (p *tab) afterTry(do func()) {
	p.Helper()
	const id = `document.querySelector('.result').dataset.try`
	before := value[string](p, id+` ?? ''`)
	do()
	p.wait("another result", id+` && `+id+` !== `+quote(before))
}

// plain returns the result of the plain view.
func (p *tab) plain() string {
	p.Helper()
	p.click("tab", "Plain")
	p.wait("the plain view", `document.querySelector('.panel:not([hidden], [aria-busy]) #plain')?.textContent`)
	return value[string](p, `document.querySelector('#plain').textContent`)
}

// waitPlain waits until the plain view is a text.
func (p *tab) waitPlain(want string) {
	p.Helper()
	p.click("tab", "Plain")
	p.wait("the result "+want, `document.querySelector('#plain')?.textContent.trimEnd() === `+quote(strings.TrimRight(want, "\n")))
}

// node opens the tree down to a value, and clicks it.
func (p *tab) node(pointer string) {
	p.Helper()
	p.click("tab", "Tree")
	for i, c := range pointer {
		if c == '/' && i > 0 {
			p.expand(pointer[:i])
		}
	}
	p.clickOn(row(pointer))
	p.find("region", "Value")
}

// row is the selector of a value's row in the tree.
func row(pointer string) string { return `[role=treeitem][data-pointer="` + pointer + `"]` }

func (p *tab) expand(pointer string) {
	p.Helper()
	at := `document.querySelector(` + quote(row(pointer)) + `)`
	p.wait("the row "+pointer, at)
	if value[bool](p, at+`.getAttribute('aria-expanded') === 'false'`) {
		p.clickOn(row(pointer))
		p.press(kb.ArrowRight)
		p.wait("the members of "+pointer, at+`.getAttribute('aria-expanded') === 'true'`)
	}
}

// config returns the text of the configuration in the page.
func (p *tab) config() string {
	p.Helper()
	p.find("textbox", "Configuration")
	return value[string](p, `document.querySelector('textarea[aria-label="Configuration"], #config').value`)
}

// waitConfig waits until the configuration in the page has a part, or lacks it.
func (p *tab) waitConfig(part string, has bool) {
	p.Helper()
	expression := `document.querySelector('textarea[aria-label="Configuration"], #config').value.includes(` + quote(part) + `)`
	if !has {
		expression = "!" + expression
	}
	p.wait("the configuration with or without "+part, expression)
}

// both audits the page in both themes, and takes a screenshot of each.
func (p *tab) both(name string) {
	p.Helper()
	for _, s := range []screen{desktop, {desktop.width, desktop.height, true}} {
		p.as(s)
		theme := map[bool]string{false: "light", true: "dark"}[s.isDark]
		p.audit(name + ", " + theme)
		p.shot(name + "-" + theme)
	}
	p.as(desktop)
}

// A pasted response has the result of the filter, byte for byte.
func TestPaste(t *testing.T) {
	h := newHome(t)
	p := try(t, h, issuesConfig)
	if want, got := h.run(issues, "--tool", "list_issues"), p.plain(); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
		t.Errorf("the page shows %s, and shape prints %s", got, want)
	}
	p.shot("plain")
	if strings.Contains(p.text("main"), "hunter") {
		t.Error("the page shows a value that privacy drops outside of the pasted text")
	}
	p.node("/1/user")
	p.both("try")
}

// An edit of the configuration changes the result. A broken edit leaves it, and its fault stands at
// its line.
func TestEdit(t *testing.T) {
	h := newHome(t)
	p := try(t, h, issuesConfig)
	edited := strings.Replace(issuesConfig, `["node_id"]`, `["node_id", "html_url", "user"]`, 1)
	p.write("textbox", "Configuration", edited)
	want := h.run(issues, "--tool", "list_issues", "--config", h.write("edited.json", edited))
	p.waitPlain(want)

	p.write("textbox", "Configuration", strings.Replace(edited, `"exclude_fields"`, `"exclude_field"`, 1))
	p.waitText("#problems", "line 5")
	p.wait("the mark of the line", `document.querySelector('[data-line="5"].problem')`)
	p.wait("the note of the old result", `document.querySelector('#stale')?.checkVisibility()`)
	p.waitPlain(want)
	p.both("broken")

	p.write("textbox", "Configuration", edited)
	p.wait("no note", `!document.querySelector('#stale')?.checkVisibility()`)
	p.write("textbox", "Configuration", `{"global": `)
	p.waitText("#problems", "line 1")
	p.waitPlain(want)
	if h.read(filepath.Join(h.project, configName)) != issuesConfig {
		t.Error("the file changed without Save")
	}
}

// A value tells its rule, and goes to the line of the rule.
func TestRule(t *testing.T) {
	long(t)
	p := try(t, newHome(t), issuesConfig)
	p.node("/0/node_id")
	p.wait("the rule", `[...document.querySelectorAll('section[aria-label=Value], [role=region]')].some((r) => r.innerText.includes('node_id'))`)
	p.shot("rule")
	p.click("button", "Go to line")
	line := value[int](p, `(() => {
		const config = document.querySelector('textarea[aria-label="Configuration"], #config')
		return document.activeElement === config ? config.value.slice(0, config.selectionStart).split('\n').length : 0
	})()`)
	if line != 5 {
		t.Errorf("Go to line goes to line %d", line)
	}
	p.shot("line")
}

// Omit everywhere writes a mask into the file. Comments stay, and an undo gives the text back.
func TestOmitEverywhere(t *testing.T) {
	h := newHome(t)
	p := try(t, h, issuesConfig)
	path := filepath.Join(h.project, configName)
	p.node("/0/user/avatar_url")
	p.click("button", "Omit everywhere")
	p.waitConfig("avatar_url", true)
	p.shot("omit-everywhere")
	omitted := p.config()
	for _, comment := range []string{"// Rules of the harbour.", "// nothing reads them"} {
		if !strings.Contains(omitted, comment) {
			t.Errorf("the comment %q is gone", comment)
		}
	}
	p.waitPlain(h.run(issues, "--tool", "list_issues", "--config", h.write("omitted.json", omitted)))
	p.click("button", "Save")
	p.waitFile(path, omitted)
	p.click("tab", "Tree")
	p.click("button", "Undo")
	p.waitConfig("avatar_url", false)
	if got := p.config(); got != issuesConfig {
		t.Errorf("the undo leaves %s", got)
	}
	p.click("button", "Save")
	p.waitFile(path, issuesConfig)
}

// waitFile waits until a file has a text.
func (p *tab) waitFile(path, want string) {
	p.Helper()
	var got string
	for range int(patience.Milliseconds()) / 20 {
		text, _ := os.ReadFile(path)
		if got = string(text); got == want {
			return
		}
		value[bool](p, `new Promise((done) => setTimeout(() => done(true), 20))`)
	}
	p.Fatalf("the file has %s", got)
}

// Each action of a value writes its rule, and its undo takes it back.
func TestActions(t *testing.T) {
	long(t)
	h := newHome(t)
	p := try(t, h, issuesConfig)
	for _, c := range []struct{ pointer, action, part string }{
		{"/0/html_url", "Omit here", "html_url"},
		{"/0/title", "Keep only", "include_only"},
		{"/0/labels", "First …", "max_items"},
		{"/0/title", "Shorten", "max_string"},
		{"/0/user/login", "Mask", "mask"},
	} {
		before := p.config()
		p.node(c.pointer)
		p.click("button", c.action)
		p.wait("the edit of "+c.action, `document.querySelector('textarea[aria-label="Configuration"], #config').value !== `+quote(before))
		after := p.config()
		if !strings.Contains(after, "// nothing reads them") {
			t.Errorf("%s drops a comment: %s", c.action, after)
		}
		t.Logf("%s: %s", c.action, after)
		p.waitPlain(h.run(issues, "--tool", "list_issues", "--config", h.write("action.json", after)))
		p.click("tab", "Tree")
		p.click("button", "Undo")
		p.wait("the undo of "+c.action, `document.querySelector('textarea[aria-label="Configuration"], #config').value === `+quote(before))
	}
}

// Save is refused if the file changed. Both texts stand side by side, and either can be taken.
func TestSaveRefused(t *testing.T) {
	long(t)
	h := newHome(t)
	p := try(t, h, issuesConfig)
	path := filepath.Join(h.project, configName)
	p.expect("409")
	mine := strings.Replace(issuesConfig, "harbour", "bay", 1)
	theirs := strings.Replace(issuesConfig, "harbour", "coast", 1)
	p.write("textbox", "Configuration", mine)
	h.write(configName, theirs)
	p.click("button", "Save")
	p.find("region", "Both texts")
	p.both("refused")
	if got := h.read(path); got != theirs {
		t.Errorf("the refused save wrote %s", got)
	}
	p.click("button", "Keep mine")
	p.click("button", "Save")
	p.waitFile(path, mine)

	h.write(configName, theirs)
	p.write("textbox", "Configuration", strings.Replace(mine, "bay", "fjord", 1))
	p.click("button", "Save")
	p.click("button", "Take the file…")
	p.waitConfig("coast", true)
	if got := p.config(); got != theirs {
		t.Errorf("the page has %s", got)
	}
}

// mcp is a result of a tool with both halves.
func mcp(text string, structured any) string {
	result, _ := json.Marshal(map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}, "structuredContent": structured})
	return string(result)
}

// Both halves of a tool's result stand there, with a word about their equality.
func TestHalves(t *testing.T) {
	long(t)
	p := try(t, newHome(t), issuesConfig)
	p.paste(mcp(`{"number":1,"node_id":"I_1"}`, map[string]any{"number": 1, "node_id": "I_1"}))
	p.click("tab", "Halves")
	p.wait("equal halves", `/\bequal\b/i.test(document.querySelector('[role=tabpanel]:not([hidden])').innerText)`)
	p.both("halves")
	p.paste(mcp(`{"number":1,"title":"a"}`, map[string]any{"number": 2}))
	p.click("tab", "Halves")
	p.wait("halves that differ", `/\b(differ|not equal|unequal|different)/i.test(document.querySelector('[role=tabpanel]:not([hidden])').innerText)`)
	p.shot("halves-differ")
	for _, view := range []string{"Difference", "Tree", "Fields"} {
		p.click("tab", view)
		p.both("halves-" + view)
	}
}

// A text that is no JSON has its line, its column and a caret. Nothing else of the page changes.
func TestNoJSON(t *testing.T) {
	long(t)
	p := try(t, newHome(t), issuesConfig)
	p.write("textbox", "Response", "{\n  \"a\": 1,\n  \"b\": tru\n}")
	p.waitText("#input-problem", "line 3")
	if text := p.text("#input-problem"); !strings.Contains(text, "^") || !strings.Contains(text, "column") {
		t.Errorf("the fault has no caret or column: %s", text)
	}
	p.both("no-json")
	p.paste(issues + " ")
	p.wait("no fault", `!document.querySelector('#input-problem')?.checkVisibility()`)
}

// A server that stopped leaves every text where it is, and the page says so.
func TestStopped(t *testing.T) {
	long(t)
	p, stop := tryUntil(t, newHome(t), issuesConfig)
	p.expect("net::ERR_")
	stop()
	edited := strings.Replace(issuesConfig, `"node_id"`, `"title"`, 1)
	p.write("textbox", "Configuration", edited)
	p.waitText("#notice", "does not answer")
	if p.config() != edited {
		t.Error("the text of the configuration is lost")
	}
	p.both("stopped")
}

// A configuration that is gone, or broken from the start, leaves the page usable.
func TestConfigGone(t *testing.T) {
	long(t)
	h := newHome(t)
	p := try(t, h, issuesConfig)
	if err := os.Remove(filepath.Join(h.project, configName)); err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(issuesConfig, `"node_id"`, `"title"`, 1)
	p.write("textbox", "Configuration", edited)
	p.expect("409")
	p.click("button", "Save")
	p.find("region", "Both texts")
	p.shot("config-gone")
	p.click("button", "Keep mine")
	p.click("button", "Save")
	p.waitFile(filepath.Join(h.project, configName), edited)

	broken := newHome(t)
	broken.write(configName, "{\n  \"globl\": {}\n}\n")
	address, _ := broken.view("--tool", "list_issues")
	q := open(t, address, desktop)
	q.write("textbox", "Response", issues)
	q.waitText("#problems", "line 2")
	q.both("config-broken")
}

// The keyboard alone reaches the result, an action, its undo and the other views.
func TestKeyboard(t *testing.T) {
	long(t)
	p := try(t, newHome(t), issuesConfig)
	p.focus("link", "Skip to the content")
	p.enter()
	p.wait("the content", `document.activeElement.id === 'main'`)
	p.tabTo("Tree")
	p.tabTo("row")
	p.press(kb.End)
	p.press(kb.Home)
	p.press(kb.ArrowRight) // opens the first element
	p.press(kb.ArrowRight)
	p.wait("a row of level 2", `document.activeElement.getAttribute('aria-level') === '2'`)
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	p.shot("keyboard")
	before := p.config()
	p.tabTo("Omit here")
	p.press(kb.Enter)
	p.wait("the edit", `document.querySelector('textarea[aria-label="Configuration"], #config').value !== `+quote(before))
	p.tabTo("Undo")
	p.press(kb.Enter)
	p.wait("the undo", `document.querySelector('textarea[aria-label="Configuration"], #config').value === `+quote(before))
	for _, view := range []string{"Sessions", "Tune", "Now", "Try"} {
		p.tabTo(view)
		p.press(kb.Enter)
		p.wait("the view "+view, `!document.getElementById(`+quote(strings.ToLower(view))+`).hidden`)
	}
}

// tabTo presses Tab until the element with the focus has a name; row stands for a row of the tree.
// The focus is to be seen at each stop, and no stop holds it.
func (p *tab) tabTo(name string) {
	p.Helper()
	var stops []string
	for range 150 {
		p.press(kb.Tab)
		at := value[string](p, `(() => {
			const e = document.activeElement
			if (!e || e === document.body) return '(the page)'
			const box = e.getBoundingClientRect()
			const name = e.role === 'treeitem' || e.getAttribute('role') === 'treeitem' ? 'row' : (e.getAttribute('aria-label') ?? e.innerText ?? e.name).trim()
			return (box.width && box.height ? '' : 'unseen ') + name
		})()`)
		if at == name {
			return
		}
		stops = append(stops, at)
	}
	p.Fatalf("Tab does not reach %q: %q", name, stops)
}
