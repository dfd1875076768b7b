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

// The rules of the five source documents are numbered in these ranges.
var requirements = [][2]int{{1, 18}, {20, 46}, {50, 54}, {60, 70}, {80, 94}}

// Every requirement is held by a test that exists.
func TestEveryRequirementHasATest(t *testing.T) {
	table, err := os.ReadFile("../../testdata/requirements.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t)
	rows := map[string][]string{}
	for _, line := range strings.Split(string(table), "\n") {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			rows[strings.TrimSpace(cells[1])] = strings.Fields(cells[3])
		}
	}
	for _, r := range numbers() {
		if len(rows[r]) == 0 {
			t.Errorf("%s has no test", r)
		}
		for _, name := range rows[r] {
			if !tests[name] {
				t.Errorf("%s: there is no test %s", r, name)
			}
		}
	}
}

// numbers lists the requirements, from R1 on.
func numbers() (all []string) {
	for _, r := range requirements {
		for n := r[0]; n <= r[1]; n++ {
			all = append(all, fmt.Sprintf("R%d", n))
		}
	}
	return all
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)

// testNames lists the test functions and the scripts of the module.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasSuffix(path, ".txtar") {
			names[d.Name()] = true
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		for _, m := range testFunction.FindAllStringSubmatch(string(source), -1) {
			names[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
