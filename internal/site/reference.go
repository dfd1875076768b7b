package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
)

// reference returns the generated pages by their names: commands, keys of the configuration,
// packages.
func reference(root string) (map[string]string, error) {
	folder, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	manpages := exec.Command("go", "run", "-C", "cmd/shape/internal/manpages", ".", "-markdown", folder)
	manpages.Dir, manpages.Stderr = root, os.Stderr
	if err := manpages.Run(); err != nil {
		return nil, fmt.Errorf("the pages of commands: %w", err)
	}
	pages := map[string]string{}
	commands, _ := filepath.Glob(filepath.Join(folder, "*.md"))
	for _, file := range commands {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		pages["commands/"+filepath.Base(file)] = string(text)
	}
	if pages["keys.md"], err = keysPage(config.Schema()); err != nil {
		return nil, err
	}
	all, set, err := readPackages(root)
	for name := range all {
		pages[all.file(name)] = all.page(name, set)
	}
	return pages, err
}

// keysPage returns the keys of a JSON Schema as Markdown, each with a heading.
func keysPage(schema []byte) (string, error) {
	w := walker{}
	if err := json.Unmarshal(schema, &w.root); err != nil {
		return "", err
	}
	w.page = "# All keys\n\nEvery key of the configuration, from its JSON Schema. NAME is a name of yours, " +
		"and `[]` each element of a list. [Configuration](docs/configuration.md) explains how they act together. " +
		"`shape config schema` prints the schema for editors.\n\n"
	w.object("", w.root)
	return w.page, nil
}

// A walker writes the keys of a schema in the order of their names.
type walker struct {
	root map[string]any
	page string
}

// resolved returns a schema with the members of its reference; its own members win.
func (w *walker) resolved(schema any) map[string]any {
	all := map[string]any{}
	of, _ := schema.(map[string]any)
	if ref, ok := of["$ref"].(string); ok {
		defs, _ := w.root["$defs"].(map[string]any)
		maps.Copy(all, w.resolved(defs[strings.TrimPrefix(ref, "#/$defs/")]))
	}
	maps.Copy(all, of)
	return all
}

// object writes the keys that a schema allows below a path.
func (w *walker) object(at string, schema map[string]any) {
	properties, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		w.key(strings.TrimPrefix(at+"."+name, "."), w.resolved(properties[name]))
	}
	if more := w.resolved(schema["additionalProperties"]); len(more) > 0 && properties == nil {
		w.object(at+".NAME", more)
	}
	if items := w.resolved(schema["items"]); len(items) > 0 {
		w.object(at+"[]", items)
	}
}

// key writes one key, and those below it.
func (w *walker) key(at string, schema map[string]any) {
	level := "###"
	if !strings.Contains(at, ".") {
		level = "##"
	}
	w.page += fmt.Sprintf("%s `%s` {#%s}\n\n", level, at, strings.ReplaceAll(at, "[]", ""))
	if text, _ := schema["description"].(string); text != "" {
		w.page += plain.ReplaceAllString(text, `\$0`) + "\n\n"
	}
	facts := []string{}
	for _, name := range []string{"type", "enum", "default", "examples", "minimum", "maximum", "pattern"} {
		if value, ok := schema[name]; ok {
			facts = append(facts, name+" `"+compact(value)+"`")
		}
	}
	if len(facts) > 0 {
		w.page += strings.Join(facts, " · ") + "\n\n"
	}
	w.object(at, schema)
}

var plain = regexp.MustCompile("[\\\\`*_<>\\[\\]|#]")

// compact returns a value of a schema in JSON, and a list without its brackets.
func compact(value any) string {
	switch value := value.(type) {
	case float64:
		return fmt.Sprintf("%.0f", value)
	case []any:
		var all []string
		for _, one := range value {
			all = append(all, compact(one))
		}
		return strings.Join(all, ", ")
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// packages holds the documentation of packages by their folders.
type packages map[string]*doc.Package

// readPackages reads the packages that others can import.
func readPackages(root string) (packages, *token.FileSet, error) {
	all, set := packages{}, token.NewFileSet()
	list := exec.Command("go", "list", "-json=Dir,ImportPath,Name,GoFiles,Module", "./...")
	list.Dir, list.Stderr = root, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w", err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var p struct {
			Dir, ImportPath, Name string
			GoFiles               []string
			Module                struct{ Path string }
		}
		if err := decoder.Decode(&p); err != nil {
			return nil, nil, err
		}
		name := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		if p.Name == "main" || private.MatchString(name) {
			continue
		}
		var files []*ast.File
		for _, file := range p.GoFiles {
			parsed, err := parser.ParseFile(set, filepath.Join(p.Dir, file), nil, parser.ParseComments)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, parsed)
		}
		if all[name], err = doc.NewFromFiles(set, files, p.ImportPath); err != nil {
			return nil, nil, err
		}
	}
	return all, set, nil
}

// file returns the page of a package.
func (packages) file(name string) string { return "api/" + strings.ReplaceAll(name, "/", "-") + ".md" }

var private = regexp.MustCompile(`(^|/)internal(/|$)|^docs$|^bench$`)

// anchor returns the heading that holds a name of a package. Constants and variables stand below
// the first of their group. Fields and methods of interfaces stand below their type.
func anchor(pkg *doc.Package, recv, name string) string {
	values := slices.Concat(pkg.Consts, pkg.Vars)
	for _, t := range pkg.Types {
		values = slices.Concat(values, t.Consts, t.Vars)
		if t.Name == recv && !slices.ContainsFunc(t.Methods, func(m *doc.Func) bool { return m.Name == name }) {
			return recv
		}
	}
	for _, v := range values {
		if slices.Contains(v.Names, name) {
			return v.Names[0]
		}
	}
	return strings.TrimPrefix(recv+"."+name, ".")
}

// page returns the documentation of a package as Markdown.
func (all packages) page(name string, set *token.FileSet) string {
	pkg := all[name]
	printer := pkg.Printer()
	printer.HeadingLevel = 3
	printer.DocLinkURL = func(link *comment.DocLink) string {
		at := strings.TrimPrefix(link.ImportPath, strings.TrimSuffix(pkg.ImportPath, name))
		switch of := all[at]; {
		case link.ImportPath == "":
			return "#" + anchor(pkg, link.Recv, link.Name)
		case of != nil && link.Name == "":
			return path.Base(all.file(at))
		case of != nil:
			return path.Base(all.file(at)) + "#" + anchor(of, link.Recv, link.Name)
		}
		return link.DefaultURL("https://pkg.go.dev/")
	}
	text := func(about string) string {
		return string(printer.Markdown(pkg.Parser().Parse(about))) + "\n"
	}
	page := "# " + name + "\n\n" + text(pkg.Doc) + "```go\nimport \"" + pkg.ImportPath + "\"\n```\n\n"
	declared := func(heading, anchor string, decl ast.Decl, about string) {
		if f, ok := decl.(*ast.FuncDecl); ok {
			f.Body = nil
		}
		var code strings.Builder
		format.Node(&code, set, decl)
		page += heading + " {#" + anchor + "}\n\n```go\n" + code.String() + "\n```\n\n" + text(about)
	}
	values := func(level string, of []*doc.Value) {
		for _, v := range of {
			declared(level+" `"+v.Names[0]+"`", v.Names[0], v.Decl, v.Doc)
		}
	}
	values("##", pkg.Consts)
	values("##", pkg.Vars)
	for _, f := range pkg.Funcs {
		declared("## `func "+f.Name+"`", f.Name, f.Decl, f.Doc)
	}
	for _, t := range pkg.Types {
		declared("## `type "+t.Name+"`", t.Name, t.Decl, t.Doc)
		values("###", t.Consts)
		values("###", t.Vars)
		for _, f := range t.Funcs {
			declared("### `func "+f.Name+"`", f.Name, f.Decl, f.Doc)
		}
		for _, m := range t.Methods {
			declared("### `"+t.Name+"."+m.Name+"`", t.Name+"."+m.Name, m.Decl, m.Doc)
		}
	}
	return page
}
