package scalars

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// FuzzLawsLeaves: every leaf of a document is reported once and found again at its
// pointer. A text and both halves of a tool result have the same leaves.
func FuzzLawsLeaves(f *testing.F) {
	for seed := range testkit.Seeds(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		body, err := json.Marshal(g.value(2))
		if err != nil {
			t.Fatal(err)
		}
		plain := told(t, body, "")
		if len(plain) != g.scalars {
			t.Errorf("seed %d: %d leaves of %d in %s", seed, len(plain), g.scalars, body)
		}
		text, _ := json.Marshal(string(body))
		inText := fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]}`, text)
		same(t, plain, told(t, inText, "/content/0/text"))
		both := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"none"}],"structuredContent":%s}}`, body)
		same(t, plain, told(t, both, "/result/structuredContent"))
	})
}

// told are the leaves of a body by their pointers from a place on.
func told(t *testing.T, body []byte, at string) map[string]Scalar {
	t.Helper()
	all := map[string]Scalar{}
	for leaf := range All(body) {
		found, ok := At(body, leaf.Pointer)
		if !ok || found.Text != leaf.Text || found.String != leaf.String {
			t.Errorf("%s in %s: %v, want %v", leaf.Pointer, body, found, leaf)
		}
		rest := leaf.Pointer[len(at):]
		if _, twice := all[rest]; twice {
			t.Errorf("%s in %s comes twice", leaf.Pointer, body)
		}
		leaf.Pointer = rest
		all[rest] = leaf
	}
	return all
}

func same(t *testing.T, a, b map[string]Scalar) {
	t.Helper()
	if len(a) != len(b) {
		t.Errorf("%d leaves and %d", len(a), len(b))
	}
	for place, leaf := range a {
		if b[place] != leaf {
			t.Errorf("%s: %v and %v", place, leaf, b[place])
		}
	}
}

// generator makes documents, objects at the root, and counts their scalars.
type generator struct {
	*rand.Rand
	scalars int
}

func (g *generator) value(depth int) map[string]any {
	object := map[string]any{}
	for i := range 1 + g.IntN(4) {
		name := []string{"a", "b/c", "d~e", "7", ""}[i]
		object[name] = g.member(depth)
	}
	return object
}

func (g *generator) member(depth int) any {
	if depth > 0 {
		switch g.IntN(4) {
		case 0:
			return g.value(depth - 1)
		case 1:
			list := make([]any, g.IntN(12))
			for i := range list {
				list[i] = g.member(depth - 1)
			}
			return list
		case 2:
			text, _ := json.Marshal(g.value(depth - 1))
			return string(text)
		}
	}
	g.scalars++
	return []any{nil, true, 1.5, "", "text", "[no", " {"}[g.IntN(7)]
}
