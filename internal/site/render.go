package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const repository = "https://github.com/seed-7aa78ce4/shape/blob/main/"

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()))

// render makes the body of a page, and its title, description and parts.
func (s *site) render(p *page) error {
	source := []byte(p.text)
	document := markdown.Parser().Parse(text.NewReader(source))
	var spans []*ast.CodeSpan
	err := ast.Walk(document, func(n ast.Node, isEntering bool) (ast.WalkStatus, error) {
		if !isEntering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = s.target(p, string(n.Destination))
			return ast.WalkSkipChildren, err
		case *ast.Image:
			n.Destination, err = s.image(p, string(n.Destination))
		case *ast.Heading:
			return ast.WalkSkipChildren, nil
		case *ast.CodeSpan:
			spans = append(spans, n)
		}
		return ast.WalkContinue, err
	})
	for _, span := range spans {
		code := ""
		for part := span.FirstChild(); part != nil; part = part.NextSibling() {
			code += " " + string(part.(*ast.Text).Value(source))
		}
		if to := s.named(code); to != nil && to != p {
			link := ast.NewLink()
			link.Destination = []byte(to.File)
			span.Parent().ReplaceChild(span.Parent(), span, link)
			link.AppendChild(link, span)
		}
	}
	var body bytes.Buffer
	return errors.Join(err, markdown.Renderer().Render(&body, source, document), p.finish(body.String()))
}

// target returns the address of a link: a page of the site, else a file of the repository.
func (s *site) target(p *page, to string) ([]byte, error) {
	name, anchor, _ := strings.Cut(to, "#")
	if name == "" || strings.Contains(to, "://") {
		return []byte(to), nil
	}
	if anchor != "" {
		anchor = "#" + anchor
	}
	name = path.Join(path.Dir(p.source), name)
	if page := s.bySource[name]; page != nil {
		return []byte(page.File + anchor), nil
	}
	_, err := os.Stat(filepath.Join(s.root, name))
	return []byte(repository + name + anchor), err
}

// image returns the address of an image, with the image among the files.
func (s *site) image(p *page, name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(s.root, path.Dir(p.source), name))
	to := "images/" + path.Base(name)
	s.files[to] = string(data)
	return []byte(to), err
}

// named returns the page that a piece of code names: shape help TOPIC, or a command.
func (s *site) named(code string) *page {
	words := strings.Fields(code)
	if len(words) == 3 && words[0] == "shape" && words[1] == "help" {
		return s.bySource["docs/"+words[2]+".md"]
	}
	for n := min(len(words), 3); n > 1; n-- {
		if page := s.bySource["commands/"+strings.Join(words[:n], "-")+".md"]; page != nil {
			return page
		}
	}
	return nil
}

var (
	headings  = regexp.MustCompile(`<h([1-4]) id="([^"]*)">(.*?)</h[1-4]>`)
	sections  = regexp.MustCompile(`<h([2-4]) id="([^"]*)">(.*?)</h[2-4]>`)
	paragraph = regexp.MustCompile(`(?s)<p>(.*?)</p>`)
	tags      = regexp.MustCompile(`<[^>]*>`)
	commands  = regexp.MustCompile(`(?m)(^|<code class="language-console">)(\$ .*)$`)
	untitled  = regexp.MustCompile(`<th( [^>]*)?></th>`)
	focus     = strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<div class="table" tabindex="0"><table>`, "</table>", "</table></div>")
)

// finish sets a page from the HTML of its Markdown.
func (p *page) finish(body string) error {
	places := headings.FindAllStringSubmatchIndex(body, -1)
	if len(places) == 0 {
		return fmt.Errorf("no heading")
	}
	for i, at := range places {
		end := len(body)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		p.parts = append(p.parts, part{body[at[4]:at[5]], bare(body[at[6]:at[7]]), bare(body[at[1]:end])})
		if body[at[2]] == '2' {
			p.Headings = append(p.Headings, p.parts[i])
		}
	}
	p.Title, p.parts[0].Anchor = p.parts[0].Heading, ""
	p.Description = cmp.Or(bare(paragraph.FindString(body)), p.Title)
	if cut := min(len(p.Description), 158); cut == 158 {
		p.Description = p.Description[:strings.LastIndexByte(p.Description[:cut], ' ')] + " …"
	}
	body = sections.ReplaceAllString(body, `<h$1 id="$2">$3 <a class="anchor" href="#$2" aria-label="Link to this heading">#</a></h$1>`)
	body = untitled.ReplaceAllString(body, `<td$1></td>`)
	p.Body = template.HTML(focus.Replace(commands.ReplaceAllString(body, `$1<b>$2</b>`)))
	return nil
}

// bare returns the text of HTML in one line.
func bare(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(text, ""))), " ")
}
