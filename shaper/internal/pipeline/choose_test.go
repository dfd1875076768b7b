package pipeline

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Documents of different dialects, and successes and failures, do not spoil each
// other's guess.
func TestBeginning(t *testing.T) {
	seen := map[int]string{}
	for _, body := range []string{
		`{"success":true,"data":{}}`, `{"success":false,"data":{}}`, `{"jsonrpc":"2.0","id":1}`, `{"content":[{"type":"text"}]}`,
		`{"tier":"pro","tool_version":1}`, `{"error":{"error":"m"}}`, `{"_metadata":{"operation":1}}`,
	} {
		slot := beginning([]byte(body))
		if other, taken := seen[slot]; taken {
			t.Errorf("%s counts as %s", body, other)
		}
		seen[slot] = body
	}
	for _, body := range []string{``, `{`, ` {"a":1}`, `"a"`, `[1]`} {
		if slot := beginning([]byte(body)); slot != 0 {
			t.Errorf("%q is of kind %d", body, slot)
		}
	}
	if beginning([]byte(`{"success":true,"data":1}`)) != beginning([]byte("\n { \"success\":true,\"data\":2}")) {
		t.Error("blanks make a difference")
	}
}

// engineOver returns an engine and the plans of a configuration.
func engineOver(set *profiles.Set) (*Engine, *plan.Cache) {
	return &Engine{Limits: scan.Limits{}.OrDefault()}, plan.NewCache(set)
}

// isGuessed reports whether the pass runs ahead under the right plan of a body.
func isGuessed(t *testing.T, e *Engine, plans *plan.Cache, tool, body string) bool {
	t.Helper()
	req := Request{Plans: plans, Body: []byte(body)}
	req.Call.Tool = tool
	m := newMemory()
	d := m.decode(e, &req)
	asked := d.plans.Ask(nil, &d.call)
	base, err := asked.Base()
	if err != nil {
		t.Fatal(err)
	}
	guess := base.Next[0][beginning(d.body)].Load()
	c, err := e.choose(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return guess == c.plan
}

// After warm-up, each response is shaped under the plan of the one before and read once. This
// holds for all metadata, all tools, and dialects in turn.
func TestGuessesAreRight(t *testing.T) {
	e, plans := engineOver(profiles.Builtin())
	kinds := []string{
		`{"tier":"pro","upgrade_hints":%s,"data":{"a":1}}`, `{"success":true,"data":[1],"meta":{"version":"response-v2","warnings":%s}}`,
		`{"success":false,"data":{},"error":"m","meta":{"version":"response-v2","warnings":%s}}`, `{"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":%s}}`,
	}
	for round := range 5 {
		for n, hint := range []string{"[]", "[1]", "null"} {
			for i, kind := range kinds {
				right := isGuessed(t, e, plans, fmt.Sprint("tool ", round, n), fmt.Sprintf(kind, hint))
				if !right && (round > 0 || n > 0) {
					t.Errorf("round %d: kind %d with %s is shaped twice", round, i, hint)
				}
			}
		}
	}
}

// A guess is a hint of the base plan: it knows of no generation but its own.
func TestGuessesAreOfOneGeneration(t *testing.T) {
	set := profiles.Builtin()
	one, other := plan.NewCache(set), plan.NewCache(set)
	call := plan.Call{}
	asked, again := one.Ask(nil, &call), other.Ask(nil, &call)
	a, errA := asked.Plan(call.Unread())
	b, errB := again.Plan(call.Unread())
	if errA != nil || errB != nil || a == b {
		t.Errorf("two generations share a plan (%v, %v)", errA, errB)
	}
}
