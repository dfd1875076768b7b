package shaper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// saysTokens is a bmcis envelope that says 25000 tokens.
const saysTokens = `{"_metadata":{"operation":"o","version":"1","timestamp":"t","request_id":"r","status":"success"},"results":%s,` +
	`"execution_context":{"tokens_estimated":25000,"tokens_used":%s,"cache_hit":false,"execution_time_ms":1,"request_id":"r"},"warnings":[]}`

// envelopesIn are the bmcis envelopes in a shaped response, each as it goes out.
func envelopesIn(doc []byte) (all []string) {
	for _, path := range []string{"@this", "result", "structuredContent", "content.0.text", "result.structuredContent", "result.content.0.text"} {
		found := gjson.GetBytes(doc, path)
		text := found.Raw
		if found.Type == gjson.String {
			text = found.Str
		}
		if gjson.Get(text, "_metadata").Exists() {
			all = append(all, text)
		}
	}
	return all
}

// FuzzLawsTokensTold: a changed envelope states its number of tokens, notes, counts and tables
// included. An unchanged one keeps its old number.
func FuzzLawsTokensTold(f *testing.F) {
	for seed := range testkit.Seeds(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := newGenerator(seed)
		v := fmt.Sprintf(saysTokens, quote([]any{g.wordy(3), g.wordy(3), g.words()}), g.oneOf("null", "7", "24000"))
		body := g.oneOf(v, `{"content":[{"type":"text","text":`+quote(v)+`}],"structuredContent":`+v+`}`, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":`+v+`}}`)
		req := shaper.Request{Tool: "t", Body: []byte(body)}
		if g.often(5) {
			req.Archive = &archive.Archive{Store: shelf{}}
		}
		if g.often(5) {
			req.Budget = g.budget(len(body))
		}
		res := fitted(t, newEngine(t, profiles.Spec{Tools: []profiles.Tool{g.budgeted()}}), req)
		for _, out := range envelopesIn(res.Body) {
			n := int64(tokens.Estimate{}.Count([]byte(out)))
			if out == v {
				n = 25000
			}
			told, used := gjson.Get(out, "execution_context.tokens_estimated"), gjson.Get(out, "execution_context.tokens_used")
			if told.Int() != n || used.Exists() && used.Type != gjson.Null && out != v && used.Int() != n {
				t.Errorf("seed %d: %d tokens, and it says %v and %v\nbody %s\n got %s", seed, n, told, used, body, res.Body)
			}
		}
	})
}

// TestTokenLimitIsNear: from 80 % of a limit of tokens on, a bmcis envelope warns. It warns in
// both halves, once, and only if the result fits with the warning.
func TestTokenLimitIsNear(t *testing.T) {
	v := fmt.Sprintf(saysTokens, `[{"text":"`+strings.Repeat("words of it ", 400)+`"}]`, "null")
	for _, body := range []string{
		v,
		`{"content":[{"type":"text","text":` + quote(v) + `}],"structuredContent":` + v + `}`,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":` + v + `}}`,
	} {
		read, err := shaper.Measure([]byte(body), tokens.Estimate{})
		if err != nil {
			t.Fatal(err)
		}
		all := read.Both.Tokens
		for limit, want := range map[int]bool{0: false, all * 10: false, all*100/79 + 1: false, all * 100 / 85: true, all: false, all * 3 / 4: true} {
			for _, results := range []*archive.Archive{nil, {Store: shelf{}}} {
				req := shaper.Request{Body: []byte(body), Budget: profiles.Budget{MaxTokens: limit}, Archive: results}
				res := fitted(t, newEngine(t, profiles.Spec{}), req)
				text := string(res.Body)
				if got := strings.Contains(text, "TOKEN_LIMIT_WARNING"); got != want || limit > 0 && !fitsInto(t, req.Budget, res.Body) {
					t.Errorf("%d tokens into %d, warned %v: %+v\n%s", all, limit, got, res.Report.Fit, text)
				}
				if all := envelopesIn(res.Body); len(all) == 0 || all[0] != all[len(all)-1] && results == nil {
					t.Errorf("%d: the halves differ: %q", limit, all)
				}
				req.Body = res.Body
				if again := fitted(t, newEngine(t, profiles.Spec{}), req); string(again.Body) != text {
					t.Errorf("%d\n once %s\nagain %s", limit, text, again.Body)
				}
			}
		}
	}
}
