package shaper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A list of strings, each with a block of content, takes time in proportion to its length.
// This holds if all of them change, and if none does.
func TestSharedStringsAreLinear(t *testing.T) {
	for name, settings := range map[string]profiles.Settings{
		"all change":  {MaxString: new(20)},
		"none change": {ExcludeNullValues: new(true)},
	} {
		t.Run(name, func(t *testing.T) {
			eng := newEngine(t, profiles.Spec{Global: profiles.Global{Settings: settings}})
			testkit.NearlyLinear(t, 200, 16, func(n int) func() {
				req := shaper.Request{Body: listInBothHalves(n)}
				return func() { fitted(t, eng, req) }
			})
		})
	}
}

// Each of many strings of both halves changes in both.
func TestSharedStringsOfAList(t *testing.T) {
	eng := newEngine(t, profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{Shorten: &map[string]profiles.Shorten{"result[]": {Chars: 20}}}}})
	out := string(fitted(t, eng, shaper.Request{Body: listInBothHalves(50)}).Body)
	for i := range 50 {
		if left := fmt.Sprintf(`"%015dxxxxx… +35 chars"`, i); strings.Count(out, left) != 2 {
			t.Fatalf("%s stands %d times in %s", left, strings.Count(out, left), out)
		}
	}
}

// listInBothHalves is a tool result of n strings: a list in structuredContent, and a block
// for each of them.
func listInBothHalves(n int) []byte {
	blocks, texts := make([]string, n), make([]string, n)
	for i := range n {
		texts[i] = fmt.Sprintf(`"%015d%s"`, i, strings.Repeat("x", 40))
		blocks[i] = `{"type":"text","text":` + texts[i] + `}`
	}
	return fmt.Appendf(nil, `{"content":[%s],"structuredContent":{"result":[%s]}}`, strings.Join(blocks, ","), strings.Join(texts, ","))
}
