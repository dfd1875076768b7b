package scan

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// containerTwins: a container of a valid text ends for the kernel where it does for a skipper, and has
// whitespace between its tokens where AppendCompact takes some out, wherever in a block
// it stands and whatever is behind it. Of any other text it reads no more than is there.
func containerTwins(t *testing.T, text []byte, before, behind string) {
	t.Helper()
	src := textOf(before, text, behind)
	quoteTwins(t, src)
	var s Skipper
	end, kind := s.Value(src, len(before), 0, &unlimited)
	got, spaced := containerEnd(src, len(before))
	switch {
	case got > len(src):
		t.Fatalf("%q at %d: it ends at %d", src, len(before), got)
	case kind != KindNone || !kernel:
		return
	case got != end:
		t.Fatalf("%q at %d: it ends at %d, want %d", src, len(before), got, end)
	}
	value := src[len(before):end]
	if has := !isDense(value); spaced != has {
		t.Fatalf("%q: whitespace %v, want %v", value, spaced, has)
	}
}

// quoteTwins is containerTwins for the strings of a text.
func quoteTwins(t *testing.T, src []byte) {
	t.Helper()
	for i := 0; i < len(src); i++ {
		if src[i] != '"' {
			continue
		}
		want, closed := stringEnd(src, i+1)
		if got := closingQuote(src, i+1); got > len(src) || kernel && (got > 0) != closed || kernel && closed && got != want {
			t.Fatalf("%q at %d: it ends at %d, want %d, %v", src, i, got, want, closed)
		}
		i = want
	}
}

// textOf is a text of three that has no room behind it.
func textOf(before string, text []byte, behind string) []byte {
	return bytes.Join([][]byte{[]byte(before), text, []byte(behind)}, nil)
}

// FuzzLawsContainer holds the kernels that find the ends of containers and strings against
// what finds them byte by byte.
func FuzzLawsContainer(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc.in), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, before uint8) {
		for _, opener := range []string{"[", "{"} {
			closer := string(opener[0] + 2)
			containerTwins(t, textOf(opener, text, closer), strings.Repeat(" ", int(before)), "]}")
		}
		if i := Space(text, 0); i < len(text) && IsOpener(text[i]) {
			containerTwins(t, text[i:], strings.Repeat("\\", int(before)), "")
		}
	})
}

// Brackets, quotes and backslashes at every place of a block, in strings and between them.
func TestContainersAtEveryPlace(t *testing.T) {
	for _, item := range []string{`"]"`, `"\""`, `"\\"`, `"\\\"]"`, `"\\\\"`, `[]`, `{"[":"}"}`, ` 1`, `1 `, "[\n]", `"  "`, `"é中"`, `[[[[]]]]`, `"` + strings.Repeat(`\`, 130) + `"`} {
		for n := range 130 {
			pad := strings.Repeat("1", n+1)
			for _, text := range []string{"[" + pad + "," + item + "]", "[" + item + "," + pad + "]", `["` + pad + `",` + item + `]`, `{"` + pad + `":` + item + `}`} {
				containerTwins(t, []byte(text), "", "")
				containerTwins(t, []byte(text), "", ` ]}"`+pad)
				containerTwins(t, []byte(text), `"\`, "")
			}
		}
	}
}

// Random trees, deep and flat.
func TestRandomContainers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	pieces := []string{`"a"`, `"]\\"`, `"\"{"`, `1`, `null`, `[]`, `{}`, ` `, "\n\t", `"` + strings.Repeat(`\`, 2*60) + `"`, strings.Repeat(" ", 70)}
	var tree func(depth int) string
	tree = func(depth int) string {
		var b strings.Builder
		for i := range 1 + rng.IntN(4) {
			if i > 0 {
				b.WriteString(",")
			}
			if depth > 0 && rng.IntN(3) > 0 {
				b.WriteString(tree(depth - 1))
				continue
			}
			piece := pieces[rng.IntN(len(pieces))]
			b.WriteString(piece)
			if strings.TrimSpace(piece) == "" {
				b.WriteString("0")
			}
		}
		return "[" + b.String() + "]"
	}
	for range 3000 {
		containerTwins(t, []byte(tree(1+rng.IntN(7))), "", tree(1))
	}
}

// What is read of a valid text is what is read of one that is validated.
func TestMembersOfValidTexts(t *testing.T) {
	for _, text := range []string{
		`{"a":1,"in":{"x":1,"\u0079":[{"in":{}}]},"b":{"in":{"z":1}}}`, ` { "a" : 1 , "in" : { "x" : { } , "x" : 2 } } `,
		`{"in":{}}`, `{"in":1,"in":{"x":1}}`, `[{"in":{}}]`, `"in"`, `{}`,
	} {
		for _, keep := range []func(int, []byte) bool{nil, func(i int, name []byte) bool { return string(name) != "a" }} {
			members, twice, in, err := IndexBoth([]byte(text), Limits{}, keep, "in")
			got, again, inside := IndexValid([]byte(text), keep, "in")
			if err != nil || !slices.Equal(got, members) || again != twice || (in == nil) != (inside == nil) || in != nil && (in.At != inside.At || in.Twice != inside.Twice || !slices.Equal(in.Members, inside.Members)) {
				t.Errorf("%s: %v, %d, %v, want %v, %d, %v", text, got, again, inside, members, twice, in)
			}
		}
	}
}
