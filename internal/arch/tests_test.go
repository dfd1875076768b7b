package arch

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// testIndex knows where each test stands: by its name, the folders that hold one
// of that name. Scripts and tables of cases are tests as well, by their file name.
type testIndex map[string][]string

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)

func indexTests(t *testing.T) testIndex {
	t.Helper()
	index := testIndex{}
	for _, path := range files(t, ".go", ".txtar", ".json") {
		folder, name := filepath.ToSlash(filepath.Dir(path)), filepath.Base(path)
		if strings.HasSuffix(name, ".json") || folder == "testdata/script" {
			index[name] = append(index[name], folder)
		}
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range testFunction.FindAllStringSubmatch(read(t, path), -1) {
			index[m[1]] = append(index[m[1]], folder)
		}
	}
	return index
}

// find returns the folder of the test that a page names. The name is unique, or has the
// end of its folder before it, as in fieldmask.FuzzLawsParse.
func (index testIndex) find(cited string) (folder string, err error) {
	in, name := "", cited
	if dot := strings.Index(cited, "."); dot >= 0 && !isFile(cited) {
		in, name = cited[:dot], cited[dot+1:]
	}
	var found []string
	for _, folder := range index[name] {
		if in == "" || folder == in || strings.HasSuffix(folder, "/"+in) {
			found = append(found, folder)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("there are %d tests %s, in %v: a page names exactly one", len(found), cited, index[name])
	}
	return found[0], nil
}

func isFile(name string) bool {
	return strings.HasSuffix(name, ".txtar") || strings.HasSuffix(name, ".json")
}

// files lists the files of the module that end so, by their path from its root.
func files(t *testing.T, ends ...string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") && d.Name() != ".github" {
			return fs.SkipDir
		}
		for _, end := range ends {
			if !d.IsDir() && strings.HasSuffix(path, end) {
				rel, err := filepath.Rel(root, path)
				paths = append(paths, filepath.ToSlash(rel))
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
