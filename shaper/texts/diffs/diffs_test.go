package diffs

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
	"github.com/seed-7aa78ce4/shape/shaper/texts/internal/lawtest"
)

const (
	engine = "diff --git a/shaper/engine.go b/shaper/engine.go\nindex 1a..2b 100644\n--- a/shaper/engine.go\n+++ b/shaper/engine.go\n" +
		"@@ -10,3 +10,4 @@ func (e *Engine) Shape() {\n one\n-two\n+three\n+four\n five\n" +
		"@@ -40 +41,2 @@ func (e *Engine) Shape() {\n six\n+--- seven\n" +
		"@@ -60,2 +62 @@\n eight\n--- nine\n"
	added   = "diff --git a/new.go b/new.go\nnew file mode 100644\nindex 0..2b\n--- /dev/null\n+++ b/new.go\n@@ -0,0 +1 @@\n+package a\n\\ No newline at end of file\n"
	removed = "diff --git a/old.go b/old.go\ndeleted file mode 100644\nindex 2b..0\n--- a/old.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-package a\n"
	renamed = "diff --git a/from.go b/to.go\nsimilarity index 100%\nrename from from.go\nrename to to.go\n"
	mode    = "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n"
	binary  = "diff --git a/a.png b/a.png\nindex 1a..2b 100644\nBinary files a/a.png and b/a.png differ\n"
	plain   = "--- a.txt\t2026-01-02 03:04:05\n+++ a.txt\t2026-01-02 03:04:06\n@@ -1 +1 @@\n-one\n+two\n"
)

var cases = []struct{ name, in, words, want string }{
	{"a file with hunks", engine, "", "shaper/engine.go +3 -2 @10 func (e *Engine) Shape(), @41, @62\n… 16 lines of 1 files left out\n"},
	{"files", added + removed + renamed + mode + binary + plain, "",
		"new.go new +1 -0 @1\nold.go deleted +0 -1 @0\nto.go renamed from from.go\nrun mode 100755\na.png binary\na.txt +1 -1 @1\n… 30 lines of 6 files left out\n"},
	{"a file that words name", engine + added, "read Engine.go", engine + "new.go new +1 -0 @1\n… 8 lines of 1 files left out\n"},
	{"all files named", added + removed, "new.go old.go", added + removed},
	{"text between diffs", "commit 12ab\n\n    One [ref=e1]\n\n" + added + "\ncommit 34cd\n\n    Two\n\n" + plain + "the end", "",
		"commit 12ab\n\n    One [ref=e1]\n\nnew.go new +1 -0 @1\n\ncommit 34cd\n\n    Two\n\na.txt +1 -1 @1\nthe end\n… 13 lines of 2 files left out\n"},
	{"a hunk that is cut", "--- a\n+++ b\n@@ -1,9 +1,9 @@\n-a\n" + added, "", "b +0 -1 @1\nnew.go new +1 -0 @1\n… 12 lines of 2 files left out\n"},
	{"no hunk", "--- a\n+++ b\n@@ x @@\n@@ -1,a +1 @@\n@@ -1 +1,2\n", "", "b\n… 5 lines of 1 files left out\n"},
	{"no diff", "one\ntwo\n", "", "one\ntwo\n"},
	{"names without prefixes", "diff --git a.go a.go\nindex 1..2\n--- a.go\n+++ a.go\n@@ -1 +1 @@\n-a\n+b\n", "", "a.go +1 -1 @1\n… 7 lines of 1 files left out\n"},
	{"a name with a space", "diff --git a/a b.go b/a b.go\nold mode 1\nnew mode 2\n", "", "a b.go mode 2\n… 3 lines of 1 files left out\n"},
}

func TestTransform(t *testing.T) {
	for _, c := range cases {
		r := texts.Request{Text: c.in, Words: strings.Fields(c.words)}
		got, err := Transform(r)
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
		holdLaws(t, c.in, c.words, 0)
	}
}

// A file that fits into the room stays whole, in the order of the diff.
func TestRoom(t *testing.T) {
	long := "--- a.txt\n+++ a.txt\n@@ -1,90 +0,0 @@\n" + strings.Repeat("-one\n", 90)
	text := long + added + engine
	for _, c := range []struct {
		room int
		want string
	}{
		{len(text), text},
		{len(engine) + 40, "a.txt +0 -90 @0\n" + added + "shaper/engine.go +3 -2 @10 func (e *Engine) Shape(), @41, @62\n… 109 lines of 2 files left out\n"},
		{len(engine) + len(added) + 70, "a.txt +0 -90 @0\n" + added + engine + "… 93 lines of 1 files left out\n"},
		{1, "a.txt +0 -90 @0\nnew.go new +1 -0 @1\nshaper/engine.go +3 -2 @10 func (e *Engine) Shape(), @41, @62\n… 117 lines of 3 files left out\n"},
	} {
		if got, _ := Transform(texts.Request{Text: text, Room: c.room}); got != c.want {
			t.Errorf("%d:\n%s\nwant\n%s", c.room, got, c.want)
		}
	}
}

func seeds() (all []string) {
	for _, c := range cases {
		all = append(all, c.in)
	}
	return all
}

func TestLawsOfMutations(t *testing.T) {
	for text := range lawtest.Mutations(seeds(), 3_000) {
		holdLaws(t, text, "", 0)
		holdLaws(t, text, "engine", 300)
	}
}

// A diff keeps its files, the text between them and the files that words name.
func FuzzLawsDiffs(f *testing.F) {
	for _, c := range cases {
		f.Add(c.in, c.words, 0)
		f.Add(c.in, c.words, 200)
	}
	f.Fuzz(holdLaws)
}

// holdLaws fails if a diff loses a file, a line outside of the files, or the file that the
// words name. The counts of the last line are those of the lines that are gone.
func holdLaws(t *testing.T, text, words string, room int) {
	t.Helper()
	r := texts.Request{Text: text, Words: strings.Fields(words), Room: max(0, room)}
	out := lawtest.Twice(t, texts.Diff, r)
	parts, whole := split(text), ""
	left := strings.Count(text, "\n")
	for _, p := range parts {
		whole += p.text
		switch {
		case p.name == "" || texts.Names(p.name, r.Words):
			if !strings.Contains(out, strings.TrimSuffix(p.text, "\n")) {
				t.Fatalf("%q is lost:\n%s", p.text, out)
			}
		case !strings.Contains(out, p.name):
			t.Fatalf("the file %q is lost:\n%s", p.name, out)
		}
		if p.name != "" && p.lines != strings.Count(strings.TrimSuffix(p.text, "\n"), "\n")+1 {
			t.Fatalf("%d lines of %q", p.lines, p.text)
		}
	}
	if whole != text {
		t.Fatalf("the parts of\n%q\nare\n%q", text, whole)
	}
	if m := note.FindStringSubmatch(out); m != nil && out != text {
		if n, _ := strconv.Atoi(m[1]); n > left+1 {
			t.Fatalf("%d of %d lines left out", n, left)
		}
	}
}

var note = regexp.MustCompile(`… (\d+) lines of \d+ files left out\n$`)
