package shaper

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
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
	e, err := New(set)
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"rows":  `{"rows":[` + strings.Repeat(row, 1000) + `0],"low":1}`,
		"few":   `{"rows":[` + strings.Repeat(row, 3) + `0]}`,
		"text":  `{"text":"` + strings.Repeat("words ", 10000) + `","low":[1,2]}`,
		"lists": `{"a":[` + strings.Repeat("[1,2,3,4],", 5000) + `0]}`,
		"names": `{` + members + `}`,
	} {
		for limit := len(body); limit > 0; limit /= 3 {
			req := Request{Tool: "t", Body: []byte(body)}
			m := newMemory()
			l := &ladder{scale: scale{limit: profiles.Budget{MaxBytes: limit}}, engine: e, memory: m, plans: e.planCache(), req: &req}
			s := newSearch(l, Size{Bytes: len(body)})
			s.run()
			if most := 24 + 3*bits.Len(uint(len(body))); len(s.known) > most {
				t.Errorf("%s of %d bytes into %d: %d candidates, at most %d", name, len(body), limit, len(s.known), most)
			}
		}
	}
}
