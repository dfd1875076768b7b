package shaper_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Privacy drops and masks act in every object of every envelope, and in documents in its text,
// for objects known and unknown to a dialect.
func FuzzLawsPrivacy(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(seed)
	}
	eng := newEngine(f, profiles.Spec{Privacy: []profiles.Privacy{{
		Drop: []string{"password", "**.api_key"}, Mask: []profiles.PrivacyMask{{Path: "email"}, {Path: "**.phone"}},
	}}})
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 5))
		req := shaper.Request{Body: []byte(samples[r.IntN(len(samples))])}
		switch r.IntN(4) {
		case 0:
			req.Profile = "debug"
		case 1:
			req.Dialect = []string{"plain", "scalpel", "response-v2", "bmcis", "mcp", "jsonrpc"}[r.IntN(6)]
		case 2:
			req.Include = []string{"**"}
		}
		for range 1 + r.IntN(3) {
			req.Body = hideIn(r, req.Body, req.Dialect == "")
		}
		res, err := eng.Shape(t.Context(), req)
		if bytes.Contains(res.Body, []byte("S3CRET")) || strings.Contains(errorText(err), "S3CRET") {
			t.Fatalf("dialect %q, profile %q, include %q\nin  %s\nout %s, %v", req.Dialect, req.Profile, req.Include, req.Body, res.Body, err)
		}
	})
}

// hideIn adds a member with a secret to a random object of the document, or of a
// document in one of its texts.
func hideIn(r *rand.Rand, body []byte, inTexts bool) []byte {
	var opens []int
	for i, c := range body {
		if c == '{' && (inTexts || !inString(body[:i])) {
			opens = append(opens, i+1)
		}
	}
	if opens == nil {
		return body
	}
	at := opens[r.IntN(len(opens))]
	name := []string{"password", "p\\u0061ssword", "api_key", "email", "phone"}[r.IntN(5)]
	value := []string{`"S3CRET"`, `{"a":["S3CRET"]}`, `[{"b":"S3CRET"}]`}[r.IntN(3)]
	secret := `"` + name + `":` + value
	if body[at] != '}' {
		secret += ","
	}
	if inString(body[:at]) {
		secret = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(secret)
	}
	return append(append(bytes.Clone(body[:at]), secret...), body[at:]...)
}

// inString reports whether a document that is cut here is cut inside a string.
func inString(head []byte) bool {
	in := false
	for i := 0; i < len(head); i++ {
		switch {
		case head[i] == '\\':
			i++
		case head[i] == '"':
			in = !in
		}
	}
	return in
}
