package shaper_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A second run does not change shaped output, for every dialect, profile, failure and rule
// (LAWS 10), the note included. The law leaves out rules about positions or the words of a
// note. It also leaves out documents that lost the members that identify them. Half of the
// calls cut lists and have a member for the note.
func FuzzLawsIdempotent(f *testing.F) {
	for seed := range testkit.Seeds(4000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g, r, eng, req := anyCall(t, seed)
		switch hasPositions := len(named(slices.Clone(r.hiding()))) < len(r.hiding()); {
		case hasPositions && len(r.limits)+r.maxItems > 0:
			return
		case !hasPositions && seed%2 == 1:
			req.NoteMember, req.Settings.MaxItems, req.Settings.Rows = "_note", new(1), word(seed%3 == 0, "differ", "first")
		}
		if seed%4 == 3 {
			req.Dialect, req.Body = "", fmt.Appendf(nil, `{"content":[],"structuredContent":%s}`, req.Body)
		}
		once, err := eng.Shape(t.Context(), req)
		if err != nil {
			return
		}
		again := req
		again.Body = unfolded(once.Body) // a comfort rule takes a table for plain data
		twice, err := eng.Shape(t.Context(), again)
		if a, b := once.Report, twice.Report; a.Dialect != b.Dialect || a.Misfit != b.Misfit {
			return
		}
		if err != nil || !g.isSettled(r, once.Body, twice.Body) {
			t.Fatalf("rules %s\ncall  %s\nin    %s\nonce  %s\ntwice %s, %v", r, spellRequest(req), req.Body, once.Body, twice.Body, err)
		}
	})
}

var (
	// noteTexts matches the notes of a tool result.
	noteTexts = regexp.MustCompile(`("text":|"_note":)"(?:[^"\\]|\\.)*"(,"_meta":\{"io.github.seed-7aa78ce4/shape":"note"\}|\})`)
	ownTokens = regexp.MustCompile(`("tokens_(?:estimated|used)":)\d+`)
	pattern   = regexp.MustCompile(`x+`)
)

// isSettled reports whether the second run changed nothing. A hiding rule may match the words
// of a note. The note of a tool result then still stands in its place, and a bmcis envelope
// around it counts its tokens again.
func (g *generator) isSettled(r *rules, once, twice []byte) bool {
	if g.patterns {
		once, twice = pattern.ReplaceAll(once, []byte("#")), pattern.ReplaceAll(twice, []byte("#"))
	}
	if bytes.Equal(once, twice) || len(r.hiding()) == 0 && !g.patterns {
		return bytes.Equal(once, twice)
	}
	plain := func(body []byte) []byte {
		return ownTokens.ReplaceAll(noteTexts.ReplaceAll(body, []byte("$1 $2")), []byte("$1 0"))
	}
	return bytes.Equal(plain(once), plain(twice))
}

// anyCall makes rules, an engine of them, and a call to it with a document that comes as
// it may. The generator goes on from there.
func anyCall(t testing.TB, seed uint64) (*generator, *rules, *shaper.Engine, shaper.Request) {
	t.Helper()
	g := newGenerator(seed)
	g.duplicates, g.unordered, g.texts = g.often(1), true, true
	r := g.rules()
	eng, req := g.engine(t, r)
	return g, r, eng, req
}

// engine returns an engine with the rules, and with further settings that the model does not
// know. The request is a call with a document of any dialect.
func (g *generator) engine(t testing.TB, r *rules) (*shaper.Engine, shaper.Request) {
	t.Helper()
	dialect := pick(g, dialectNames)
	if dialect == "plain" && len(r.onError) > 0 {
		r.isError = true // the member that says so may be dropped
	}
	if len(r.tiers) > 0 && r.caller == "" {
		r.caller = "pro" // the metadata that says so may be hidden
	}
	spec := r.spec()
	if g.patterns = g.often(3); g.patterns {
		spec.Privacy[0].Mask = append(spec.Privacy[0].Mask, profiles.PrivacyMask{Pattern: "x+", With: new("#")})
	}
	if g.often(3) {
		spec.Tools[0].Derive = map[string]profiles.Derive{"ab": {From: "a", Chars: 1 + g.IntN(3)}, "b": {From: "id", Chars: 2}}
	}
	if g.often(3) {
		spec.Tools[0].Defaults["a"], spec.Tools[0].Settings.ExcludeDefaultValues = []byte(`"#"`), new(true)
	}
	if g.often(2) {
		spec.Tools[0].Settings.MaxString = new(1 + g.IntN(20))
	}
	if g.often(2) {
		spec.Tools[0].Settings.Shorten = &map[string]profiles.Shorten{pick(g, genNames[:3]): {Chars: 1 + g.IntN(9), Items: g.IntN(3)}, "**": {Lines: 1 + g.IntN(3)}}
	}
	if g.records = g.often(3); g.records {
		spec.Tools[0].Settings.Columns = new(true)
	}
	req := r.request(g.envelope(dialect))
	req.Profile, req.ClientRequestID, req.Dialect = pick(g, []string{"", "standard", "verbose", "debug"}), g.often(5), ""
	switch {
	case g.often(3):
		req.Dialect = dialect
	case g.often(2) && len(r.onError) == 0 && req.Profile != "debug": // debug adds to the first output, guarded or not
		req.Dialect = pick(g, dialectNames)
	}
	return newEngine(t, spec), req
}

// hiding are the rules that hide things.
func (r *rules) hiding() []way {
	return slices.Concat(r.exclude, r.onError, r.drop, r.redact, r.tierRules())
}
