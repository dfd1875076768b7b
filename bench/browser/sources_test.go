package browser

import (
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
