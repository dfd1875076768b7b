package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// record is one line of a report, for one document.
type record struct {
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
	usage
	Rules     []rule     `json:"rules,omitempty"` // the ones that removed most
	Applied   []string   `json:"applied,omitempty"`
	None      bool       `json:"none_applied,omitempty"` // entries exist, and none applied
	Nearest   string     `json:"nearest,omitempty"`
	Whole     string     `json:"whole,omitempty"`
	Cut       []cut      `json:"cut,omitempty"`
	Withheld  *places    `json:"withheld,omitempty"`
	Tainted   *tainted   `json:"tainted,omitempty"`
	Frequent  []frequent `json:"frequent,omitempty"`
	Opaque    *places    `json:"opaque,omitempty"`
	Missed    *places    `json:"missed,omitempty"`    // privacyEngine names without a withheld value
	Shortened *places    `json:"shortened,omitempty"` // strings
	Folded    int        `json:"folded,omitempty"`    // lists that are tables now
	Fit       *fit       `json:"budget,omitempty"`
	Archive   *kept      `json:"archive,omitempty"`
	Unmatched []string   `json:"unmatched,omitempty"`
	Lost      []string   `json:"lost,omitempty"` // parts that the envelope cannot carry
	Error     string     `json:"error,omitempty"`
}

// usage holds the counts and the time of one document.
type usage struct {
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
	Strings  int    `json:"strings,omitempty"` // unused: reports list cuts of lists

	Outlined bool `json:"outlined,omitempty"`
	Referred bool `json:"referred,omitempty"`
}

// recordOf returns the record of a document with its report.
func recordOf(file string, number int, r shaper.Report) record {
	line := record{
		File: file, Document: number, Generation: r.Generation, Dialect: r.Dialect, Misfit: r.Misfit, Profile: r.Profile,
		Mode: r.Mode, BytesIn: r.BytesIn, BytesOut: r.BytesOut,
		Lost: r.Lost, Applied: r.Applied, None: r.NoneApplied, Nearest: r.Nearest, Whole: r.Whole,
		Withheld: placesOf(r.Withheld), Tainted: taintedOf(r.Tainted), Frequent: frequentOf(r.Frequent), Opaque: placesOf(r.Opaque), Missed: placesOf(r.MissedNames), Shortened: placesOf(r.Shortened), Folded: r.Folded, Fit: fitOf(r.Fit),
		Archive: keptOf(r.Kept),
	}
	for _, mask := range r.Unmatched {
		line.Unmatched = append(line.Unmatched, byFlags(mask))
	}
	for _, c := range r.Cut {
		line.Cut = append(line.Cut, cut(c))
	}
	return line
}

// entries returns the entries of tool_overrides that applied, or "" if the configuration has
// none for the tool.
func (r record) entries() string {
	switch {
	case !r.None:
		return strings.Join(r.Applied, ", ")
	case r.Nearest == "":
		return "none applied"
	}
	return "none applied (" + words.DidYouMean(r.Nearest) + ")"
}

// tally sums up the documents.
type tally struct {
	documents int
	bytes     account
	read      *readings    // nil if no flag needs it
	unmatched []string     // masks without a match in any document
	cuts      []shaper.Cut // without a note in the document
	signals   signals
	fit       fits
	over      int // documents over their budget
	kept      archivedDocuments
}

// account is a sum before and after shaping.
type account struct{ in, out int }

// add adds a document and returns its tokens.
func (t *tally) add(in, out []byte, unmatched []string) (read account) {
	t.unmatched = unmet(t.unmatched, unmatched, t.documents == 0)
	t.documents++
	t.bytes.add(len(in), len(out))
	if t.read != nil {
		read = t.read.add(in, out)
	}
	return read
}

// cut adds the cuts without a note in the document.
func (t *tally) cut(r shaper.Report) {
	for _, c := range r.Cut {
		if c.Noted {
			continue
		}
		i := slices.IndexFunc(t.cuts, func(known shaper.Cut) bool { return known.Path == c.Path })
		if i < 0 {
			t.cuts = append(t.cuts, c)
		} else {
			t.cuts[i] = t.cuts[i].Plus(c)
		}
	}
}

// add adds to both sums.
func (a *account) add(in, out int) {
	a.in += in
	a.out += out
}

// String returns "9 in, 4 out, 55.6 % saved".
func (a account) String() string {
	saved := 0.0
	if a.in > 0 {
		saved = 100 * float64(a.in-a.out) / float64(a.in)
	}
	return fmt.Sprintf("%d in, %d out, %.1f %% saved", a.in, a.out, saved)
}

// reportFlags holds the flags of a report.
type reportFlags struct {
	file  string
	rules bool
}

// addRules adds the flag for commands that can explain documents.
func (r *reportFlags) addRules(fs *pflag.FlagSet) {
	fs.BoolVar(&r.rules, "report-rules", false, "with --report: the rules that removed most; takes about eight times as long as shaping")
}

// check returns the error of contradicting flags.
func (r *reportFlags) check() error {
	if r.rules && r.file == "" {
		return errors.New("--report-rules needs --report, in which the rules are told")
	}
	return nil
}

func (f *filter) recordOf(d document, r shaper.Report) record {
	line := recordOf(d.file, f.number(), r)
	line.Tool, line.Server = f.request.Tool, f.request.Server
	return line
}

// reportOn writes the record of a written document.
func (f *filter) reportOn(d document, line record, read account, took time.Duration) error {
	if f.reports == nil {
		return nil
	}
	line.usage = usage{f.tally.read.counter.Name(), read.in, read.out, took.Microseconds()}
	if f.report.rules {
		req, err := f.requestFor(d)
		if err != nil {
			return err
		}
		why, err := f.engine.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		line.Rules = rulesOf(why.Fields, byFlags)
	}
	if err := f.reports.Value(line); err != nil {
		return err
	}
	return f.reports.Flush(d.last)
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

// rulesOf returns the rules that removed most from fields, named by a function.
func rulesOf(fields []shaper.Field, named func(rule string) string) (all []rule) {
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
	slices.SortStableFunc(all, func(a, b rule) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return all[:min(mostRules, len(all))]
}
