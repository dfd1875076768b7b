package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// numbers are those that a text of the page says, such as 2,062 and −94.4 %.
var numbers = regexp.MustCompile(`[−+]?\d[\d,]*(?:\.\d+)?`)

// figures returns the first two numbers of an element: tokens before and after.
func (p *tab) figures(selector string) string {
	p.Helper()
	found := numbers.FindAllString(p.text(selector), 2)
	return strings.ReplaceAll(strings.Join(found, " "), ",", "")
}

// answer reads the JSON that a command prints.
func answer[T any](h *home, args ...string) (told T) {
	h.Helper()
	if err := json.Unmarshal([]byte(h.run("", args...)), &told); err != nil {
		h.Fatal(err)
	}
	return told
}

// tokens are those of a result or a sum, as the commands print them.
type tokens struct {
	In  int `json:"tokens_in"`
	Out int `json:"tokens_out"`
}

func (f tokens) String() string { return fmt.Sprint(f.In, " ", f.Out) }

// The page and the commands say the same numbers of the same input. Try has those of shape stats and
// explain, Sessions and Now those of the proxy and shape status, Tune those of shape tune.
func TestNumbers(t *testing.T) {
	long(t)
	h := newHome(t)
	samples := filepath.Join("..", "..", "cmd", "shape", "internal", "view", "samples")
	for _, name := range []string{"issues.json", "accounts.json", "analysis.json"} {
		text, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			t.Fatal(err)
		}
		h.write("files/"+name, string(text))
	}
	const config = `{
  "tool_overrides": {"list_issues": {"omit_fields": ["**.*_url"], "max_items": 2, "max_string": 40}},
  "privacy": {"detect": ["pii"]}
}
`
	path := h.write(configName, config)
	if err := os.Mkdir(filepath.Join(h.project, "recordings"), 0o700); err != nil {
		t.Fatal(err)
	}
	proxy := h.proxyFor("tests", "1", filepath.Join(h.project, "files", "issues.json"), "--record=recordings", "--record-raw")
	proxy.call()
	proxy.call()
	address, _ := h.view("--tool", "list_issues", "files", "recordings")
	p := open(t, address, desktop)
	for _, name := range []string{"issues.json", "accounts.json", "analysis.json"} {
		file := "files/" + name
		if p.text("#try select") != "" && value[string](p, `document.querySelector('#try select').value`) != "file:"+file {
			p.afterTry(func() { p.setField("Sample", "file:"+file) })
		}
		if got, want := p.figures("#figures"), answer[tokens](h, "stats", "--format", "json", "--tool", "list_issues", file).String(); got != want {
			t.Errorf("%s: Try says %s tokens, and shape stats %s", name, got, want)
		}
		why := answer[struct {
			Fields []struct {
				Pattern        string
				Values, Tokens int
				Kept           bool
				Reason         string
			}
		}](h, "explain", "--format", "json", "--tool", "list_issues", file)
		var want []string
		for _, f := range why.Fields {
			if f.Kept {
				f.Reason = "kept"
			}
			want = append(want, fmt.Sprint(f.Pattern, " ", f.Values, " ", f.Tokens, " ", f.Reason))
		}
		p.click("tab", "Fields")
		p.wait("the fields", `document.querySelector('.panel:not([hidden], [aria-busy]) [aria-label=Fields] tbody')`)
		got := value[[]string](p, `[...document.querySelectorAll('[aria-label=Fields] tbody tr')].map((row) => [...row.cells].slice(0, 4).map((c) => c.innerText.replaceAll(',', '')).join(' '))`)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: the fields are\n%s\nand shape explain prints\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}

	p.show("Now")
	p.wait("both calls", `/149|Calls\s+2/.test(document.querySelector('#proxies').innerText)`)
	sums := answer[struct{ Today []tokens }](h, "status", "--json").Today
	if len(sums) != 1 || sums[0].Out >= sums[0].In {
		t.Fatalf("shape status prints %v", sums)
	}
	for _, selector := range []string{"#proxies .figures", "#today .figures", "#week .figures"} {
		if got := p.figures(selector); got != sums[0].String() {
			t.Errorf("%s: Now says %s tokens, and shape status %s", selector, got, sums[0])
		}
	}
	if got := p.figures("#tools tbody tr .number + .number"); got == "" {
		t.Error("Now says nothing of the tools")
	}
	proxy.end()
	p.show("Sessions")
	p.clickOn("#sessions tbody button")
	p.find("table", "Calls")
	if got := p.figures("#sessions .summary .figures"); got != sums[0].String() {
		t.Errorf("Sessions says %s tokens, and the proxy counted %s", got, sums[0])
	}

	recorded := h.withSessions()
	tuned, _ := h.view(recorded)
	q := open(t, tuned, desktop)
	told := answer[struct{ Before, After, Kept, Taken int }](h, "tune", "--json", "--dry-run", recorded)
	q.show("Tune")
	q.click("button", "Propose")
	q.wait("the proposal", `document.querySelector('#effect .figures')`)
	if got, want := q.figures("#effect"), fmt.Sprint(told.Before, " ", told.After); got != want {
		t.Errorf("Tune says %s tokens, and shape tune %s", got, want)
	}
	q.waitText("#tune", fmt.Sprintf("%d of %d used values stay", told.Kept, told.Taken))
	q.click("button", "Save")
	q.waitText("#tune", "Saved to")
	q.waitText("#file-diff", "The file does not change.")
	saved := h.read(path)
	h.write(configName, config)
	h.run("", "tune", "--yes", recorded)
	if got := h.read(path); got != saved {
		t.Errorf("the page saved\n%s\nand shape tune writes\n%s", saved, got)
	}
}
