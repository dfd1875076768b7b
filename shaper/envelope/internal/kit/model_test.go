package kit_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// A failure without an error still has one.
func TestFailure(t *testing.T) {
	told := &envelope.ModelError{Message: "m"}
	if kit.Failure(&envelope.Model{OK: true}) != nil || kit.Failure(&envelope.Model{}) == nil || kit.Failure(&envelope.Model{Error: told}) != told {
		t.Error("failures")
	}
}

// An object beside an error is its context, null is nothing, all else a payload.
func TestPayloadOfFailure(t *testing.T) {
	for payload, want := range map[string]string{`{"a":1}`: "context", `null`: "", ``: "", `{}`: "payload", `[1]`: "payload", `"x"`: "payload"} {
		m := &envelope.Model{Payload: json.RawMessage(payload), Error: &envelope.ModelError{}}
		kit.PayloadOfFailure(m)
		got := ""
		if m.Payload != nil {
			got = "payload"
		} else if m.Error.Data != nil {
			got = "context"
		}
		if got != want || want != "" && string(kit.PayloadOrContext(m)) != payload {
			t.Errorf("%s became %q", payload, got)
		}
	}
}

// Parts that are set and not carried are listed in the order of the model, extras last.
func TestLost(t *testing.T) {
	used := int64(1)
	m := &envelope.Model{
		Payload: json.RawMessage(`1`), RequestID: "r", Partial: true, Tokens: envelope.ModelTokens{Used: &used},
		Error:      &envelope.ModelError{Message: "m", Code: "c"},
		Warnings:   []envelope.Warning{{Message: "w", Extra: []envelope.Extra{{Path: "warnings.0.x"}}}},
		Pagination: &envelope.Pagination{Extra: []envelope.Extra{{Path: "pagination.x"}}},
		Extra:      []envelope.Extra{{Path: "x"}},
	}
	for carried, want := range map[string]string{
		"":                           "payload error.message error.code request_id warnings pagination partial tokens.used x",
		"payload warnings":           "error.message error.code request_id pagination partial tokens.used x warnings.0.x",
		"error.code pagination what": "payload error.message request_id warnings partial tokens.used x pagination.x",
	} {
		if got := kit.Lost(m, strings.Fields(carried)...); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("carrying %q: %q, want %q", carried, got, want)
		}
	}
}

// Members stand in the contract's order. Its default replaces null.
func TestArrange(t *testing.T) {
	order := []kit.Member{{Name: "b"}, {Name: "a", Value: []byte("[]")}, {Name: "c", Value: []byte("null")}}
	for doc, want := range map[string]string{
		`{"x":1,"a":2,"b":null}`: `{"b":null,"a":2,"c":null,"x":1}`,
		`{"a":null}`:             `{"a":[],"c":null}`,
		`{}`:                     `{"a":[],"c":null}`,
	} {
		if got := string(kit.Arrange(envelope.Index([]byte(doc)), order).Done()); got != want {
			t.Errorf("%s became %s, want %s", doc, got, want)
		}
	}
}

// Warnings are texts or objects. Unknown members of an object are kept.
func TestWarningsThereAndBack(t *testing.T) {
	for list, want := range map[string]string{
		`["a",{"message":"b"}]`:                                      `["a","b"]`,
		`[{"message":"m","code":"C","severity":"info"}]`:             `[{"code":"C","severity":"info","message":"m"}]`,
		`[{"message":"m","level":"error","context":{"n":1}}]`:        `[{"severity":"error","message":"m","context":{"n":1}}]`,
		`[{"message":"m","severity":"loud","suggestion":"s","x":1}]`: `[{"message":"m","suggestion":"s"}]`,
		`[]`: ``, `{}`: ``,
	} {
		if got := string(kit.BuildWarnings(kit.ParseWarnings([]byte(list)))); got != want {
			t.Errorf("%s became %s, want %s", list, got, want)
		}
	}
	w := kit.ParseWarnings([]byte(`[{"message":"m","severity":"loud","x":1},{"a":1,"a":2},5]`))
	if len(w) != 3 || len(w[0].Extra) != 2 || w[0].Extra[1].Path != "warnings.0.x" || w[1].Extra[0].Path != "warnings.1" || w[2].Extra[0].Path != "warnings.2" {
		t.Errorf("%+v", w)
	}
}

// The list of losses is bounded for any number of warnings.
func TestLostIsBounded(t *testing.T) {
	var m envelope.Model
	for range 50_000 {
		m.Warnings = append(m.Warnings, envelope.Warning{Extra: []envelope.Extra{{Path: strings.Repeat("x", 2*envelope.LongestPath)}}})
	}
	var lost []string
	if took := testkit.Allocated(func() { lost = kit.Lost(&m, "warnings") }); took > 4<<20 {
		t.Errorf("%d bytes", took)
	}
	if n := len(lost); n != envelope.MostLost+1 || lost[n-1] != "and more" || len(lost[0]) > envelope.LongestPath {
		t.Errorf("%d are told", n)
	}
}

// Of the longest list of warnings, a bounded number is read, and the rest is reported.
func TestWarningsAreBounded(t *testing.T) {
	list := []byte("[" + strings.Repeat("1,", 1<<20) + "1]")
	var all []envelope.Warning
	if took := testkit.Allocated(func() { all = kit.ParseWarnings(list) }); took > 20<<20 {
		t.Errorf("%d bytes for %d", took, len(list))
	}
	last := all[len(all)-1]
	if len(all) != 10_001 || last.Message != "there were more warnings" || last.Extra[0].Path != "warnings.10000" {
		t.Errorf("%d warnings, the last is %+v", len(all), last)
	}
}

// In an object with the largest number of members, those of the contract are found in any
// place. The number of others is bounded, and the rest is reported.
func TestExtrasAreBounded(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(`{"a":1`)
	for i := range 200_000 {
		fmt.Fprintf(&doc, `,"n%d":1`, i)
	}
	doc.WriteString(`,"z":"last"}`)
	var z string
	var extras []envelope.Extra
	took := testkit.Allocated(func() {
		o, err := kit.Open([]byte(doc.String()))
		if err != nil {
			t.Fatal(err)
		}
		z, extras = o.TakeText("z"), kit.Extras("x", o)
		if again := o.Get("z"); again != nil || o.Empty() {
			t.Errorf("%s is still there, or nothing", again)
		}
	})
	if took > 32<<20 {
		t.Errorf("%d bytes for %d", took, doc.Len())
	}
	if last := extras[len(extras)-1]; z != "last" || len(extras) != 10_001 || last.Path != "x.…" || last.Value != nil {
		t.Errorf("%q, %d extras, the last is %+v", z, len(extras), last)
	}
}

// There is more exactly if the next page is named (RULES D40).
func TestAgreed(t *testing.T) {
	yes, no := true, false
	for _, tt := range []struct {
		cursor string
		more   *bool
		want   string
	}{
		{"c", &yes, "c true"},
		{"c", nil, "c true"},
		{"c", &no, " false lost pagination.cursor"},
		{"", &yes, " nil lost pagination.has_more"},
		{"", &no, " false"},
		{"", nil, " nil"},
	} {
		p, lost := kit.Agreed(envelope.Pagination{Cursor: tt.cursor, HasMore: tt.more})
		more := "nil"
		if p.HasMore != nil {
			more = fmt.Sprint(*p.HasMore)
		}
		got := p.Cursor + " " + more
		if lost != nil {
			got += " lost " + strings.Join(lost, " ")
		}
		if got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// A fault of the whole names no field.
func TestPartsAreAnObject(t *testing.T) {
	for _, doc := range []string{`5`, `[]`, `"x"`, `null`} {
		if _, err := kit.ParseParts([]byte(doc)); err == nil || err.Error() != "parts must be one JSON object" {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
