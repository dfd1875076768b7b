package web

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

// The page of guarantees lists the headers that pass, with the reasons.
func TestPassingHeadersAreListed(t *testing.T) {
	page, err := os.ReadFile("../../GUARANTEES.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "| header | reason |\n|---|---|\n")
	text, _, _ = strings.Cut(text, "\n\n")
	var want []string
	for _, h := range passingHeaders {
		if want = append(want, "| "+h.name+" | "+h.reason+" |"); http.CanonicalHeaderKey(h.name) != h.name {
			t.Errorf("%s is not in its canonical form", h.name)
		}
	}
	if got := strings.Split(text, "\n"); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
