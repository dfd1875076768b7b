package plan

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

func newCache(t testing.TB, tools ...profiles.Tool) *Cache {
	t.Helper()
	set, err := profiles.New(profiles.Spec{Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	return NewCache(set)
}

// planOf returns the base plan of a call.
func planOf(t testing.TB, c *Cache, call Call) *Plan {
	t.Helper()
	asked := c.Ask(nil, &call)
	p, err := asked.Base()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answers returns the plans for scalpel documents as answers to a call.
func answers(t testing.TB, c *Cache, call Call, docs ...string) (plans []*Plan) {
	t.Helper()
	asked := c.Ask(nil, &call)
	for _, text := range docs {
		doc, err := envelope.Open([]byte(text), envelope.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		answer := Of(scalpel.Dialect{})
		call.Read(&answer, doc, false)
		p, err := asked.Plan(answer)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	return plans
}

func tool(name string) Call { return Call{Key: profiles.Key{Tool: name}} }

// All tool names with the same entries share a plan.
func TestToolsShareAPlan(t *testing.T) {
	c := newCache(t, profiles.Tool{Name: "own"}, profiles.Tool{Name: "git*"}, profiles.Tool{Name: "*hub"})
	none, git, both := planOf(t, c, tool("")), planOf(t, c, tool("gitlab")), planOf(t, c, tool("github"))
	if none == git || git == both || none == both || planOf(t, c, tool("own")) == none {
		t.Error("tools with entries of their own share a plan")
	}
	for i := range 10_000 {
		if planOf(t, c, tool(fmt.Sprint("t", i))) != none || planOf(t, c, tool(fmt.Sprint("git", i))) != git {
			t.Fatalf("tool %d has a plan of its own", i)
		}
	}
	if n := c.configured.len(); n != 4 {
		t.Errorf("%d plans", n)
	}
	if n := c.tools.len(); n != maxTools {
		t.Errorf("%d names are remembered", n)
	}
}

// The server and its boundary are part of the name of a tool. Different spellings of one tool
// share a plan.
func TestServersOfTools(t *testing.T) {
	c := newCache(t, profiles.Tool{Name: "a.bc"}, profiles.Tool{Name: "ab.c"})
	of := func(server, tool string) *Plan {
		return planOf(t, c, Call{Key: profiles.Key{Server: server, Tool: tool}})
	}
	first, second, none := of("a", "bc"), of("ab", "c"), of("", "abc")
	if first == second || first == none || second == none {
		t.Error("tools of two servers share a plan")
	}
	for _, spelling := range []string{"a.bc", "a__bc", "mcp__a__bc", "mcp_a_bc"} {
		if of("", spelling) != first || of("a", spelling) != first || of("ab", spelling) == second {
			t.Errorf("%s has another plan", spelling)
		}
	}
}

// A name too long for the cache still gets the right plan.
func TestLongToolNames(t *testing.T) {
	c := newCache(t, profiles.Tool{Name: "git*"})
	long := fmt.Sprintf("git%01000d", 1)
	if planOf(t, c, tool(long)) != planOf(t, c, tool("git")) || c.tools.len() != 1 {
		t.Errorf("%d names are remembered", c.tools.len())
	}
	planOf(t, c, tool(long[:longestTool])) // the length of its empty server takes one more byte
	if planOf(t, c, tool(long[:longestTool-1])); c.tools.len() != 2 {
		t.Errorf("%d names are remembered", c.tools.len())
	}
}

// Failures may have rules of their own. A rule that hides only in failures, or only in
// successes, makes an unread response one that may hide something.
func TestFailuresMatter(t *testing.T) {
	for _, c := range []struct {
		tool             profiles.Tool
		matter, mayHides bool
	}{
		{profiles.Tool{}, false, false},
		{profiles.Tool{IncludeOnly: []string{"a"}}, false, false},
		{profiles.Tool{ExcludeFields: []string{"a"}}, false, true},
		{profiles.Tool{ExcludeWhenTier: map[string][]string{"pro": {"a"}}}, false, true},
		{profiles.Tool{IncludeOnError: []string{"a"}}, true, true},
		{profiles.Tool{IncludeOnly: []string{"a"}, IncludeOnError: []string{"b"}}, true, true},
	} {
		c.tool.Name = "t"
		for _, failed := range []bool{false, true} {
			p := planOf(t, newCache(t, c.tool), Call{Key: profiles.Key{Tool: "t", IsError: failed}})
			if p.Resolved.OnError != c.matter || p.MayHide() != c.mayHides {
				t.Errorf("%+v: a failure matters: %v, something may be hidden: %v", c.tool, p.Resolved.OnError, p.MayHide())
			}
		}
	}
}

// All unknown tiers share a plan, as do all spellings of a known tier.
func TestTiersShareAPlan(t *testing.T) {
	c := newCache(t)
	plans := map[*Plan]bool{}
	for _, tier := range []string{"", "community", "gold", "x", " Community", "pro", "PRO", "enterprise", "all"} {
		plans[planOf(t, c, Call{Key: profiles.Key{Tier: tier}})] = true
	}
	if len(plans) != 4 { // no tier, and three others
		t.Errorf("%d plans", len(plans))
	}
	clear(plans)
	for _, p := range answers(t, c, Call{}, `{"tier":"gold"}`, `{"tier":"x"}`, `{"tier":"Community "}`, `{"tier":"pro"}`, `{"tier":"PRO"}`) {
		plans[p] = true
	}
	if len(plans) != 2 {
		t.Errorf("what envelopes say makes %d plans", len(plans))
	}
}

// The dialect of a call matters only if one was named.
func TestDialectsShareAPlan(t *testing.T) {
	c := newCache(t)
	plans := map[*Plan]bool{}
	for _, name := range []string{"", "auto", "mcp", "scalpel", "nobody knows it"} {
		plans[planOf(t, c, Call{Dialect: name})] = true
	}
	if len(plans) != 3 {
		t.Errorf("%d plans", len(plans))
	}
}

// The metadata of a response does not select its plan, except for a reported failure.
func TestMetadataSharesAPlan(t *testing.T) {
	c := newCache(t)
	plans := answers(t, c, Call{}, `{"data":1}`, `{"data":[1],"upgrade_hints":[]}`, `{"data":{},"upgrade_hints":[1],"tool_id":"t"}`,
		`{"data":null,"request_id":"r","error":null}`)
	for i, p := range plans {
		if p != plans[0] {
			t.Errorf("response %d has a plan of its own", i)
		}
	}
	if failed := answers(t, c, Call{}, `{"data":null,"error":{"error":"m"}}`)[0]; failed == plans[0] {
		t.Error("a failure has the plan of a success")
	}
}

// A flood of field lists from callers evicts no plan of the operator, and stays within bounds.
func TestFloodOfFields(t *testing.T) {
	c := newCache(t, profiles.Tool{Name: "t", IncludeOnly: []string{"a"}})
	ours := []Call{tool("t"), tool("other"), {Key: profiles.Key{Tool: "t", Exclude: []string{"x"}}}, {Key: profiles.Key{Profile: "debug"}}}
	var before []*Plan
	for _, call := range ours {
		before = append(before, planOf(t, c, call))
	}
	often := planOf(t, c, Call{Key: profiles.Key{Fields: []string{"often"}}})
	for i := range 3000 {
		planOf(t, c, Call{Key: profiles.Key{Tool: "t", Fields: []string{fmt.Sprint("f", i)}}})
		if planOf(t, c, Call{Key: profiles.Key{Fields: []string{"often"}}}) != often {
			t.Fatalf("after %d lists a plan that is in use is gone", i)
		}
	}
	for i, call := range ours {
		if planOf(t, c, call) != before[i] {
			t.Errorf("plan %d of the operator is gone", i)
		}
	}
	if n := c.called.len(); n != maxCalled {
		t.Errorf("%d plans of callers", n)
	}
}

// A successful look-up does not allocate.
func TestLookUpAllocatesNothing(t *testing.T) {
	c := newCache(t, profiles.Tool{Name: "git*"})
	call := Call{Key: profiles.Key{Tool: "github", Exclude: []string{"a", "b"}, Fields: []string{"c"}}}
	scratch := make([]byte, 0, 1<<10)
	look := func() {
		asked := c.Ask(scratch, &call)
		if _, err := asked.Plan(call.Unread()); err != nil {
			t.Fatal(err)
		}
		if _, err := asked.Base(); err != nil {
			t.Fatal(err)
		}
		scratch = asked.Key
	}
	look()
	if n := testing.AllocsPerRun(100, look); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// An outline compiles no rule: a view has dozens, and a response needs one.
func TestOutlineCompilesOnDemand(t *testing.T) {
	c := newCache(t, profiles.Tool{Name: "git*", IncludeOnly: []string{"a"}})
	call := Call{Key: profiles.Key{Tool: "github"}}
	asked := c.Ask(nil, &call)
	outline, err := asked.Outline(call.Unread())
	if err != nil || outline.Mask != nil || !outline.Omits() || outline.IsInert() || outline.Mask != nil {
		t.Fatalf("%+v, %v", outline, err)
	}
	p, err := asked.Plan(call.Unread())
	if err != nil || p != outline || p.Mask == nil || len(p.acts) == 0 {
		t.Fatalf("%+v, %v", p, err)
	}
}

// Plans for a success and a failure share their resolved rules, unless some hold for failures only.
func TestAnswersShareRules(t *testing.T) {
	for _, onError := range [][]string{nil, {"a"}} {
		call := Call{Key: profiles.Key{Tool: "t"}}
		c := newCache(t, profiles.Tool{Name: "t", ExcludeFields: []string{"a", "b"}, IncludeOnError: onError})
		asked := c.Ask(nil, &call)
		base, err := asked.Base()
		if err != nil {
			t.Fatal(err)
		}
		failed := call.Unread()
		failed.IsError = true
		p, err := asked.Plan(failed)
		if err != nil || p == base || (p.Resolved == base.Resolved) != (onError == nil) {
			t.Errorf("on error %q: %v", onError, err)
		}
		failed.Tier = "pro"
		if p, err = asked.Plan(failed); err != nil || p.Resolved == base.Resolved {
			t.Errorf("another tier: the same rules, %v", err)
		}
	}
}

// A call with an unknown setting stores nothing.
func TestRefusedCallsAreNotKept(t *testing.T) {
	c := newCache(t)
	for i := range 100 {
		call := Call{Key: profiles.Key{Profile: fmt.Sprint("none ", i)}}
		asked := c.Ask(nil, &call)
		if _, err := asked.Plan(call.Unread()); err == nil {
			t.Fatal("a profile that does not exist")
		}
	}
	if n := c.configured.len(); n != 0 {
		t.Errorf("%d plans", n)
	}
}
