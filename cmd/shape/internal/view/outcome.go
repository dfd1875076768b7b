package view

import (
	"slices"
	"sort"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/explain"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/tree"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// outcome is the report of a try.
type outcome struct {
	BytesIn   int      `json:"bytesIn"`
	BytesOut  int      `json:"bytesOut"`
	TokensIn  int      `json:"tokensIn"`
	TokensOut int      `json:"tokensOut"`
	Counter   string   `json:"counter"`
	Dialect   string   `json:"dialect"`
	Profile   string   `json:"profile"`
	Mode      string   `json:"mode"`
	Notes     []string `json:"notes"`
	Withheld  int      `json:"withheld"`
	Misses    []string `json:"misses"` // masks that matched nothing
	Cuts      []cut    `json:"cuts"`
	Halves    *both    `json:"halves"` // nil if it is no tool result
}

// cut counts the elements of the lists at one path from the payload.
type cut struct {
	Path string `json:"pointer"`
	Kept int    `json:"kept"`
	Of   int    `json:"of"`
}

// both describes the halves of a tool result.
type both struct {
	HasText       bool   `json:"hasText"`
	HasStructured bool   `json:"hasStructured"`
	AreEqual      bool   `json:"areEqual"`
	Shown         string `json:"shown"` // text, structured, both
}

// field sums up the values at the places of one pattern, for one reason.
type field struct {
	Pattern string     `json:"pattern"`
	IsKept  bool       `json:"isKept"`
	Reason  string     `json:"reason"`
	Rule    *tree.Rule `json:"rule"`
	amount
}

type amount struct {
	Count  int `json:"count"`
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
}

func (a *amount) add(b shaper.Amount) {
	a.Count, a.Bytes, a.Tokens = a.Count+b.Count, a.Bytes+b.Bytes, a.Tokens+b.Tokens
}

// line sums up the values that the rules of one line of the configuration take or change.
type line struct {
	Line  int      `json:"line"`
	Rules []string `json:"rules"`
	amount
}

type setting struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Origin  string `json:"origin"`
	Line    int    `json:"line"`
}

// tell fills in the facts of a try.
func (t *tried) tell(a *attempt, reads profiles.Reads) {
	r := &a.Why.Report
	sizes := func(body []byte) int {
		read, err := shaper.Measure(body, a.Why.Counter)
		if err != nil {
			return a.Why.Counter.Count(body)
		}
		return read.Shown(reads).Tokens
	}
	t.Result = &outcome{
		BytesIn: r.BytesIn, BytesOut: len(a.result), TokensIn: sizes(a.Body), TokensOut: sizes(a.result), Counter: a.Why.Counter.Name(),
		Dialect: r.Dialect, Profile: r.Profile, Mode: r.Mode,
		Notes: notesOf(r), Withheld: r.Withheld.Count, Misses: []string{}, Cuts: []cut{},
	}
	for _, mask := range r.Unmatched {
		t.Result.Misses = append(t.Result.Misses, app.ByFlags(strings.Replace(mask, a.Config+":", "", 1)))
	}
	for _, c := range r.Cut {
		t.Result.Cuts = append(t.Result.Cuts, cut{c.Path, c.Kept, c.Total})
	}
	if text, structured, isResult := halves(a.result); isResult {
		shown := &both{HasText: text != nil, HasStructured: structured != nil, Shown: reads.String()}
		shown.AreEqual = shown.HasText && shown.HasStructured && scan.SameTokens([]byte(scan.Text(text)), structured)
		t.Result.Halves = shown
	}
	at := map[int]int{}
	for _, f := range a.Why.Fields {
		told := field{f.Pattern, f.Kept, f.Reason, a.RuleOf(f.Rule), amount(f.Amount)}
		t.Fields = append(t.Fields, told)
		if told.Rule == nil || told.Rule.Line == 0 || f.Kept && (f.Reason == "kept" || f.Reason == "included") {
			continue
		}
		i, isKnown := at[told.Rule.Line]
		if !isKnown {
			i, at[told.Rule.Line] = len(t.Lines), len(t.Lines)
			t.Lines = append(t.Lines, line{Line: told.Rule.Line})
		}
		l := &t.Lines[i]
		l.add(f.Amount)
		if !slices.Contains(l.Rules, told.Rule.Text) {
			l.Rules = append(l.Rules, told.Rule.Text)
		}
	}
	sort.Slice(t.Lines, func(i, j int) bool { return t.Lines[i].Line < t.Lines[j].Line })
	t.Rest = rest{amount(a.Why.Rest.Kept), amount(a.Why.Rest.Dropped)}
	for i, s := range report.SettingsOf(a.Why.Settings) {
		origin := a.RuleOf(a.Why.Settings[i].Origin.String())
		t.Settings = append(t.Settings, setting{s.Setting, s.Value, origin.Text, origin.Line})
	}
}

// rest sums up the values of all fields that are not listed.
type rest struct {
	Kept    amount `json:"kept"`
	Dropped amount `json:"dropped"`
}

// notesOf lists the facts of a report that concern the document as a whole.
func notesOf(r *shaper.Report) []string {
	notes := []string{}
	if r.Audit {
		notes = append(notes, "the key audit is set: the tree shows the rules, and the result has the effect of hiding rules alone")
	}
	if r.Misfit != "" {
		notes = append(notes, "the dialect does not fit: "+r.Misfit)
	}
	if r.SteppedBack {
		notes = append(notes, "the output schema requires values that the rules would take, so they did nothing")
	}
	for _, fact := range explain.Facts(*r) {
		if fact != "" {
			notes = append(notes, fact)
		}
	}
	return notes
}
