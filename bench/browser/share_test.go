package browser

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// A try can be copied as a command line, as a hook and as a report without values.
func TestShare(t *testing.T) {
	long(t)
	h := newHome(t)
	p := try(t, h, issuesConfig)
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: &cdpbrowser.PermissionDescriptor{Name: name}, Setting: cdpbrowser.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		}); err != nil {
			t.Fatal(err)
		}
	}
	copied := func(button string) string {
		value[bool](p, `navigator.clipboard.writeText('').then(() => true)`)
		p.click("button", button)
		p.wait("a copy", `await navigator.clipboard.readText()`)
		return value[string](p, `navigator.clipboard.readText()`)
	}
	copiedLine := copied("Copy as command line")
	words := strings.Fields(copiedLine)
	if words[0] != "shape" || words[len(words)-1] != "response.json" {
		t.Fatalf("the command line is %s", copiedLine)
	}
	h.write("response.json", issues)
	if got, want := h.run("", words[1:]...), h.run(issues, "--tool", "list_issues"); got != want {
		t.Errorf("%s prints %s, not %s", copiedLine, got, want)
	}
	hook := copied("Copy as hook")
	if !strings.Contains(hook, `"PostToolUse"`) || !strings.Contains(hook, "shape hook claude-code") {
		t.Errorf("the hook is %s", hook)
	}
	report := copied("Copy as report")
	for _, secret := range []string{"hunter", "mira", "example.org", "Tides"} {
		if strings.Contains(report, secret) {
			t.Errorf("the report has the value %q: %s", secret, report)
		}
	}
	if !strings.Contains(report, `"node_id"`) {
		t.Errorf("the report lacks the names: %s", report)
	}
	p.shot("shared")

	p.setField("Client", "opencode")
	p.afterTry(func() { p.setField("Sample", "sample:Issues of a repository") })
	if line := copied("Copy as command line"); !strings.HasSuffix(line, " response.json") {
		t.Errorf("the command line of a sample is %s", line)
	}
	p.waitText("#said", "It shapes for no client.")
	p.setField("Client", "")

	p.paste(report) // its response comes back, with types in place of values
	p.waitPlain(h.run(value[string](p, `document.querySelector('#response').value`), "--tool", "list_issues"))
	if text := p.plain(); strings.Contains(text, "node_id") || !strings.Contains(text, "html_url") {
		t.Errorf("the result of the report is %s", text)
	}

	event := line(map[string]any{"hook_event_name": "PostToolUse", "tool_name": "list_issues", "tool_input": map[string]any{}, "tool_response": json.RawMessage(issues)})
	var settings struct {
		Hooks struct {
			PostToolUse []struct {
				Matcher string
				Hooks   []struct{ Command string }
			}
		}
	}
	if err := json.Unmarshal([]byte(hook), &settings); err != nil {
		t.Fatal(err)
	}
	entry := settings.Hooks.PostToolUse[0]
	if matches, err := regexp.MatchString("^(?:"+entry.Matcher+")$", "mcp__github__list_issues"); err != nil || !matches {
		t.Errorf("the hook is for %s", entry.Matcher)
	}
	if out := h.run(event, strings.Fields(entry.Hooks[0].Command)[1:]...); !strings.Contains(out, "Tides are late") || strings.Contains(out, "node_id") {
		t.Errorf("the hook says %s", out)
	}
}

// A session can be saved as a page that stands alone, and a curve as a picture.
func TestSaves(t *testing.T) {
	long(t)
	h := newHome(t)
	address, _ := h.view(h.withSessions())
	p := open(t, address, desktop)
	dir := t.TempDir()
	if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	}); err != nil {
		t.Fatal(err)
	}
	p.show("Sessions")
	p.clickOn("#sessions tbody button")
	p.click("button", "Save as HTML")
	text := p.download(dir, ".html")
	for _, part := range []string{"<script", "src=\"http", "javascript:"} {
		if strings.Contains(strings.ToLower(text), part) {
			t.Errorf("the saved session has %s", part)
		}
	}
	p.show("Tune")
	p.click("button", "Propose")
	p.click("button", "Save as SVG")
	if text := p.download(dir, ".svg"); !strings.HasPrefix(text, "<svg") && !strings.HasPrefix(text, "<?xml") {
		t.Errorf("the saved curve begins with %.80s", text)
	}
	for _, extension := range []string{".html", ".svg"} {
		saved := newTab(t, "file://"+p.downloaded(dir, extension), desktop)
		if extension == ".html" {
			value[bool](saved, `(document.querySelectorAll('details').forEach((d) => d.open = true), true)`)
			saved.as(screen{320, 900, false})
			saved.fits("the saved session")
			saved.shot("saved-320")
		}
		for _, theme := range []string{"light", "dark"} {
			saved.as(screen{desktop.width, desktop.height, theme == "dark"})
			if extension == ".html" {
				saved.audit("the saved session, " + theme)
			}
			if isDark := saved.isDark(); isDark != (theme == "dark") {
				t.Errorf("the ground of the saved %s is dark in %s: %v", extension, theme, isDark)
			}
			saved.shot("saved" + extension + "-" + theme)
		}
		if len(saved.requests) != 1 {
			t.Errorf("the saved %s requests %q", extension, saved.requests)
		}
	}
}

// isDark reports whether the ground of the page is dark.
func (p *tab) isDark() bool {
	p.Helper()
	picture, err := png.Decode(bytes.NewReader(p.shot("ground")))
	if err != nil {
		p.Fatal(err)
	}
	red, green, blue, _ := picture.At(2, 2).RGBA()
	return red+green+blue < 3<<15
}

// download waits for a file with an extension, and returns its text.
func (p *tab) download(dir, extension string) string {
	p.Helper()
	text, err := os.ReadFile(p.downloaded(dir, extension))
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

func (p *tab) downloaded(dir, extension string) string {
	p.Helper()
	for range int(patience.Milliseconds()) / 20 {
		if found, _ := filepath.Glob(filepath.Join(dir, "*"+extension)); len(found) == 1 {
			return found[0]
		}
		value[bool](p, `new Promise((done) => setTimeout(() => done(true), 20))`)
	}
	p.Fatalf("no file *%s came", extension)
	return ""
}
