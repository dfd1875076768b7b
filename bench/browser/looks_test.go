package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// media emulates a medium, such as print, and a preference of the user, such as forced-colors.
func (p *tab) media(medium, name, value string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium, Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
		return err
	}))
}

// allViews opens a page with a result, sessions and a proposal, and returns a function that shows
// each view.
func allViews(t *testing.T) (p *tab, each func(do func(view string))) {
	t.Helper()
	h := newHome(t)
	h.write(configName, issuesConfig)
	address, _ := h.view("--tool", "list_issues", h.withSessions())
	p = open(t, address, desktop)
	p.paste(issues)
	p.show("Sessions")
	p.click("button", "6.jsonl")
	p.clickOn("[aria-label=Calls] tbody button")
	p.find("region", "Call")
	p.show("Tune")
	p.click("button", "Propose")
	p.wait("the proposal", `document.querySelector('#effect')?.innerText && document.querySelector('#curve svg')`)
	return p, func(do func(view string)) {
		for _, view := range []string{"Try", "Sessions", "Tune", "Now"} {
			p.show(view)
			do(view)
		}
	}
}

// A zoom of 200 %, forced colours and paper leave each view readable.
func TestZoomAndPaper(t *testing.T) {
	long(t)
	p, each := allViews(t)
	p.do(chromedp.EmulateViewport(desktop.width/2, desktop.height/2, chromedp.EmulateScale(2)))
	each(func(view string) {
		p.fits(view + " at 200 %")
		p.audit(view + " at 200 %")
		p.shot("zoom-" + view)
	})
	p.as(desktop)
	p.media("", "forced-colors", "active")
	each(func(view string) {
		p.audit(view + " in forced colours")
		p.shot("forced-" + view)
	})
	p.show("Try")
	for selector, what := range map[string]string{"[role=tab][aria-selected=true]": "the chosen form", "[role=treeitem][aria-selected=true]": "the chosen value", "nav [aria-current]": "the view"} {
		if style := p.style(selector, "outlineStyle"); style != "solid" {
			t.Errorf("forced colours do not show %s: its outline is %s", what, style)
		}
	}
	each(func(view string) {
		p.media("print", "prefers-color-scheme", "dark")
		if p.isDark() || p.style("html", "color") != "rgb(23, 25, 27)" || p.style("nav", "display") != "none" {
			t.Errorf("%s is printed with the colours of the screen, or with the links", view)
		}
		p.shot("print-" + view)
		p.media("", "prefers-color-scheme", "light")
	})
	p.media("", "prefers-reduced-motion", "no-preference")
	moves := p.style("nav a", "transitionDuration")
	p.media("", "prefers-reduced-motion", "reduce")
	if still := p.style("nav a", "transitionDuration"); still != "0s" || moves == still {
		t.Errorf("a link takes %s to change, and %s with reduced motion", moves, still)
	}
}

// style returns a property of the style of the first element of a selector.
func (p *tab) style(selector, property string) string {
	p.Helper()
	return value[string](p, `getComputedStyle(document.querySelector(`+quote(selector)+`))[`+quote(property)+`]`)
}

// Very long names and values, and scripts from right to left, stay in their places. Every name
// of a row can be read beside its value.
func TestLong(t *testing.T) {
	long(t)
	const hebrew, arabic = "שם המשתמש", "قيمة طويلة"
	name, words := strings.Repeat("a_very_long_name_", 40), strings.Repeat("without_any_break", 400)
	record := map[string]any{name: words, hebrew: arabic, "short_name": words, "mixed " + hebrew: "1 " + arabic + " 2", "list": []any{words, hebrew}}
	response := line(map[string]any{"rows": []any{record, record}})
	h := newHome(t)
	dir := h.withSessions()
	var b strings.Builder
	for n := range 2 {
		b.WriteString(line(map[string]any{"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": map[string]any{"name": name[:120], "arguments": map[string]any{name: words, hebrew: arabic}}}))
		b.WriteString(line(map[string]any{"jsonrpc": "2.0", "id": n, "result": json.RawMessage(mcp(response, record))}))
	}
	if err := os.WriteFile(filepath.Join(dir, name[:180]+".jsonl"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	h.write(configName, line(map[string]any{"tool_overrides": map[string]any{name[:120]: map[string]any{"exclude_fields": []any{hebrew, name}}}}))
	address, _ := h.view("--tool", name[:120], dir)
	p := open(t, address, desktop)
	p.paste(response)
	p.expand("/rows/0")
	for _, width := range []int64{320, 1440} {
		p.as(screen{width, 900, width == 320})
		p.show("Try")
		if width == 320 {
			p.click("button", "Result")
		}
		for _, form := range []string{"Plain", "Difference", "Halves", "Fields", "Tree"} {
			p.click("tab", form)
			p.fits(fmt.Sprintf("%s, %d", form, width))
			p.shot(fmt.Sprintf("long-%s-%d", form, width))
		}
		for _, key := range []string{"short_name", hebrew} {
			if width < 480 && key == hebrew {
				continue // its columns are left out
			}
			if hidden := value[float64](p, `(() => {
				const key = document.querySelector(`+quote(row("/rows/0/"+key)+" .key")+`)
				const whole = key.cloneNode(true)
				Object.assign(whole.style, { position: 'absolute', maxWidth: 'none' })
				key.parentElement.append(whole)
				const hidden = whole.getBoundingClientRect().width - key.getBoundingClientRect().width
				whole.remove()
				return hidden
			})()`); hidden > 0 {
				t.Errorf("%d: %.0f pixels of the name %s are cut off", width, hidden, key)
			}
		}
		if over := value[int](p, `[...document.querySelectorAll('.row')].filter((row) => row.scrollWidth > row.clientWidth).length`); over > 0 {
			t.Errorf("%d: %d rows of the tree are wider than their pane", width, over)
		}
		p.show("Sessions")
		p.fits("Sessions")
		p.shot(fmt.Sprintf("long-sessions-%d", width))
		p.clickOn("#sessions [aria-label=Sessions] tbody button")
		p.clickOn("#sessions [aria-label=Calls] tbody button")
		p.find("region", "Call")
		p.fits("a session")
		p.audit("a session with long names")
		p.shot(fmt.Sprintf("long-session-%d", width))
		p.click("button", "← All sessions")
		p.find("table", "Sessions")
		p.show("Tune")
		p.click("button", "Propose")
		p.wait("the proposal", `document.querySelector('#effect')?.innerText`)
		p.fits("Tune")
		p.shot(fmt.Sprintf("long-tune-%d", width))
		p.show("Now")
		p.wait("the costs", `document.querySelector('#tools table')`)
		p.fits("Now")
		if over := value[int](p, `[...document.querySelectorAll('#now .scroll')].filter((e) => e.scrollWidth > e.clientWidth).length`); over > 0 {
			t.Errorf("%d: %d tables of Now are wider than their place", width, over)
		}
		p.shot(fmt.Sprintf("long-now-%d", width))
	}
}
