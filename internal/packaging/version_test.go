package packaging

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The page for users names the packages of the version in version.txt.
func TestPackagesPageNamesTheVersion(t *testing.T) {
	version, err := os.ReadFile("version.txt")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/packages.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`shape[_-](\d+\.\d+\.\d+)[_-]`).FindAllStringSubmatch(string(page), -1)
	if len(names) < 3 {
		t.Errorf("the page names %d files", len(names))
	}
	for _, m := range names {
		if m[1] != strings.TrimSpace(string(version)) {
			t.Errorf("%s is of another version than %s", m[0], version)
		}
	}
}
