package cli

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestExitStatusesAreListed compares the list of docs/errors.md with the constants of the
// code: the page lists each exit status, and no other number.
func TestExitStatusesAreListed(t *testing.T) {
	want := []string{"0", "130", "141", "143"} // success, SIGINT, SIGPIPE, SIGTERM
	for _, m := range regexp.MustCompile(`(?m)^\tExit\w+ += (\d+)( +//.*)?$`).FindAllStringSubmatch(textOf(t, "../../../../internal/app/errors.go"), -1) {
		want = append(want, m[1])
	}
	slices.Sort(want)
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^    ([0-9][0-9, ]*)( |$)`).FindAllStringSubmatch(textOf(t, "../../../../docs/errors.md"), -1) {
		got = append(got, regexp.MustCompile(`\d+`).FindAllString(m[1], -1)...)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("docs/errors.md lists %v, the code has %v", got, want)
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
