// Package html turns pages of HTML into Markdown with their links and tables. Importing it for
// its side effect registers the transform of [texts.HTML]. Scripts, styles and comments go. The
// whole page stays, not only its article, since links of the navigation are links.
package html

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func init() { texts.Register(texts.HTML, Transform) }

// Limits of a page. The parser has one of its own: 512 open elements.
const (
	maxBytes    = 4 << 20
	maxNodes    = 100_000
	maxIndented = 16        // open lists and quotes, since each indents all lines in it
	maxLines    = 1_000_000 // lines of code times the lists and quotes around them
	maxSpanned  = 10_000    // cells that others span
	maxCells    = 1_000_000 // rows of tables times cells of the widest one
)

// Transform returns a page as Markdown. A page beyond a limit is an error.
func Transform(r texts.Request) (string, error) {
	if len(r.Text) > maxBytes {
		return r.Text, fmt.Errorf("html: the page has %d bytes, more than %d", len(r.Text), maxBytes)
	}
	page, err := html.ParseWithOptions(strings.NewReader(r.Text), html.ParseOptionEnableScripting(false))
	if err == nil {
		err = prepare(page)
	}
	if err != nil {
		return r.Text, err
	}
	return convert(page, r.Text)
}

// shape holds the counts of a page that its limits bound, and the URLs of links that it shows.
type shape struct {
	nodes, indented, lines, spanned, rows, cells, widest int

	shown map[string]bool
}

// prepare makes elements that the converter drops ones that it shows. It drops spans of cells
// beyond their limit, and returns an error for a page beyond another limit.
func prepare(page *html.Node) error {
	s := shape{shown: map[string]bool{}}
	for n := page; n != nil; {
		switch n.Type {
		case html.ElementNode:
			s.show(n)
			s.add(n)
		case html.TextNode:
			s.lines += s.indented * strings.Count(n.Data, "\n")
		}
		s.nodes++
		switch {
		case s.nodes > maxNodes:
			return fmt.Errorf("html: the page has more than %d elements and texts", maxNodes)
		case s.indented > maxIndented:
			return fmt.Errorf("html: lists and quotes are nested more than %d deep", maxIndented)
		case s.lines > maxLines:
			return fmt.Errorf("html: lists and quotes indent more than %d lines", maxLines)
		case s.rows*s.widest > maxCells:
			return fmt.Errorf("html: tables have more than %d cells", maxCells)
		}
		if n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for n != nil && n.NextSibling == nil {
			s.indented -= indents(n)
			n = n.Parent
		}
		if n != nil {
			s.indented -= indents(n)
			n = n.NextSibling
		}
	}
	return nil
}

// renamed names the element that takes the place of one that the converter drops.
var renamed = map[string]string{"area": "a", "noscript": "div", "option": "li", "select": "ul", "textarea": "div"}

// show changes an element, so that the converter shows its text or its link. The data of an
// image goes.
func (s *shape) show(n *html.Node) {
	text := ""
	switch n.Data {
	case "area", "iframe":
		text = attribute(n, "alt") + attribute(n, "title")
		if source := attribute(n, "src"); source != "" {
			n.Data, n.Attr = "a", append(n.Attr, html.Attribute{Key: "href", Val: source})
		}
	case "input":
		if kind := attribute(n, "type"); kind != "hidden" && kind != "password" {
			n.Data, text = "span", attribute(n, "value")
		}
	case "img":
		source := attribute(n, "src")
		n.Attr = []html.Attribute{{Key: "src", Val: rawURL(source)}, {Key: "alt", Val: attribute(n, "alt")}}
		if source == "" || strings.HasPrefix(source, "data:") {
			n.Data, text = "span", attribute(n, "alt")
		}
	}
	if name, ok := renamed[n.Data]; ok {
		n.Data = name
	}
	if text != "" {
		n.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	if n.Data == "a" {
		s.showLink(n)
	}
}

// showLink makes the URL of a link survive: Markdown has no links in code or in links. Code in a
// line and an outer link become plain text. A link in a block of code has a copy behind the block,
// unless the page has shown its URL.
func (s *shape) showLink(link *html.Node) {
	url := attribute(link, "href")
	if url == "" {
		link.Data = "span"
		return
	}
	link.Attr = []html.Attribute{{Key: "href", Val: rawURL(url)}} // without a title
	var block *html.Node
	var inLine []*html.Node
	for p := link.Parent; p != nil; p = p.Parent {
		switch {
		case strings.Contains(" code var samp kbd tt ", " "+p.Data+" "):
			inLine = append(inLine, p)
		case p.Data == "pre" && p.Parent != nil:
			block, inLine = p, nil
		case p.Data == "a":
			p.Data = "span"
			p.InsertBefore(linkTo(p), p.FirstChild)
		}
	}
	for _, code := range inLine {
		code.Data = "span"
	}
	if isShown := s.shown[url]; block == nil || isShown {
		s.shown[url] = true
		return
	}
	s.shown[url] = true
	if block.NextSibling == nil || block.NextSibling.Data != linkList {
		block.Parent.InsertBefore(&html.Node{Type: html.ElementNode, Data: linkList}, block.NextSibling)
	}
	block.NextSibling.AppendChild(&html.Node{Type: html.TextNode, Data: " "})
	block.NextSibling.AppendChild(linkTo(link))
}

// linkTo returns a copy of a link. Its text is the first text of the link, or else its URL.
func linkTo(link *html.Node) *html.Node {
	text := attribute(link, "href")
	if link.FirstChild != nil && link.FirstChild.Type == html.TextNode && strings.TrimSpace(link.FirstChild.Data) != "" {
		text = link.FirstChild.Data
	}
	shown := &html.Node{Type: html.ElementNode, Data: "a", Attr: link.Attr}
	shown.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	return shown
}

// linkList is an element for the links of a block of code. HTML has none of its name.
const linkList = "links"

// add counts an element.
func (s *shape) add(n *html.Node) {
	s.indented += indents(n)
	switch n.Data {
	case "tr":
		s.rows++
		s.cells = 0
	case "td", "th":
		s.spanned += span(n, "colspan")*span(n, "rowspan") - 1
		if s.spanned > maxSpanned {
			n.Attr = nil
		}
		s.cells += span(n, "colspan")
		s.widest = max(s.widest, s.cells)
		if isIn(n, "pre") { // nothing else stands between cells in code
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, n.FirstChild)
			n.AppendChild(&html.Node{Type: html.TextNode, Data: " "})
		}
	}
}

// isIn reports whether a node is in an element of a name.
func isIn(n *html.Node, name string) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Data == name {
			return true
		}
	}
	return false
}

// indents returns 1 for an element that indents its lines, else 0.
func indents(n *html.Node) int {
	if n.Type == html.ElementNode && (n.Data == "ul" || n.Data == "ol" || n.Data == "blockquote") {
		return 1
	}
	return 0
}

// span returns the value of an attribute that is a number of cells, 1 to 20,000.
func span(n *html.Node, name string) int {
	cells, _ := strconv.Atoi(strings.TrimSpace(attribute(n, name)))
	return min(max(cells, 1), 2*maxSpanned)
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

var theConverter = sync.OnceValue(func() *converter.Converter {
	c := converter.NewConverter(
		converter.WithEscapeMode(converter.EscapeModeDisabled),
		converter.WithPlugins(
			base.NewBasePlugin(),
			commonmark.NewCommonmarkPlugin(commonmark.WithLinkEmptyHrefBehavior(commonmark.LinkBehaviorSkip)),
			table.NewTablePlugin(
				table.WithNewlineBehavior(table.NewlineBehaviorPreserve),
				table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal),
				table.WithPresentationTables(true),
			),
		),
	)
	for _, cell := range []string{"td", "th"} { // of tables that Markdown cannot hold
		c.Register.TagType(cell, converter.TagTypeBlock, converter.PriorityEarly)
	}
	c.Register.TextTransformer(func(_ converter.Context, text string) string { return aside.Replace(text) }, converter.PriorityEarly)
	return c
})

// aside and back keep the converter from writing signs of a text or of a URL in another way. It
// does not parse a URL that holds a NUL, and no parsed text holds one.
var (
	aside    = strings.NewReplacer("<", "\x00l", ">", "\x00g")
	asideURL = strings.NewReplacer("<", "\x00l", ">", "\x00g", "(", "\x00o", ")", "\x00c", "[", "\x00a", "]", "\x00z")
	back     = strings.NewReplacer("\x00l", "<", "\x00g", ">", "\x00o", "(", "\x00c", ")", "\x00a", "[", "\x00z", "]", "\x00u", "")
)

// rawURL returns a URL that the converter writes as it stands. Blanks and single parentheses
// become escapes, since they end a URL of Markdown.
func rawURL(url string) string {
	if strings.Count(url, "(") != strings.Count(url, ")") {
		url = strings.NewReplacer("(", "%28", ")", "%29").Replace(url)
	}
	return "\x00u" + asideURL.Replace(url)
}

// convert turns a page into Markdown. A panic of the library is an error.
func convert(page *html.Node, text string) (out string, err error) {
	defer func() {
		if recover() != nil {
			out, err = text, errors.New("html: the page cannot be converted")
		}
	}()
	markdown, err := theConverter().ConvertNode(page)
	return back.Replace(string(markdown)), err
}
