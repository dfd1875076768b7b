package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
	"github.com/seed-7aa78ce4/shape/shaper/texts/internal/lawtest"
)

// block returns n lines of prose.
func block(n int) string { return strings.Repeat("Some words of prose.\n", n) }

// small is a room that holds no body of a page.
const small = 10

var page = "Before.\n\n# One\n\n" + block(20) + "\n## Two\n" + block(10) + "\nThree\n-----\n" + block(5)

var markdown = []struct {
	name, in, words string
	room            int
	want            string
}{
	{"within the room", page, "", len(page), page},
	{"no aim", page, "", 0, page},
	{"headings alone", page, "", small, "3 # One\n26 ## Two\n38 Three\n… 41 of 44 lines left out\n"},
	{"a section that words name", page, "about two", small, "3 # One\n## Two\n" + block(10) + "\n38 Three\n… 30 of 44 lines left out\n"},
	{"sections that fit", page, "", 420, "Before.\n\n3 # One\n## Two\n" + block(10) + "\nThree\n-----\n" + block(5) + "… 22 of 44 lines left out\n"},
	{"half of the room is used", "# One\n" + block(50), "", 400, "1 # One\n" + block(7) + "… 43 of 51 lines left out\n"},
	{"headings in fences are none", "# One\n```\n# Two\n```\n<!--\n# Three\n-->\n" + block(5), "", 40, "1 # One\n… 11 of 12 lines left out\n"},
	{"headings in lists are none", "# One\n- a\n---\n- # Two\n> # Three\n" + block(5), "", small, "1 # One\n… 9 of 10 lines left out\n"},
	{"a fence is cut and closed", "# One\n```go\n" + strings.Repeat("a := 1\n", 40) + "```\nAfter.\n", "", 200,
		"# One\n```go\n" + strings.Repeat("a := 1\n", 7) + "… 33 lines left out\n```\nAfter.\n"},
	{"no headings", "```\n" + strings.Repeat("line\n", 100) + "```\n" + block(10), "", 200, "```\n" + strings.Repeat("line\n", 10) + "… 90 lines left out\n```\n" + block(10)},
	{"a fence without an end", "# One\n```\n" + strings.Repeat("line\n", 100), "", 200, "# One\n```\n" + strings.Repeat("line\n", 10) + "… 90 lines left out\n"},
}

func TestMarkdown(t *testing.T) {
	for _, c := range markdown {
		got, err := Markdown(texts.Request{Text: c.in, Words: strings.Fields(c.words), Room: c.room})
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
		holdLaws(t, c.in, c.words, c.room)
	}
}

// Lines with "yes" are the headings of each page.
func TestHeadings(t *testing.T) {
	for _, page := range []string{
		"# yes #\n##\tyes\n   ### yes\n#no\n####### no\n    # no\n# ##\n#\n",
		"yes\n===\nyes\nover two lines\n  ---  \n\n---\nno\n- - -\nyes\n    too\n=\n",
		"no\n***\n===\n___\n---\n    code\n---\n**yes**\n---\n-yes\n---\n",
		"- no\n---\n2. no\n---\n> no\n---\n* no\n===\n2.yes\n---\n",
		"````a\n# no\n```\n# no\n    ````\n# no\n`````\n# yes\n``` a`b\n# yes\n~~~ a`b\n# no\n~~~ c\n# no\n",
		"<pre>\n\n# no\n</pre> a\n# yes\n<STYLE>a</style>\n# yes\n</pre>\n# yes\n",
		"<!--\n\n# no --> a\n# yes\n<?php\n# no ?>\n# yes\n<!a\n# no >\n# yes\n<![CDATA[\n# no ]]>\n# yes\n",
		"a\n<div class=a>\n# no\n\n# yes\n</td\n# no\n\n<divan\n# yes\n",
		"<b c='d' e=f g/>\n# no\n\n</b>\n# no\n\na\n<b>\n# yes\n<b> c\n# yes\n<b c='>\n# yes\n",
	} {
		b := blocks{paragraph: -1}
		var want []int
		for i, line := range split(page) {
			b.add(i, line)
			if strings.Contains(line, "yes") {
				want = append(want, i)
			}
		}
		if !slices.Equal(b.headings, want) {
			t.Errorf("headings at %v, want %v:\n%s", b.headings, want, page)
		}
		holdLaws(t, page, "", small)
	}
}

const goCode = `package a

import "fmt"

// F prints.
func F() {
	fmt.Println("f")
	if x := g(); x {
		go func() { h() }()
	}
}

type T struct {
	a int
}

// M is a method.
func (t *T) M(a int) error {
	return nil
}
`

var code = []struct {
	name, in, words string
	room            int
	want            string
}{
	{"within the room", goCode, "", len(goCode), goCode},
	{"no aim", goCode, "", 0, goCode},
	{"Go", goCode, "", small, "6 func F()\n13 type T struct\n18 func (t *T) M(a int) error\n… 17 of 20 lines left out\n"},
	{"a function that words name", goCode, "call F()", small, "// F prints.\nfunc F() {\n\tfmt.Println(\"f\")\n\tif x := g(); x {\n\t\tgo func() { h() }()\n\t}\n}\n\n13 type T struct\n18 func (t *T) M(a int) error\n… 10 of 20 lines left out\n"},
	{"Python", "import os\n\nclass A(B):\n    @cached\n    async def f(self, x):\n        return call(x)\n\ndef g():\n    pass\n", "", small, "3 class A(B):\n5     async def f(self, x):\n8 def g():\n… 6 of 9 lines left out\n"},
	{"TypeScript", "import { a } from 'a';\n\nexport const f = async (x: number) => {\n  return g(x);\n};\nexport default class C<T> extends D {\n  private async m(x: T): Promise<void> {\n    for (const y of x) {\n      this.n(y);\n    }\n  }\n  get size() {\n    return 1;\n  }\n}\nexport interface I {\n  a: string;\n}\n", "", small,
		"3 export const f = async (x: number) =>\n6 export default class C<T> extends D\n7   private async m(x: T): Promise<void>\n12   get size()\n16 export interface I\n… 13 of 18 lines left out\n"},
	{"Java", "package a;\n\npublic final class A {\n    private int x = f(1);\n    @Override\n    public String toString() {\n        return \"a\";\n    }\n}\n", "", small, "3 public final class A\n6     public String toString()\n… 7 of 9 lines left out\n"},
	{"Rust", "use a::b;\n\n#[derive(Debug)]\npub struct S {\n    x: u8,\n}\n\nimpl S {\n    pub fn new() -> S {\n        S { x: 1 }\n    }\n}\n", "", small, "4 pub struct S\n8 impl S\n9     pub fn new() -> S\n… 9 of 12 lines left out\n"},
	{"C", "#include <a.h>\n\nint main(int n, char **s) {\n\tfor (;;) {\n\t}\n\treturn f(n);\n}\n", "", small, "3 int main(int n, char **s)\n… 6 of 7 lines left out\n"},
	{"no signatures", "a = 1;\nb = 2;\nc = 3;\n", "", small, "a = 1;\nb = 2;\nc = 3;\n"},
}

func TestCode(t *testing.T) {
	for _, c := range code {
		got, err := Code(texts.Request{Text: c.in, Words: strings.Fields(c.words), Room: c.room})
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
		holdLaws(t, c.in, c.words, c.room)
	}
}

// Nested and repeated blocks take bounded work.
func TestHostileMarkdown(t *testing.T) {
	const n = 3_000
	for _, text := range []string{
		strings.Repeat(">", n), strings.Repeat("- ", n) + "a", strings.Repeat("1. ", n) + "a", strings.Repeat("# a\n", n), strings.Repeat("```\n", n),
		strings.Repeat("[a]: <b> 'c\n", n), "[a]: b \"" + strings.Repeat("a\n", n), strings.Repeat("a\n", n) + "---\n", strings.Repeat("<!--\n", n), strings.Repeat("<div>\n\n", n), strings.Repeat("\t", n),
	} {
		lawtest.Transform(t, texts.Markdown, texts.Request{Text: text, Room: 1_000})
		lawtest.Transform(t, texts.Code, texts.Request{Text: text, Room: 1_000})
	}
}

func seeds() (all []string) {
	for _, c := range markdown {
		all = append(all, c.in)
	}
	for _, c := range code {
		all = append(all, c.in)
	}
	return all
}

func TestLawsOfMutations(t *testing.T) {
	for text := range lawtest.Mutations(seeds(), 3_000) {
		holdLaws(t, text, "two", 100)
		holdLaws(t, text, "", 400)
	}
}

// An outline keeps headings and signatures, and counts lines that are gone.
func FuzzLawsOutline(f *testing.F) {
	for _, text := range seeds() {
		f.Add(text, "two", small)
		f.Add(text, "", 300)
	}
	f.Fuzz(holdLaws)
}

// holdLaws fails if an outline loses a heading or a signature. It also fails if the last line
// does not count the lines that are gone.
func holdLaws(t *testing.T, text, words string, room int) {
	t.Helper()
	r := texts.Request{Text: text, Words: strings.Fields(words), Room: max(0, room)}
	out := lawtest.Twice(t, texts.Markdown, r)
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	if out != text {
		for i, line := range lines {
			if strings.HasPrefix(line, "# ") && strings.TrimSpace(line) != "#" && isTop(lines[:i]) && !strings.Contains(out, strings.TrimRight(line, " \t\r\n{")) {
				t.Fatalf("%q is lost:\n%s", line, out)
			}
		}
		if !strings.Contains(out, "lines left out\n") {
			t.Fatalf("no count:\n%q\n%q", text, out)
		}
	}
	out = lawtest.Twice(t, texts.Code, r)
	if out == text {
		return
	}
	kept := 0
	for line := range strings.Lines(out) {
		var n int
		if _, err := fmt.Sscanf(line, "… %d of", &n); err == nil && strings.HasSuffix(line, fmt.Sprintf("of %d lines left out\n", len(lines))) {
			kept += n
		} else {
			kept++
		}
	}
	if kept != len(lines) {
		t.Fatalf("%d lines of %d:\n%s\n\n%s", kept, len(lines), text, out)
	}
	for _, line := range lines {
		if isSignature(line) && !strings.Contains(out, strings.TrimRight(line, " \t\r\n{")) {
			t.Fatalf("%q is lost:\n%s", line, out)
		}
	}
}

// isTop reports whether no line before a heading can hide it.
func isTop(before []string) bool {
	return !strings.ContainsAny(strings.Join(before, ""), "<`~")
}
