package html

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
	"github.com/seed-7aa78ce4/shape/shaper/texts/internal/lawtest"
)

var cases = []struct{ name, in, want string }{
	{"text", "<p>One <b>bold</b>, <i>two</i>.</p><h2>Head</h2>", "One **bold**, *two*.\n\n## Head"},
	{"scripts and styles go", "<html><head><title>T</title><style>p{}</style></head><body><script>a()</script><p>A<!-- b --></p></body></html>", "A"},
	{"links", `<nav><a href="/a?b=1&amp;c=2">A</a> <a href="#d" title="of D">D</a> <a href="/e"></a> <a>none</a></nav>`, "[A](/a?b=1&c=2) [D](#d) [](/e)none"},
	{"URLs stay as they are", `<a href="/W_(a)?q=a+b&amp;c=d,e;f/g?h#">A</a> <a href="/b c)">B</a> <img src="/i?a=[1]" alt="I">`, "[A](/W_(a)?q=a+b&c=d,e;f/g?h#) [B](/b%20c%29) ![I](/i?a=[1])"},
	{"other links", `<map><area href="/a" alt="A"></map><iframe src="http://b/"></iframe>`, "[A](/a)[](http://b/)"},
	{"a table", "<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>4.50</td></tr></table>", "| Item | Price |\n|---|---|\n| Tea | 4.50 |"},
	{"cells with breaks", "<table><tr><th>A</th></tr><tr><td>1<br>2</td></tr></table>", "| A |\n|---|\n| 1  <br />2 |"},
	{"cells of a table that Markdown cannot hold", "<table><tr><td>12</td><td>34</td></tr><tr><td><ul><li>5</li></ul></td></tr></table>", "12\n\n34\n\n- 5"},
	{"cells in code", "<pre><table><tr><td>1</td><td>2</td></tr></table></pre>", "```\n 1  2 \n```"},
	{"spans", "<table><tr><th>A</th><th>B</th></tr><tr><td colspan=2>1</td></tr></table>", "| A | B |\n|---|---|\n| 1 |  |"},
	{"spans without end", "<table><tr><th>A</th></tr><tr><td colspan=900000000>1</td></tr></table>", "| A |\n|---|\n| 1 |"},
	{"code", `<pre><code class="language-go">func a() { b[0] }</code></pre>`, "```go\nfunc a() { b[0] }\n```"},
	{"links in code", `<p>See <code>a <a href="/b">b</a></code> <kbd><a href="/k">k</a></kbd>.</p><pre>c <a href="/d">d</a> <a href="/e"><i>e</i></a></pre><p>f</p>`, "See a [b](/b) [k](/k).\n\n```\nc d e\n```\n\n[d](/d) [/e](/e)\n\nf"},
	{"a link in a link", `<a href="/a"><table><tr><td>b<td><a href="/c">d</a></table></a>`, "[/a](/a)\n\n|  |  |\n|---|---|\n| b | [d](/c) |"},
	{"a URL that stands before", `<p><a href="/a">a</a></p><pre><a href="/a">a</a> <a href="/b">b</a> <a href="/b">b</a></pre>`, "[a](/a)\n\n```\na b b\n```\n\n[b](/b)"},
	{"references stay", "<p>Click [ref=e1] or a*b_c.</p>", "Click [ref=e1] or a*b_c."},
	{"signs", "<p>a &lt; b &amp;lt; c <b>&lt;nil&gt;</b></p><pre>&lt;a&gt;</pre>", "a < b &lt; c **<nil>**\n\n```\n<a>\n```"},
	{"forms", `<form><input value="in 1"><input type="hidden" value="h"><input type="password" value="p"><select><option>one</option><option>two</option></select><textarea>three</textarea></form>`, "in 1\n\n- one\n- two\n\nthree"},
	{"without scripts", `<noscript><a href="/a">A</a></noscript>`, "[A](/a)"},
	{"data of images", `<img alt="logo" src="data:image/png;base64,AAAA"><img alt="b" src="/b.png">`, "logo![b](/b.png)"},
}

func TestTransform(t *testing.T) {
	for _, c := range cases {
		got, err := Transform(texts.Request{Text: c.in})
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, got, c.want)
		}
		holdLaws(t, c.in)
	}
}

// A page beyond a limit stays, with an error that names the limit.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, in, err string }{
		{"50 MB", strings.Repeat("<p>a</p>", 50<<20/8), "html: the text has 52428800 bytes, more than 8388608"},
		{"5 MB", strings.Repeat("<p>a</p>", 5<<20/8), "html: the page has 5242880 bytes, more than 4194304"},
		{"100,000 deep", strings.Repeat("<div>", 100_000), "html: open stack of elements exceeds 512 nodes"},
		{"many elements", strings.Repeat("<br>", 100_001), "html: the page has more than 100000 elements and texts"},
		{"quotes", strings.Repeat("<blockquote>a", 17), "html: lists and quotes are nested more than 16 deep"},
		{"lists", strings.Repeat("<ul><li>a", 17), "html: lists and quotes are nested more than 16 deep"},
		{"lines in lists", strings.Repeat("<ul><li>", 16) + "<pre>" + strings.Repeat("\n", 70_000), "html: lists and quotes indent more than 1000000 lines"},
		{"a wide row and many rows", "<table><tr>" + strings.Repeat("<td>", 3_000) + strings.Repeat("<tr><td>", 3_000), "html: tables have more than 1000000 cells"},
	} {
		transform, _ := texts.Lookup(texts.HTML)
		out, err := transform(texts.Request{Text: c.in})
		if err == nil || err.Error() != c.err || out != c.in {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Pages within the limits take bounded work, however they are made.
func TestHostilePages(t *testing.T) {
	const n = 20_000
	for _, page := range []string{
		strings.Repeat("<b><p>", n), strings.Repeat("<b><i></b></i>", n), "<ul>" + strings.Repeat("<li>a", n),
		"<table>" + strings.Repeat("<tr><td>1<td>2", n), strings.Repeat("<table><tr><td>1</table>", n),
		"<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=60000>1<td rowspan=100000>2", 300),
		"<ol start=99999999999999>" + strings.Repeat("<li>a", n), "<b>" + strings.Repeat("a<br>", n) + "</b>",
		"<pre>" + strings.Repeat("<a href=/b>c</a>", n), "<pre>" + strings.Repeat("```\n", n), "<p>" + strings.Repeat("[ * _ < ", n),
		strings.Repeat("<!--", n), strings.Repeat("&#0;&notin", n), strings.Repeat("<blockquote>x", 16) + strings.Repeat("<br>y", n),
	} {
		lawtest.Transform(t, texts.HTML, texts.Request{Text: page})
	}
}

func seeds() (all []string) {
	for _, c := range cases {
		all = append(all, strings.ReplaceAll(c.in, "><", ">\n<"))
	}
	return append(all, "<div>\n<p>Error: 404 of x</p>\n<table>\n<tr><td>1</td>\n<td><table><tr><td>22</td></tr></table></td></tr>\n</table>\n<a href=\"/x\">\n<code>y</code>\n</a>\n</div>")
}

func TestLawsOfMutations(t *testing.T) {
	for text := range lawtest.Mutations(seeds(), 3_000) {
		holdLaws(t, text)
	}
}

// A page keeps URLs of links, numbers of cells, references and failures.
func FuzzLawsHTML(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed)
	}
	f.Fuzz(holdLaws)
}

var (
	plainURL = regexp.MustCompile(`^[\w/:.?=&#;,+%<>-]+$`)
	number   = regexp.MustCompile(`\d+`)
	plain    = regexp.MustCompile(`^[\w:.]+$`)
)

// holdLaws fails if a page loses the URL of a link or a number of a cell. It also fails if a
// reference or a word of a failure is lost.
func holdLaws(t *testing.T, text string) {
	t.Helper()
	out := lawtest.Transform(t, texts.HTML, texts.Request{Text: text})
	if out == text {
		return
	}
	numbers := map[string]bool{}
	for _, n := range number.FindAllString(out, -1) {
		numbers[n] = true
	}
	page, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	for n := range page.Descendants() {
		if isGone(n) {
			continue
		}
		if url := attribute(n, "href"); n.Data == "a" && n.Type == html.ElementNode && plainURL.MatchString(url) && !strings.Contains(out, url) {
			t.Fatalf("the URL %q is lost:\n%s\n%s", url, text, out)
		}
		if n.Type != html.TextNode {
			continue
		}
		if cell := n.Parent.Data; (cell == "td" || cell == "th") && n.PrevSibling == nil && n.NextSibling == nil {
			for _, found := range number.FindAllString(n.Data, -1) {
				if !numbers[found] {
					t.Fatalf("the number %s is lost:\n%s\n%s", found, text, out)
				}
			}
		}
		for _, word := range strings.Fields(n.Data) {
			if (texts.IsFailure(n.Data) && plain.MatchString(word) || strings.HasPrefix(word, "[ref=e")) && !strings.Contains(out, word) {
				t.Fatalf("%q is lost:\n%s\n%s", word, text, out)
			}
		}
	}
}

// isGone reports whether a node is in an element that a page does not show.
func isGone(n *html.Node) bool {
	for p := n; p != nil; p = p.Parent {
		switch p.Data {
		case "head", "script", "style", "iframe", "title":
			return p.Type == html.ElementNode
		}
	}
	return false
}
