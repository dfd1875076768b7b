package fieldmask

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// foldPieces are the pieces of random names.
var foldPieces = []string{
	"api", "Api", "API", "key", "Key", "KEY", "keys", "id", "ID", "Id", "db", "DB", "pass", "word", "Word", "x", "X", "2", "é", "É", "ß", "ſ", "K",
	"_", "-", ".", " ", "__", "\t", "\u00a0", "\u200b", "－", "Ａ", "ｐ", "／", "$", "İ", "ǅ",
}

func randomName(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(5) {
		b.WriteString(foldPieces[r.IntN(len(foldPieces))])
	}
	return b.String()
}

// FuzzLawsFold: a folded name or pattern meets the same names as the model. The result is the
// same in a mask of many names and in a mask of its own, on every call.
func FuzzLawsFold(f *testing.F) {
	for seed := range testkit.Seeds(3000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 13))
		var rules []Rule
		var table NameTable
		var meets []func(name string) bool
		names := []string{randomName(r), randomName(r), randomName(r), "other"}
		for i := range 1 + r.IntN(5) {
			path, model := foldRule(r, names)
			rules = append(rules, Rule{Kind: Mark, Path: path.Everywhere(), Value: i})
			meets = append(meets, model)
			table.Add(path.Names()[0], i)
		}
		m, err := Compile(rules...)
		if err != nil {
			t.Fatal(err)
		}
		unnamed, known := m.Root().Unnamed()
		for _, name := range append(names, names...) {
			var want []int
			for i, met := range meets {
				if met(name) {
					want = append(want, i)
				}
			}
			if got := m.Root().Member([]byte(name)).Marks(); !slices.Equal(got, want) {
				t.Fatalf("%q under %v meets %v, want %v", name, rules, got, want)
			}
			to := m.Root().Member([]byte(name))
			if known && !slices.Contains(unnamed, to) && !slices.Contains(m.Root().Named(), name) {
				t.Fatalf("%q under %v leads to a state that is not told", name, rules)
			}
			got := table.Append(nil, []byte(name))
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("%q under %v is found as %v, want %v", name, rules, got, want)
			}
		}
	})
}

// foldRule makes a rule of one step, and a model of it.
func foldRule(r *rand.Rand, names []string) (path Path, meets func(name string) bool) {
	mask := names[r.IntN(len(names))]
	if r.IntN(2) == 0 {
		mask = randomName(r)
	}
	switch suffix := r.IntN(3) == 0; r.IntN(5) {
	case 0:
		return Path{steps: []step{{op: opName, name: mask}}}, func(name string) bool { return name == mask }
	case 1:
		at := r.IntN(len(mask) + 1)
		pattern := strings.ToValidUTF8(mask[:at], "") + "*" + strings.ToValidUTF8(mask[at:], "")
		return Path{steps: []step{{op: opGlob, name: pattern}}}.Folded(suffix), func(name string) bool { return testkit.GlobMeetsFolded(pattern, name) }
	default:
		return Path{steps: []step{{op: opName, name: mask}}}.Folded(suffix), func(name string) bool { return testkit.MeetsFolded(mask, name, suffix) }
	}
}
