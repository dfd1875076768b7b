package shapeprocessor

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

const lawRules = `{"privacy":{"drop":["password","/a/b","list[1]"],"mask":[{"path":"**.email","with":"***"},{"path":"n"}],"detect":["email"]}}`

// random sets v to a value of at most depth levels.
func random(rng *rand.Rand, v pcommon.Value, depth int) {
	names := []string{"a", "b", "n", "list", "password", "email", "$x", "é", "c\xff"}
	texts := []string{"", "x", "mail me@example.com", "password=tr0ub4dor", `{"a":{"b":1},"n":2.50}`, "tr0ub4dor", "\u2028\x00", "a\xffb", "[1,", "null"}
	numbers := []float64{0, math.Copysign(0, -1), 1, 0.1, 1e21, 1e300, math.MaxFloat64, math.NaN(), math.Inf(-1), 5e-324}
	kind := rng.IntN(9)
	if depth == 0 {
		kind = 2 + rng.IntN(6)
	}
	switch kind {
	case 0, 8:
		m := v.SetEmptyMap()
		for range rng.IntN(5) {
			random(rng, m.PutEmpty(names[rng.IntN(len(names))]), depth-1)
		}
	case 1:
		s := v.SetEmptySlice()
		for range rng.IntN(4) {
			random(rng, s.AppendEmpty(), depth-1)
		}
	case 2:
		v.SetInt(rng.Int64() >> rng.IntN(64))
	case 3:
		v.SetDouble(numbers[rng.IntN(len(numbers))])
	case 4:
		v.SetBool(rng.IntN(2) == 0)
	case 5:
		v.SetEmptyBytes().FromRaw([]byte(texts[rng.IntN(len(texts))]))
	default:
		v.SetStr(texts[rng.IntN(len(texts))])
	}
}

// A value comes out as the engine writes its JSON, if that stands in a string. A value that no
// rule meets stays as it is, with its types.
func TestLawEqualsTheEngine(t *testing.T) {
	r := newRig(t, lawRules, nil)
	set, err := config.Parse("rules.json", []byte(lawRules))
	require.NoError(t, err)
	engine, err := shaper.New(set, shaper.FailClosed())
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for range 20_000 {
		in := pcommon.NewValueEmpty()
		if random(rng, in, 4); in.Type() != pcommon.ValueTypeMap && in.Type() != pcommon.ValueTypeSlice {
			continue
		}
		s := r.span(func(s ptrace.Span) { in.CopyTo(s.Attributes().PutEmpty("gen_ai.tool.call.result")) })
		out, _ := s.Attributes().Get("gen_ai.tool.call.result")
		before, err := appendJSON(nil, in, maxDepth)
		require.NoError(t, err)
		after, err := appendJSON(nil, out, maxDepth)
		require.NoError(t, err)
		req := request("*")
		req.Body = append(scan.AppendQuote([]byte{'['}, before), ']')
		res, err := engine.Shape(t.Context(), req)
		require.NoError(t, err, "%s", before)
		want := gjson.ParseBytes(res.Body).Array()[0].Str
		require.Equal(t, want, string(after), "of %s", before)
		if string(before) != want {
			changed++
		} else if !sameTypes(in, out) {
			t.Fatalf("%s: a type changed", before)
		}
	}
	if t.Logf("%d of 20,000 changed", changed); changed < 2_000 {
		t.Error("too few")
	}
}

// sameTypes reports whether two values with the same JSON have the same types.
func sameTypes(a, b pcommon.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch a.Type() {
	case pcommon.ValueTypeMap:
		for name, v := range a.Map().All() {
			if w, ok := b.Map().Get(name); !ok || !sameTypes(v, w) {
				return false
			}
		}
	case pcommon.ValueTypeSlice:
		for i, v := range a.Slice().All() {
			if !sameTypes(v, b.Slice().At(i)) {
				return false
			}
		}
	}
	return true
}
