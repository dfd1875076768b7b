package shaper_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// everything is a configuration that uses all there is.
var everything = profiles.Spec{
	Global: profiles.Global{Settings: profiles.Settings{
		ExcludeNullValues: new(true), ExcludeEmptyArrays: new(true), ExcludeDefaultValues: new(true), Emptied: new("drop"),
	}},
	Tools: []profiles.Tool{{
		Name: "t", Items: new("rows"), ExcludeFields: []string{"b", "**.c[-1]", "a.*_url"}, IncludeOnError: []string{"e"},
		ExcludeWhenTier: map[string][]string{"community": {"tier_only"}}, Defaults: map[string]json.RawMessage{"n": []byte("0"), "o": []byte(`{"a":1}`)},
		ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"a", "id", "rows", "s", "**.id"}, Limits: map[string]int{"a": 1, "**.l": 2}}},
		Derive:        map[string]profiles.Derive{"s": {From: "a", Chars: 3}},
	}},
	Privacy: []profiles.Privacy{{Drop: []string{"password"}, Mask: []profiles.PrivacyMask{{Path: "**.email"}, {Pattern: "[0-9]{3}"}}}},
}

// samples are documents of every dialect, for the fuzzer to begin with.
var samples = []string{
	`{"tier":"pro","error":{"error":"m","error_code":"c","error_details":{"b":1}},"upgrade_hints":[{"tier":"pro"}],"data":{"a":"abcd","rows":[{"a":[1,2],"id":"1234"}]}}`,
	`{"success":true,"data":{"a":null,"email":1},"error":null,"meta":{"version":"response-v2","password":1,"warnings":["w"]}}`,
	`{"success":false,"data":{"e":1},"error":"m","meta":{"version":"response-v2"}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"a\":[1,2],\"password\":1}"}],"structuredContent":{"a":{"x_url":1}},"isError":false}}`,
	`{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"m","data":{"password":1}}}`,
	`{"content":[{"type":"text","text":"say 123"},{"type":"resource","resource":{"uri":"u","text":"[{\"id\":1}]"}}],"isError":true}`,
	`{"_metadata":{"operation":"o","version":"1.0.0","timestamp":"t","request_id":"r","status":"success"},"results":[{"a":"x"}],"pagination":null,"execution_context":{"tokens_estimated":1,"cache_hit":false,"execution_time_ms":1,"request_id":"r"},"warnings":[]}`,
	`[{"rows":{"a":"abcdef","l":[1,2,3],"n":0,"o":{"a":1}},"c":[1,2]}]`,
	`{"a":1,"a":2}`, `"1234"`, `null`,
}

// No input makes the engine panic or write invalid JSON, for every dialect and all rules.
func FuzzRobust(f *testing.F) {
	dialects := []string{"auto", "plain", "scalpel", "response-v2", "bmcis", "mcp", "jsonrpc"}
	profilesOf := []string{"", "debug", "verbose"}
	for i, s := range samples {
		f.Add([]byte(s), uint8(i), uint8(i), i%2 == 0)
	}
	for i, s := range broken {
		f.Add([]byte(s), uint8(i), uint8(i), i%2 == 0)
	}
	eng := newEngine(f, everything)
	f.Fuzz(func(t *testing.T, body []byte, dialect, profile uint8, mode bool) {
		req := shaper.Request{
			Tool: "t", Dialect: dialects[int(dialect)%len(dialects)], Profile: profilesOf[int(profile)%len(profilesOf)], Body: body,
		}
		if mode {
			req.Mode = "m"
		}
		res, err := eng.Shape(t.Context(), req)
		if err == nil && !json.Valid(res.Body) {
			t.Fatalf("%q came out as %q", body, res.Body)
		}
		x, xerr := eng.Explain(t.Context(), req)
		if (err == nil) != (xerr == nil) || err == nil && string(x.Body) != string(res.Body) {
			t.Fatalf("%q is shaped to %q, %v and explained as %q, %v", body, res.Body, err, x.Body, xerr)
		}
		req.Strict = true
		if strict, err := eng.Shape(t.Context(), req); err == nil && string(strict.Body) != string(res.Body) {
			t.Fatalf("%q is shaped to %q, and strictly to %q", body, res.Body, strict.Body)
		}
	})
}

// The text of an error holds nothing of the values, wherever a document breaks.
func FuzzErrorsHoldNoContent(f *testing.F) {
	for seed := range testkit.Seeds(3000) {
		f.Add(seed)
	}
	asName := regexp.MustCompile(`S3CRETwords"?\s*:`)
	text, value := regexp.MustCompile(`"(abcd|say 123|w|m|x|abcdef)"`), regexp.MustCompile(`:(1|0|null)\b`)
	eng := newEngine(f, everything)
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 3))
		doc := samples[r.IntN(len(samples))]
		doc = text.ReplaceAllString(doc, `"S3CRETwords"`)
		doc = value.ReplaceAllString(doc, `:"S3CRETwords"`)
		bad := []byte(doc)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(bad))
			switch r.IntN(4) {
			case 0:
				bad = bad[:at+1]
			case 1:
				bad[at] = `{}[]",:\x`[r.IntN(9)]
			case 2:
				bad = append(bad[:at:at], bad[at+1:]...)
			default:
				bad[at] = byte(r.IntN(256))
			}
			if len(bad) == 0 {
				return
			}
		}
		_, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: bad})
		if asName.Match(bad) {
			return // a value without its name stands in the place of a name
		}
		if strings.Contains(errorText(err), "S3CRET") || strings.Contains(errorText(err), "words") {
			t.Fatalf("%q: %v", bad, err)
		}
	})
}
