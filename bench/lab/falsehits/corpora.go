package main

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// corpus is a kind of files on this machine.
type corpus struct {
	name  string
	roots func() []string
	holds func(path string) bool
	read  func(path string) (string, error)

	// private returns the lines that hold the value of one of the names; nil finds none.
	private func(text string, names []string) map[int]bool
}

var corpora = []corpus{
	{"go", goSources, ending(".go"), readFile, nil},
	{"python", pythonLibrary, isLibrary, readFile, nil},
	{"js", npmModules, ending(".js"), readFile, nil},
	{"man", manualPages, isManualPage, readManual, nil},
	{"readme", moduleCache, isReadme, readFile, nil},
	{"yaml", yamlRoots, ending(".yaml", ".yml"), readFile, yamlValues},
}

func corpusNamed(name string) (corpus, error) {
	for _, c := range corpora {
		if c.name == name {
			return c, nil
		}
	}
	return corpus{}, fmt.Errorf("unknown corpus %q", name)
}

// files calls visit for one file in sample of the corpus.
func (c corpus) files(sample uint, visit func(path string)) error {
	for _, root := range c.roots() {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return fs.SkipDir // a folder that cannot be read is no part of the corpus
			}
			if d.Type().IsRegular() && c.holds(path) && inSample(path, sample) {
				visit(path)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func inSample(path string, sample uint) bool {
	h := fnv.New32a()
	h.Write([]byte(path))
	return sample <= 1 || uint(h.Sum32())%sample == 0
}

func ending(ends ...string) func(string) bool {
	return func(path string) bool {
		for _, end := range ends {
			if strings.HasSuffix(path, end) {
				return true
			}
		}
		return false
	}
}

// isLibrary leaves out packages that the machine's owner installed.
func isLibrary(path string) bool {
	return strings.HasSuffix(path, ".py") && !strings.Contains(path, "site-packages")
}

func isReadme(path string) bool {
	return strings.HasPrefix(strings.ToLower(filepath.Base(path)), "readme")
}

func isManualPage(path string) bool {
	return strings.HasPrefix(filepath.Base(filepath.Dir(path)), "man")
}

func readFile(path string) (string, error) {
	b, err := os.ReadFile(path)
	return string(b), err
}

var overstrike = regexp.MustCompile(".\b")

// readManual renders a page as a terminal shows it.
func readManual(path string) (string, error) {
	text, err := exec.Command("mandoc", "-T", "utf8", path).Output()
	if len(text) > 0 { // mandoc exits with 2 at a page with warnings
		err = nil
	}
	return overstrike.ReplaceAllString(string(text), ""), err
}

func goSources() []string {
	var all []string
	for _, root := range output("go", "env", "GOROOT") {
		all = append(all, filepath.Join(root, "src"))
	}
	return all
}

func moduleCache() []string { return output("go", "env", "GOMODCACHE") }

func npmModules() []string { return output("npm", "root", "-g") }

func pythonLibrary() []string {
	return output("python3", "-c", "import os; print(os.path.dirname(os.__file__))")
}

func manualPages() []string { return []string{"/usr/share/man"} }

func yamlRoots() []string {
	return append(append(moduleCache(), goSources()...), "/usr", "/etc", "/opt")
}

// output returns the line that a command prints, or nothing if the command fails:
// the machine does not have that corpus.
func output(name string, args ...string) []string {
	line, err := exec.Command(name, args...).Output()
	if err != nil {
		return nil
	}
	return []string{strings.TrimSpace(string(line))}
}
