package shaper_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// The engine agrees with the model of the laws.
func FuzzLawsModel(f *testing.F) {
	for seed := range testkit.Seeds(3000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { tryModel(t, seed, 1) })
}

// tryModel shapes some documents under the same rules, by one engine and by the model,
// and reports how many are refused. In every other case lists of records that are alike
// are in them.
func tryModel(t *testing.T, seed uint64, documents int) (refused int) {
	t.Helper()
	g := newGenerator(seed)
	g.records = seed%2 == 1
	r := g.rules()
	eng := newEngine(t, r.spec())
	for range documents {
		body := g.document()
		want, fault := r.shape(parseValue(t, body))
		got, err := eng.Shape(t.Context(), r.request(body))
		switch {
		case (err != nil) != (fault != nil):
			t.Errorf("seed %d\nrules %s\nin   %s\ngot  %s, error %v\nwant %v, error %v", seed, r, body, got.Body, err, want, fault)
		case err == nil && string(got.Body) != want.String():
			t.Errorf("seed %d\nrules %s\nin   %s\ngot  %s\nwant %s", seed, r, body, got.Body, want)
		}
		if fault != nil {
			refused++
		}
	}
	return refused
}

// broken are texts that are no JSON, each with its fault at another place.
var broken = []string{
	``, ` `, `{`, `[`, `{00`, `[{}""0`, `{"a":1,"a":`, `[1,2,`, `{"e":[1,`, `{"a"`, `{"a" 1}`, `{"a":}`, `{,}`, `[,]`, `[1 2]`,
	`{"a":1]`, `[1}`, `{}}`, `[]]`, `{"a":1}{`, `nul`, `"a`, `"\x"`, `"\ud800"`, `01`, `1.`, `-`, `{"a":1,}`, `[1,]`, "\"\x01\"",
	`{"\ud83d":1}`, "{\"\xff\":1}", "\xef\xbb\xbf{}", `{1:2}`, `{"a":{"b":[{"c":`, `[[[[[`, `{"a":"\`, `tru{`, `{"a":1,"a"}`,
}

// redacted stands in place of a value that the privacy section masks.
const redacted = `"[redacted]"`

// Under all rules the output is JSON, and except for redactions no longer than the input. It
// consists of input tokens in their order and spelling (LAWS 8 and 10).
func FuzzLawsSound(f *testing.F) {
	for seed := range testkit.Seeds(300) {
		f.Add(newGenerator(seed).document(), seed)
		f.Add([]byte(broken[seed%uint64(len(broken))]), seed)
	}
	f.Add([]byte(`"a:1"`), uint64(18)) // its value is withheld
	f.Fuzz(func(t *testing.T, body []byte, seed uint64) {
		r := newGenerator(seed).rules()
		out, err := shapeWith(t, r, body)
		if !json.Valid(body) && err == nil {
			t.Fatalf("%q is not JSON, and came out as %q", body, out)
		}
		if err != nil {
			return
		}
		withheld := strings.Count(string(out), "[withheld]")
		marks := strings.Count(string(out), redacted)*len(redacted) + withheld*len("[withheld]")
		if !json.Valid(out) || len(out) > max(len(body)+marks, len("null")) {
			t.Fatalf("rules %s\nin  %s\nout %s", r, body, out)
		}
		if withheld > 0 {
			return // a string with a value less is no token of the body: see FuzzLawsWithheld
		}
		if string(out) != "null" && !isWithin(unredacted(t, out), tokensIn(t, body)) {
			t.Fatalf("rules %s\nin  %s\nout %s", r, body, out)
		}
	})
}

// Adding an exclude never reveals anything (LAWS 3).
func FuzzLawsExclude(f *testing.F) {
	fuzzSeeds(f, 1500, func(t *testing.T, r *rules, body []byte) {
		r.limits, r.maxItems = nil, 0 // later elements move up
		before, err := shapeWith(t, r, body)
		if err != nil {
			return
		}
		more := *r
		more.exclude = append(slices.Clone(r.exclude), newGenerator(uint64(len(body))).way())
		after, err := shapeWith(t, &more, body)
		if err != nil || string(after) == "null" {
			return
		}
		if !isWithin(unredacted(t, after), unredacted(t, before)) {
			t.Fatalf("rules %s\nand    %s\nin     %s\nbefore %s\nafter  %s", r, &more, body, before, after)
		}
	})
}

// Adding an include to a list that is there never hides anything (LAWS 3).
func FuzzLawsInclude(f *testing.F) {
	fuzzSeeds(f, 1500, func(t *testing.T, r *rules, body []byte) {
		r.limits, r.maxItems = nil, 0 // later elements move down
		before, err := shapeWith(t, r, body)
		if err != nil || len(r.include) == 0 || string(before) == "null" {
			return
		}
		more := *r
		more.include = append(slices.Clone(r.include), newGenerator(uint64(len(body))).way())
		after, err := shapeWith(t, &more, body)
		if err != nil {
			return
		}
		if !isWithin(unredacted(t, before), unredacted(t, after)) {
			t.Fatalf("rules %s\nand    %s\nin     %s\nbefore %s\nafter  %s", r, &more, body, before, after)
		}
	})
}

// A name excluded without a path is removed at every depth and in every spelling (LAWS 1 and
// 9).
func FuzzLawsFloating(f *testing.F) {
	fuzzSeeds(f, 1500, func(t *testing.T, r *rules, body []byte) {
		name := genNames[len(body)%len(genNames)]
		r.exclude = append(r.exclude, way{steps: []wayStep{{op: "name", name: name}}})
		r.onError = nil // lifts excludes
		out, err := shapeWith(t, r, body)
		if err == nil && parseValue(t, out).holds(name) {
			t.Fatalf("rules %s\nin  %s\nout %s holds %q", r, body, out, name)
		}
	})
}

func (n *node) holds(name string) bool {
	inMember := func(m member) bool { return m.name == name || m.node.holds(name) }
	inElement := func(e *node) bool { return e.holds(name) }
	return slices.ContainsFunc(n.members, inMember) || slices.ContainsFunc(n.elems, inElement)
}

// fuzzSeeds fuzzes a law over random rules and documents.
func fuzzSeeds(f *testing.F, n uint64, law func(t *testing.T, r *rules, body []byte)) {
	for seed := range testkit.Seeds(n) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := newGenerator(seed)
		law(t, g.rules(), g.document())
	})
}

func shapeWith(t testing.TB, r *rules, body []byte) ([]byte, error) {
	t.Helper()
	res, err := newEngine(t, r.spec()).Shape(t.Context(), r.request(body))
	return res.Body, err
}

// tokensIn lists the tokens of a document as they are written, commas and colons
// excepted.
func tokensIn(t testing.TB, doc []byte) []string {
	t.Helper()
	var all []string
	d := newTreeDecoder(doc)
	for {
		_, raw, err := d.token()
		if err != nil {
			return all
		}
		all = append(all, raw)
	}
}

// unredacted lists the tokens of a document but those of the privacy section.
func unredacted(t testing.TB, doc []byte) []string {
	return slices.DeleteFunc(tokensIn(t, doc), func(token string) bool { return token == redacted })
}

// isWithin reports whether a is b with some tokens left out.
func isWithin(a, b []string) bool {
	for _, token := range b {
		if len(a) > 0 && a[0] == token {
			a = a[1:]
		}
	}
	return len(a) == 0
}
