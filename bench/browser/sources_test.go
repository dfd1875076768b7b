package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"
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
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#try input[type=file]"), []string{other}, chromedp.NodeReady))
	p.waitPlain(h.run("", "--tool", "list_issues", other))
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		if _, err := chromedp.Call(p.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: 200, Y: 500, Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1},
		}); err != nil {
			t.Fatal(err)
		}
	}
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
