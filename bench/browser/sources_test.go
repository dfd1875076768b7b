package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A response comes from the command line, a sample, a chosen file and a dropped file.
func TestSources(t *testing.T) {
	long(t)
	h := newHome(t)
	h.write(configName, issuesConfig)
	path := h.write("files/issues.json", issues)
	other := h.write("other.json", `{"number": 7, "node_id": "I_7"}`)
	address, _ := h.view("--tool", "list_issues", path)
	p := open(t, address, desktop)
	p.wait("the file of the command line", `document.querySelector('.result')?.dataset.try`)
	p.waitPlain(h.run("", "--tool", "list_issues", path))
	p.upload(other)
	p.waitPlain(h.run("", "--tool", "list_issues", other))
	value[bool](p, `(() => {
		const dataTransfer = new DataTransfer()
		dataTransfer.items.add(new File([`+quote(issues)+`], 'dropped.json'))
		return !document.querySelector('#response').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
	})()`)
	p.waitPlain(h.run("", "--tool", "list_issues", path))
	samples := value[[]string](p, `[...document.querySelectorAll('#try optgroup[label=Samples] option')].map((o) => o.value)`)
	if len(samples) < 3 {
		t.Errorf("the samples are %q", samples)
	}
	for _, sample := range samples {
		p.afterTry(func() { p.setField("Sample", sample) })
		p.shot("sample-" + sample[len("sample:"):])
	}

	dir, _ := h.view(h.project + "/files")
	q := open(t, dir, desktop)
	q.wait("the file of the folder", `document.querySelector('.result')?.dataset.try`)
	q.shot("folder")
}

// upload chooses a file, as the dialog of Open file does.
func (p *tab) upload(path string) {
	p.Helper()
	object, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector('#try input[type=file]')`})
	if err != nil {
		p.Fatal(err)
	}
	if _, err := chromedp.Call(p.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: object.Result.ObjectID}); err != nil {
		p.Fatal(err)
	}
}

// A recording that the command line names is a session. Tune learns from chosen sessions, or from
// the transcripts of a client.
func TestRecordings(t *testing.T) {
	long(t)
	h := newHome(t)
	dir := h.withSessions()
	if err := os.CopyFS(filepath.Join(h.dir, ".claude", "projects"), os.DirFS(filepath.Join("..", "..", "internal", "transcripts", "testdata", "claude-code"))); err != nil {
		t.Fatal(err)
	}
	address, _ := h.view(filepath.Join(dir, "6.jsonl"), filepath.Join(dir, "2.jsonl"))
	p := open(t, address, desktop)
	if sample := value[string](p, `document.querySelector('#try select').value`); sample != "sample:Issues of a repository" {
		t.Errorf("Try begins with %s", sample)
	}
	p.show("Sessions")
	if names := value[string](p, `[...document.querySelectorAll('#sessions tbody button')].map((b) => b.innerText).sort().join()`); names != "2.jsonl,6.jsonl" {
		t.Errorf("the sessions are %s", names)
	}
	p.click("button", "6.jsonl")
	p.find("table", "Calls")

	p.show("Tune")
	p.click("radio", "chosen recordings")
	p.click("button", "Propose")
	p.waitText("#tune", "No recording is chosen.")
	p.click("checkbox", "6.jsonl…")
	p.click("button", "Propose")
	p.waitText("#tune", "1 session ·")
	p.both("tune-chosen")
	p.click("radio", "transcripts of a client")
	p.setField("Client with transcripts", "claude-code")
	p.click("button", "Propose")
	p.waitText("#tune .place", "sessions ·")
	p.waitText("#tune", "There is nothing to propose")
	if p.all("button", "Save") != nil {
		t.Error("a proposal of nothing can be saved")
	}
	p.both("tune-transcripts")
}
