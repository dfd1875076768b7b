package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Each view fits screens of 320 to 2,560 pixels in both themes: no page scrolls sideways, and no
// element is outside of it.
func TestScreens(t *testing.T) {
	long(t)
	h := newHome(t)
	h.write(configName, issuesConfig)
	address, _ := h.view("--tool", "list_issues", h.withSessions())
	p := open(t, address, desktop)
	p.paste(issues)
	for _, width := range []int64{320, 768, 2560} {
		for _, isDark := range []bool{false, true} {
			p.as(screen{width, 900, isDark})
			theme := map[bool]string{false: "light", true: "dark"}[isDark]
			for _, view := range []string{"Try", "Sessions", "Tune", "Now"} {
				p.show(view)
				name := fmt.Sprintf("%s-%d-%s", view, width, theme)
				p.fits(name)
				p.audit(name)
				p.shot(name)
			}
		}
	}
}

// fits fails the test if the page scrolls sideways.
func (p *tab) fits(name string) {
	p.Helper()
	wide := value[[]string](p, `(() => {
		const width = document.documentElement.clientWidth
		if (document.documentElement.scrollWidth <= width) return []
		return [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > width + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 120))
	})()`)
	if len(wide) > 0 {
		p.Errorf("%s: the page scrolls sideways: %q", name, wide)
	}
}

// Without JavaScript the page names the commands to run instead.
func TestNoScript(t *testing.T) {
	long(t)
	address, _ := newHome(t).view()
	p := open(t, address, desktop)
	if _, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Reload())
	if len(p.all("StaticText", "This page needs JavaScript…")) != 1 {
		t.Error("the page does not say that it needs JavaScript")
	}
	p.shot("no-script")
}
