package browser

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// at puts a text into the configuration, and the caret at its mark |.
func (p *tab) at(text string) {
	p.Helper()
	before, after, _ := strings.Cut(text, "|")
	p.write("textbox", "Configuration", before+after)
	p.caret(len(before))
}

// caret puts the caret of the configuration at an offset. The text is ASCII.
func (p *tab) caret(offset int) {
	p.Helper()
	value[bool](p, `(document.querySelector('#config').focus(), document.querySelector('#config').setSelectionRange(`+quote(itoa(offset))+`, `+quote(itoa(offset))+`), true)`)
}

func itoa(n int) string { text, _ := json.Marshal(n); return string(text) }

// offered waits for completions, and returns their words.
func (p *tab) offered() []string {
	p.Helper()
	p.find("listbox", "Completions")
	return value[[]string](p, `[...document.querySelectorAll('#words code')].map((e) => e.textContent)`)
}

// announced returns the name of the option that a screen reader is told of in the editor.
func (p *tab) announced() (name string) {
	p.Helper()
	nodes, err := chromedp.Call(p.ctx, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{BackendNodeID: p.find("textbox", "Configuration"), FetchRelatives: new(false)})
	if err != nil {
		p.Fatal(err)
	}
	for _, property := range nodes.Nodes[0].Properties {
		if property.Name != accessibility.PropertyNameActivedescendant {
			continue
		}
		for _, related := range property.Value.RelatedNodes {
			name = value[string](p, `document.getElementById(`+quote(related.Idref)+`)?.matches('[role=option][aria-selected=true]') ? document.getElementById(`+quote(related.Idref)+`).innerText : ''`)
		}
	}
	return name
}

// enter presses Enter as a keyboard does: a key that the page takes enters no text.
func (p *tab) enter() {
	p.Helper()
	key := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13, Text: "\r"}
	for _, key.Type = range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, key); err != nil {
			p.Fatal(err)
		}
	}
}

// Completion offers keys, values and names of tools where they stand. The keyboard and the mouse
// accept, Escape refuses, and a screen reader is told of the chosen word.
func TestCompletion(t *testing.T) {
	long(t)
	h := newHome(t)
	p := try(t, h, issuesConfig)
	for _, c := range []struct{ before, want, after string }{
		{`{"tool_overrides": {"list_issues": {"exclude_f|": []}}}`, `"exclude_fields"`, `{"tool_overrides": {"list_issues": {"exclude_fields": []}}}`},
		{`{"global": {"profile": "verb|"}}`, `"verbose"`, `{"global": {"profile": "verbose"}}`},
		{`{"tool_overrides": {"list_iss|": {}}}`, `"list_issues"`, `{"tool_overrides": {"list_issues": {}}}`},
		{`{"tool_overrides": {"list_issues": {}, "que|": {}}}`, `"query"`, `{"tool_overrides": {"list_issues": {}, "query": {}}}`},
		{"// ünï\n{\"priv|\": {}}", `"privacy"`, "// ünï\n{\"privacy\": {}}"},
	} {
		before, after, _ := strings.Cut(c.before, "|")
		p.write("textbox", "Configuration", before+after)
		p.caret(len([]rune(before)))
		p.do(chromedp.KeyEvent(" ", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
		words := p.offered()
		if len(words) != 1 || words[0] != c.want {
			t.Errorf("%s: the words are %q", c.before, words)
		}
		if told := p.announced(); told != c.want && !strings.HasPrefix(told, c.want+" ") {
			t.Errorf("%s: a screen reader is told %q", c.before, told)
		}
		p.enter()
		if got := p.config(); got != c.after {
			t.Errorf("%s becomes %s, not %s", c.before, got, c.after)
		}
	}

	p.at(`{"tool_overrides": {"list_issues": {|}}}`)
	p.press("\"")
	all := p.offered()
	p.both("completion")
	p.press(kb.ArrowDown)
	if told := p.announced(); !strings.HasPrefix(told, all[1]) {
		t.Errorf("the arrow goes to %q, not to %s", told, all[1])
	}
	p.press(kb.ArrowUp)
	p.press(kb.ArrowUp)
	last := p.announced()
	p.press(kb.ArrowDown)
	if told := p.announced(); !strings.HasPrefix(told, all[0]) || last == told {
		t.Errorf("the words do not go round: %q, %q", last, told)
	}
	p.press(kb.Escape)
	p.wait("no words", `document.querySelector('#words').hidden && !document.querySelector('#config').hasAttribute('aria-activedescendant')`)
	if got := p.config(); got != `{"tool_overrides": {"list_issues": {"}}}` {
		t.Errorf("Escape leaves %s", got)
	}
	p.press("exclude_")
	p.offered()
	p.clickOn("#words li:nth-child(2)")
	p.wait("the word of the mouse", `document.querySelector('#words').hidden && /"exclude_\w+"/.test(document.querySelector('#config').value)`)
	if !value[bool](p, `document.activeElement.id === 'config'`) {
		t.Error("the mouse takes the focus from the editor")
	}
	p.press("z", chromedp.ModifierCtrl)
	p.waitConfig(`{"exclude_}`, true)
	p.shot("completion-undone")

	p.press(kb.End)
	p.press(kb.Tab)
	if value[bool](p, `document.activeElement.id === 'config'`) {
		t.Error("Tab does not leave the editor")
	}
}
