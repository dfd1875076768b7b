package snapshot

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
	"github.com/seed-7aa78ce4/shape/shaper/texts/internal/lawtest"
)

var cases = []struct{ name, in, want string }{
	{"no nodes", "### Page\n- Page URL: http://a/\n", "### Page\n- Page URL: http://a/\n"},
	{"an only child moves up",
		"- main [ref=e1]:\n  - list [ref=e2]:\n    - listitem [ref=e3]:\n      - link \"A\" [ref=e4] [cursor=pointer]:\n        - /url: /a\n    - paragraph [ref=e5]: two\n",
		"- main [ref=e1] > list [ref=e2]:\n - listitem [ref=e3] > link \"A\" [ref=e4] > /url: /a\n - paragraph [ref=e5]: two\n"},
	{"states stay",
		"- main [active] [ref=e1]:\n  - generic [ref=e2] [cursor=pointer]: go\n  - option \"x\" [selected]\n",
		"- main [active] [ref=e1]:\n - generic [cursor=pointer] [ref=e2]: go\n - option \"x\" [selected]\n"},
	{"rows become a table",
		"- table [ref=e1]:\n" + row(2, "Tea", "4.50") + row(6, "Milk", "1.20") + row(10, "Salt", "0.80"),
		"- table [ref=e1]:\n - 3 × row [ref=*+3] (cell \"*\", cell \"*\", button \"Buy\" [ref=*])\n" +
			"  e2\tTea\t4.50\te5\n  e6\tMilk\t1.20\te9\n  e10\tSalt\t0.80\te13\n"},
	{"rows with gaps list each reference",
		"- table [ref=e1]:\n" + row(2, "Tea", "4.50") + row(6, "Milk", "1.20") + row(20, "Salt", "0.80") + "  - row [ref=e40]:\n    - cell \"a\" [ref=e41]\n",
		"- table [ref=e1]:\n - 3 × row [ref=*+3] (cell \"*\", cell \"*\", button \"Buy\" [ref=*])\n" +
			"  e2\tTea\t4.50\te5\n  e6\tMilk\t1.20\te9\n  e20\tSalt\t0.80\te23\n - row [ref=e40] > cell \"a\" [ref=e41]\n"},
	{"references in no order are all listed",
		"- a [ref=e9]:\n  - b [ref=e1]:\n    - c [ref=x]\n  - b [ref=e3]:\n    - c [ref=e2]\n  - b [ref=e5]:\n    - c [ref=e4]\n",
		"- a [ref=e9]:\n - 3 × b [ref=*] (c [ref=*])\n  e1\tx\n  e3\te2\n  e5\te4\n"},
	{"equal nodes have a count", "- menu [ref=e1]:\n  - separator\n  - separator\n  - separator\n  - separator\n", "- menu [ref=e1]:\n - 4 × separator\n"},
	{"a key with a colon has quotes",
		"- main [ref=e1]:\n  - 'link \"It''s: a\" [ref=e2]':\n    - /url: /a\n  - text: b\n",
		"- main [ref=e1]:\n - link \"It's: a\" [ref=e2] > /url: /a\n - text: b\n"},
	{"names with escapes keep quotes",
		"- a [ref=e1]:\n  - button \"x \\\"y\\\"\" [ref=e2]\n  - button \"z\" [ref=e3]\n  - button \" \" [ref=e4]\n",
		"- a [ref=e1]:\n - 3 × button \"*\" [ref=*]\n  \"x \\\"y\\\"\"\te2\n  z\te3\n  \" \"\te4\n"},
	{"other lines stay in their place", "- a [ref=e1]:\n  - b [ref=e2]:\n      more\n  - c [ref=e3]\n", "- a [ref=e1]:\n - b [ref=e2]:\n  more\n - c [ref=e3]\n"},
	{"a fence stays", "```yaml\n- main [ref=e1]:\n  - list [ref=e2]: one\n```", "```yaml\n- main [ref=e1] > list [ref=e2]: one\n```"},
}

// row returns a row of three cells with references from n on.
func row(n int, name, price string) string {
	ref := func(i int) string { return " [ref=e" + strconv.Itoa(n+i) + "]" }
	return "  - row" + ref(0) + ":\n    - cell \"" + name + "\"" + ref(1) + "\n    - cell \"" + price + "\"" + ref(2) + "\n    - button \"Buy\"" + ref(3) + "\n"
}

func TestTransform(t *testing.T) {
	for _, c := range cases {
		got, err := Transform(texts.Request{Text: c.in})
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
		holdLaws(t, c.in)
	}
}

func TestDeepNodes(t *testing.T) {
	var b strings.Builder
	for i := range maxDepth + 1 {
		b.WriteString(strings.Repeat(" ", i) + "- a [ref=e" + strconv.Itoa(i) + "]\n")
	}
	out, err := Transform(texts.Request{Text: b.String()})
	if err == nil || err.Error() != "snapshot: nodes are nested more than 1000 deep" || out != b.String() {
		t.Errorf("%v", err)
	}
	large := strings.Repeat("- a\n", maxBytes/4+1)
	if out, err := Transform(texts.Request{Text: large}); err == nil || err.Error() != "snapshot: the text has 2097156 bytes, more than 2097152" || out != large {
		t.Errorf("%v", err)
	}
	many := strings.Repeat("- a [ref=e1]:\n  - b [ref=e2]\n- separator\n", 3_000)
	lawtest.Transform(t, texts.Snapshot, texts.Request{Text: many})
}

func TestLawsOfMutations(t *testing.T) {
	var seeds []string
	for _, c := range cases {
		seeds = append(seeds, c.in)
	}
	for text := range lawtest.Mutations(seeds, 3_000) {
		holdLaws(t, text)
	}
}

// A snapshot keeps references, names, texts and URLs.
func FuzzLawsSnapshot(f *testing.F) {
	for _, c := range cases {
		f.Add(c.in)
	}
	f.Fuzz(holdLaws)
}

var (
	reference = regexp.MustCompile(`\[ref=(\w+)\]`)
	rowHead   = regexp.MustCompile(`^ *- \d+ × .*?\[ref=\*\+(\d+)\]`)
)

// holdLaws fails if a transform loses a reference, a name, a text or a URL of a node.
func holdLaws(t *testing.T, text string) {
	t.Helper()
	out := lawtest.Twice(t, texts.Snapshot, texts.Request{Text: text})
	if out == text {
		return
	}
	words := map[string]bool{}
	for _, word := range regexp.MustCompile(`\w+`).FindAllString(out, -1) {
		words[word] = true
	}
	inRange, refs := map[string]bool{}, 0
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if m := rowHead.FindStringSubmatch(line); m != nil {
			refs, _ = strconv.Atoi(m[1])
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(line, " "), "- ") {
			refs = 0
		}
		for i, column := range strings.Split(strings.TrimLeft(line, " "), "\t") {
			for n := 0; n <= refs && i < 2; n++ {
				inRange[column] = true
				column = next(column)
			}
		}
	}
	for line := range strings.Lines(text) {
		n := parse(strings.TrimSuffix(line, "\n"))
		if n == nil {
			if !strings.Contains(out, strings.TrimSpace(line)) {
				t.Fatalf("%q is lost:\n%s", line, out)
			}
			continue
		}
		for _, m := range reference.FindAllStringSubmatch(line, -1) {
			if ref := m[1]; !words[ref] && (!inRange[ref] || n.canAct()) {
				t.Fatalf("%s is lost:\n%s\n%s", ref, text, out)
			}
		}
		if !strings.Contains(out, bare(n.name)) || !strings.Contains(out, n.text) || !strings.Contains(out, n.role) {
			t.Fatalf("a value of %q is lost:\n%s", line, out)
		}
		for _, state := range regexp.MustCompile(`\[[^ ]*\]`).FindAllString(n.states, -1) {
			if !strings.Contains(out, state) {
				t.Fatalf("a state of %q is lost:\n%s", line, out)
			}
		}
	}
}
