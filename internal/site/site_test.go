package main

import (
	"encoding/json"
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/seed-7aa78ce4/shape/config"
)

// built builds the site of this repository once.
var built = sync.OnceValues(func() (map[string]string, error) { return build("../..", "https://docs.example/shape/") })

func files(t *testing.T) map[string]string {
	t.Helper()
	all, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	address  = regexp.MustCompile(` (href|src|action)="([^"]*)"`)
	identity = regexp.MustCompile(` id="([^"]*)"`)
)

// broken returns the faults of the links among files: a page or an anchor that is not there,
// and an id that is there twice.
func broken(files map[string]string) (faults []string) {
	ids := map[string]map[string]bool{}
	for name, text := range files {
		ids[name] = map[string]bool{}
		for _, m := range identity.FindAllStringSubmatch(text, -1) {
			if id := html.UnescapeString(m[1]); ids[name][id] {
				faults = append(faults, name+": the id "+id+" is there twice")
			} else {
				ids[name][id] = true
			}
		}
	}
	for name, text := range files {
		for _, m := range address.FindAllStringSubmatch(text, -1) {
			to := html.UnescapeString(m[2])
			if !strings.HasSuffix(name, ".html") || regexp.MustCompile(`^(https?|data|mailto):`).MatchString(to) {
				continue
			}
			page, anchor, _ := strings.Cut(strings.TrimPrefix(to, "/shape/"), "#")
			if page == "" {
				page = name
			}
			if _, ok := files[page]; !ok || anchor != "" && !ids[page][anchor] {
				faults = append(faults, name+": "+to+" is not there")
			}
		}
	}
	return faults
}

// Each link leads to a page and an anchor that are there.
func TestPagesAreLinked(t *testing.T) {
	all := files(t)
	for _, fault := range broken(all) {
		t.Error(fault)
	}
	if len(all) < 130 {
		t.Errorf("%d files", len(all))
	}
	page := `<a id="a" href="b.html#c"></a><a href="#a"><a href="b.html#d"><img src="e.png"><i id="a"><a href="https://f.example/">`
	if got := broken(map[string]string{"a.html": page, "b.html": `<i id="c">`}); len(got) != 3 {
		t.Errorf("%q", got)
	}
}

// A page asks no other host, and has its title, its description and its landmarks.
func TestPages(t *testing.T) {
	titles := map[string]string{}
	for name, text := range files(t) {
		if regexp.MustCompile(`<(script|img|iframe|source|object)[^>]*(src|data)="(https?:)?//|@import|url\(|fetch\(`).MatchString(text) && name != "search-index.js" && !strings.HasSuffix(name, ".png") {
			t.Errorf("%s asks a host", name)
		}
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, link := range regexp.MustCompile(`<link rel="(\w+)" href="https?:`).FindAllStringSubmatch(text, -1) {
			if link[1] != "canonical" {
				t.Errorf("%s loads %s", name, link[0])
			}
		}
		for _, want := range []string{`<html lang="en">`, `<meta name="description" content="`, `<a class="skip" href="#content">`, `<main id="content"`} {
			if strings.Count(text, want) != 1 {
				t.Errorf("%s: %s", name, want)
			}
		}
		if strings.Count(text, "<h1") != 1 {
			t.Errorf("%s has %d titles", name, strings.Count(text, "<h1"))
		}
		title := regexp.MustCompile(`<title>(.*)</title>`).FindString(text)
		if other := titles[title]; other != "" {
			t.Errorf("%s and %s are both %s", name, other, title)
		}
		titles[title] = name
		if name != "404.html" && !strings.Contains(files(t)["sitemap.xml"], "<loc>https://docs.example/shape/"+name+"</loc>") {
			t.Errorf("%s is not in the sitemap", name)
		}
	}
	for _, want := range []string{`href="/shape/site.css"`, `src="/shape/site.js"`, `href="/shape/index.html"`, `href="#content"`} {
		if !strings.Contains(files(t)["404.html"], want) {
			t.Errorf("404.html has no %s", want)
		}
	}
}

// A page links pages, code that names them, and files of the repository. It has images, and a
// title, a description and parts for the search.
func TestRender(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"docs/images/a.png": "PNG", "main.go": "package main"} {
		if err := save(root, map[string]string{name: text}); err != nil {
			t.Fatal(err)
		}
	}
	masks := &page{source: "docs/masks.md", File: "masks.html"}
	check := &page{source: "commands/shape-config-check.md", File: "shape-config-check.html"}
	s := &site{root: root, bySource: map[string]*page{masks.source: masks, check.source: check}, files: map[string]string{}}
	p := &page{source: "docs/x.md", File: "x.html", text: "# Ex & why\n\nSee [masks](masks.md#a), [code](../main.go#L1), `shape help masks`,\n" +
		"`shape config check --strict` and `shape`.\n\n## Two\n\n![A view](images/a.png)\n\n```console\n$ ls <x\n$HOME\n```\n"}
	if err := s.render(p); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<a href="masks.html#a">masks</a>`, `<a href="` + repository + `main.go#L1">code</a>`,
		`<a href="masks.html"><code>shape help masks</code></a>`, `<a href="shape-config-check.html"><code>shape config check --strict</code></a>`,
		` and <code>shape</code>.`, `<img src="images/a.png" alt="A view">`, `<pre tabindex="0"><code class="language-console"><b>$ ls &lt;x</b>` + "\n$HOME\n",
		`<h2 id="two">Two <a class="anchor" href="#two"`,
	} {
		if !strings.Contains(string(p.Body), want) {
			t.Errorf("no %s in\n%s", want, p.Body)
		}
	}
	about := "See masks, code, shape help masks, shape config check --strict and shape."
	parts := []part{{"", "Ex & why", about}, {"two", "Two", "$ ls <x $HOME"}}
	if p.Title != "Ex & why" || p.Description != about || !slices.Equal(p.parts, parts) || !slices.Equal(p.Headings, parts[1:]) || s.files["images/a.png"] != "PNG" {
		t.Errorf("%q, %q, %q, %q", p.Title, p.Description, p.parts, s.files)
	}
	for _, wrong := range []string{"no title", "# T\n\n[a](lost.md)", "# T\n\n![a](images/lost.png)"} {
		if err := s.render(&page{source: "docs/y.md", text: wrong}); err == nil {
			t.Errorf("no error: %q", wrong)
		}
	}
	long := &page{source: "docs/z.md", text: "# T\n\n" + strings.Repeat("word ", 40)}
	if err := s.render(long); err != nil || len(long.Description) > 162 || !strings.HasSuffix(long.Description, "word …") {
		t.Errorf("%v, %q", err, long.Description)
	}
}

// The page of keys shows references, lists, names of users and limits.
func TestKeysPage(t *testing.T) {
	got, err := keysPage([]byte(`{"properties": {"b": {"$ref": "#/$defs/b", "description": "A *b*."}, "a": {"type": "integer", "maximum": 3000000}},
		"$defs": {"b": {"description": "no", "additionalProperties": {"properties": {"c": {"enum": ["x", 1]}}}, "items": {"properties": {"d": {}}}}}}`))
	want := "## `a` {#a}\n\ntype `\"integer\"` · maximum `3000000`\n\n## `b` {#b}\n\nA \\*b\\*.\n\n" +
		"### `b.NAME.c` {#b.NAME.c}\n\nenum `\"x\", 1`\n\n### `b[].d` {#b.d}\n\n"
	if !strings.HasSuffix(got, want) || err != nil {
		t.Errorf("%v\n%s", err, got)
	}
}

// Each topic of shape help is a page, once.
func TestTopicsArePages(t *testing.T) {
	order, err := own.ReadFile("pages.txt")
	if err != nil {
		t.Fatal(err)
	}
	topics, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(topics) < 20 {
		t.Fatal(topics, err)
	}
	for _, topic := range topics {
		if line := "\tdocs/" + filepath.Base(topic) + "\n"; strings.Count(string(order), line) != 1 {
			t.Errorf("pages.txt has %d lines %q", strings.Count(string(order), line), line)
		}
	}
}

// searcher returns the function of site.js over the index, as addresses.
func searcher(t *testing.T) func(query string) []string {
	t.Helper()
	machine := goja.New()
	for _, name := range []string{"search-index.js", "site.js"} {
		if _, err := machine.RunString(files(t)[name]); err != nil {
			t.Fatal(err)
		}
	}
	var search func(query string) []string
	value, err := machine.RunString(`(query) => search(searchIndex, query).slice(0, 20).map(([file, anchor]) => file + "#" + anchor)`)
	if err != nil {
		t.Fatal(err)
	}
	if err := machine.ExportTo(value, &search); err != nil {
		t.Fatal(err)
	}
	return search
}

// The search finds each flag by its name, and first with the name of its command.
func TestSearchFindsFlags(t *testing.T) {
	search, flags := searcher(t), 0
	for name, text := range files(t) {
		for _, m := range regexp.MustCompile(`<h3 id="(flag-([^"]*))">`).FindAllStringSubmatch(text, -1) {
			flags++
			if found := search("--" + m[2]); len(found) == 0 || !strings.HasSuffix(found[0], "#"+m[1]) {
				t.Errorf("--%s: %q", m[2], found)
			}
			command := regexp.MustCompile(`<h1 id="[^"]*">(.*?)</h1>`).FindStringSubmatch(text)[1]
			if found := search(command + " --" + m[2]); len(found) == 0 || found[0] != name+"#"+m[1] {
				t.Errorf("%s --%s: %q", command, m[2], found)
			}
		}
	}
	if flags < 200 {
		t.Errorf("%d flags", flags)
	}
}

// The search finds each key of the schema by its name, and first by its path. Names at the top
// are words of other headings as well.
func TestSearchFindsKeys(t *testing.T) {
	var schema any
	if err := json.Unmarshal(config.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	search, all := searcher(t), keys(schema)
	slices.Sort(all)
	all = slices.Compact(all)
	for _, key := range all {
		ends := regexp.MustCompile(`^keys\.html#(.*\.)?` + key + `$`)
		if found := search(key); !slices.ContainsFunc(found, ends.MatchString) {
			t.Errorf("%s: %q", key, found)
		}
	}
	paths := regexp.MustCompile(`<h[23] id="([^"]*)"><code>([^<]*)</code>`).FindAllStringSubmatch(files(t)["keys.html"], -1)
	for _, m := range paths {
		if at := slices.Index(search(m[2]), "keys.html#"+m[1]); at < 0 || at > 0 && strings.Contains(m[2], ".") {
			t.Errorf("%s: %q", m[2], search(m[2]))
		}
	}
	if len(all) < 80 || len(paths) < 150 {
		t.Errorf("%d keys, %d paths", len(all), len(paths))
	}
	for query, want := range map[string]string{"": "[]", "oauth keyring": "oauth.html", "no-such-word": "[]"} {
		if found := fmt.Sprint(search(query)); !strings.Contains(found, want) {
			t.Errorf("%q: %s", query, found)
		}
	}
}

// keys returns the names of all properties of a schema.
func keys(schema any) (names []string) {
	switch schema := schema.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		for name := range properties {
			names = append(names, name)
		}
		for _, below := range schema {
			names = append(names, keys(below)...)
		}
	case []any:
		for _, below := range schema {
			names = append(names, keys(below)...)
		}
	}
	return names
}
