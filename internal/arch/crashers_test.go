package arch

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// Inputs that once broke a law are in the folder that Go reads: a folder of the law's
// name, beside its package. An input left behind by a moved law would never run.
func TestCrashersAreRun(t *testing.T) {
	laws, found := indexTests(t), 0
	for _, name := range files(t, "") {
		folder, input, ok := strings.Cut(name, "/testdata/fuzz/")
		if !ok {
			continue
		}
		found++
		if law := path.Dir(input); !slices.Contains(laws[law], folder) {
			t.Errorf("%s: there is no law %s in %s", name, law, folder)
		}
	}
	if found == 0 {
		t.Error("there are none")
	}
}
