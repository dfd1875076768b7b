package filter

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	topics "github.com/seed-7aa78ce4/shape/docs"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// A mask is told as unmatched only where it selected nothing in any document.
func TestTally(t *testing.T) {
	sum := tally{read: &report.Readings{Counter: tokens.Estimate{}}}
	sum.add([]byte(`{"a":1}`), []byte(`{}`), shaper.Report{Signals: shaper.Signals{Unmatched: []string{"b", "c"}}}, report.Record{})
	sum.add([]byte(`{"b":1}`), []byte(`{}`), shaper.Report{Signals: shaper.Signals{Unmatched: []string{"a", "c"}}}, report.Record{})
	if got := strings.Join(sum.unmatched, " "); got != "c" {
		t.Errorf("unmatched: %s", got)
	}
	if got := sum.notice().Text; !strings.HasPrefix(got, "documents: 2\nbytes: 14 in, 4 out, 71.4 % saved\ntokens (estimate): ") {
		t.Errorf("got %s", got)
	}
	if got := (report.Account{}).String(); got != "0 in, 0 out, 0.0 % saved" {
		t.Errorf("of nothing: %s", got)
	}
}

// Each signal that occurred has one line for all documents.
func TestSignals(t *testing.T) {
	var sum tally
	if lines := sum.lines(); lines != nil {
		t.Errorf("of nothing: %q", lines)
	}
	first := shaper.Report{Signals: shaper.Signals{
		Withheld: shaper.Places{Count: 3, At: []string{"/a", "/content/*/te\x1bxt"}}, Opaque: shaper.Places{Count: 1, At: []string{"/b"}},
		Cut:   []shaper.Cut{{Path: "r", Total: 5, Kept: 2, Lists: 1}},
		Whole: "content", NoneApplied: true, Nearest: "list_issues", Missed: []string{"x (call /exclude_fields/0)", "y (call /include_only/0)"},
	}}
	second := shaper.Report{Signals: shaper.Signals{Withheld: shaper.Places{Count: 1, At: []string{"/a"}}, Whole: "content", NoneApplied: true, Missed: first.Missed[:1]}}
	sum.add(nil, nil, first, report.Of("f", 1, first))
	sum.add(nil, nil, second, report.Of("f", 2, second))
	want := []string{
		"tool_overrides: none applied",
		"withheld: 4 values, at /a, /content/*/te·xt",
		"opaque: 1 name, at /b",
		"cut: 1 list, 2 of 5 elements kept",
		"whole: content in 2 documents",
		"unmatched: x (--exclude)",
	}
	if got := sum.lines(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The topic names every member that an object may have.
func TestTopicTellsOfEveryMember(t *testing.T) {
	text, err := topics.Pages.ReadFile("errors.md")
	if err != nil {
		t.Fatal(err)
	}
	members := slices.Concat(membersOf(reflect.TypeFor[notice.Notice]()),
		membersOf(reflect.TypeFor[figures]()), membersOf(reflect.TypeFor[report.Media]()), membersOf(reflect.TypeFor[cutFigures]()))
	for _, member := range members {
		if !strings.Contains(string(text), "\n    "+member) && !strings.Contains(string(text), ", "+member) {
			t.Errorf("%s is not told of", member)
		}
	}
	if len(members) < 20 {
		t.Errorf("members are %q", members)
	}
}

// membersOf are the names that a struct has as JSON.
func membersOf(of reflect.Type) (names []string) {
	for f := range of.Fields() {
		switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
		case f.Anonymous:
			names = append(names, membersOf(f.Type)...)
		case name != "-":
			names = append(names, name)
		}
	}
	return names
}
