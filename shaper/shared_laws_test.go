package shaper_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// FuzzLawsOneValue: a string that stands in a text block and in structuredContent is one value
// (GUARANTEES, no rule). Under all rules, the text equals the string in its old place, and is
// empty if the string is gone.
func FuzzLawsOneValue(f *testing.F) {
	for seed := range testkit.Seeds(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 3))
		path, body := oneValue(r)
		inRPC := seed%3 == 0
		if inRPC {
			body = []byte(`{"jsonrpc":"2.0","id":1,"result":` + string(body) + `}`)
		}
		req := shaper.Request{Tool: "t", Body: body, Transit: r.IntN(2) == 0, HidingOnly: r.IntN(8) == 0}
		res, err := newEngine(t, oneValueRules(r, path)).Shape(t.Context(), req)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var got struct {
			Content           []struct{ Text string }
			StructuredContent any
		}
		out := res.Body
		if inRPC {
			out = []byte(gjson.GetBytes(out, "result").Raw)
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		want, _ := at(got.StructuredContent, path).(string)
		if got.Content[0].Text != want {
			t.Fatalf("seed %d\nin  %s\nout %s\ntext %q, string %q", seed, body, res.Body, got.Content[0].Text, want)
		}
	})
}

// at is the value behind some names; nil if one is missing.
func at(value any, path []string) any {
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// oneValue returns a result that holds one string twice, and its place in structuredContent.
func oneValue(r *rand.Rand) (path []string, body []byte) {
	texts := []string{
		"{\n  \"a\": null,\n  \"secret\": \"s3cr3t\",\n  \"b\": [ ]\n}", "[ 1, 2, 3, 4, 5, 6, 7, 8, 9 ]", "first line\nsecond line\nthird line\nfourth line\n",
		"a text with s3cr3t in it", "call 555-1234 <now> é", "secret: s3cr3t\nother: 1\n", "x", "{ \"a\" : 1 ",
	}
	text := texts[r.IntN(len(texts))]
	var data any = text
	for _, name := range [][]string{{"content"}, {"content", "file"}, {"a", "data", "secret"}}[r.IntN(3)] {
		path = append([]string{name}, path...)
		data = map[string]any{name: data, "n": nil, "list": []int{}}
	}
	quoted, _ := json.Marshal(text)
	structured, _ := json.MarshalIndent(data, "", " ")
	return path, []byte(`{"content":[{"type":"text","text":` + string(quoted) + `}],"structuredContent":` + string(structured) + `}`)
}

// oneValueRules returns some rules. A few match the string.
func oneValueRules(r *rand.Rand, path []string) (spec profiles.Spec) {
	tool := profiles.Tool{Name: "t"}
	var privacy profiles.Privacy
	for range 1 + r.IntN(3) {
		switch r.IntN(9) {
		case 0:
			tool.ExcludeFields = []string{path[r.IntN(len(path))]}
		case 1:
			privacy.Drop = []string{"secret"}
		case 2:
			privacy.Mask = append(privacy.Mask, profiles.PrivacyMask{Path: path[len(path)-1]})
		case 3:
			privacy.Mask = append(privacy.Mask, profiles.PrivacyMask{Pattern: "[0-9]{3}-[0-9]{4}|s3cr3t"})
		case 4:
			tool.MaxString = new(1 + r.IntN(30))
		case 5:
			tool.ExcludeNullValues, tool.ExcludeEmptyArrays = new(true), new(true)
		case 6:
			tool.MaxItems, tool.Rows = new(1+r.IntN(4)), word(r.IntN(2) == 0, "differ", "first")
		case 7:
			tool.Compact = new(r.IntN(2) == 0)
		default:
			tool.Budget = &profiles.Budget{MaxBytes: 60 + r.IntN(200)}
		}
	}
	return profiles.Spec{Tools: []profiles.Tool{tool}, Privacy: []profiles.Privacy{privacy}}
}
