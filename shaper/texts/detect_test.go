package texts_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// Each case has lines of one text, and the kind of it; empty for none.
var detected = []struct {
	name string
	kind texts.Kind
	text string
}{
	{"nothing", "", ""},
	{"prose", "", "The ship left the harbour at noon.\nIt came back at night.\n"},
	{"JSON", "", `{"a": [1, 2], "b": "<p>text</p>"}`},
	{"snapshot", texts.Snapshot, "- main [ref=e1]:\n  - link \"A\" [ref=e2]:\n    - /url: /a\n  - button \"B\" [ref=e3]\n"},
	{"snapshot in a fence", texts.Snapshot, "### Page\n- Page URL: http://a/\n```yaml\n- main [ref=e1]:\n  - link \"A\" [ref=e2]:\n    - /url: /a\n  - button \"B\" [ref=e3]\n```\n"},
	{"page about snapshots", texts.Markdown, "# Snapshots\n\nA snapshot has nodes.\n\n## Form\n\nEach node has a role.\n\n## Example\n\nThis is one.\n\n```yaml\n- main [ref=e1]:\n  - link [ref=e2]\n  - link [ref=e3]\n```\n\nIt ends here.\n"},
	{"diff of git", texts.Diff, "diff --git a/a.go b/a.go\nindex 1..2 100644\n--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\n+b\n"},
	{"diff behind a message", texts.Diff, "commit 12ab\nAuthor: A\n\n    Message\n\n--- a.go\n+++ a.go\n@@ -1 +1 @@\n-a\n+b\n"},
	{"diff in a fence", "", "See this:\n```diff\n--- a.go\n+++ a.go\n@@ -1 +1 @@\n-a\n+b\n```\n"},
	{"page", texts.HTML, "<!DOCTYPE html>\n<html><body><p>A</p></body></html>"},
	{"page behind a line", texts.HTML, "Contents of http://a/:\n<html>\n<body></body></html>"},
	{"part of a page", texts.HTML, `<div class="a"><p>A</p><p>B</p><a href="/c">C</a></div>`},
	{"template", "", "<div>\n<p>{{ .Name }}</p><p>a</p>\n<p>b</p>\n</div>\n"},
	{"component", "", "<template>\n<div><p>a</p><p>b</p></div>\n</template>\n"},
	{"code with HTML", texts.Code, "import React from 'react';\nconst a = 1;\nexport function A() {\nreturn (\n<div><p>a</p></div>\n);\n}\n"},
	{"page in a fence", "", "This is it:\n```html\n<html><body><p>a</p></body></html>\n```\n"},
	{"log with times", texts.Log, strings.Repeat("2026-01-02 03:04:05 started\n", 5)},
	{"log with levels", texts.Log, strings.Repeat("[DEBUG] one\nINFO: two\n", 3)},
	{"log of a daemon", texts.Log, strings.Repeat("Jan 02 03:04:05 host a: b\n", 5)},
	{"log of requests", texts.Log, strings.Repeat("10.0.0.1 - - [02/Jan/2026:03:04:05 +0000] \"GET / HTTP/1.1\" 200 7\n", 5)},
	{"log of a cluster", texts.Log, strings.Repeat("I0102 03:04:05.000006       1 main.go:7] a\n", 5)},
	{"log of pairs", texts.Log, strings.Repeat("time=2026-01-02T03:04:05Z level=info msg=a\nts=1 msg=b\n", 3)},
	{"log with codes", texts.Log, strings.Repeat("\x1b[32mone\x1b[0m two\n", 5)},
	{"test run", texts.Log, strings.Repeat("=== RUN TestA\n--- PASS: TestA (0.00s)\n", 3)},
	{"code with levels", texts.Code, strings.Repeat("func a() {\n\tlog.Print(\"ERROR: a\")\n}\n// ERROR is a level\n", 4)},
	{"code of Python", texts.Code, "import os\n\nclass A:\n    def f(self):\n        return 1\n\ndef g(x):\n    # ## no heading\n    return x\n"},
	{"script with comments", "", "# Build\n\nmake all\n\n# Test\n\nmake test\n"},
	{"settings", "", "# Server\n\nport: 80\nhost: a\n\n# Client\n\nname: b\n- c\n- d\n"},
	{"Markdown", texts.Markdown, "# A\n\nText.\n\n- one\n- two\n"},
	{"Markdown with components", texts.Markdown, "# A\n\n## B\n\n<T a={[\n{\nname: 1,\n},\n{\nname: 2,\n},\n]}/>\n\n## C\n\n## D\n"},
	{"fence within a longer one", "", "````\n```\n# a\n## b\n## c\n## d\n````\n"},
	{"only the head counts", "", strings.Repeat("Plain words in a line.\n", 800) + strings.Repeat("## A\n", 800)},
}

func TestDetect(t *testing.T) {
	for _, c := range detected {
		if kind, ok := texts.Detect(c.text); kind != c.kind || ok != (kind != "") {
			t.Errorf("%s: %q, want %q", c.name, kind, c.kind)
		}
	}
}

// A text inside a fence has no kind, whatever it holds.
func FuzzDetect(f *testing.F) {
	for _, c := range detected {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		kind, ok := texts.Detect(text)
		if ok != (kind != "") {
			t.Fatalf("%q, %v", kind, ok)
		}
		if of, isFound := texts.Detect("```\n" + strings.ReplaceAll(strings.ReplaceAll(text, "```", "'''"), "[ref=", "[") + "\n```\n"); isFound && !strings.Contains(text, "/url: ") {
			t.Fatalf("a text in a fence is %q", of)
		}
	})
}
