package cli

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestExitStatusesAreListed holds the table of the README and the list of the topic to
// the constants of the code: each exit status is in both, and no other number is.
func TestExitStatusesAreListed(t *testing.T) {
	want := []string{"0", "130", "141", "143"} // success, SIGINT, SIGPIPE, SIGTERM
	for _, m := range regexp.MustCompile(`(?m)^\texit\w+ += (\d+)( +//.*)?$`).FindAllStringSubmatch(textOf(t, "errors.go"), -1) {
		want = append(want, m[1])
	}
	slices.Sort(want)
	for page, row := range map[string]string{"../../../../README.md": `(?m)^\| ([0-9, ]+) \|`, "topics/errors.md": `(?m)^    ([0-9][0-9, ]*)( |$)`} {
		var got []string
		for _, m := range regexp.MustCompile(row).FindAllStringSubmatch(textOf(t, page), -1) {
			got = append(got, regexp.MustCompile(`\d+`).FindAllString(m[1], -1)...)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s lists %v, the code has %v", page, got, want)
		}
	}
}

func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
