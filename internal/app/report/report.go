// Package report is the printed form of reports: records of documents, and sums of tokens.
package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Record is one line of a report, for one document.
type Record struct {
	File       string `json:"file,omitempty"`
	Document   int    `json:"document,omitempty"` // from 1, over all inputs
	Tool       string `json:"tool,omitempty"`
	Server     string `json:"server,omitempty"`
	Generation uint64 `json:"generation"`
	Dialect    string `json:"dialect,omitempty"`
	Misfit     string `json:"misfit,omitempty"`
	Profile    string `json:"profile,omitempty"`
	Mode       string `json:"mode,omitempty"`
	BytesIn    int    `json:"bytes_in"`
	BytesOut   int    `json:"bytes_out"`
	Usage
	WouldSave *Savings   `json:"would_save,omitempty"` // under the key audit
	Rules     []rule     `json:"rules,omitempty"`      // the ones that removed most
	Applied   []string   `json:"applied,omitempty"`
	None      bool       `json:"none_applied,omitempty"` // entries exist, and none applied
	Nearest   string     `json:"nearest,omitempty"`
	Whole     string     `json:"whole,omitempty"`
	Cut       []cut      `json:"cut,omitempty"`
	Withheld  *Places    `json:"withheld,omitempty"`
	Tainted   *Tainted   `json:"tainted,omitempty"`
	Frequent  []Frequent `json:"frequent,omitempty"`
	Opaque    *Places    `json:"opaque,omitempty"`
	Missed    *Places    `json:"missed,omitempty"`     // private names without a withheld value
	Shortened *Places    `json:"shortened,omitempty"`  // strings
	Folded    int        `json:"folded,omitempty"`     // lists that are tables now
	Texts     int        `json:"texts,omitempty"`      // made shorter by text_as
	TextsLeft []string   `json:"texts_left,omitempty"` // reasons for texts that text_as left
	Fit       *fit       `json:"budget,omitempty"`
	Archive   *kept      `json:"archive,omitempty"`
	Unmatched []string   `json:"unmatched,omitempty"`
	Lost      []string   `json:"lost,omitempty"` // parts that the envelope cannot carry
	Error     string     `json:"error,omitempty"`
}

// Usage holds the counts and the time of one document.
type Usage struct {
	Counter      string `json:"counter,omitempty"` // of the tokens; "" if they were not counted
	TokensIn     int    `json:"tokens_in,omitempty"`
	TokensOut    int    `json:"tokens_out,omitempty"`
	Microseconds int64  `json:"microseconds,omitempty"` // of shaping
}

type cut struct {
	Path  string `json:"path"`  // of the lists, from the payload
	Total int    `json:"total"` // elements of all lists before the cut
	Kept  int    `json:"kept"`
	Lists int    `json:"lists"` // number of lists
	Noted bool   `json:"noted"` // the document has a note of it
	Over  bool   `json:"over_budget,omitempty"`

	By       string `json:"by,omitempty"` // the rule
	RankedBy string `json:"ranked_by,omitempty"`
	Differ   bool   `json:"differ,omitempty"`  // rows that differ stay
	Spread   string `json:"-"`                 // it holds values
	Strings  int    `json:"strings,omitempty"` // unused: reports list cuts of lists

	Outlined bool `json:"outlined,omitempty"`
	Referred bool `json:"referred,omitempty"`
}

// Of returns the record of a document with its report.
func Of(file string, number int, r shaper.Report) Record {
	line := Record{
		File: file, Document: number, Generation: r.Generation, Dialect: r.Dialect, Misfit: r.Misfit, Profile: r.Profile,
		Mode: r.Mode, BytesIn: r.BytesIn, BytesOut: r.BytesOut,
		Lost: r.Lost, Applied: r.Applied, None: r.NoneApplied, Nearest: r.Nearest, Whole: r.Whole,
		Withheld: placesOf(r.Withheld), Opaque: placesOf(r.Opaque), Missed: placesOf(r.MissedNames), Shortened: placesOf(r.Shortened),
		Folded: r.Recast.Lists, Texts: r.Recast.Texts, TextsLeft: r.Recast.Left,
	}
	if r.Tainted != (shaper.Tainted{}) {
		line.Tainted = &Tainted{r.Tainted.Values, r.Tainted.Beyond}
	}
	for _, f := range r.Frequent {
		line.Frequent = append(line.Frequent, Frequent(f))
	}
	if f := r.Fit; f.IsThere() {
		line.Fit = &fit{f.Counter, f.Before.Tokens, f.After.Tokens, f.Before.Bytes, f.After.Bytes, f.Steps, f.Over}
	}
	if k := r.Kept; k.Err != nil {
		line.Archive = &kept{Error: k.Err.Error()}
	} else if k.Handle != "" {
		line.Archive = &kept{Handle: string(k.Handle), Hash: k.Hash, Bytes: k.Bytes}
	}
	for _, mask := range r.Unmatched {
		line.Unmatched = append(line.Unmatched, app.ByFlags(mask))
	}
	for _, c := range r.Cut {
		line.Cut = append(line.Cut, cut(c))
	}
	return line
}

// Entries returns the entries of tool_overrides that applied, or "" if the configuration has
// none for the tool.
func (r Record) Entries() string {
	switch {
	case !r.None:
		return strings.Join(r.Applied, ", ")
	case r.Nearest == "":
		return "none applied"
	}
	return "none applied (" + words.DidYouMean(r.Nearest) + ")"
}

// Flags holds the flags of a report.
type Flags struct {
	File  string
	Rules bool
}

// AddRules adds the flag for commands that can explain documents.
func (r *Flags) AddRules(fs *pflag.FlagSet) {
	fs.BoolVar(&r.Rules, "report-rules", false, "with --report: the rules that removed most; takes about eight times as long as shaping")
}

// Check returns the error of contradicting flags.
func (r *Flags) Check() error {
	if r.Rules && r.File == "" {
		return errors.New("--report-rules needs --report, in which the rules are told")
	}
	return nil
}

// rule sums up the values that one rule removed.
type rule struct {
	Rule   string `json:"rule"` // its origin, or else its reason
	Values int    `json:"values"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"` // estimated, names included
}

// mostRules bounds the rules of a record.
const mostRules = 16

// RulesOf returns the rules that removed most from fields, named by a function.
func RulesOf(fields []shaper.Field, named func(rule string) string) (all []rule) {
	for _, f := range fields {
		if f.Kept {
			continue
		}
		name := cmp.Or(named(f.Rule), f.Reason)
		i := slices.IndexFunc(all, func(r rule) bool { return r.Rule == name })
		if i < 0 {
			i = len(all)
			all = append(all, rule{Rule: name})
		}
		r := &all[i]
		r.Values, r.Bytes, r.Tokens = r.Values+f.Count, r.Bytes+f.Bytes, r.Tokens+f.Tokens
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Tokens > all[j].Tokens })
	return all[:min(mostRules, len(all))]
}

// Setting is a setting in force and its origin.
type Setting struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Origin  string `json:"origin"`
}

// SettingsOf returns decisions in their printed form.
func SettingsOf(decided []profiles.Decision) []Setting {
	all := make([]Setting, len(decided))
	for i, d := range decided {
		all[i] = Setting{d.Setting, d.Value, app.ByFlags(d.Origin.String())}
	}
	return all
}

// WriteSettings prints a row for each setting.
func WriteSettings(table io.Writer, all []Setting, files *terminal.Legend) {
	for _, s := range all {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", s.Setting, terminal.Printable(s.Value), terminal.Printable(files.Shorten(s.Origin)))
	}
}
