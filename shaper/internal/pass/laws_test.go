package pass_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// texts are seeds, valid and invalid.
var texts = []string{
	`{"a":{"b":[1,{"x":2}]},"c":null}`, ` [ { "x" : [ ] } , { } ] `, `{"tier":"pro","upgrade_hints":[ ],"data":{"a":null}}`,
	`{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}`, `{"success":false,"data":{},"meta":{"version":"response-v2","warnings":[]}}`,
	`{"\u0061":1,"b":"\ud83d\ude00"}`, `{"a":1,"a":2}`, `[1,2`, `{"a":1}}`, `"x`, `{"a" 1}`, ``, ` `, `nul`, `[[[[]]]]`, `{"x":{"a":1,"a":2}}`,
}

// plans returns one plan of each kind for the laws.
func plans(t testing.TB) (all []*plan.Plan) {
	for _, d := range dialects.All() {
		for _, failed := range []bool{false, true} {
			all = append(all,
				planFor(t, d.Name(), failed, profiles.Key{}, profiles.Tool{}),
				planFor(t, d.Name(), failed, exclude("x", "a.b", "**[0]"), settings),
				planFor(t, d.Name(), failed, include("a", "c"), profiles.Tool{Items: new("a")}),
				planFor(t, d.Name(), failed, profiles.Key{Profile: "debug"}, profiles.Tool{Settings: profiles.Settings{Duplicates: new("last")}}),
			)
		}
	}
	return append(all, planFor(t, "plain", false, profiles.Key{}, beginsWith))
}

// echo returns documents inside unchanged.
type echo struct{}

func (echo) Shape(in pass.Inside) (pass.Shaped, error) {
	var skip scan.Skipper
	lim := scan.Limits{}.OrDefault()
	start := scan.Space(in.Body, 0)
	end, kind := skip.Value(in.Body, start, in.Depth, &lim)
	if kind != scan.KindNone || !in.More && scan.Space(in.Body, end) < len(in.Body) {
		return pass.Shaped{}, &scan.Error{Kind: max(kind, scan.KindEOF)}
	}
	return pass.Shaped{Out: scan.AppendCompact(nil, in.Body[:end]), Read: end, OK: true}, nil
}

// Under any plan a pass writes a document no longer than the text that it read, or returns an
// error with its offset. A journal changes nothing. The index of the root equals that of
// dialects.Skim.
func FuzzLawsPass(f *testing.F) {
	all := plans(f)
	for i, text := range texts {
		for p := range all {
			f.Add([]byte(text), uint8(p), i%2 == 0)
		}
	}
	var memory pass.Pass
	f.Fuzz(func(t *testing.T, body []byte, which uint8, inner bool) {
		p := all[int(which)%len(all)]
		d := pass.Doc{Body: body, Limits: scan.Limits{Depth: 50}.OrDefault()}
		if inner {
			d.Inner = echo{}
		}
		done, err := shapeIn(&memory, p, d, nil)
		out := string(done.Out)
		if err == nil && (!json.Valid(done.Out) || len(out) > max(len(body), len("null"))) {
			t.Fatalf("%q came out as %q", body, out)
		}
		if bad, ok := errors.AsType[*scan.Error](err); err != nil && (!ok || bad.Offset < 0 || bad.Offset > len(body) || out != "") {
			t.Fatalf("%q: %v, %q", body, err, out)
		}
		var losses [2][]journal.Decision // of all decisions, and told alone
		for i := range losses {
			d.Journal = journal.NewRehearsal()
			d.Journal.Losses = i == 1
			for range 2 {
				told, toldErr := shapeIn(&memory, p, d, nil)
				if string(told.Out) != out || fmt.Sprint(toldErr) != fmt.Sprint(err) {
					t.Fatalf("%q: %q, %v, and with a journal %q, %v", body, out, err, told.Out, toldErr)
				}
				d.Journal.Report(&journal.Receiver{Each: func(of journal.Decision) {
					if !of.Kept {
						losses[i] = append(losses[i], of)
					} else if d.Journal.Losses {
						t.Fatalf("%q: %v stays", body, of)
					}
				}, Sums: stats.New(), Tokens: func(text []byte) int { return len(text) }})
			}
		}
		if err == nil && !slices.Equal(losses[0], losses[1]) {
			t.Fatalf("%q loses %v, and alone %v", body, losses[0], losses[1])
		}
		lawIndex(t, &memory, p, d, done, err)
	})
}

// lawIndex checks that an index is right and changes nothing.
func lawIndex(t *testing.T, memory *pass.Pass, p *plan.Plan, d pass.Doc, done pass.Outcome, err error) {
	t.Helper()
	if err != nil || p.Resolved.Duplicates != profiles.Reject {
		return
	}
	want, skimErr := dialects.Skim(d.Body, envelope.Limits(d.Limits))
	if skimErr != nil || want.Twice > 0 {
		return // a copied value may hold a name twice
	}
	out := bytes.Clone(done.Out)
	var index rootindex.Index
	d.Journal, d.Index = nil, &index
	again, err := shapeIn(memory, p, d, nil)
	if err != nil || !bytes.Equal(again.Out, out) {
		t.Fatalf("%q: %q, and with an index %q, %v", d.Body, out, again.Out, err)
	}
	got, ok := index.Doc(d.Body)
	if ok && spelled(got) != spelled(want) {
		t.Fatalf("%q is indexed as %s, not as %s", d.Body, spelled(got), spelled(want))
	}
	if got.Result != nil {
		result := envelope.Index(got.Value("result"))
		result.Result = result.Members
		if result.Members != nil && spelledResult(got) != spelledResult(result) {
			t.Fatalf("%q: the result is indexed as %s, not as %s", d.Body, spelledResult(got), spelledResult(result))
		}
	}
}

// A text that breaks off is a fault, and the pass writes no part of it.
func TestTextsThatBreakOff(t *testing.T) {
	var memory pass.Pass
	for _, p := range plans(t) {
		for _, text := range texts[:6] {
			text = strings.TrimSpace(text)
			for n := range text {
				if done, err := shapeIn(&memory, p, doc(text[:n]), nil); err == nil || len(done.Out) > 0 {
					t.Fatalf("%s: %s, %v", text[:n], done.Out, err)
				}
			}
		}
	}
}

// Forget drops the memory of a large document and keeps the rest.
func TestForget(t *testing.T) {
	p := planFor(t, "plain", false, profiles.Key{}, profiles.Tool{ExcludeFields: []string{"x"}, Derive: map[string]profiles.Derive{"s": {From: "a", Chars: 2}}})
	large := `{"a":"` + strings.Repeat(`\u0061`, scratch.Most) + `"}`
	var memory pass.Pass
	for _, text := range []string{large, `{"a":"abc"}`, large} {
		done, err := shapeIn(&memory, p, doc(text), nil)
		if err != nil || !strings.HasSuffix(string(done.Out), `..."}`) {
			t.Fatalf("%.60q, %v", done.Out, err)
		}
		memory.Forget()
	}
	small := doc(`{"a":"abc","x":1}`)
	dst := make([]byte, 0, 100)
	if n := testing.AllocsPerRun(20, func() {
		if _, err := shapeIn(&memory, p, small, dst); err != nil {
			t.Fatal(err)
		}
		memory.Forget()
	}); n > 12 { // the derived field and its holder
		t.Errorf("%v allocations for a small document after a large one", n)
	}
}
