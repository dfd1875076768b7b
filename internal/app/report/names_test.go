package report

import (
	"fmt"
	"strings"
	"testing"
)

// A mask without a match gets the near path of the documents, from any depth, by names
// alone.
func TestNearestPath(t *testing.T) {
	const doc = `{"results":[{"score":1,"a.b":{"inner":2}},{"later":[[{"deepest":1}]]}],"text":"{\"inside\":{\"nested\":1}}","value":"S3CRETS"}`
	for listed, want := range map[string]string{
		"results.socre (--exclude)":             `did you mean "results.score"?`,
		"socre (c.json:1:2: /x)":                `did you mean "score"?`,
		"**.socre (--exclude)":                  `did you mean "score"?`,
		".results.scores (--exclude)":           `did you mean "results.score"?`,
		"results.later.depest (--exclude)":      `did you mean "results.later.deepest"?`,
		"inside.nestde (--exclude)":             `did you mean "inside.nested"?`,
		"text.inside.nestd (--exclude)":         `did you mean "text.inside.nested"?`,
		"Results.Score (--exclude)":             `did you mean "results.score"?`,
		"results.score (--exclude)":             "", // is there: another mask decided
		"val (--exclude)":                       "", // too short
		"results.other (--exclude)":             "",
		"S3CRET (--exclude)":                    "", // near a value
		"/results/0/socre (--exclude)":          "",
		". (c.json:1:2: /global/shorten/.)":     "",
		strings.Repeat("x", 5000) + " (--only)": "",
	} {
		var s Names
		s.Add([]byte(doc))
		if got := s.Hint(listed); got != want {
			t.Errorf("%s: got %q, want %q", listed, got, want)
		}
	}
}

// However many names there are, a bounded number is held, and a broken document adds none.
func TestNamesAreBounded(t *testing.T) {
	var s Names
	s.Add([]byte(`{"broken":`))
	if len(s.paths) > 0 {
		t.Errorf("%d paths of a broken document", len(s.paths))
	}
	deep := strings.Repeat(`{"a":`, 900) + "1" + strings.Repeat("}", 900)
	s.Add([]byte(deep))
	if len(s.paths) != mostNamesDeep {
		t.Errorf("%d paths of a deep document", len(s.paths))
	}
	var many strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&many, `"n%d":1,`, i)
	}
	s.Add([]byte("{" + many.String() + `"z":1}`))
	if len(s.paths) > mostPaths+mostNamesDeep {
		t.Errorf("%d paths", len(s.paths))
	}
	before := len(s.paths)
	s = Names{bytes: mostNamesBytes}
	s.Add([]byte(deep))
	if len(s.paths) != 0 || before == 0 {
		t.Errorf("%d paths beyond the bytes", len(s.paths))
	}
}
