package pipeline

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
)

// TestCandidatesAreBounded: a budget shapes a response of n bytes at most 3 times for each
// bit of n, and 24 times more.
func TestCandidatesAreBounded(t *testing.T) {
	row := `{"id":1,"text":"` + strings.Repeat("words ", 60) + `","tags":["a","b","c"]},`
	members := `"c":[1,2],"d":"` + strings.Repeat("word", 20) + `"`
	for i := range 5000 {
		members += fmt.Sprintf(`,"member %d":%[1]d`, i)
	}
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "t", LowPriority: []string{"rows.id", "rows[0]", "low"}}}})
	if err != nil {
		t.Fatal(err)
	}
	e, plans := engineOver(set)
	for name, body := range map[string]string{
		"rows":  `{"rows":[` + strings.Repeat(row, 1000) + `0],"low":1}`,
		"few":   `{"rows":[` + strings.Repeat(row, 3) + `0]}`,
		"text":  `{"text":"` + strings.Repeat("words ", 10000) + `","low":[1,2]}`,
		"lists": `{"a":[` + strings.Repeat("[1,2,3,4],", 5000) + `0]}`,
		"names": `{` + members + `}`,
	} {
		for limit := len(body); limit > 0; limit /= 3 {
			req := Request{Plans: plans, Body: []byte(body)}
			req.Call.Tool = "t"
			m, tried := newMemory(), 0
			scale := budget.Scale{Limit: profiles.Budget{MaxBytes: limit}}
			f := e.fitter(m, req, scale, nil)
			s := budget.Search{Scale: scale, Whole: budget.Size{Bytes: len(body)}, MayBeLow: true, Try: func(b budget.Bounds) ([]byte, budget.Candidate) {
				tried++
				return f.candidate(b)
			}}
			s.Run()
			if most := 24 + 3*bits.Len(uint(len(body))); tried > most {
				t.Errorf("%s of %d bytes into %d: %d candidates, at most %d", name, len(body), limit, tried, most)
			}
		}
	}
}
