package browser

import (
	"os"
	"path/filepath"
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
	line := copied("Copy as command line")
	words := strings.Fields(line)
	if words[0] != "shape" || words[len(words)-1] != "response.json" {
		t.Fatalf("the command line is %s", line)
	}
	h.write("response.json", issues)
	if got, want := h.run("", words[1:]...), h.run(issues, "--tool", "list_issues"); got != want {
		t.Errorf("%s prints %s, not %s", line, got, want)
	}
	if hook := copied("Copy as hook"); !strings.Contains(hook, `"PostToolUse"`) || !strings.Contains(hook, "shape hook claude-code") {
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
	saved := newTab(t, "file://"+p.downloaded(dir, ".html"), desktop)
	saved.audit("the saved session")
	saved.shot("saved-session")
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
