// Command site writes the documentation as plain files: the pages of pages.txt, an index for the
// search, a sitemap. The pages work from a folder and below any path of a server. They ask no
// other host.
//
//	cd internal/site && go run . [-base URL] FOLDER
package main

import (
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed pages.txt assets
var own embed.FS

// A page is one file of the site, made from Markdown.
type page struct {
	source, text       string // the file in the repository, and its Markdown
	File               string // in the site
	Title, Description string
	Body               template.HTML
	Section            *section // nil of the page for unknown addresses
	Prev, Next         *page
	Headings           []part // of the second level
	parts              []part
}

// A section is a group of pages in the navigation.
type section struct {
	Name  string
	Pages []*page
}

// A part is the text below one heading, as the search finds it.
type part struct{ Anchor, Heading, text string }

// A site holds the pages in their order, and by their files in the repository.
type site struct {
	root     string
	Base     string // the address
	Sections []*section
	pages    []*page
	bySource map[string]*page
	files    map[string]string // as they are written
}

func main() {
	base := flag.String("base", "https://seed-7aa78ce4.github.io/shape/", "the address of the site, for the sitemap")
	flag.Parse()
	files, err := build("../..", *base)
	if err == nil {
		err = save(flag.Arg(0), files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// save writes files into a folder.
func save(folder string, files map[string]string) error {
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// build returns the files of the site by their names, from the repository at root.
func build(root, base string) (map[string]string, error) {
	generated, err := reference(root)
	if err != nil {
		return nil, err
	}
	s := &site{root: root, Base: base, bySource: map[string]*page{}, files: map[string]string{}}
	if err := s.readOrder(generated); err != nil {
		return nil, err
	}
	for _, p := range s.pages {
		if err := s.render(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.source, err)
		}
	}
	return s.files, s.layOut()
}

// readOrder reads the pages that pages.txt names, from the repository and from generated files.
func (s *site) readOrder(generated map[string]string) error {
	order, err := own.ReadFile("pages.txt")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(order)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
			continue
		case line[0] != '\t':
			s.Sections = append(s.Sections, &section{Name: strings.TrimSpace(line)})
			continue
		}
		texts := map[string]string{}
		for name, text := range generated {
			if isOne, _ := path.Match(fields[0], name); isOne {
				texts[name] = text
			}
		}
		found, _ := filepath.Glob(filepath.Join(s.root, fields[0]))
		for _, file := range found {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			texts[path.Join(path.Dir(fields[0]), filepath.Base(file))] = string(text)
		}
		if len(texts) == 0 {
			return fmt.Errorf("pages.txt: no file %s", fields[0])
		}
		for _, name := range slices.SortedFunc(maps.Keys(texts), byName) {
			file := strings.ToLower(path.Base(trimmed(name)))
			if len(fields) > 1 {
				file = strings.Replace(fields[1], "*", file, 1)
			}
			s.add(&page{source: name, text: texts[name], File: file + ".html", Section: s.Sections[len(s.Sections)-1]})
		}
	}
	home := s.pages[0]
	home.text, _, _ = strings.Cut(home.text, "\n## A demonstration\n")
	for _, in := range s.Sections[1:] {
		home.text += "\n## " + in.Name + "\n\n"
		for _, p := range in.Pages {
			title, _, _ := strings.Cut(strings.TrimPrefix(p.text, "# "), "\n")
			home.text += "- [" + title + "](" + p.source + ")\n"
		}
	}
	s.pages = append(s.pages, &page{File: "404.html", text: "# No such page\n\nThere is no page at this address. [Start](README.md), or search.\n"})
	return nil
}

func trimmed(name string) string { return strings.TrimSuffix(name, ".md") }

func byName(a, b string) int { return strings.Compare(trimmed(a), trimmed(b)) }

// add appends a page to its section and to all pages.
func (s *site) add(p *page) {
	if len(s.pages) > 0 {
		p.Prev = s.pages[len(s.pages)-1]
		p.Prev.Next = p
	}
	p.Section.Pages = append(p.Section.Pages, p)
	s.pages, s.bySource[p.source] = append(s.pages, p), p
}

var local = regexp.MustCompile(`(href|src)="(\w[\w.-]*\.(?:html|css|js))`)

// layOut makes the files of the pages and those beside them.
func (s *site) layOut() error {
	layout, err := template.ParseFS(own, "assets/page.html")
	if err != nil {
		return err
	}
	address, err := url.Parse(s.Base)
	if err != nil {
		return err
	}
	sitemap, parts := "", [][5]string{} // as site.js reads them
	for _, p := range s.pages {
		var text strings.Builder
		if err := layout.Execute(&text, map[string]any{"Page": p, "Site": s}); err != nil {
			return err
		}
		s.files[p.File] = text.String()
		if p.Section == nil { // it answers at every address
			s.files[p.File] = local.ReplaceAllString(text.String(), `$1="`+address.Path+`$2`)
		} else {
			sitemap += "<url><loc>" + template.HTMLEscapeString(s.Base+p.File) + "</loc></url>\n"
			for _, of := range p.parts {
				parts = append(parts, [5]string{p.File, of.Anchor, p.Title, of.Heading, of.text})
			}
		}
	}
	index, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	s.files["search-index.js"] = "var searchIndex = " + string(index) + ";\n"
	s.files["robots.txt"] = "User-agent: *\nAllow: /\nSitemap: " + s.Base + "sitemap.xml\n"
	s.files["sitemap.xml"] = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n" + sitemap + "</urlset>\n"
	for _, name := range []string{"site.css", "site.js"} {
		text, err := own.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		s.files[name] = string(text)
	}
	return nil
}
